package svc.store.sqlite.sql;

import java.nio.file.Path;
import java.time.Duration;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** An open store with one account, for tests that use internals of the store. */
public record Fixture(Path file, SqliteStore store, Scope scope, SettableWallClock clock) implements AutoCloseable {

    public static Fixture in(Path directory) throws Exception {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class);
        return open(file, new WalCheckpointer(new Connections(file).log()));
    }

    public static Fixture in(Path directory, long walLimit, Duration longestRead) throws Exception {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class);
        return open(file, new WalCheckpointer(new Connections(file).log(), walLimit, longestRead));
    }

    private static Fixture open(Path file, WalCheckpointer wal) {
        SettableWallClock clock = new SettableWallClock();
        SqliteStore store = SqliteStore.of(file, clock, wal);
        Scope scope =
                Scope.account(new ScopeKey(), store.write(Scope.system(), tx -> tx.createAccount("example", "alice")));
        return new Fixture(file, store, scope, clock);
    }

    /** Opens the same database again after it was closed. */
    public Fixture again() {
        SettableWallClock later = new SettableWallClock();
        SqliteStore opened = SqliteStore.of(file, later, new WalCheckpointer(new Connections(file).log()));
        return new Fixture(file, opened, scope, later);
    }

    /** Returns the sequence of the newest change of a type. */
    public long head(Scope of, String type) {
        return store.read(of, snapshot -> snapshot.state(type).sequence());
    }

    @Override
    public void close() {
        store.close();
    }
}
