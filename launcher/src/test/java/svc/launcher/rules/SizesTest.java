package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SizesTest {

    @TempDir
    Path folder;

    /** Large permitted files are listed in {@code launcher/target/sizes.txt}. */
    @Test
    void noClassIsHuge() throws IOException {
        Repository repository = Repository.here();
        List<Sizes> large = Sizes.of(repository, repository.sources()).stream()
                .filter(Sizes::large)
                .sorted(Comparator.comparing(Sizes::method).thenComparing(Sizes::lines, Comparator.reverseOrder()))
                .toList();
        long classes = large.stream().filter(size -> !size.method()).count();
        List<String> report = new ArrayList<>();
        report.add("sizes: %d classes over %d lines, %d methods over %d (launcher/target/sizes.txt)"
                .formatted(classes, Sizes.CLASS, large.size() - classes, Sizes.METHOD));
        large.forEach(size -> report.add(size.lines() + "\t" + size.place()));
        Files.write(repository.root().resolve("launcher/target/sizes.txt"), report);

        Files.write(repository.root().resolve("launcher/target/bundle-sizes.txt"), bundles(repository));

        Path allowed = repository.root().resolve("launcher/src/test/resources/svc/launcher/rules/large-files.txt");
        assertThat(Sizes.violations(large, Files.readAllLines(allowed))).isEmpty();
    }

    private static List<String> bundles(Repository repository) throws IOException {
        List<Path> folders = new ArrayList<>(repository.bundles());
        folders.add(repository.root().resolve("launcher"));
        List<String> report = new ArrayList<>(List.of(BundleSize.HEAD));
        for (Path folder : folders) {
            report.add(BundleSize.of(
                            folder.getFileName().toString(),
                            sources(repository, folder.resolve("src/main/java")),
                            sources(repository, folder.resolve("src/test/java")))
                    .line());
        }
        report.add(BundleSize.of(
                        "all",
                        repository.sources().stream()
                                .filter(file -> repository.name(file).contains("/src/main/java/"))
                                .toList(),
                        repository.sources().stream()
                                .filter(file -> repository.name(file).contains("/src/test/java/"))
                                .toList())
                .line());
        return report;
    }

    private static List<Path> sources(Repository repository, Path folder) {
        return repository.sources().stream()
                .filter(file -> file.startsWith(folder))
                .toList();
    }

    @Test
    void countsCodeOnly() throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), """
                /**
                 * Says much.
                 */
                class A {

                    // why
                    void a() {
                        /* one */
                        int b = 1;
                    }
                }
                """);

        assertThat(Sizes.of(new Repository(folder), List.of(file)))
                .containsExactly(new Sizes("A.java", false, 5), new Sizes("A.java:7 a", true, 3));
    }

    @Test
    void hugeClassNeedsACurrentReason() {
        List<Sizes> sizes = List.of(new Sizes("a/Huge.java", false, 351), new Sizes("a/Huge.java:1 m", true, 400));

        assertThat(Sizes.violations(sizes, List.of("# none")))
                .singleElement()
                .asString()
                .contains("a/Huge.java: more than 350");
        assertThat(Sizes.violations(sizes, List.of("a/Huge.java a table"))).isEmpty();
        assertThat(Sizes.violations(sizes, List.of("a/Huge.java")))
                .singleElement()
                .asString()
                .contains("without a reason");
        assertThat(Sizes.violations(List.of(), List.of("a/Huge.java a table")))
                .singleElement()
                .asString()
                .contains("any more");
    }
}
