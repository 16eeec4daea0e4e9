package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which commands only describe commands. */
final class LauncherArgumentsTest {

    @ParameterizedTest
    @CsvSource({
        "help, true",
        "completion bash, true",
        "backup init --help, true",
        "backup -h, true",
        "backup init, false",
        "note -- --help, false",
    })
    void describesCommandsWithoutAHome(String words, boolean helps) {
        assertThat(LauncherArguments.parse(words.split(" "), Map.of()).asksForHelp())
                .isEqualTo(helps);
    }
}
