package svc.store.sqlite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import svc.store.sqlite.sql.Fixture;

/**
 * Measures the store without a server, for {@code make bench}. Prints one line per figure: its name, unit and value,
 * separated by tabs.
 */
final class StoreBench {

    private static final int THREADS = 64;
    private static final int ROUNDS = 7;
    private static final int TOGETHER = 10_000;
    private static final int ONE_BY_ONE = 1_000;
    private static final int WARMING = 20_000;
    private static final int SMALL = 1_000;
    private static final int MEMBERS = 200_000;

    private StoreBench() {}

    /** Runs the measurements in an empty directory, the first argument. */
    public static void main(String[] arguments) throws Exception {
        try (Fixture fixture = Fixture.in(Path.of(arguments[0]))) {
            Crowd crowd = Crowd.of(fixture, THREADS);
            grouped(THREADS + " threads on one account", crowd.onOneAccount());
            grouped(THREADS + " threads on as many accounts", crowd);
            SmallWrites.besideALongJob(fixture, SMALL / 10);
            SmallWrites small = SmallWrites.besideALongJob(fixture, SMALL);
            print("a small write beside a long job, median", "ms", small.median());
            print("a small write beside a long job, 95 of 100", "ms", small.percentile95());
            print("a small write beside a long job, worst of " + SMALL, "ms", small.worst());
            MembershipCost members = MembershipCost.of(fixture, MEMBERS);
            print("no change in a container, among " + MEMBERS + " memberships", "µs", members.emptyInContainer());
            print("100 changes in a container, among " + MEMBERS + " memberships", "µs", members.hundredInContainer());
            print("100 changes in the account", "µs", members.hundredInAccount());
        }
    }

    private static void grouped(String who, Crowd crowd) {
        crowd.together(WARMING);
        crowd.oneByOne(ONE_BY_ONE);
        List<Crowd.Run> together = new ArrayList<>();
        List<Crowd.Run> alone = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            together.add(crowd.together(TOGETHER));
            alone.add(crowd.oneByOne(ONE_BY_ONE));
        }
        double writes = median(together, Crowd.Run::writesPerSecond);
        double single = median(alone, Crowd.Run::writesPerSecond);
        print(who + ", in groups: writes", "1/s", writes);
        print(who + ", in groups: commits", "1/s", median(together, Crowd.Run::commitsPerSecond));
        print(who + ", in groups: commits for " + TOGETHER + " writes", "", median(together, Crowd.Run::commits));
        print(
                who + ", in groups: CPU of the writer's thread a write",
                "µs",
                median(together, Crowd.Run::writerMicrosPerWrite));
        print(who + ", a commit each: commits", "1/s", single);
        print(
                who + ", a commit each: CPU of the writer's thread a write",
                "µs",
                median(alone, Crowd.Run::writerMicrosPerWrite));
        print(who + ", in groups against a commit each", "times", writes / single);
    }

    private static double median(List<Crowd.Run> runs, ToDoubleFunction<Crowd.Run> figure) {
        return runs.stream()
                .map(figure::applyAsDouble)
                .sorted(Comparator.naturalOrder())
                .toList()
                .get(runs.size() / 2);
    }

    private static void print(String what, String unit, double value) {
        System.out.println(what + "\t" + unit + "\t" + String.format(Locale.ROOT, "%.3f", value));
    }
}
