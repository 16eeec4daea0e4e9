package svc.launcher.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NewCapabilityTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "Recipe,'',NAME is",
        "'',,NAME is",
        "a-b,'',NAME is",
        "class,'',NAME is",
        "list,'',NAME is",
        "string,'',NAME is",
        "recipe,recipe,PACKAGE is",
        "recipe,Org.Example,PACKAGE is",
        "recipe,svc.mine,PACKAGE is"
    })
    void rejectsInvalidNames(String name, String packageName, String message) {
        assertThatThrownBy(() -> new NewCapability(folder, name, packageName == null ? "" : packageName))
                .isInstanceOf(NewCapability.Refused.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("Give ");
    }

    @ParameterizedTest
    @CsvSource({"agenda,g", "aaa,x", "a1,x", "archive,r", "recipe,r", "todo2,t", "zoo,z"})
    void idPrefixIsTheFirstFreeLetterOfTheName(String name, char letter) {
        assertThat(NewCapability.letter(name)).isEqualTo(letter);
    }

    @Test
    void idPrefixIsNeverTheLetterOfAccounts() throws Exception {
        for (char first = 'a'; first <= 'z'; first++) {
            String name = first + "genda";
            assertThat(NewCapability.letter(name)).as(name).isBetween('b', 'z');
            Path project = folder.resolve(name);
            new NewCapability(WorkingCopy.root(), name, "").writeSources(project);
            String type = Character.toUpperCase(first) + "genda";
            String source = Files.readString(
                    project.resolve("src/main/java/org/example").resolve(name).resolve(type + "s.java"));
            assertThat(source.contains("char idPrefix()")).as(name).isEqualTo(first == 'a');
        }
    }

    @Test
    void nonEmptyFolderIsRejected() throws Exception {
        Files.writeString(folder.resolve("mine.txt"), "mine");
        assertThatThrownBy(() -> new NewCapability(WorkingCopy.root(), "recipe", "").write(folder))
                .isInstanceOf(NewCapability.Refused.class)
                .hasMessageContaining("is not empty");
        assertThat(folder).isDirectoryContaining("glob:**/mine.txt");
    }

    @Test
    void kitContainsThePublishedBundlesAndTheirDependencies() throws IOException {
        assertThat(new KitRepository(WorkingCopy.root()).bundles())
                .containsExactly(
                        "svc.api",
                        "svc.blobs",
                        "svc.blobs.files",
                        "svc.cap.mail",
                        "svc.cap.submission",
                        "svc.core",
                        "svc.jobs",
                        "svc.json",
                        "svc.mime",
                        "svc.store.sqlite",
                        "svc.testkit",
                        "svc.testkit.engine");
    }
}
