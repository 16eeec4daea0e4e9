package svc.guard;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import svc.api.guard.Network;
import svc.api.time.Clock;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;
import svc.testkit.ScriptedDatabase;

/** All of this bundle on a store of its own. */
final class Gate implements AutoCloseable {

    final SqliteStore store;
    final GuardBook book;
    final Doorkeeper doorkeeper;

    Gate(Path directory, Clock clock, Policy policy) {
        this(directory, clock, policy, GuardBook.MOST);
    }

    Gate(Path directory, Clock clock, Policy policy, int bans) {
        this.store = new SqliteStore(
                new MigratedDatabase(ScriptedDatabase.in(directory, SqliteStore.class, Doorkeeper.class)), clock);
        this.book = new GuardBook(store, clock, bans);
        this.doorkeeper = new Doorkeeper(policy, book, clock);
    }

    static Policy policy(String... trusted) {
        return new Policy(
                List.of(trusted).stream()
                        .map(text -> Network.parse(text).orElseThrow())
                        .toList(),
                Rate.of("http_per_ip_baseline", 60, 5),
                Rate.of("http_per_account_baseline", 30, 3),
                3,
                Duration.ofMinutes(10),
                Duration.ofMinutes(15));
    }

    static InetAddress address(String text) {
        return Network.address(text).orElseThrow();
    }

    @Override
    public void close() {
        store.close();
    }
}
