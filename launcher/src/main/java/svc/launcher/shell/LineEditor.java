package svc.launcher.shell;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/** Reads lines from a terminal, with arrow keys, history, search and completion. Not thread-safe. */
final class LineEditor {

    private static final String PROMPT = "svc> ";
    private static final int HISTORY = 1_000;

    /** The escape sequences of the arrow keys of terminals that do not switch to application mode. */
    private static final Map<String, String> ARROWS = Map.of(
            "\u001b[A", LineReader.UP_LINE_OR_HISTORY,
            "\u001b[B", LineReader.DOWN_LINE_OR_HISTORY,
            "\u001b[C", LineReader.FORWARD_CHAR,
            "\u001b[D", LineReader.BACKWARD_CHAR);

    private final LineReader reader;

    /**
     * Creates an editor for a terminal.
     *
     * @param commands the lines of {@code svc completion words}
     * @param history the file of earlier lines
     */
    LineEditor(Terminal terminal, List<String> commands, Optional<Path> history) {
        reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("svc")
                .completer(new CommandCompleter(commands))
                .variable(LineReader.HISTORY_SIZE, HISTORY)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        history.ifPresent(file -> reader.setVariable(LineReader.HISTORY_FILE, file));
        KeyMap<Binding> keys = requireNonNull(reader.getKeyMaps().get(LineReader.MAIN));
        ARROWS.forEach((sequence, widget) -> keys.bind(new Reference(widget), sequence));
    }

    /** Returns the next line; empty at the end of the input. Ctrl-C discards the line. */
    Optional<String> line() {
        while (true) {
            try {
                return Optional.of(reader.readLine(PROMPT));
            } catch (UserInterruptException e) {
                reader.getTerminal().writer().println();
            } catch (EndOfFileException e) {
                return Optional.empty();
            }
        }
    }
}
