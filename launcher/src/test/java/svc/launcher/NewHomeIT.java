package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new home up to the first sign-in: with one command, with several, and with {@code make run}. */
final class NewHomeIT {

    private static final Path DEMO = Path.of("src/demo/run").toAbsolutePath();

    @TempDir
    private Path directory;

    private Path home;

    @BeforeEach
    void name() {
        home = directory.resolve("home");
    }

    private SvcCommand.Finished init(String password, String... flags) {
        String[] words = Stream.concat(Stream.of("init", "--home", home.toString()), Stream.of(flags))
                .toArray(String[]::new);
        return SvcCommand.svc().answer(password, words);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString())
                    .filter(name -> !name.isEmpty())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void oneCommandCreatesHomeTenantAndAccount() {
        SvcCommand.Finished result =
                init(SignedIn.PASSWORD, "--domain", "example.org", "--email", "ann@example.org", "--password-stdin");
        assertThat(result).returns(0, SvcCommand.Finished::exit).returns("", SvcCommand.Finished::err);
        assertThat(result.out()).contains("is ready").hasLineCount(1);
        SvcCommand.Finished second = SvcCommand.svc()
                .answer(
                        SignedIn.PASSWORD,
                        "account",
                        "create",
                        "--email",
                        "bob@example.org",
                        "--password-stdin",
                        "--home",
                        home.toString());
        assertThat(second).returns(0, SvcCommand.Finished::exit).returns("", SvcCommand.Finished::err);
        try (RunningServer server = SvcCommand.svc().asOperator().start(home).ready()) {
            for (String email : List.of("ann@example.org", "bob@example.org")) {
                SignedIn otherUser = SignedIn.again(server, email);
                assertThat(SignedIn.json(otherUser.get("/.well-known/jmap"))
                                .path("username")
                                .asText())
                        .isEqualTo(email);
            }
        }
    }

    @Test
    void rejectedInitLeavesNothingAndKeepsExistingFiles() throws IOException {
        SvcCommand.Finished refused =
                init("short", "--domain", "example.org", "--email", "ann@example.org", "--password-stdin");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("8 to 256 characters").doesNotContain("short");
        assertThat(files()).isEmpty();

        Files.createDirectories(home.resolve("secrets"));
        Files.writeString(home.resolve("secrets/key"), "of the operator");
        List<String> before = files();
        assertThat(init("", "--domain", "exa mple").err()).contains("is no domain");
        assertThat(files()).isEqualTo(before);
        assertThat(init("").exit()).isZero();
        List<String> made = files();
        SvcCommand.Finished again =
                init(SignedIn.PASSWORD, "--domain", "example.org", "--email", "ann@example.org", "--password-stdin");
        assertThat(again.err()).contains("has a configuration already");
        assertThat(again.exit()).isEqualTo(1);
        assertThat(files()).isEqualTo(made);
    }

    @Test
    void makeRunCreatesTwoAccountsAndPrintsCredentials() throws Exception {
        Path classes = demoClasses();
        try (RunningServer server = demo(classes)) {
            server.await("mail", () -> server.out().contains("messages are in the mailbox of ann@demo.example"));
            server.await("explained", () -> server.out().contains("/.well-known/jmap\n"));
            Path passwords = home.resolve("secrets/demo-accounts");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(passwords)))
                    .isEqualTo("rw-------");
            for (String line : Files.readAllLines(passwords)) {
                String[] words = line.split(" ", 2);
                assertThat(words[1]).hasSize(24);
                HttpResponse<String> response = SignedIn.login(server, words[0], words[1]);
                assertThat(response.statusCode()).as(words[0]).isEqualTo(200);
                assertThat(server.out() + server.err()).doesNotContain(words[1]);
            }
            assertThat(server.out())
                    .containsPattern("swaks --server 127\\.0\\.0\\.1:[0-9]+ --from")
                    .containsPattern("swaks --server 127\\.0\\.0\\.1:[0-9]+ --tls --auth PLAIN");
            assertThat(shell(server.out())).contains("\"username\":\"ann@demo.example\"");
            assertThat(server.out())
                    .contains("421 messages are in the mailbox of ann@demo.example")
                    .contains("70 messages are in the mailbox of bob@demo.example");
            assertThat(server.terminate()).isZero();
        }
        try (RunningServer server = demo(classes)) {
            server.await("explained", () -> server.out().contains("/.well-known/jmap\n"));
            assertThat(server.out()).doesNotContain("a fresh home");
            assertThat(server.command("", "account", "list").out()).contains("ann@demo.example", "bob@demo.example");
        }
    }

    private static String jars() throws IOException {
        try (Stream<Path> jars = Files.list(SvcCommand.DISTRIBUTION.resolve("bundles/10"))) {
            return jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Compiles the program that fills the mailboxes, as {@code make run} does. */
    private static Path demoClasses() throws IOException {
        Path classes = Files.createTempDirectory("svc-demo");
        List<String> words = new ArrayList<>(
                List.of("-proc:none", "-Xlint:none", "--release", "17", "-cp", jars(), "-d", classes.toString()));
        try (Stream<Path> sources = Files.list(DEMO.resolveSibling("java/svc/demo"))) {
            sources.map(Path::toString).forEach(words::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    private RunningServer demo(Path classes) throws IOException {
        Path out = Files.createTempFile("svc-out", ".txt");
        Path err = Files.createTempFile("svc-err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(
                DEMO.toString(),
                SvcCommand.DISTRIBUTION.toString(),
                classes.toString(),
                home.toString(),
                "--set",
                "server.listen=\"127.0.0.1:0\"");
        builder.environment().put("JAVA_HOME", System.getProperty("svc.test.java", System.getProperty("java.home")));
        builder.environment().put("SVC_DEMO_SMTP", "0");
        builder.environment().put("SVC_DEMO_SUBMISSION", "0");
        builder.environment().put("SVC_DEMO_IMAP", "0");
        // Servers of tests run for seconds: the second compiler would cost more than it gains.
        builder.environment().put("SVC_TIER", "1");
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        return new RunningServer(builder.start(), home, out, err).ready();
    }

    /** Returns the output of the lines that a user would copy. */
    private static String shell(String explained) throws Exception {
        String lines = Pattern.compile("(?m)^ +(TOKEN=.*|curl .*)$")
                .matcher(explained)
                .results()
                .map(line -> line.group(1))
                .reduce("", (all, line) -> all + line + "\n");
        Process process = new ProcessBuilder("sh", "-c", lines).start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return out;
    }
}
