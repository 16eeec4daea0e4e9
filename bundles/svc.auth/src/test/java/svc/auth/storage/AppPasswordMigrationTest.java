package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.store.sqlite.SqliteStore;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** The sixth migration script of this bundle, on rows that a server with five scripts wrote. */
final class AppPasswordMigrationTest {

    private static final String OLD = "urn:svc:params:jmap:apppasswords";
    private static final String NEW = "urn:svc:params:jmap:v2:apppasswords";
    private static final List<String> BEFORE =
            List.of("V1__auth", "V2__binding", "V3__directory", "V4__exchanged", "V5__tickets");
    private static final List<String> ROWS = List.of(
            "INSERT INTO organization (n, name, state, created_at) VALUES (1, 'One', 'active', 7), (2, 'Two', 'active', 8)",
            "INSERT INTO domain (name, organization) VALUES ('one.test', 1), ('two.test', 2)",
            "INSERT INTO organization_capability (organization, urn, off) VALUES (1, '" + OLD + "', 1),"
                    + " (1, 'urn:ietf:params:jmap:mail', 1), (2, '" + OLD + "', 0), (2, '" + OLD + ":more', 1)",
            "INSERT INTO account_identity (n, organization, email, email_key, name, password, state, created_at) VALUES"
                    + " (11, 1, 'ann@one.test', 'ann@one.test', 'Ann', 'x', 'active', 9),"
                    + " (12, 1, 'bob@one.test', 'bob@one.test', 'Bob', 'x', 'active', 9)",
            "INSERT INTO account_grant (owner, grantee, capability, access) VALUES (11, 12, '" + OLD + "', 'read'),"
                    + " (12, 11, '" + OLD + "', 'write'), (11, 12, 'urn:ietf:params:jmap:mail', 'write')",
            "INSERT INTO account_share (owner, grantee, version) VALUES (11, 12, 3), (12, 11, 1)");

    @TempDir
    private Path directory;

    @Test
    void storedSwitchesAndGrantsGetTheNewNameAndEverythingElseStays() throws Exception {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class);
        List<String> before;
        List<String> after;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String script : BEFORE) {
                statement.executeUpdate(script(script));
            }
            for (String row : ROWS) {
                statement.executeUpdate(row);
            }
            before = dump(connection);
            statement.executeUpdate(script("V6__apppasswords"));
            after = dump(connection);
        }
        assertThat(before.stream().filter(row -> row.contains("|" + OLD + "|"))).hasSize(4);
        assertThat(after)
                .containsExactlyInAnyOrderElementsOf(before.stream()
                        .map(row -> row.replace("|" + OLD + "|", "|" + NEW + "|"))
                        .toList());
        assertServes();
    }

    /** Asserts that the components read the migrated rows. */
    private void assertServes() {
        try (AuthFixture fixture = new AuthFixture(directory, new SettableWallClock())) {
            Tenant organization = fixture.identities
                    .read(snapshot -> TenantRows.find(snapshot.sql(), 1))
                    .orElseThrow();
            assertThat(organization.off()).containsOnly(NEW, "urn:ietf:params:jmap:mail");
        }
    }

    private static String script(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(AccountStore.class.getResourceAsStream("/migrations/" + name + ".sql"), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns every row of every table, with its values separated by bars. */
    private static List<String> dump(Connection connection) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (String table : rows(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'")) {
            String name = table.replace("|", "");
            rows(connection, "SELECT * FROM \"" + name + "\"").forEach(row -> rows.add(name + row));
        }
        return rows;
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder("|");
                for (int i = 1; i <= columns; i++) {
                    row.append(result.getString(i)).append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
