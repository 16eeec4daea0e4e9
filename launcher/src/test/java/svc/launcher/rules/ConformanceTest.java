package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConformanceTest {

    private static final List<String> REQUIREMENTS = List.of(
            "# Requirements",
            "### ABC First part",
            "| id | requirement | check |",
            "|---|---|---|",
            "| ABC-01 | one | look |",
            "| ABC-02 | two | look |",
            "### D/E Second, part",
            "| DE-1 | three | look |");

    @TempDir
    Path folder;

    @Test
    void everyTestNamesRowsThatExist() throws IOException {
        assertThat(Conformance.of(Repository.here()).unknown()).isEmpty();
    }

    @Test
    void committedDocumentIsUpToDate() throws IOException {
        Repository repository = Repository.here();

        assertThat(Files.readString(repository.root().resolve("docs/conformance.md")))
                .as("docs/conformance.md is stale: run `make conformance` and commit it")
                .isEqualTo(Conformance.of(repository).text());
    }

    @Test
    void readsTheRowsOfEverySection() {
        assertThat(Requirement.read(REQUIREMENTS))
                .containsExactly(
                        new Requirement("ABC-01", "ABC First part"),
                        new Requirement("ABC-02", "ABC First part"),
                        new Requirement("DE-1", "D/E Second, part"));
    }

    @Test
    void findsTheProofsOfTests() throws IOException {
        List<Proof> proofs = proofs("""
                @Covers("ABC-01") class OneTest {
                    @Covers({"ABC-02", "DE-1"}) @Tag("soak") void a() {}
                    @Nested class Inner { @Covers(value = "ABC-02", part = "a", open = "the " + "rest") void b() {} }
                    @Disabled @Covers("DE-1") void c() {}
                    @Disabled("later") class Off { @Covers("DE-1") void d() {} }
                }
                """);

        assertThat(proofs)
                .containsExactly(
                        new Proof("ABC-01", "OneTest", "", "", false, "OneTest.java:1"),
                        new Proof("ABC-02", "OneTest.a", "", "", true, "OneTest.java:2"),
                        new Proof("DE-1", "OneTest.a", "", "", true, "OneTest.java:2"),
                        new Proof("ABC-02", "OneTest.Inner.b", "a", "the rest", false, "OneTest.java:3"));
    }

    @Test
    void unknownIdIsReportedWithItsPosition() throws IOException {
        List<Proof> proofs =
                proofs("class OneTest {\n @Covers({\"ABC-99\", \"RFC8620 §5.2\", \"RFC 8620\"}) void a() {} }");

        assertThat(new Conformance(Requirement.read(REQUIREMENTS), proofs).unknown())
                .hasSize(2)
                .allMatch(line -> line.startsWith("OneTest.java:2: @Covers("))
                .anyMatch(line -> line.contains("ABC-99"))
                .anyMatch(line -> line.contains("\"RFC 8620\""));
    }

    @Test
    void rejectsValuesThatAreNotStrings() {
        assertThatThrownBy(() -> proofs("class OneTest { @Covers(Ids.ONE) void a() {} }"))
                .hasMessageContaining("OneTest.java:1: @Covers takes plain texts");
    }

    @Test
    void countsPerSection() throws IOException {
        List<Proof> proofs = proofs(
                "class OneTest { @Covers(value = \"ABC-01\", part = \"w\", open = \"x\") void a() {} @Covers(\"DE-1\") void b() {} }");

        assertThat(new Conformance(Requirement.read(REQUIREMENTS), proofs).text())
                .contains("| [ABC First part](#abc-first-part) | 2 | 0 | 1 | 1 |")
                .contains("| [D/E Second, part](#de-second-part) | 1 | 1 | 0 | 0 |")
                .contains("| all | 3 | 1 | 1 | 1 |")
                .contains("| [ABC-01](requirements.md#abc-first-part) | partial | `OneTest.a` (w) (open: x) |")
                .contains("| [ABC-02](requirements.md#abc-first-part) | no |  |");
    }

    @Test
    void openPartExcludesACompleteProof() throws IOException {
        List<Proof> proofs = proofs("class OneTest { @Covers(\"DE-1\") void a() {}"
                + " @Covers(value = \"DE-1\", part = \"p\") @Covers(value = \"ABC-01\", open = \"x\") void b() {}"
                + " @Covers(\"ABC-01\") void c() {} }");

        assertThat(new Conformance(Requirement.read(REQUIREMENTS), proofs).text())
                .contains("| [DE-1](requirements.md#de-second-part) | yes | `OneTest.a`, `OneTest.b` (p) |")
                .contains(
                        "| [ABC-01](requirements.md#abc-first-part) | partial | `OneTest.b` (open: x), `OneTest.c` |");
    }

    private List<Proof> proofs(String source) throws IOException {
        Path file = Files.writeString(folder.resolve("OneTest.java"), source);
        return Proofs.in(new Repository(folder), List.of(file));
    }
}
