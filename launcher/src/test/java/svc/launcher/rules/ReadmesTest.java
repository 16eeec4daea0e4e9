package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReadmesTest {

    private static final List<String> GOOD = List.of(
            "# svc.x",
            "",
            "One line.",
            "## What it is",
            "a",
            "## Services it offers",
            "b",
            "## Services it needs",
            "c",
            "## Configuration keys",
            "None.",
            "## Try it",
            "e",
            "## Tests",
            "f");

    @Test
    void everyBundleHasItsReadme() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path bundle : Repository.here().bundles()) {
            if (BundleJar.of(bundle).isEmpty()) {
                continue;
            }
            found.addAll(Readmes.violations(
                    bundle.getFileName().toString(), Files.readAllLines(bundle.resolve("README.md"))));
        }

        assertThat(found).isEmpty();
    }

    @Test
    void acceptsACompleteReadmeAndNamesMissingSections() {
        List<String> silent = new ArrayList<>(GOOD);
        silent.remove("None.");
        List<String> shuffled = new ArrayList<>(GOOD);
        Collections.swap(shuffled, 3, 5);
        List<String> chatty = new ArrayList<>(GOOD);
        chatty.addAll(Collections.nCopies(60, "more"));

        assertThat(Readmes.violations("svc.x", GOOD)).isEmpty();
        assertThat(Readmes.violations("svc.x", silent))
                .containsExactly("svc.x: says nothing under `## Configuration keys`");
        assertThat(Readmes.violations("svc.x", shuffled))
                .singleElement()
                .asString()
                .contains("its headings are");
        assertThat(Readmes.violations("svc.x", chatty))
                .singleElement()
                .asString()
                .contains("75 lines");
        assertThat(Readmes.violations("svc.y", GOOD)).singleElement().asString().contains("first line");
    }
}
