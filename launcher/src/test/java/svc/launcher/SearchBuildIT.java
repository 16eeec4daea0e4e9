package svc.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * The response times of clients while the index of a large account is built again in the background, after an operator
 * removed it.
 */
@Tag("soak")
final class SearchBuildIT {

    private static final int MESSAGES = Integer.getInteger("svc.mail.messages", 20_000);
    private static final int NEWER = 1_100_000;
    private static final List<String> ACTS = List.of("list", "read", "flag", "mailbox", "import");

    /** Rounds that only warm the server up. */
    private static final int WARMING = 20;

    private static final int ROUNDS = 100;

    /** A read of texts ends after this time, with its current portion. */
    private static final double BUDGET_SECONDS = 2.5;

    /**
     * Requests without a search may be at most this many times slower than without the build, which takes half a
     * processor.
     */
    private static final double SLOWER = 3;

    private static final Duration MOMENT = Duration.ofMillis(100);

    /** Two seconds of reading, a commit, and the noise of a busy machine. */
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(5);

    @TempDir
    private static Path directory;

    @Test
    @Covers(
            value = {"IDX-01", "IDX-02"},
            part = "what clients notice of an index that is built")
    void indexBuildDoesNotSlowClients() throws Exception {
        Path home = directory.resolve("home");
        List<String> mailboxes;
        try (RunningServer server = start(home)) {
            FilledAccount account = FilledAccount.of(server, "ann@build.test");
            account.bring(0, MESSAGES);
            mailboxes = account.mailboxes();
            assertThat(server.terminate()).isZero();
        }
        Files.writeString(home.resolve("data/search/generation"), "0\n");
        try (RunningServer server = start(home)) {
            SignedIn who = SignedIn.again(server, "ann@build.test");
            FilledAccount account =
                    new FilledAccount(new MailUser(who, BlobClient.of(who)), new GeneratedMailbox("more"), mailboxes);
            MailClientActions acts = new MailClientActions(account, account.ids(), new AtomicInteger(NEWER));
            round(acts, WARMING, new LinkedHashMap<>());
            Map<String, List<Long>> building = new LinkedHashMap<>();
            round(acts, ROUNDS, building);
            List<Long> searches = searches(acts);
            assertThat(server.metric("search_behind_indexes"))
                    .as("the build was going on")
                    .isPositive();
            long start = System.nanoTime();
            long followed = server.metric("search_rows_total");
            account.awaitFollowed();
            System.out.printf(
                    "the index follows %.0f messages a second when nobody asks%n",
                    (server.metric("search_rows_total") - followed) / ((System.nanoTime() - start) / 1e9));
            Map<String, List<Long>> quiet = new LinkedHashMap<>();
            round(acts, ROUNDS, quiet);
            compare(building, quiet, searches);
            assertThat(server.metric("search_largest_commit_rows")).isBetween(1L, 256L);
            assertThat(server.metrics()
                            .lines()
                            .filter(line -> line.startsWith("svc_search_longest_read_seconds "))
                            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ')))))
                    .allSatisfy(seconds -> assertThat(seconds).isBetween(0.0, BUDGET_SECONDS))
                    .hasSize(1);
        }
    }

    private static RunningServer start(Path home) {
        return SvcCommand.svc().with("SVC_TIER", "4").start(home).ready();
    }

    private static void compare(Map<String, List<Long>> building, Map<String, List<Long>> quiet, List<Long> searches) {
        building.forEach((act, times) -> System.out.printf(
                "%-8s while the index is built: half within %d ms, all but one of a hundred within %d ms; else %d and %d ms%n",
                act,
                at(times, 50),
                at(times, 99),
                at(requireNonNull(quiet.get(act)), 50),
                at(requireNonNull(quiet.get(act)), 99)));
        System.out.printf(
                "searches while the index is built: half within %d ms, all within %d ms%n",
                at(searches, 50), at(searches, 100));
        building.forEach((act, times) -> assertThat(at(times, 90))
                .as("%s, nine of ten, in milliseconds", act)
                .isLessThan((long) (at(requireNonNull(quiet.get(act)), 90) * SLOWER) + MOMENT.toMillis()));
        assertThat(at(searches, 100)).isLessThan(LONGEST_SEARCH.toMillis());
    }

    private static void round(MailClientActions acts, int times, Map<String, List<Long>> durations) throws Exception {
        Map<String, MailClientActions.Act> all = acts.all();
        Random random = new Random(times);
        for (int i = 0; i < times; i++) {
            for (String act : ACTS) {
                durations
                        .computeIfAbsent(act, name -> new ArrayList<>())
                        .add(timed(requireNonNull(all.get(act)), random));
            }
        }
    }

    private static List<Long> searches(MailClientActions acts) throws Exception {
        MailClientActions.Act search = requireNonNull(acts.all().get("search"));
        List<Long> durations = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            durations.add(timed(search, new Random(i)));
        }
        return durations;
    }

    private static long timed(MailClientActions.Act act, Random random) throws Exception {
        long start = System.nanoTime();
        act.act(random);
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    private static long at(List<Long> times, int percent) {
        List<Long> sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
