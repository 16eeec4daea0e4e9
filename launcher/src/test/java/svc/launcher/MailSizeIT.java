package svc.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * The most frequent actions of clients cost the same in an account of 200,000 emails as in one of 10,000, measured by
 * the processor time of the server, eight actions at once.
 */
@Tag("soak")
final class MailSizeIT {

    /** The first and the last size are compared. */
    private static final List<Integer> SIZES = Arrays.stream(
                    System.getProperty("svc.mail.sizes", "10000,200000").split(","))
            .map(Integer::valueOf)
            .toList();

    /** Emails that are imported while costs are measured are newer than all others. */
    private static final int NEWER = 1_100_000;

    private static final int AT_ONCE = 8;
    private static final int ROUNDS = Integer.getInteger("svc.mail.rounds", 7);

    private static final int WARMING = Integer.getInteger("svc.mail.warming", 2_000);

    /** The least cost of a round, so that steps of 10 ms are small against it. */
    private static final Duration ROUND = Duration.ofMillis(400);

    private static final double MOST = 1.5;

    /** Smaller differences are noise, in milliseconds. */
    private static final double UNCERTAIN = 0.05;

    @TempDir
    private static Path directory;

    @Test
    @Covers(value = "DOM-01", part = "what mail costs in a large account")
    void costDoesNotGrowWithTheAccount() throws Exception {
        // Both compilers: decryption is many times slower with the first alone.
        try (RunningServer server = SvcCommand.svc()
                .with("SVC_TIER", "4")
                .start(
                        directory.resolve("home"),
                        "--set",
                        "limits.max_concurrent_requests=64",
                        "--set",
                        "limits.max_concurrent_upload=64")
                .ready()) {
            FilledAccount account = FilledAccount.of(server, "ann@size.test");
            AtomicInteger further = new AtomicInteger(NEWER);
            List<Map<String, Double>> costs = new ArrayList<>();
            int size = 0;
            for (int next : SIZES) {
                fill(account, size, next);
                size = next;
                costs.add(costs(new MailClientActions(account, account.ids(), further)));
                print(costs);
            }
            Map<String, Double> small = costs.get(0);
            costs.get(costs.size() - 1)
                    .forEach((act, cost) -> assertThat(cost)
                            .as("%s, in milliseconds", act)
                            .isLessThan(requireNonNull(small.get(act)) * MOST + UNCERTAIN));
        }
    }

    private static void print(List<Map<String, Double>> costs) {
        System.out.printf("milliseconds of processors with %s messages%n", SIZES.subList(0, costs.size()));
        Map<String, Double> small = costs.get(0);
        small.forEach((act, least) -> {
            StringBuilder line = new StringBuilder(String.format("%-10s", act));
            for (Map<String, Double> each : costs) {
                double cost = requireNonNull(each.get(act));
                line.append(String.format("%9.3f (%.2f times)", cost, cost / least));
            }
            System.out.println(line);
        });
    }

    /** Fills the account, waits for the index, and prints the duration. */
    private static void fill(FilledAccount account, int from, int until) throws Exception {
        RunningServer server = account.user().who().server();
        MeasuredProcess process = MeasuredProcess.of(server);
        long bytes = size(server.home());
        long start = System.nanoTime();
        Duration cpu = process.cpu();
        account.bring(from, until);
        double seconds = (System.nanoTime() - start) / 1e9;
        account.awaitFollowed();
        int count = until - from;
        long more = size(server.home()) - bytes;
        System.out.printf(
                "%d messages: %.0f a second, %.2f ms of processors each, indexed after %.0f s more; %d MB more on the disk, %d bytes a message;"
                        + " %d MB resident, %d MB of heap in use%n",
                until,
                count / seconds,
                process.cpu().minus(cpu).toNanos() / 1e6 / count,
                (System.nanoTime() - start) / 1e9 - seconds,
                more >> 20,
                more / count,
                process.residentKilobytes() >> 10,
                process.liveBytes() >> 20);
    }

    private static long size(Path home) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            long size = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                size += Files.isRegularFile(file) ? Files.size(file) : 0;
            }
            return size;
        }
    }

    /** Returns the cost of each action: the median of rounds that run all of them. */
    private static Map<String, Double> costs(MailClientActions acts) throws Exception {
        RunningServer server = acts.account().user().who().server();
        Map<String, List<Double>> rounds = new LinkedHashMap<>();
        Map<String, Integer> times = new HashMap<>();
        for (Map.Entry<String, MailClientActions.Act> act : acts.all().entrySet()) {
            int few = AT_ONCE * 25;
            cost(server, act.getValue(), WARMING);
            double first = cost(server, act.getValue(), few);
            times.put(act.getKey(), (int) Math.min(5_000, Math.max(few, ROUND.toMillis() / Math.max(first, 0.01))));
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (Map.Entry<String, MailClientActions.Act> act : acts.all().entrySet()) {
                acts.account().awaitFollowed();
                rounds.computeIfAbsent(act.getKey(), key -> new ArrayList<>())
                        .add(cost(server, act.getValue(), times.getOrDefault(act.getKey(), 1)));
            }
        }
        Map<String, Double> costs = new LinkedHashMap<>();
        rounds.forEach((act, each) -> {
            Collections.sort(each);
            costs.put(act, each.get(each.size() / 2));
        });
        return costs;
    }

    /** Returns the server's cost of an action in milliseconds, repeated several times. */
    private static double cost(RunningServer server, MailClientActions.Act act, int times) throws Exception {
        MeasuredProcess process = MeasuredProcess.of(server);
        AtomicInteger left = new AtomicInteger(times);
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        Duration before = process.cpu();
        try {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                Random random = new Random(times * 31L + i);
                clients.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        act.act(random);
                    }
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return process.cpu().minus(before).toNanos() / 1e6 / times;
    }
}
