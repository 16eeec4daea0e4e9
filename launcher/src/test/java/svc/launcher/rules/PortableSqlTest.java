package svc.launcher.rules;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Prerequisite;

/**
 * The SQL of the bundles runs on SQLite and on PostgreSQL: PostgreSQL runs their migration scripts and prepares their
 * statements.
 */
final class PortableSqlTest {

    /** Statements that only tests run. */
    private static final Set<String> OF_TESTS = Set.of("select total_changes() where :account is not null");

    /** Statements with another text for PostgreSQL, which is prepared in their place. */
    private static final Map<String, String> TWINS = Map.of();

    private static final Path UNCOVERED = Path.of("target/sql-uncovered.txt");
    private static final Pattern MARK = Pattern.compile("'(?:[^']|'')*'|:account\\b|\\(\\s*\\?\\?\\s*\\)|\\?");
    private static final String UNDEFINED_TABLE = "42P01";
    private static final int FEWEST = 100;

    private static final Repository REPOSITORY = Repository.here();

    private static Optional<EmbeddedPostgres> postgres = Optional.empty();

    @BeforeAll
    static void start() throws IOException {
        String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        Prerequisite.machine("PortableSqlTest", machine.equals("Linux amd64"), "there is no PostgreSQL for " + machine);
        postgres = Optional.of(EmbeddedPostgres.start());
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres.isPresent()) {
            postgres.get().close();
        }
    }

    private static Connection migrated() throws SQLException {
        Connection connection = postgres.orElseThrow().getPostgresDatabase().getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA public CASCADE");
            statement.execute("CREATE SCHEMA public");
            for (MigrationScript script : MigrationScript.all(REPOSITORY)) {
                try {
                    statement.execute(script.forPostgres());
                } catch (SQLException e) {
                    throw new AssertionError(script.name() + " does not run on PostgreSQL: " + e.getMessage(), e);
                }
            }
        }
        return connection;
    }

    @Test
    void postgresPreparesEveryStatement() throws Exception {
        BundleSql sql = new BundleSql(REPOSITORY);
        Map<String, String> seen = sql.seen();
        Map<String, String> constants = sql.constants();
        List<String> refused = new ArrayList<>();
        Set<String> uncovered = new TreeSet<>();
        try (Connection connection = migrated()) {
            for (Map.Entry<String, String> one : seen.entrySet()) {
                refusal(connection, one.getKey())
                        .filter(problem -> !OF_TESTS.contains(one.getKey()))
                        .ifPresent(problem -> refused.add(one.getValue() + ": " + one.getKey() + "\n  " + problem));
            }
            for (Map.Entry<String, String> one : constants.entrySet()) {
                if (seen.keySet().stream().noneMatch(text -> text.contains(one.getKey()))) {
                    String result = refusal(connection, one.getKey()).orElse("prepared");
                    uncovered.add(one.getValue() + ": " + one.getKey() + "\n  " + result);
                    if (!result.equals("prepared") && !result.contains("at end of input")) {
                        refused.add(one.getValue() + ": " + one.getKey() + "\n  " + result);
                    }
                }
            }
        }
        Files.createDirectories(requireNonNull(UNCOVERED.getParent()));
        Files.write(UNCOVERED, uncovered);
        assertThat(constants.size()).isGreaterThan(FEWEST);
        assertThat(refused).as("statements that are not portable").isEmpty();
    }

    /** Returns why PostgreSQL does not prepare a statement. The tables of tests are left out. */
    private static Optional<String> refusal(Connection connection, String statement) {
        String text = TWINS.getOrDefault(statement, statement);
        try (Statement prepare = connection.createStatement()) {
            prepare.execute("PREPARE one AS " + numbered(text));
            prepare.execute("DEALLOCATE one");
            return Optional.empty();
        } catch (SQLException e) {
            return UNDEFINED_TABLE.equals(e.getSQLState())
                    ? Optional.empty()
                    : Optional.of(String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
    }

    private static String numbered(String statement) {
        Matcher mark = MARK.matcher(statement);
        StringBuilder text = new StringBuilder();
        int n = 0;
        while (mark.find()) {
            String found = mark.group();
            String parameter = "\\$" + (n + 1);
            if (found.startsWith("'")) {
                mark.appendReplacement(text, Matcher.quoteReplacement(found));
            } else {
                n++;
                mark.appendReplacement(text, found.startsWith("(") ? "(" + parameter + ")" : parameter);
            }
        }
        return mark.appendTail(text).toString();
    }

    @Test
    void postgresRunsEveryMigrationScript() throws SQLException {
        try (Connection connection = migrated();
                Statement statement = connection.createStatement();
                var tables = statement.executeQuery(
                        "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'")) {
            assertThat(tables.next()).isTrue();
            assertThat(tables.getInt(1)).isGreaterThan(60);
        }
    }
}
