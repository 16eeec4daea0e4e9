package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.Browser.Page;
import svc.launcher.kit.WorkingCopy;
import svc.testkit.Covers;

/** The examples for authors of clients, each with a server that restarts while they listen. */
final class PushExamplesIT {

    private static final Path EXAMPLES = WorkingCopy.root().resolve("docs/clients/push");

    @TempDir
    private Path directory;

    private SvcCommand command;
    private RunningServer server;
    private SignedIn ann;

    @BeforeEach
    void start() {
        Path home = directory.resolve("home");
        TasksBundle.in(home);
        command = TestClock.svc();
        server = command.start(home).ready();
        ann = SignedIn.as(server, "ann@example.org");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Restarts the server at the same address; changes in the meantime are sent afterwards. */
    private void comeAgain() {
        String address = server.url().replaceFirst("^http://", "");
        Path home = server.home();
        assertThat(server.terminate()).isZero();
        server.close();
        server = command.start(home, "--set", "server.listen=\"" + address + "\"")
                .ready();
        ann = new SignedIn(server, ann.email(), ann.accountId(), ann.token());
    }

    @Test
    @Covers({"TICK-11", "TICK-01"})
    void browserExampleReconnectsAfterRestartAndTicketExpiry() throws IOException {
        String page = Files.readString(EXAMPLES.resolve("page.html"));
        try (Browser browser = Browser.in(Files.createDirectories(directory.resolve("browser")));
                Page shown = browser.show(page + filledIn())) {
            assertThat(shown.told()).isEqualTo("listening");
            assertShows(shown, Tasks.create(ann));

            comeAgain();
            assertShows(shown, Tasks.create(ann));

            // Its ticket is expired from here on.
            assertThat(server.command("", "clock", "advance", "PT2M").exit()).isZero();
            comeAgain();
            assertShows(shown, Tasks.create(ann));
            assertShows(shown, Tasks.create(ann));
        }
    }

    /** Accepts an event, or the result of catching up. */
    private static void assertShows(Page page, String state) {
        String told = page.told();
        while (!told.contains("\"" + state + "\"")) {
            assertThat(told).matches("listening|changed .*");
            told = page.told();
        }
    }

    /** Fills in the form as a user would, and returns the text of the page. */
    private String filledIn() {
        return "<script>new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(line => "
                + "line.textContent.startsWith('not yet') || tell(line.textContent)))).observe(document.querySelector('ol'),"
                + " {childList: true}); const form = document.querySelector('form'); form.server.value = '"
                + server.url() + "'; form.token.value = '" + ann.token() + "'; form.requestSubmit();</script>";
    }

    private void awaitStream() {
        server.await("listening", () -> server.command("", "stats").out().matches("(?s).*\\nstreams +1\\n.*"));
    }

    @Test
    @Covers("GEN-05")
    void scriptExampleReconnectsWithTheLastEventId() throws Exception {
        assertComesAgain(List.of("bash", EXAMPLES.resolve("listen.sh").toString()), "");
    }

    @Test
    @Covers({"GEN-05", "WS-01"})
    void javaExampleReconnectsWithThePushState() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertComesAgain(List.of(java, EXAMPLES.resolve("Listen.java").toString()), "listening\n");
    }

    private void assertComesAgain(List<String> words, String first) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectOutput(out.toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("SVC", server.url());
        builder.environment().put("TOKEN", ann.token());
        Process process = builder.start();
        try {
            awaitStream();
            server.await("listening", () -> read(out).startsWith(first));
            awaitTold(out, Tasks.create(ann));
            comeAgain();
            // Possibly before it is connected again: then it receives what it missed.
            awaitTold(out, Tasks.create(ann));
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void awaitTold(Path out, String state) {
        server.await("told", () -> read(out).contains("{\"Task\":\"" + state + "\"}"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
