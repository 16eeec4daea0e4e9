package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MachinePathsTest {

    @Test
    void noFileNamesAPathOfOneMachine() throws IOException {
        Repository repository = Repository.here();
        List<String> found = new ArrayList<>();
        for (Path file : repository.files()) {
            if (!file.endsWith("MachinePathsTest.java")) {
                found.addAll(MachinePaths.violations(repository.name(file), text(file)));
            }
        }

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cd /work/main", "/root/.m2"})
    void findsPaths(String text) {
        assertThat(MachinePaths.violations("a.md", "fine\n" + text))
                .singleElement()
                .asString()
                .startsWith("a.md:2: \"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"launcher/target/work/x", "https://mail.example.org/root/", "the root/branch"})
    void ignoresOtherText(String text) {
        assertThat(MachinePaths.violations("a.md", text)).isEmpty();
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException binary) {
            return "";
        }
    }
}
