package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.testkit.Covers;

/** The cost of idle streams. */
final class StreamCostIT {

    private static final Logger LOG = LoggerFactory.getLogger(StreamCostIT.class);
    private static final int STREAMS = 500;
    private static final long MOST_BYTES = 20_000;

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> SvcCommand.svc()
            .start(TasksBundle.in(directory.resolve("home")), "--set", "push.streams_per_account=2000")
            .ready());

    private static SignedIn ann;

    @BeforeAll
    static void signIn() {
        ann = SignedIn.as(SERVER.running(), "ann@example.org");
    }

    @Test
    @Covers(value = "PUSH-01", part = "what a stream costs")
    void idleEventStreamUsesLittleMemoryAndNoThread() throws Exception {
        measure("events", swarm -> swarm.events(ann.token()));
    }

    @Test
    @Covers(value = "WS-01", part = "what a socket costs")
    void idleWebSocketUsesLittleMemoryAndNoThread() throws Exception {
        measure("sockets", swarm -> swarm.socket(ann.token()));
    }

    private static void measure(String what, Consumer<EventSwarm> join) throws Exception {
        try (EventSwarm swarm = new EventSwarm(SERVER.running().url())) {
            join(swarm, join, STREAMS / 10);
            MeasuredProcess process = MeasuredProcess.of(SERVER.running());
            long bytes = process.liveBytes();
            long threads = process.busyThreads();
            join(swarm, join, STREAMS);
            long each = (process.liveBytes() - bytes) / STREAMS;
            LOG.info("{} at rest: {} bytes each", what, each);
            assertThat(each).as("bytes each").isLessThan(MOST_BYTES);
            SERVER.running().await("no thread of a stream", () -> process.busyThreads() - threads < STREAMS / 10);
        }
    }

    private static void join(EventSwarm swarm, Consumer<EventSwarm> join, int count) {
        for (int i = 0; i < count; i++) {
            join.accept(swarm);
        }
        SERVER.running().await("all begun", () -> swarm.members().stream().allMatch(EventSwarm.Member::begun));
    }
}
