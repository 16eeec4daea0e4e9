package svc.store.sqlite.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Facets;
import svc.api.store.StoreException;
import svc.store.sqlite.DatabaseReadiness;
import svc.store.sqlite.sql.Fixture;
import svc.testkit.Eventually;

/** The reserve file that is deleted when the disk is full, so that objects can be destroyed. */
final class DiskReserveTest {

    private static final long SIZE = 100_000;

    @TempDir
    private Path directory;

    @Test
    void releasesTheReserveForDestroysOnAFullDisk() throws Exception {
        AtomicLong room = new AtomicLong(Long.MAX_VALUE);
        Path file = directory.resolve("reserve");
        try (Fixture fixture = Fixture.in(directory)) {
            fixture.store().writer().keep(new DiskReserve(file, SIZE, room::get));
            Eventually.until("the reserve was made", () -> Files.exists(file));
            assertThat(file).hasSize(SIZE);
            create(fixture, 10);

            room.set(0);
            limit(fixture, 20);
            assertFull(fixture, "The disk is full: the change was not stored.");
            assertThat(file).doesNotExist();
            // The space of the reserve is free now, but not for new objects.
            limit(fixture, 100_000);
            assertFull(
                    fixture,
                    "The disk is full: only changes that destroy or update objects are stored until there is free space.");
            assertThat(new DatabaseReadiness(fixture.store(), fixture.clock()).unreadiness())
                    .isPresent();
            fixture.store().write(fixture.scope(), tx -> {
                tx.remove("Foo", List.of(1L, 2L, 3L));
                return true;
            });

            room.set(2 * SIZE);
            create(fixture, 10);
            assertThat(file).hasSize(SIZE);
            assertThat(new DatabaseReadiness(fixture.store(), fixture.clock()).unreadiness())
                    .isEmpty();
        }
    }

    @Test
    void createsTheReserveOnlyWithEnoughSpaceAndResizesIt() {
        AtomicLong room = new AtomicLong(2 * SIZE - 1);
        Path file = directory.resolve("reserve");
        DiskReserve reserve = new DiskReserve(file, SIZE, room::get);
        reserve.renew();
        assertThat(file).doesNotExist();
        reserve.giveUp();
        assertThat(reserve.isGivenUp()).as("there was nothing to give up").isFalse();
        room.set(2 * SIZE);
        reserve.renew();
        assertThat(file).hasSize(SIZE);
        new DiskReserve(file, SIZE / 2, room::get).renew();
        assertThat(file).hasSize(SIZE / 2);
        new DiskReserve(file, 0, room::get).renew();
        assertThat(file).doesNotExist();
    }

    private static void assertFull(Fixture fixture, String message) {
        assertThatThrownBy(() -> create(fixture, 1_000))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.FULL))
                .hasMessage(message);
    }

    private static void create(Fixture fixture, int objects) {
        fixture.store().write(fixture.scope(), tx -> {
            for (int i = 0; i < objects; i++) {
                tx.put("Foo", tx.logCreated("Foo", Facets.ALL), new byte[10_000]);
            }
            return objects;
        });
    }

    private static void limit(Fixture fixture, long pages) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        fixture.store().writer().upkeep(db -> {
            db.number(0, "PRAGMA max_page_count = " + (pages + db.number(0, "PRAGMA page_count")));
            done.countDown();
        });
        done.await();
    }
}
