package svc.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.http.WebSocketChannel;
import svc.api.http.WebSocketEndpoint;
import svc.http.server.RunningHttpServer;

/** Runs the cases of the Autobahn suite (RFC 6455) against an echo endpoint of the server. */
@Tag("soak")
class AutobahnTest {

    private static final int LONGEST_MESSAGE = 32 * 1024 * 1024;
    private static final long LONGEST_MINUTES = 30;
    private static final Predicate<String> GOOD = Pattern.compile(
                    "case \\S+ (OK|NON_STRICT|INFORMATIONAL) (OK|INFORMATIONAL)")
            .asMatchPredicate();

    @TempDir
    private Path directory;

    private record Echo() implements WebSocketEndpoint, WebSocketEndpoint.Listener {

        @Override
        public HandshakeResult open(Handshake handshake) {
            return new Accept(Optional.empty(), LONGEST_MESSAGE, this);
        }

        @Override
        public void text(WebSocketChannel channel, String message) {
            channel.send(message);
        }

        @Override
        public void binary(WebSocketChannel channel, ByteBuffer message) {
            channel.send(ByteBuffer.allocate(message.remaining()).put(message).flip());
        }
    }

    @Test
    void everyCasePasses() throws Exception {
        Path tools = Path.of("src/test/autobahn").toAbsolutePath();
        Path library = Path.of("target/autobahn").toAbsolutePath();
        finished(
                "mvn",
                "-q",
                "-B",
                "-f",
                tools.resolve("pom.xml").toString(),
                "dependency:copy-dependencies",
                "-DoutputDirectory=" + library);
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount("/echo", new Echo());
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            List<String> cases = finished(
                            java,
                            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                            "--add-opens=java.base/java.io=ALL-UNNAMED",
                            "-cp",
                            library + "/*",
                            tools.resolve("Autobahn.java").toString(),
                            "ws://127.0.0.1:" + running.port() + "/echo")
                    .lines()
                    .filter(line -> line.startsWith("case "))
                    .toList();
            assertThat(cases).hasSizeGreaterThan(240).allMatch(GOOD);
        }
    }

    private String finished(String... words) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean ended = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended && process.exitValue() == 0)
                .as("%s: %s", List.of(words), Files.readString(err))
                .isTrue();
        return Files.readString(out);
    }
}
