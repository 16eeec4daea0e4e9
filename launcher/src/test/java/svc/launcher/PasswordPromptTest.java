package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import svc.launcher.home.LaunchException;

/** Passwords that a user types at a terminal. */
final class PasswordPromptTest {

    private final List<String> prompts = new ArrayList<>();

    private PasswordPrompt typing(String... lines) {
        Deque<String> left = new ArrayDeque<>(List.of(lines));
        return new PasswordPrompt(prompt -> {
            prompts.add(prompt);
            String line = left.poll();
            return line == null ? null : line.toCharArray();
        });
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void passwordTypedTwiceIsUsed() throws IOException {
        assertThat(text(typing("correct hörse", "correct hörse").read())).isEqualTo("correct hörse");
        assertThat(prompts).containsExactly("Password: ", "The same password again: ");
    }

    @Test
    void differentPasswordsAreAskedAgainAtMostThreeTimes() throws IOException {
        assertThat(text(typing("one horse", "one horse ", "a horse", "a horse").read()))
                .isEqualTo("a horse");
        assertThat(prompts).hasSize(4).element(2).asString().startsWith("The two passwords differ.");
        assertThatThrownBy(() -> typing("a", "b", "a", "b", "a", "b").read())
                .isInstanceOfSatisfying(
                        LaunchException.class,
                        refusal -> assertThat(refusal.what()).contains("different passwords"));
    }

    @Test
    void emptyPasswordIsRejected() {
        assertThatThrownBy(() -> typing("").read()).isInstanceOf(LaunchException.class);
        assertThatThrownBy(() -> typing().read()).isInstanceOf(LaunchException.class);
        assertThatThrownBy(() -> typing("a horse").read()).isInstanceOf(LaunchException.class);
    }

    @Test
    void withoutTerminalThePasswordIsReadFromStdin() {
        InputStream piped = new ByteArrayInputStream(new byte[0]);
        assertThat(PasswordPrompt.input(List.of("account", "list"), piped)).isSameAs(piped);
    }

    @Test
    void passwordCommandPromptsWithoutFlag() {
        List<String> set = List.of("account", "password", "ann@example.org");
        assertThat(PasswordPrompt.words(set))
                .containsExactly("account", "password", "ann@example.org", "--password-stdin");
        List<String> flagged = List.of("account", "password", "a1", "--password-stdin");
        assertThat(PasswordPrompt.words(flagged)).isEqualTo(flagged);
        List<String> help = List.of("account", "password", "--help");
        assertThat(PasswordPrompt.words(help)).isEqualTo(help);
        assertThat(PasswordPrompt.words(List.of("account", "list"))).containsExactly("account", "list");
    }
}
