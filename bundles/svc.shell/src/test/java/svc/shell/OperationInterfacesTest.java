package svc.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.shell.Platform.Finished;
import svc.testkit.Covers;

/** REST, the command line over the socket, the remote command line and Gogo offer the same operations. */
@SuppressWarnings({"EffectivelyPrivate", "UnusedMethod"}) // the registry calls operations by reflection
class OperationInterfacesTest {

    @TempDir
    private static Path home;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static Platform platform;
    private static String url;
    private static Path token;

    @BeforeAll
    static void start() throws Exception {
        platform = Platform.boot(home, "server");
        url = platform.serve();
        token = Files.writeString(home.resolve("token"), Platform.TOKEN + "\n");
    }

    @AfterAll
    static void stop() throws Exception {
        platform.close();
    }

    private static String rest(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/admin/v1" + path))
                .header("Authorization", "Bearer " + Platform.TOKEN)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString()).body();
    }

    private static Finished command(String line) throws Exception {
        String[] words = line.split(" ", -1);
        return line.contains("-stdin")
                ? RawClient.talk(platform.socket(), "command", "hunter2\n", words)
                : RawClient.run(platform.socket(), words);
    }

    private static Finished remote(String line) {
        String[] words = (line + " --url " + url + " --token-file " + token).split(" ", -1);
        return platform.console("hunter2\n", false, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "version | GET | /version | ",
                "ban list | GET | /bans | ",
                "ban remove 192.0.2.1 --note a&b | DELETE | /bans/192.0.2.1?note=a%26b | ",
                "ban remove 10.0.0.0/8 | DELETE | /bans/10.0.0.0%2F8 | ",
                "logs level very-loud --seconds 5 | PUT | /logs/level | {\"level\":\"very-loud\",\"seconds\":5}",
                "account create a@b.example --password-stdin --quota-bytes=5 --admin --domain x --domain y --labels k=v=w | POST | /accounts "
                        + "| {\"email\":\"a@b.example\",\"password\":\"hunter2\",\"quota_bytes\":5,\"admin\":true,\"domains\":[\"x\",\"y\"],\"labels\":{\"k\":\"v=w\"}}",
            })
    @Covers(
            value = {"GEN-07", "CLI-01"},
            part = "the operations that exist")
    void everyFrontAnswersWithTheSameJson(String line, String method, String path, String body) throws Exception {
        String answer = rest(method, path, body == null ? "" : body) + "\n";
        assertThat(answer).doesNotContain("urn:svc:problem");
        assertThat(command(line + " --json")).isEqualTo(new Finished(0, answer, ""));
        assertThat(remote(line + " --json")).isEqualTo(new Finished(0, answer, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ban remove 192.0.2.9 | DELETE | /bans/192.0.2.9 | | 1",
                "logs level loud | PUT | /logs/level | {\"level\":\"loud\"} | 2",
                "logs level info --seconds 99999999999 | PUT | /logs/level | {\"level\":\"info\",\"seconds\":99999999999} | 2",
                "logs level info --seconds x | PUT | /logs/level | {\"level\":\"info\",\"seconds\":\"x\"} | 2",
                "logs level | PUT | /logs/level | {} | 2",
            })
    @Covers(
            value = {"GEN-07", "CLI-01"},
            part = "the operations that exist")
    void everyFrontRefusesTheSameInputWithTheSameProblem(String line, String method, String path, String body, int exit)
            throws Exception {
        String problem = rest(method, path, body == null ? "" : body) + "\n";
        assertThat(problem).contains("urn:svc:problem");
        assertThat(command(line + " --json")).isEqualTo(new Finished(exit, problem, ""));
        assertThat(remote(line + " --json")).isEqualTo(new Finished(exit, problem, ""));
    }

    @Test
    void anUnknownArgumentHasTheSameReasonEverywhere() throws Exception {
        String rest = rest("PUT", "/logs/level", "{\"level\":\"info\",\"secnds\":5}");
        Finished command = command("logs level info --secnds 5 --json");
        assertThat(command.exit()).isEqualTo(2);
        for (String answer : List.of(rest, command.out())) {
            assertThat(answer)
                    .contains("\"reason\":\"invalid\",\"errors\":[{\"field\":\"secnds\",\"reason\":\"is unknown; did");
        }
        assertThat(command.out()).contains("did you mean --seconds?");
    }

    @Test
    @Covers(value = "DOC-03", part = "the shape")
    void aListIsAnArrayAndTheOperationChoosesTheExitCode() throws Exception {
        assertThat(command("doctor --json"))
                .isEqualTo(new Finished(
                        2,
                        "[{\"check\":\"a\",\"status\":\"ok\",\"detail\":\"fine\"},"
                                + "{\"check\":\"b\",\"status\":\"fail\",\"detail\":\"broken\",\"remedy\":\"repair it\"}]\n",
                        ""));
    }

    @Test
    void distinguishesAnUnreachableServerFromAForeignOne() throws Exception {
        Finished nobody =
                platform.console("", false, "version", "--url", "http://127.0.0.1:1", "--token-file", token.toString());
        assertThat(nobody.exit()).isEqualTo(3);
        assertThat(nobody.err()).contains("No server answers at http://127.0.0.1:1");
        Path wrong = Files.writeString(home.resolve("wrong"), "not-the-token");
        Finished refused = platform.console("", false, "version", "--url", url, "--token-file", wrong.toString());
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("token").doesNotContain("not-the-token");
        assertThat(platform.console("", false, "version", "--url", url).exit()).isEqualTo(2);
        assertThat(platform.console("", false, "version", "--url", "ftp://x", "--token-file", "y")
                        .exit())
                .isEqualTo(2);
        assertThat(platform.console("", false, "version", "--url", "http://u:hunter2@h", "--token-file", "y")
                        .err())
                .doesNotContain("hunter2");
        assertThat(platform.console("", false, "version", "--url", url, "--token-file", "missing")
                        .err())
                .contains("cannot be read");
        Finished local = platform.console("", false, "doctor", "--url", url, "--token-file", token.toString());
        assertThat(local.exit()).isEqualTo(2);
        assertThat(local.err()).contains("no REST route");
    }

    @Test
    @Covers(value = "OSGI-04", part = "the operations that exist")
    void gogoKnowsTheSameCommandsAndSaysTheSame() throws Exception {
        Finished shell = RawClient.talk(
                platform.socket(),
                "script",
                "svc:version --json\nversion\nban list\nban remove 192.0.2.9\nno-such\nsvc:help ban\nlb\n");
        assertThat(shell.exit()).isZero();
        assertThat(shell.out())
                .startsWith(rest("GET", "/version", "") + "\n")
                .contains(command("version").out())
                .contains(command("ban list").out())
                .contains("svc ban remove IP")
                .contains("svc.shell");
        assertThat(shell.err()).contains("192.0.2.9 is not banned", "no-such");
        assertThat(platform.isActive()).isTrue();
    }

    @Test
    @Covers(value = "OSGI-04", part = "the operations that exist")
    void gogoTakesABundleByItsNumberAndByItsName() throws Exception {
        Finished shell = RawClient.talk(platform.socket(), "script", "headers svc.shell\nheaders 0\nheaders no.such\n");
        assertThat(shell.out()).contains("Bundle-SymbolicName = svc.shell", "org.apache.felix.framework");
        assertThat(shell.err()).contains("headers(Token)").hasLineCount(1);
        assertThat(platform.isActive()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"exit", "quit", "''"})
    @Covers(value = "OSGI-04", part = "the operations that exist")
    void theEndOfAShellEndsOnlyTheShell(String last) throws Exception {
        Finished shell = RawClient.talk(platform.socket(), "shell", last.isEmpty() ? "" : last + "\nversion\n");
        assertThat(shell.exit()).isZero();
        assertThat(shell.out()).isEqualTo("svc> ");
        assertThat(platform.isActive()).isTrue();
        assertThat(command("version").exit()).isZero();
    }

    @Test
    void aDrainAnswersWhatRunsAndEndsTheShells(@TempDir Path elsewhere) throws Exception {
        try (Platform draining = Platform.boot(elsewhere, "server");
                RawClient shell = new RawClient(draining.socket())) {
            shell.open("shell", "/");
            draining.step("drain");
            assertThat(shell.answer()).isEqualTo(new Finished(0, "svc> ", ""));
            assertThatThrownBy(() -> RawClient.run(draining.socket(), "version"))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void everyFrontFollowsTheRegistrationOfAnOperation() throws Exception {
        assertThat(command("guest").exit()).isEqualTo(2);
        ServiceRegistration<?> guest = platform.register(new OperationGroup() {
            @Operation(command = "guest", help = "be here for a while", routes = "GET /guest")
            public SampleOperations.Removed guest() {
                return new SampleOperations.Removed("here");
            }
        });
        assertThat(command("guest").out()).isEqualTo("ip  here\n");
        assertThat(rest("GET", "/guest", "")).isEqualTo("{\"ip\":\"here\"}");
        assertThat(RawClient.talk(platform.socket(), "script", "svc:guest\n").out())
                .isEqualTo("ip  here\n");
        guest.unregister();
        assertThat(command("guest").exit()).isEqualTo(2);
        assertThat(rest("GET", "/guest", "")).contains("not-found");
        assertThat(RawClient.talk(platform.socket(), "script", "svc:guest\n").out())
                .isEmpty();
    }

    @Test
    void theTokenIsNoPropertyOfAnyService() throws Exception {
        ServiceReference<?>[] all = platform.context().getAllServiceReferences(null, null);
        for (ServiceReference<?> reference : all) {
            for (String key : reference.getPropertyKeys()) {
                Object value = reference.getProperty(key);
                String text = value instanceof Object[] array ? Arrays.toString(array) : String.valueOf(value);
                assertThat(text).doesNotContain(Platform.TOKEN);
            }
        }
    }

    @Test
    void aDefectTellsNothingOfTheInsideInAnyFront() throws Exception {
        for (Finished finished : List.of(command("break"), remote("break"))) {
            assertThat(finished.exit()).isEqualTo(1);
            assertThat(finished.out() + finished.err())
                    .doesNotContain("hunter2")
                    .contains("log");
        }
    }
}
