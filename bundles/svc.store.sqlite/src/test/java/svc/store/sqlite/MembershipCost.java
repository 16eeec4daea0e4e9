package svc.store.sqlite;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Visibility;
import svc.store.sqlite.sql.Fixture;

/**
 * The processor time of a read of changes, in microseconds: without a change and with 100 changes, in one container and in the
 * whole account.
 *
 * @param emptyInContainer no change in a container
 * @param emptyInAccount no change in the account
 * @param hundredInContainer 100 changes in a container
 * @param hundredInAccount 100 changes in the account
 */
record MembershipCost(
        double emptyInContainer, double emptyInAccount, double hundredInContainer, double hundredInAccount) {

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final String TYPE = "Foo";
    private static final int CONTAINERS = 20;
    private static final int AT_ONCE = 1_000;
    private static final int ROUNDS = 15;

    /** Fills watched containers with objects and measures. */
    static MembershipCost of(Fixture fixture, int objects) {
        Visibility one = new Visibility.InContainers(Set.of(3L));
        Visibility all = new Visibility.All();
        List<Long> inOne = filled(fixture, objects);
        State before = fixture.store().read(fixture.scope(), snapshot -> snapshot.state(TYPE));
        fixture.store().write(fixture.scope(), tx -> {
            inOne.stream().limit(100).forEach(n -> tx.logUpdated(TYPE, n, Facets.of(1)));
            return true;
        });
        return fixture.store().read(fixture.scope(), snapshot -> {
            State ofOne = snapshot.state(TYPE, one);
            State ofAll = snapshot.state(TYPE);
            return new MembershipCost(
                    micros(() -> changes(snapshot, ofOne, one), 0),
                    micros(() -> changes(snapshot, ofAll, all), 0),
                    micros(() -> changes(snapshot, before, one), 100),
                    micros(() -> changes(snapshot, before, all), 100));
        });
    }

    private static List<Long> filled(Fixture fixture, int objects) {
        List<Long> inOne = new ArrayList<>();
        fixture.store().write(fixture.scope(), tx -> {
            LongStream.range(0, CONTAINERS).forEach(container -> tx.watch(TYPE, container, List.of(), true));
            return true;
        });
        for (int done = 0; done < objects; done += AT_ONCE) {
            inOne.addAll(fixture.store().write(fixture.scope(), tx -> {
                List<Long> made = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    long n = tx.logCreated(TYPE, Facets.ALL);
                    tx.joined(TYPE, n, i % CONTAINERS);
                    if (i % CONTAINERS == 3) {
                        made.add(n);
                    }
                }
                return made;
            }));
        }
        return inOne;
    }

    private static Optional<Changes> changes(Snapshot snapshot, State since, Visibility visibility) {
        return snapshot.changes(TYPE, since, 500, visibility);
    }

    /** Returns the processor time of a call in the quickest of some rounds. */
    private static double micros(Supplier<Optional<Changes>> call, int expected) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            int times = 1_000 / (1 + expected / 10);
            long began = CPU.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                if (call.get().orElseThrow().updated().size() != expected) {
                    throw new AssertionError("Not " + expected + " changes");
                }
            }
            best = Math.min(best, (CPU.getCurrentThreadCpuTime() - began) / 1e3 / times);
        }
        return best;
    }
}
