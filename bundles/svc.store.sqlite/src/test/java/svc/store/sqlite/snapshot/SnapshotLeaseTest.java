package svc.store.sqlite.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Facets;
import svc.api.store.StoreException;
import svc.store.sqlite.sql.Fixture;
import svc.store.sqlite.sql.StatementCache;

final class SnapshotLeaseTest {

    private static final String OBJECTS = "SELECT count(*) FROM obj";

    @TempDir
    private Path directory;

    private static void write(Fixture fixture) {
        fixture.store().write(fixture.scope(), tx -> {
            tx.put("Foo", tx.logCreated("Foo", Facets.ALL), new byte[1]);
            return true;
        });
    }

    /** The pool closes a lease before the connection is lent to the next reader, which must see one snapshot only. */
    @Test
    void expiringAClosedLeaseDoesNotAffectTheNextReader() throws Exception {
        try (Fixture fixture = Fixture.in(directory);
                StatementCache db =
                        new StatementCache(fixture.store().connections().reader())) {
            SnapshotLease lease = new SnapshotLease(db, 0);
            lease.close();
            db.run("BEGIN");
            assertThat(db.number(-1, OBJECTS)).isZero();
            write(fixture);

            lease.expire();

            assertThat(lease.expired()).isFalse();
            assertThat(db.number(-1, OBJECTS)).isZero();
            db.run("COMMIT");
            assertThat(db.number(-1, OBJECTS)).isEqualTo(1);
        }
    }

    @Test
    void expiringAnOpenLeaseEndsItsSnapshot() throws Exception {
        try (Fixture fixture = Fixture.in(directory);
                StatementCache db =
                        new StatementCache(fixture.store().connections().reader())) {
            SnapshotLease lease = new SnapshotLease(db, 0);
            db.run("BEGIN");
            assertThat(db.number(-1, OBJECTS)).isZero();
            write(fixture);

            lease.expire();

            assertThatThrownBy(lease::check).isInstanceOf(StoreException.class);
            assertThat(db.number(-1, OBJECTS)).isEqualTo(1);
        }
    }
}
