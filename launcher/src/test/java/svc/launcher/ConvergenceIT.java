package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Many streams under changes, some of which stall and some of which break off: each ends at what the server holds. */
final class ConvergenceIT {

    private static final Duration QUIET = Duration.ofSeconds(1);

    @TempDir
    private Path directory;

    /**
     * How much of it.
     *
     * @param streams open streams
     * @param perSecond changes
     * @param seconds how long
     */
    private record Size(int streams, int perSecond, int seconds) {}

    @Test
    @Covers({"GEN-05", "PUSH-02", "TICK-10"})
    void everyStreamEndsAtWhatTheServerHolds() throws Exception {
        converge(new Size(200, 60, 8));
    }

    @Test
    @Tag("soak")
    @Covers({"GEN-05", "PUSH-02"})
    void everyStreamEndsAtWhatTheServerHoldsUnderLoad() throws Exception {
        converge(new Size(2_000, 200, 300));
    }

    private void converge(Size size) throws Exception {
        Path extensions = Files.createDirectories(directory.resolve("home/extensions"));
        TasksBundle.jar().writeTo(extensions.resolve("tasks.jar"));
        WhoAmIBundle.recipe().writeTo(extensions.resolve("whoami.jar"));
        try (RunningServer server = SvcCommand.svc()
                        .start(directory.resolve("home"), "--set", "push.streams_per_account=1000")
                        .ready();
                EventSwarm swarm = new EventSwarm(server.url())) {
            List<SignedIn> people = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                people.add(SignedIn.as(server, "p" + i + "@" + (i % 2 == 0 ? "one" : "two") + ".example"));
            }
            Tasks.share(people.get(0), people.get(2), "READ");
            for (int i = 0; i < size.streams(); i++) {
                swarm.join(people.get(i % people.size()).token());
            }
            server.await("all begun", () -> swarm.members().stream().allMatch(EventSwarm.Member::begun));
            Map<String, Long> committed = play(people, swarm, size);
            swarm.members().forEach(member -> member.stall(false));
            assertConverged(server, people, swarm);
            report(committed, people, swarm, size);
        }
    }

    /** The member's own stall and cut come from its place: every tenth stands still, every twentieth breaks off. */
    private static Map<String, Long> play(List<SignedIn> people, EventSwarm swarm, Size size) throws Exception {
        Random random = new Random(7);
        Map<String, Long> committed = new HashMap<>();
        List<EventSwarm.Member> members = swarm.members();
        for (int i = 0; i < members.size(); i += 10) {
            members.get(i).stall(true);
        }
        long begin = System.nanoTime();
        int changes = size.perSecond() * size.seconds();
        for (int i = 0; i < changes; i++) {
            long due = begin + i * (1_000_000_000L / size.perSecond());
            while (System.nanoTime() < due) {
                Thread.onSpinWait();
            }
            SignedIn who = people.get(random.nextInt(people.size()));
            long now = System.nanoTime();
            String state = Tasks.create(who);
            committed.put(who.accountId() + " " + state, now);
            if (i % Math.max(1, changes / (members.size() / 20)) == 0) {
                members.get(random.nextInt(members.size())).cut();
            }
        }
        return committed;
    }

    private static void assertConverged(RunningServer server, List<SignedIn> people, EventSwarm swarm) {
        Map<String, String> truth = new HashMap<>();
        people.forEach(one -> truth.put(one.accountId(), Tasks.state(one, one.accountId())));
        String shared = "shared:" + people.get(0).accountId();
        truth.put(shared, Tasks.state(people.get(2), shared));
        List<EventSwarm.Member> members = swarm.members();
        server.await("converged", () -> {
            for (int i = 0; i < members.size(); i++) {
                for (String account : seen(people, i)) {
                    if (!truth.get(account).equals(members.get(i).known().get(account))) {
                        return false;
                    }
                }
            }
            return true;
        });
        for (int i = 0; i < members.size(); i++) {
            assertThat(members.get(i).known().keySet()).as("nobody else's").isEqualTo(seen(people, i));
        }
    }

    private static Set<String> seen(List<SignedIn> people, int member) {
        int who = member % people.size();
        Set<String> seen = new HashSet<>(Set.of(people.get(who).accountId()));
        if (who == 2) {
            seen.add("shared:" + people.get(0).accountId());
        }
        return seen;
    }

    /** From the request for a change to its event, by streams that read all the time and heard of that very state. */
    private static void report(Map<String, Long> committed, List<SignedIn> people, EventSwarm swarm, Size size) {
        List<Long> quiet = new ArrayList<>();
        List<Long> all = new ArrayList<>();
        for (int i = 1; i < swarm.members().size(); i += 2) {
            String account = people.get(i % people.size()).accountId();
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
                "%s: request to event, p99 %.0f ms of %d on quiet streams, %.0f ms of %d on all%n",
                size, p99(quiet), quiet.size(), p99(all), all.size());
    }

    private static double p99(List<Long> nanos) {
        return nanos.stream()
                        .sorted()
                        .skip(nanos.size() * 99L / 100)
                        .findFirst()
                        .orElse(0L)
                / 1e6;
    }
}
