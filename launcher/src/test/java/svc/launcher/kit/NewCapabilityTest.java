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
        "recipe,recipe,PACKAGE is",
        "recipe,Org.Example,PACKAGE is",
        "recipe,svc.mine,PACKAGE is"
    })
    void aNameThatJavaOrTheServerWouldNotTakeIsRefused(String name, String packageName, String message) {
        assertThatThrownBy(() -> new NewCapability(folder, name, packageName == null ? "" : packageName))
                .isInstanceOf(NewCapability.Refused.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("Give ");
    }

    @Test
    void aFolderThatIsNotEmptyIsLeftAlone() throws Exception {
        Files.writeString(folder.resolve("mine.txt"), "mine");
        assertThatThrownBy(() -> new NewCapability(Workplace.root(), "recipe", "").write(folder))
                .isInstanceOf(NewCapability.Refused.class)
                .hasMessageContaining("is not empty");
        assertThat(folder).isDirectoryContaining("glob:**/mine.txt");
    }

    @Test
    void theKitIsThePublishedBundlesAndWhatTheyStandOn() throws IOException {
        assertThat(new KitRepository(Workplace.root()).bundles())
                .containsExactly(
                        "svc.api", "svc.core", "svc.json", "svc.store.memory", "svc.testkit", "svc.testkit.engine");
    }
}
