package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.Browser.Page;
import svc.launcher.kit.WorkingCopy;
import svc.testkit.Covers;

/** The examples for authors of clients, with a server that restarts while they listen. */
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

    /** All examples run at the same time, because each needs the same restarts. */
    @Test
    @Covers({"GEN-05", "TICK-01", "TICK-11", "WS-01"})
    void examplesReconnectAfterRestartAndTicketExpiry() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String page = Files.readString(EXAMPLES.resolve("page.html"));
        try (Example script = new Example("bash", "listen.sh");
                Example program = new Example(java, "Listen.java");
                Browser browser = Browser.in(Files.createDirectories(directory.resolve("browser")));
                Page shown = browser.show(page + filledIn())) {
            assertThat(shown.told()).isEqualTo("listening");
            server.await("listening", () -> program.out().startsWith("listening\n"));
            server.await("all streams", () -> server.command("", "stats").out().matches("(?s).*\\nstreams +3\\n.*"));
            assertAllReceive(Tasks.create(ann), shown, script, program);

            comeAgain();
            // Possibly before they are connected again: then they receive what they missed.
            assertAllReceive(Tasks.create(ann), shown, script, program);

            // The ticket of the page is expired from here on.
            assertThat(server.command("", "clock", "advance", "PT2M").exit()).isZero();
            comeAgain();
            assertAllReceive(Tasks.create(ann), shown, script, program);
            assertShows(shown, Tasks.create(ann));
        }
    }

    private void assertAllReceive(String state, Page shown, Example... examples) {
        assertShows(shown, state);
        for (Example example : examples) {
            server.await("told", () -> example.out().contains("{\"Task\":\"" + state + "\"}"));
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

    /** An example that runs in a process of its own. */
    private final class Example implements AutoCloseable {

        private final Path out;
        private final Process process;

        Example(String program, String file) throws IOException {
            out = directory.resolve(file + ".out");
            ProcessBuilder builder = new ProcessBuilder(
                            program, EXAMPLES.resolve(file).toString())
                    .redirectOutput(out.toFile())
                    .redirectError(directory.resolve(file + ".err").toFile());
            builder.environment().put("SVC", server.url());
            builder.environment().put("TOKEN", ann.token());
            process = builder.start();
        }

        String out() {
            try {
                return Files.readString(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            assertThat(process.onExit().orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
        }
    }
}
