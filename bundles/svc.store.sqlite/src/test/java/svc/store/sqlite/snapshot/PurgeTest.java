package svc.store.sqlite.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.Visibility;
import svc.store.sqlite.sql.Fixture;
import svc.store.sqlite.writer.SqliteTransaction;
import svc.testkit.Covers;

final class PurgeTest {

    private static final int OBJECTS = 3_000;

    @TempDir
    private Path directory;

    @Test
    @Covers("CHG-12")
    void purgesManyDestroyedRowsInPortions() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            Scope scope = fixture.scope();
            List<Long> made = new ArrayList<>();
            fixture.store().write(scope, tx -> {
                for (int i = 0; i < OBJECTS; i++) {
                    made.add(tx.logCreated("Foo", Facets.ALL));
                }
                return true;
            });
            fixture.store().write(scope, tx -> {
                made.forEach(n -> tx.logDestroyed("Foo", n));
                return true;
            });
            long head = fixture.head(scope, "Foo");
            fixture.clock().move(Duration.ofDays(100));
            Instant before = fixture.clock().now().minus(Duration.ofDays(90));
            assertThat(dead(fixture)).isEqualTo(OBJECTS);

            assertThat(slice(fixture, before)).isTrue();
            assertThat(dead(fixture)).isEqualTo(OBJECTS - 500);
            OptionalLong floor = fixture.store().read(scope, snapshot -> snapshot.floor("Foo"));
            assertThat(floor).hasValue(head);

            int slices = 1;
            while (slice(fixture, before)) {
                slices++;
            }
            assertThat(slices).isGreaterThanOrEqualTo(OBJECTS / 500);
            assertThat(dead(fixture)).isZero();
            assertThat(fixture.head(scope, "Foo")).isEqualTo(head);
        }
    }

    @Test
    @Covers("CHG-12")
    void purgesManyEndedMembershipsInPortions() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            Scope scope = fixture.scope();
            List<Long> made = new ArrayList<>();
            fixture.store().write(scope, tx -> {
                tx.watch("Foo", 1, List.of(), true);
                tx.watch("Foo", 2, List.of(), true);
                for (int i = 0; i < OBJECTS; i++) {
                    long n = tx.logCreated("Foo", Facets.ALL);
                    tx.joined("Foo", n, 1);
                    tx.joined("Foo", n, 2);
                    made.add(n);
                }
                return true;
            });
            fixture.store().write(scope, tx -> {
                made.forEach(n -> tx.left("Foo", n, 1));
                return true;
            });
            Visibility left = new Visibility.InContainers(Set.of(1L));
            Visibility kept = new Visibility.InContainers(Set.of(2L));
            State before = fixture.store().read(scope, snapshot -> snapshot.state("Foo", left));
            fixture.clock().move(Duration.ofDays(100));
            Instant expired = fixture.clock().now().minus(Duration.ofDays(90));

            assertThat(slice(fixture, expired)).isTrue();
            assertThat(memberships(fixture)).isEqualTo(2 * OBJECTS - 500);
            State inBetween = new State(before.epoch(), before.sequence() - 1);
            Optional<Changes> notPurged =
                    fixture.store().read(scope, snapshot -> snapshot.changes("Foo", inBetween, 10, left));
            assertThat(notPurged).isPresent();

            int slices = 1;
            while (slice(fixture, expired)) {
                slices++;
            }
            assertThat(slices).isGreaterThanOrEqualTo(OBJECTS / 500);
            assertThat(memberships(fixture)).isEqualTo(OBJECTS);
            fixture.store().read(scope, snapshot -> {
                assertThat(snapshot.state("Foo", left)).isEqualTo(before);
                assertThat(snapshot.changes("Foo", inBetween, 10, left)).isEmpty();
                assertThat(snapshot.changes("Foo", new State(before.epoch(), 0), 10, kept))
                        .isPresent();
                return true;
            });
        }
    }

    private static long memberships(Fixture fixture) {
        return fixture.store().pool().lend(0, lease -> lease.db().number(-1, "SELECT count(*) FROM membership"));
    }

    /** Runs one slice with a pace that ends after the first portion. */
    private static boolean slice(Fixture fixture, Instant before) {
        return fixture.store().write(Scope.system(), tx -> ((SqliteTransaction) tx).purgeExpired(before, () -> false));
    }

    private static long dead(Fixture fixture) {
        return fixture.store()
                .pool()
                .lend(0, lease -> lease.db().number(-1, "SELECT count(*) FROM change WHERE died IS NOT NULL"));
    }
}
