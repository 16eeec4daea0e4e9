package svc.store.sqlite;

import java.nio.file.Path;
import java.time.Duration;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.testkit.ScriptedDatabase;
import svc.testkit.SetClock;

/** An open store with one account, for tests that look behind the contract. */
record Fixture(Path file, SqliteStore store, Scope scope, SetClock clock) implements AutoCloseable {

    static Fixture in(Path directory) throws Exception {
        Path file = ScriptedDatabase.in(directory, SqliteStore.class);
        return open(file, new WalWatch(new Connections(file).log()));
    }

    static Fixture in(Path directory, long walLimit, Duration longestRead) throws Exception {
        Path file = ScriptedDatabase.in(directory, SqliteStore.class);
        return open(file, new WalWatch(new Connections(file).log(), walLimit, longestRead));
    }

    private static Fixture open(Path file, WalWatch wal) {
        SetClock clock = new SetClock();
        SqliteStore store = new SqliteStore(file, clock, wal);
        Scope scope = Scope.account(new ScopeKey(), store.write(Scope.system(), tx -> tx.enrol("example", "alice")));
        return new Fixture(file, store, scope, clock);
    }

    /** The sequence of the newest change of a type. */
    long head(Scope of, String type) {
        return store.read(of, snapshot -> snapshot.state(type).sequence());
    }

    @Override
    public void close() {
        store.close();
    }
}
