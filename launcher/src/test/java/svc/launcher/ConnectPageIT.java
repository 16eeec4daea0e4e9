package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs the commands of {@code docs/clients/connect.md}, unchanged except for the URL of the server. */
final class ConnectPageIT {

    private static final String EMAIL = "ann@example.org";
    private static final Pattern SECRET = Pattern.compile("\"secret\" *: *\"([^\"]+)\"");

    private static RunningServer server;
    private static SignedIn ann;
    private static String secret;
    private static String page;

    @BeforeAll
    static void makeAnAppPassword() throws IOException {
        server = SharedServer.plain();
        ann = SignedIn.as(server, EMAIL);
        page = Files.readString(SvcCommand.DISTRIBUTION.resolve("docs/clients/connect.md"));
        assertThat(page).contains("svc app-password create --account " + EMAIL + " --name \"my script\"");
        String answer = server.command(
                        "", "app-password", "create", "--account", EMAIL, "--name", "my script", "--json")
                .out();
        Matcher made = SECRET.matcher(answer);
        assertThat(made.find()).as(answer).isTrue();
        secret = made.group(1);
    }

    /** Runs the named block of the page. */
    private static String run(String name) throws IOException, InterruptedException {
        Matcher block = Pattern.compile("(?s)```" + name + "\n(.*?)```").matcher(page);
        assertThat(block.find()).as(name).isTrue();
        ProcessBuilder shell =
                new ProcessBuilder("bash", "-c", block.group(1).replace("http://127.0.0.1:8080", server.url()));
        shell.environment().putAll(Map.of("SECRET", secret, "ACCOUNT", ann.accountId(), "PASSWORD", SignedIn.PASSWORD));
        Process process = shell.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(answer).isZero();
        return answer;
    }

    @Test
    void appPasswordWorksAsBasicAndBearer() throws Exception {
        assertThat(run("basic")).contains("\"username\":\"" + EMAIL + "\"", "\"apiUrl\"");
        assertThat(run("bearer")).contains("\"username\":\"" + EMAIL + "\"", "\"apiUrl\"");
    }

    @Test
    void anAppPasswordCallsMethods() throws Exception {
        assertThat(run("basic-call")).contains("\"Mailbox/get\"", "\"role\":\"inbox\"");
    }

    @Test
    void programWithTheAccountPasswordGetsAToken() throws Exception {
        assertThat(run("login")).contains("\"accessToken\":\"");
    }

    @Test
    void allowedOriginCanSendItsHeaders() throws Exception {
        Matcher fields =
                Pattern.compile("(?im)^access-control-allow-headers: *(.*)$").matcher(run("preflight"));
        assertThat(fields.find()).isTrue();
        assertThat(Objects.requireNonNull(fields.group(1))).contains("Authorization", "Content-Type");
        assertThat(run("preflight").toLowerCase(java.util.Locale.ROOT))
                .contains("access-control-allow-origin: https://app.example.org");
    }
}
