package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuotesTest {

    private static final Repository REPOSITORY = Repository.here();

    @TempDir
    Path folder;

    @Test
    void quotesMatchTheSource() throws IOException {
        List<String> found = new ArrayList<>();
        long quotes = 0;
        for (Path file : REPOSITORY.files()) {
            if (file.toString().endsWith(".md")) {
                String page = Files.readString(file);
                found.addAll(Quotes.violations(REPOSITORY.name(file), page, REPOSITORY.root()));
                quotes += Quotes.count(page);
            }
        }
        assertThat(found).isEmpty();
        assertThat(quotes).isGreaterThan(5);
    }

    @Test
    void examplesHaveTheStatedLengths() throws IOException {
        assertThat(lines("bundles/svc.example.todo/src/main/")).isBetween(50L, 110L);
        assertThat(lines("launcher/src/main/dist/examples/contacts/src/main/")).isBetween(300L, 420L);
    }

    private static long lines(String folder) throws IOException {
        long lines = 0;
        for (Path file : REPOSITORY.sources()) {
            String name = REPOSITORY.name(file);
            if (name.startsWith(folder) && !name.endsWith("package-info.java")) {
                lines += Files.readAllLines(file).size();
            }
        }
        return lines;
    }

    @Test
    void reportsQuotesThatDifferFromTheSource() throws IOException {
        Files.writeString(folder.resolve("A.java"), "class A {\n    int a;\n    int b;\n    int c;\n}\n");
        assertThat(violations("A.java", "    int a;\n    int b;\n")).isEmpty();
        assertThat(violations("A.java", "class A {\n…\n    int c;\n")).isEmpty();
        assertThat(violations("A.java", "    int c;\n…\n    int a;\n")).hasSize(1);
        assertThat(violations("A.java", "int a;\n")).singleElement().asString().contains("does not say");
        assertThat(violations("A.java", "    int d;\n")).hasSize(1);
        assertThat(violations("B.java", "    int a;\n"))
                .singleElement()
                .asString()
                .contains("does not exist");
    }

    private List<String> violations(String file, String lines) {
        String page = "Text.\n\n<!-- quote " + file + " -->\n```java\n" + lines + "```\n\nMore.\n";
        assertThat(Quotes.count(page)).isEqualTo(1);
        return Quotes.violations("page.md", page, folder);
    }
}
