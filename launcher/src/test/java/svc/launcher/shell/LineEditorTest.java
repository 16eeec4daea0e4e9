package svc.launcher.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineEditorTest {

    private static final List<String> COMMANDS =
            List.of("account create --name --role=user,tenant-admin", "account list", "ban list --limit", "status");

    private static final String UP = "\u001b[A";
    private static final String UP_APPLICATION = "\u001bOA";

    @TempDir
    private Path directory;

    private List<String> typed(Optional<Path> history, String keys) throws Exception {
        try (Terminal terminal = new ExternalTerminal(
                "test",
                "xterm",
                new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8)) {
            LineEditor editor = new LineEditor(terminal, COMMANDS, history);
            List<String> lines = new ArrayList<>();
            for (Optional<String> line = editor.line(); line.isPresent(); line = editor.line()) {
                lines.add(line.get().strip());
            }
            return lines;
        }
    }

    @Test
    void arrowKeysRecallEarlierLinesAndTabCompletes() throws Exception {
        assertThat(typed(
                        Optional.empty(),
                        "ban list\r" + UP + "\r" + UP_APPLICATION + "\rstat\t\racc\tcr\t--n\tAnn\r\u0004"))
                .containsExactly("ban list", "ban list", "ban list", "status", "account create --name Ann");
    }

    @Test
    void historyIsPersistentAndPrivate() throws Exception {
        ShellSession session = new ShellSession(directory, Map.of("XDG_STATE_HOME", directory.toString()));
        Optional<Path> history = session.history();
        assertThat(typed(history, "status\r\u0004")).containsExactly("status");
        assertThat(typed(session.history(), UP + "\r\u0004")).containsExactly("status");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history.orElseThrow())))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | account,ban,exit,help,status",
                "account | create,list",
                "svc:account | create,list",
                "help | account,ban,status",
                "account create --role | user,tenant-admin",
                "nothing | ''",
            })
    void completionFollowsTheCommandTable(String before, String expected) {
        List<String> words = before.isEmpty() ? List.of() : List.of(before.split(" ", -1));
        assertThat(String.join(",", new CommandCompleter(COMMANDS).candidates(words, "")))
                .isEqualTo(expected);
    }
}
