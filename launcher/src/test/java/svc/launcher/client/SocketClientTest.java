package svc.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.client.FakeServer.Answer;

class SocketClientTest {

    @TempDir
    Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void makeRun() throws IOException {
        Files.createDirectory(home.resolve("run"));
    }

    private int command(String input, String... words) throws IOException {
        try (SocketClient client = SocketClient.connect(home).orElseThrow()) {
            return client.command(List.of(words), Path.of("/some/where"), in(input), print(out), print(err));
        }
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, false, StandardCharsets.UTF_8);
    }

    private FakeServer serving(Answer answer) throws IOException {
        return new FakeServer(home.resolve("run/svc.sock"), answer);
    }

    @Test
    void argumentsAreSentAndOutputErrorsAndExitCodeReturned() throws IOException {
        Answer answer = new Answer()
                .frame('O', "gr")
                .frame('R', "careful\n")
                .frame('O', "üße\n")
                .exit(7);
        try (FakeServer server = serving(answer)) {
            assertThat(command("never read", "bundle", "list", "--json")).isEqualTo(7);
            assertThat(server.heard().opening()).isEqualTo("SVC\u0001");
            assertThat(server.heard().request()).containsExactly("command", "/some/where", "bundle", "list", "--json");
            assertThat(server.heard().input()).isEmpty();
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("grüße\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("careful\n");
    }

    @Test
    void standardInputIsSentOnlyOnRequest() throws IOException {
        try (FakeServer server = serving(new Answer().exit(0))) {
            assertThat(command("hunter2\n", "account", "create", "--password-stdin"))
                    .isZero();
            assertThat(server.heard().input()).isEqualTo("hunter2\n");
        }
    }

    @Test
    void disconnectedOrIncompatibleServerIsUnreachable() throws IOException {
        try (FakeServer server = serving(new Answer().frame('O', "half"))) {
            assertThat(command("", "version")).isEqualTo(SocketClient.UNREACHABLE);
            assertThat(server.heard().request()).contains("version");
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("half");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("svc: The server ended the connection before the answer was complete. ");
        Files.delete(home.resolve("run/svc.sock"));
        try (FakeServer server = serving(new Answer().frame('?', ""))) {
            assertThat(command("", "version")).isEqualTo(SocketClient.UNREACHABLE);
            assertThat(server.heard().request()).contains("version");
        }
        Files.delete(home.resolve("run/svc.sock"));
        try (FakeServer server = serving(new Answer().frame('O', "x".repeat(70_000)))) {
            assertThat(command("", "version")).isEqualTo(SocketClient.UNREACHABLE);
            assertThat(server.heard().request()).contains("version");
        }
    }

    @Test
    void shellRelaysInputUntilTheServerEndsIt() throws IOException {
        try (FakeServer server = serving(new Answer().frame('O', "svc> ").exit(0));
                SocketClient client = SocketClient.connect(home).orElseThrow()) {
            int exit = client.shell(Path.of("/here"), true, in("version\nexit\n"), print(out), print(err));
            assertThat(exit).isZero();
            assertThat(server.heard().request()).containsExactly("shell", "/here");
            assertThat(server.heard().input()).isEqualTo("version\nexit\n");
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("svc> ");
    }

    @Test
    void noServerMeansNoConnection() throws IOException {
        assertThat(SocketClient.connect(home)).isEmpty();
        assertThat(SocketClient.answers(home)).isFalse();
        try (FakeServer server = serving(new Answer().exit(0))) {
            assertThat(SocketClient.answers(home)).isTrue();
            assertThat(server).isNotNull();
        }
        assertThat(home.resolve("run/svc.sock")).exists();
        assertThat(SocketClient.answers(home))
                .as("a socket that a killed server left")
                .isFalse();
        assertThat(SocketClient.unreachable(home))
                .contains("No server answers in " + home)
                .contains("svc run");
    }

    @Test
    void socketFileCanPointElsewhere() throws IOException {
        Path usual = home.resolve("run/svc.sock");
        Path endpoints = home.resolve("run/endpoints.json");
        Path at = home.resolve("run/svc.sock.at");
        assertThat(SocketPath.socket(home)).isEqualTo(usual);
        Files.writeString(endpoints, "{\"pid\": 7, \"socket\" : \"/tmp/\\u0073vc \\\"x\\\"\\/\\\\.sock\"}");
        assertThat(SocketPath.socket(home)).isEqualTo(Path.of("/tmp/svc \"x\"/\\.sock"));
        Files.writeString(endpoints, "{\"pid\": 7}");
        assertThat(SocketPath.socket(home)).isEqualTo(usual);
        Files.writeString(endpoints, "{\"socket\": \"\\u0000\"}");
        assertThat(SocketPath.socket(home)).isEqualTo(usual);
        Files.writeString(at, "/run/user/1/svc.sock\n");
        assertThat(SocketPath.socket(home)).isEqualTo(Path.of("/run/user/1/svc.sock"));
    }
}
