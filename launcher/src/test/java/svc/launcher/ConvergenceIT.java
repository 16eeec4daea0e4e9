package svc.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Many streams during changes; some stall and some disconnect. In the end each has the states of the server. */
final class ConvergenceIT {

    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final int STALLED_SECONDS = 30;

    @TempDir
    private Path directory;

    /**
     * The size of a run.
     *
     * @param users the number of accounts
     * @param events the number of event streams
     * @param sockets the number of sockets
     * @param perSecond the changes per second
     * @param seconds the duration
     */
    private record Size(int users, int events, int sockets, int perSecond, int seconds) {}

    @Test
    @Covers({"GEN-05", "PUSH-02", "PUSH-07", "TICK-10"})
    void everyStreamConvergesToTheServerState() throws Exception {
        converge(SvcCommand.svc(), new Size(6, 120, 30, 60, 6));
    }

    @Test
    @Tag("soak")
    @Covers({"GEN-05", "PUSH-02"})
    void everyStreamConvergesUnderLoad() throws Exception {
        // Measured with both compilers, as in a long-running server.
        Waits waits = converge(SvcCommand.svc().with("SVC_TIER", "4"), new Size(20, 2_000, 500, 200, 300));
        assertThat(waits.quiet()).as("of streams that were quiet").isLessThanOrEqualTo(Duration.ofMillis(100));
        assertThat(waits.all()).as("of all").isLessThanOrEqualTo(Duration.ofMillis(350));
    }

    /** The 99th percentile of the time from the request for a change to its event. */
    private record Waits(Duration quiet, Duration all) {}

    private Waits converge(SvcCommand command, Size size) throws Exception {
        TasksBundle.in(directory.resolve("home"));
        try (RunningServer server = command.start(directory.resolve("home"), "--set", "push.streams_per_account=1000")
                        .ready();
                EventSwarm swarm = new EventSwarm(server.url())) {
            List<SignedIn> users = new ArrayList<>();
            for (int i = 0; i < size.users(); i++) {
                users.add(SignedIn.as(server, "p" + i + "@" + (i % 2 == 0 ? "one" : "two") + ".example"));
            }
            for (int i = 0; i < size.events() + size.sockets(); i++) {
                String token = users.get(i % users.size()).token();
                if (i < size.events()) {
                    swarm.events(token);
                } else {
                    swarm.socket(token);
                }
            }
            server.await("all begun", () -> swarm.members().stream().allMatch(EventSwarm.Member::begun));
            Map<String, Long> committed = play(users, swarm, size);
            goOn(swarm);
            assertConverged(server, users, swarm);
            return waits(committed, users, swarm, size);
        }
    }

    private static void goOn(EventSwarm swarm) {
        swarm.members().forEach(member -> member.stall(false));
    }

    /** Every tenth member stalls and every twentieth disconnects, by its position. */
    private static Map<String, Long> play(List<SignedIn> users, EventSwarm swarm, Size size) throws Exception {
        Random random = new Random(7);
        Map<String, Long> committed = new HashMap<>();
        List<EventSwarm.Member> members = swarm.members();
        for (int i = 0; i < members.size(); i += 10) {
            members.get(i).stall(true);
        }
        long start = System.nanoTime();
        int changes = size.perSecond() * size.seconds();
        for (int i = 0; i < changes; i++) {
            long due = start + i * (1_000_000_000L / size.perSecond());
            // A spinning thread would take a processor from the server.
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            if (i == STALLED_SECONDS * size.perSecond()) {
                goOn(swarm);
            }
            SignedIn who = users.get(random.nextInt(users.size()));
            long now = System.nanoTime();
            String state = Tasks.create(who);
            committed.put(who.accountId() + " " + state, now);
            if (i % Math.max(1, changes / (members.size() / 20)) == 0) {
                members.get(random.nextInt(members.size())).cut();
            }
        }
        return committed;
    }

    private static void assertConverged(RunningServer server, List<SignedIn> users, EventSwarm swarm) {
        Map<String, String> expected = new HashMap<>();
        users.forEach(one -> expected.put(one.accountId(), Tasks.state(one, one.accountId())));
        List<EventSwarm.Member> members = swarm.members();
        server.await("converged", () -> {
            for (int i = 0; i < members.size(); i++) {
                String account = users.get(i % users.size()).accountId();
                if (!requireNonNull(expected.get(account))
                        .equals(members.get(i).known().get(account))) {
                    return false;
                }
            }
            return true;
        });
        for (int i = 0; i < members.size(); i++) {
            assertThat(members.get(i).known())
                    .as("nobody else's")
                    .containsOnlyKeys(users.get(i % users.size()).accountId());
        }
    }

    /** Returns the times of streams that read all the time and received that very state. */
    private static Waits waits(Map<String, Long> committed, List<SignedIn> users, EventSwarm swarm, Size size) {
        List<Long> quiet = new ArrayList<>();
        List<Long> all = new ArrayList<>();
        for (int i = 1; i < swarm.members().size(); i += 2) {
            String account = users.get(i % users.size()).accountId();
            long[] times = committed.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(account + " "))
                    .mapToLong(Map.Entry::getValue)
                    .sorted()
                    .toArray();
            for (Map.Entry<String, Long> entry : committed.entrySet()) {
                Long at = swarm.members().get(i).seenAt(entry.getKey().substring(account.length() + 1));
                if (entry.getKey().startsWith(account + " ") && at != null) {
                    all.add(at - entry.getValue());
                    int place = Arrays.binarySearch(times, entry.getValue());
                    if (place > 0 && entry.getValue() - times[place - 1] > QUIET.toNanos()) {
                        quiet.add(at - entry.getValue());
                    }
                }
            }
        }
        System.out.printf(
                "%s: request to event, p99 %d ms of %d on quiet streams, %d ms of %d on all%n",
                size, p99(quiet).toMillis(), quiet.size(), p99(all).toMillis(), all.size());
        return new Waits(p99(quiet), p99(all));
    }

    private static Duration p99(List<Long> nanos) {
        return Duration.ofNanos(nanos.stream()
                .sorted()
                .skip(nanos.size() * 99L / 100)
                .findFirst()
                .orElse(0L));
    }
}
