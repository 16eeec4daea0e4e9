package svc.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.SmtpSink.Accepted;
import svc.launcher.SmtpSink.Stage;
import svc.testkit.Covers;

/**
 * Messages to other servers are sent while the server is killed at random points of the dialogues. Each acknowledged message
 * arrives. A message arrives again only if the server was killed after the other server had received it to its end.
 */
final class OutgoingCrashIT {

    private static final String ANN = "ann@crash.test";
    private static final int DOMAINS = 4;
    private static final int BETWEEN_KILLS = 8;

    /** Points of a dialogue between two kills, at most. */
    private static final int POINTS = 40;

    @TempDir
    private Path home;

    private final AtomicInteger countdown = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicReference<RunningServer> running = new AtomicReference<>();

    @Test
    @Covers(value = "SMTP-05", part = "crashes")
    void messagesArriveDespiteThreeKills() throws Exception {
        send(Long.getLong("svc.seed", 1), 3);
    }

    @Test
    @Tag("soak")
    @Covers(value = "SMTP-05", part = "crashes")
    void messagesArriveDespite200Kills() throws Exception {
        send(Long.getLong("svc.seed", 2), Integer.getInteger("svc.kills", 200));
    }

    private RunningServer server() {
        return requireNonNull(running.get());
    }

    private void observe(Stage stage) {
        if (countdown.decrementAndGet() == 0) {
            server().kill();
        }
    }

    private void start(SmtpSink sink) {
        running.set(SvcCommand.svc()
                .start(
                        home,
                        "--set",
                        "mail.out.smarthost=[\"127.0.0.1:" + sink.port() + "\"]",
                        "--set",
                        "mail.out.allow_private=true",
                        "--set",
                        "submission.recipients_per_hour=1000000",
                        "--set",
                        "submission.recipients_per_day=1000000")
                .ready());
        sink.nextRun();
    }

    private void send(long seed, int kills) throws Exception {
        Random random = new Random(seed);
        Set<String> acknowledged = new HashSet<>();
        Set<String> doubtful = new HashSet<>();
        try (SmtpSink sink = SmtpSink.onFreePort(this::observe)) {
            start(sink);
            Sender ann = Sender.of(server(), ANN);
            for (int i = 0; i < kills; i++) {
                countdown.set(1 + random.nextInt(POINTS));
                for (int k = 0; k < BETWEEN_KILLS; k++) {
                    String subject = "message" + i + "-" + k;
                    try {
                        ann.send("x@" + k % DOMAINS + ".far.test", subject);
                        acknowledged.add(subject);
                    } catch (UncheckedIOException gone) {
                        doubtful.add(subject);
                    }
                }
                server().kill();
                server().close();
                countdown.set(Integer.MAX_VALUE);
                start(sink);
                ann = ann.at(server());
            }
            awaitEmptyQueue();
            compare(sink.accepted(), acknowledged, doubtful, kills);
            assertThat(server().terminate()).isZero();
        } finally {
            server().close();
        }
    }

    private void awaitEmptyQueue() {
        RunningServer server = server();
        server.await("the queue empty", () -> {
            server.command("", "queue", "flush");
            return server.command("", "queue", "list", "--json").out().contains("\"total\":0");
        });
    }

    private static void compare(List<Accepted> accepted, Set<String> acknowledged, Set<String> doubtful, int kills) {
        Map<String, List<Integer>> runs = accepted.stream()
                .collect(Collectors.groupingBy(
                        Accepted::subject, Collectors.mapping(Accepted::run, Collectors.toList())));
        assertThat(runs.keySet()).as("none lost").containsAll(acknowledged);
        Set<String> beyond = new HashSet<>(runs.keySet());
        beyond.removeAll(acknowledged);
        assertThat(doubtful).as("none but those that were sent").containsAll(beyond);
        runs.forEach((subject, times) ->
                assertThat(times).as("a repeat comes after a kill: " + subject).doesNotHaveDuplicates());
        assertThat(accepted.size() - runs.size())
                .as("repeats: at most one for each connection that a kill cut")
                .isLessThanOrEqualTo(kills * DOMAINS);
    }
}
