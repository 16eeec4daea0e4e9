package svc.proto.imap.reading;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the commands that clients have sent to another server. */
final class TranscriptsTest {

    private static final Path FOLDER = Path.of("src/test/resources/transcripts");
    private static final String LITERAL = ".*\\{\\d+\\+?}";

    static List<String> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".txt") && !name.contains("pop3"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void readsEachCommandOfAClient(String transcript) throws IOException {
        List<String> commands = commands(Files.readAllLines(FOLDER.resolve(transcript)));
        assertThat(commands).hasSizeGreaterThan(1);
        CommandReader reader = Commands.reader();
        for (String command : commands) {
            assertThat(Commands.read(reader, command.getBytes(UTF_8)))
                    .as(command)
                    .isInstanceOf(Step.Complete.class);
        }
    }

    /** Returns the commands with their literals; without DONE and what follows AUTHENTICATE. */
    private static List<String> commands(List<String> lines) {
        List<String> commands = new ArrayList<>();
        StringBuilder command = new StringBuilder();
        boolean literal = false;
        for (String line : lines) {
            if (line.startsWith("C|")) {
                command.append(command.toString().endsWith("\n") && !literal ? "" : "\r\n");
                command.append(line.substring(Math.min(3, line.length())));
                literal = true;
            } else if (line.startsWith("C:") && !line.equals("C: (closed)") && !line.contains("<credentials>")) {
                literal = false;
                command.append(line.substring(Math.min(3, line.length()))).append("\r\n");
                if (!line.matches(LITERAL)) {
                    commands.add(command.toString());
                    command.setLength(0);
                }
            }
        }
        commands.removeIf("DONE\r\n"::equals);
        return commands;
    }
}
