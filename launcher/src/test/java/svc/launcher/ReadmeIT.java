package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the README in a shell, as a new operator does. */
final class ReadmeIT {

    private static final Pattern SECRET = Pattern.compile("(?m)^secret +(\\S+)$");

    @TempDir
    private Path directory;

    @Test
    void theFirstStepsOfTheReadmeWork() throws Exception {
        String readme = Files.readString(Path.of("../README.md"));
        shell(lines(block(readme, "svc init"), "printf"));
        try (RunningServer server = SvcCommand.svc().asOperator().start(home()).ready()) {
            String first = block(readme, "svc mail import");
            String output = shell(lines(first, "printf|svc"));
            assertThat(output).contains("Inbox", "Hello", "bob@example.net");
            Matcher secret = SECRET.matcher(output);
            assertThat(secret.find()).as(output).isTrue();
            String session = shell(lines(first, "curl")
                    .replace("SECRET", secret.group(1))
                    .replace("http://127.0.0.1:8080", server.url()));
            assertThat(session).contains("\"username\":\"ann@example.org\"");
        }
    }

    private Path home() {
        return directory.resolve("home");
    }

    /** Returns the block of commands that contains a command. */
    private static String block(String readme, String command) {
        return Pattern.compile("(?s)```\n(.*?)```")
                .matcher(readme)
                .results()
                .map(block -> block.group(1))
                .filter(text -> text.contains(command))
                .findFirst()
                .orElseThrow(() -> new AssertionError("The README has no " + command));
    }

    /** Returns the lines that begin with one of the words; the test itself starts the server. */
    private static String lines(String block, String words) {
        return block.lines().filter(line -> line.matches("(" + words + ") .*")).collect(Collectors.joining("\n"));
    }

    private String shell(String commands) throws IOException, InterruptedException {
        assertThat(commands).isNotEmpty();
        ProcessBuilder bash = new ProcessBuilder("bash", "-e", "-c", commands).directory(directory.toFile());
        bash.environment()
                .putAll(Map.of(
                        "PATH", SvcCommand.DISTRIBUTION.resolve("bin") + ":" + System.getenv("PATH"),
                        "SVC_HOME", home().toString(),
                        "JAVA_HOME", System.getProperty("svc.test.java", System.getProperty("java.home"))));
        Process process = bash.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
