package svc.launcher.shell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import svc.launcher.client.SocketClient;

/**
 * An interactive shell between a terminal and the server of a home. */
public final class ShellSession {
    private final Path home;
    private final Map<String, String> environment;

    public ShellSession(Path home, Map<String, String> environment) {
        this.home = home;
        this.environment = environment;
    }

    /** Runs the shell until the user leaves it; returns the exit code. */
    public int run(SocketClient server, PrintStream out, PrintStream err) throws IOException {
        // With this provider, JLine uses the program stty and needs no native library.
        try (Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .provider("exec")
                .dumb(true)
                .build()) {
            LineEditor editor = new LineEditor(terminal, commands(), history());
            return server.lines(Path.of(""), editor::line, out, err);
        }
    }

    /** Returns the lines for completion; no lines if the server does not provide them. */
    private List<String> commands() throws IOException {
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        try (SocketClient server = SocketClient.connect(home).orElse(null);
                PrintStream out = new PrintStream(table, false, StandardCharsets.UTF_8);
                PrintStream err = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            int exit = server == null
                    ? SocketClient.UNREACHABLE
                    : server.command(List.of("completion", "words"), Path.of("").toAbsolutePath(), System.in, out, err);
            out.flush();
            return exit == 0 ? table.toString(StandardCharsets.UTF_8).lines().toList() : List.of();
        }
    }

    /**
     * Returns the history file, which only its owner can read; empty if the file cannot be created. The history is then
     * lost when the shell ends.
     */
    Optional<Path> history() {
        String state = environment.getOrDefault(
                "XDG_STATE_HOME",
                Path.of(System.getProperty("user.home", "/"), ".local", "state").toString());
        Path folder = Path.of(state, "svc");
        Path file = folder.resolve("shell-history");
        try {
            Files.createDirectories(folder);
            if (!Files.exists(file)) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            return Optional.of(file).filter(Files::isWritable);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
