package svc.launcher.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tests that prove each requirement; renders {@code docs/conformance.md}.
 *
 * @param rows the requirements, in their order
 * @param proofs the annotations of the tests
 */
record Conformance(List<Requirement> rows, List<Proof> proofs) {

    private static final Pattern RFC = Pattern.compile("RFC[0-9]{4,5}( §[0-9]+(\\.[0-9]+)*)?");

    private static final String HEAD = """
            # Conformance

            This page lists, for each row of [requirements.md](requirements.md), the tests that prove the row. `make conformance` writes
            this page from the `@Covers` annotations. Do not edit the page. A test fails if the page is out of date. *yes*: tests prove
            the whole row. *partial*: tests prove parts of the row. *no*: no test proves any part of the row yet. The text in brackets
            after a test names the part of the row that the test proves, or the part that no test proves yet. Tests marked (soak) run in
            `make soak` only.

            """;

    /** How much of a requirement is proven. */
    enum Verdict {
        YES,
        PARTIAL,
        NO;

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Reads the working copy. */
    static Conformance of(Repository repository) throws IOException {
        Path requirements = repository.root().resolve("docs/requirements.md");
        List<Path> sources = repository.sources().stream()
                .filter(file -> repository.name(file).contains("/src/test/")
                        || repository.name(file).startsWith("bundles/svc.testkit/src/"))
                .toList();
        return new Conformance(Requirement.read(Files.readAllLines(requirements)), Proofs.in(repository, sources));
    }

    /** Returns the proofs of unknown requirements. */
    List<String> unknown() {
        List<String> ids = rows.stream().map(Requirement::id).toList();
        return proofs.stream()
                .filter(proof ->
                        !ids.contains(proof.id()) && !RFC.matcher(proof.id()).matches())
                .map(proof -> proof.place() + ": @Covers(\"" + proof.id()
                        + "\") is no row of docs/requirements.md and no RFC section" + " of the form `RFC8620 §5.2`")
                .toList();
    }

    Verdict verdict(Requirement row) {
        List<Proof> mine = of(row.id());
        if (mine.isEmpty()) {
            return Verdict.NO;
        }
        boolean open = mine.stream().anyMatch(proof -> !proof.open().isEmpty());
        return !open && mine.stream().anyMatch(Proof::whole) ? Verdict.YES : Verdict.PARTIAL;
    }

    /** Returns the document. */
    String text() {
        List<String> sections =
                rows.stream().map(Requirement::section).distinct().toList();
        StringBuilder out = new StringBuilder(HEAD);
        out.append("| section | rows | yes | partial | no |\n|---|--:|--:|--:|--:|\n");
        for (String section : sections) {
            out.append("| [%s](#%s) %s\n".formatted(section, anchor(section), counts(in(section))));
        }
        out.append("| all ").append(counts(rows)).append('\n');
        for (String section : sections) {
            out.append("\n### ").append(section).append("\n\n| id | proven | by |\n|---|---|---|\n");
            in(section)
                    .forEach(row -> out.append("| [%s](requirements.md#%s) | %s | %s |\n"
                            .formatted(row.id(), anchor(section), verdict(row).word(), tests(of(row.id())))));
        }
        rfcs(out);
        return out.toString();
    }

    private void rfcs(StringBuilder out) {
        Map<String, List<Proof>> byRfc = proofs.stream()
                .filter(proof -> RFC.matcher(proof.id()).matches())
                .collect(Collectors.groupingBy(Proof::id, TreeMap::new, Collectors.toList()));
        if (!byRfc.isEmpty()) {
            out.append("\n### Parts of RFCs that tests name\n\n| part | by |\n|---|---|\n");
            byRfc.forEach((id, tests) -> out.append("| %s | %s |\n".formatted(id, tests(tests))));
        }
    }

    private List<Requirement> in(String section) {
        return rows.stream().filter(row -> row.section().equals(section)).toList();
    }

    private List<Proof> of(String id) {
        return proofs.stream().filter(proof -> proof.id().equals(id)).toList();
    }

    private String counts(List<Requirement> portion) {
        Map<Verdict, Long> count =
                portion.stream().collect(Collectors.groupingBy(this::verdict, Collectors.counting()));
        return "| %d | %d | %d | %d |"
                .formatted(
                        portion.size(),
                        count.getOrDefault(Verdict.YES, 0L),
                        count.getOrDefault(Verdict.PARTIAL, 0L),
                        count.getOrDefault(Verdict.NO, 0L));
    }

    private static String tests(List<Proof> tests) {
        return tests.stream()
                .map(proof -> "`" + proof.test() + "`" + (proof.soak() ? " (soak)" : "")
                        + bracketed("", proof.part())
                        + bracketed("open: ", proof.open()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String bracketed(String before, String text) {
        return text.isEmpty() ? "" : " (" + before + text.replace("|", "\\|") + ")";
    }

    /** Returns the anchor of a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^a-z0-9 -]", "")
                .replace(' ', '-');
    }

    /** Writes the document; {@code make conformance}. */
    public static void main(String[] arguments) throws IOException {
        Repository repository = Repository.here();
        Conformance conformance = of(repository);
        List<String> unknown = conformance.unknown();
        unknown.forEach(System.err::println);
        Files.writeString(repository.root().resolve("docs/conformance.md"), conformance.text());
        System.out.println("docs/conformance.md: rows, yes, partial, no " + conformance.counts(conformance.rows()));
        System.exit(unknown.isEmpty() ? 0 : 1);
    }
}
