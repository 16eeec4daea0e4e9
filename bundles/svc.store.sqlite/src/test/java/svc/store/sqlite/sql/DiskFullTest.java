package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Facets;
import svc.api.store.StoreException;
import svc.api.store.Transaction;

/** On a full disk a write is rejected as a whole, and the store works again when there is space. */
final class DiskFullTest {

    @TempDir
    private Path directory;

    private static void limit(Fixture fixture, long pages) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        fixture.store().writer().upkeep(db -> {
            db.number(0, "PRAGMA max_page_count = " + (pages + db.number(0, "PRAGMA page_count")));
            done.countDown();
        });
        done.await();
    }

    private static long fill(Transaction tx, int objects) {
        for (int i = 0; i < objects; i++) {
            tx.put("Foo", tx.logCreated("Foo", Facets.ALL), new byte[10_000]);
        }
        return objects;
    }

    private static int objects(Fixture fixture) {
        return fixture.store()
                .read(fixture.scope(), s -> s.scan("Foo", 0, 5_000).size());
    }

    @Test
    void rejectsAWriteOnAFullDiskCompletelyAndContinues() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            long kept = fixture.store().write(fixture.scope(), tx -> fill(tx, 10));
            long before = fixture.head(fixture.scope(), "Foo");
            limit(fixture, 20);
            StoreException full = catchThrowableOfType(
                    StoreException.class, () -> fixture.store().write(fixture.scope(), tx -> fill(tx, 1_000)));
            assertThat(full.kind()).isEqualTo(StoreException.Kind.FULL);
            assertThat(full).hasMessage("The disk is full: the change was not stored.");
            assertThat(fixture.head(fixture.scope(), "Foo")).isEqualTo(before);
            assertThat(objects(fixture)).isEqualTo(kept);
            // Writes that need no space are still possible, and all writes once there is space again.
            fixture.store().write(fixture.scope(), tx -> {
                tx.remove("Foo", List.of(1L, 2L, 3L));
                return true;
            });
            limit(fixture, 100_000);
            fixture.store().write(fixture.scope(), tx -> fill(tx, 1_000));
            assertThat(fixture.head(fixture.scope(), "Foo")).isEqualTo(before + 1_000);
        }
    }

    @Test
    void rejectsAWriteThatSwallowsTheError() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            limit(fixture, 20);
            assertThatThrownBy(() -> fixture.store().write(fixture.scope(), tx -> {
                        try {
                            fill(tx, 1_000);
                        } catch (StoreException hidden) {
                            assertThat(hidden.kind()).isEqualTo(StoreException.Kind.FULL);
                        }
                        return "all is well";
                    }))
                    .isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> fixture.store().write(fixture.scope(), tx -> {
                        try {
                            tx.withSavepoint(() -> fill(tx, 1_000));
                        } catch (StoreException hidden) {
                            tx.put("Foo", 1, new byte[1]);
                        }
                        return "all is well";
                    }))
                    .isInstanceOf(StoreException.class);
            assertThat(objects(fixture)).isZero();
        }
    }
}
