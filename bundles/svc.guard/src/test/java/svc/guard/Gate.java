package svc.guard;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.sqlite.SQLiteDataSource;
import svc.api.guard.Network;
import svc.api.time.Clock;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;

/** All of this bundle on a store of its own. */
final class Gate implements AutoCloseable {

    final SqliteStore store;
    final GuardBook book;
    final Doorkeeper doorkeeper;

    Gate(Path directory, Clock clock, Policy policy) {
        this.store = new SqliteStore(new MigratedDatabase(migrated(directory)), clock);
        this.book = new GuardBook(store, clock);
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

    /** With the scripts that a start runs; the second time as it was left. */
    private static Path migrated(Path directory) {
        Path file = directory.resolve("svc.db");
        if (Files.exists(file)) {
            return file;
        }
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String script : List.of(
                    "/migrations/V1__core.sql",
                    "/migrations/V2__index.sql",
                    "/migrations/V3__account_number.sql",
                    "/migrations/V1__guard.sql")) {
                try (InputStream in = Gate.class.getResourceAsStream(script)) {
                    statement.executeUpdate(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
        return file;
    }

    @Override
    public void close() {
        store.close();
    }
}
