package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The SQL of the bundles has no construct that only SQLite knows. {@link PortableSqlTest} proves it with PostgreSQL. */
final class SqlRulesTest {

    private static final String RELEASED = "launcher/src/test/resources/svc/launcher/rules/released-0.30.0.txt";

    /** Scripts that homes of later development versions have run, and that are as they were. */
    private static final Set<String> EARLIER = Set.of("V4__trash.sql", "V2__known_networks.sql", "V6__home.sql");

    private final Repository repository = Repository.here();

    @Test
    void statementsArePortable() throws IOException {
        List<String> problems = new ArrayList<>();
        new BundleSql(repository)
                .constants()
                .forEach((sql, where) ->
                        SqlRule.problems(sql).forEach(problem -> problems.add(where + ": " + problem + "\n  " + sql)));
        assertThat(problems).isEmpty();
    }

    @Test
    void newMigrationScriptsArePortable() throws IOException {
        Set<String> released = Files.readAllLines(repository.root().resolve(RELEASED)).stream()
                .filter(line -> line.startsWith("script "))
                .map(line -> line.split(" ", -1)[1])
                .collect(Collectors.toSet());
        assertThat(released).hasSizeGreaterThan(20);
        List<String> problems = MigrationScript.all(repository).stream()
                .filter(script -> !released.contains(script.fileName()) && !EARLIER.contains(script.fileName()))
                .flatMap(script -> script.problems().stream())
                .toList();
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UPDATE t SET a = max(a, ?) WHERE n = ? | CASE WHEN",
                "SELECT min(coalesce(a, 0), b) FROM t | CASE WHEN",
                "INSERT OR IGNORE INTO t (n) VALUES (?) | ON CONFLICT",
                "SELECT sum(a = 0) FROM t | count(CASE",
                "SELECT n FROM t WHERE instr(a, ?) > 0 | replace",
                "SELECT n FROM t LIMIT -1 | leave the LIMIT out",
                "SELECT max(n) FROM job | RETURNING",
                "INSERT INTO t (n) VALUES (?) ON CONFLICT (n) DO UPDATE SET times = times + 1 | name of the table",
                "DELETE FROM t WHERE rowid = ? | key"
            })
    void aConstructOfSqliteIsRefusedWithTheOtherForm(String sql, String form) {
        assertThat(SqlRule.problems(sql)).singleElement().asString().contains(form);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT max(minute), min(at) FROM tick GROUP BY account, type",
                "INSERT INTO t (n) VALUES (?) ON CONFLICT (n) DO UPDATE SET times = t.times + excluded.times",
                "SELECT sum(size), count(*) FROM t WHERE a = 0",
                "SELECT count(CASE WHEN a = 0 THEN 1 END) FROM t LIMIT ?"
            })
    void aPortableStatementIsAccepted(String sql) {
        assertThat(SqlRule.problems(sql)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TRIGGER a AFTER INSERT ON t BEGIN DELETE FROM t; END; | Java",
                "CREATE TABLE t (n INTEGER PRIMARY KEY) WITHOUT ROWID; | leave it out",
                "CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT); | leave it out",
                "ALTER TABLE t ADD COLUMN a BOOLEAN; | INTEGER, TEXT and BLOB"
            })
    void aConstructOfSqliteInANewScriptIsRefused(String sql, String form) {
        assertThat(new MigrationScript("V9__new.sql", "svc.x", sql).problems())
                .singleElement()
                .asString()
                .startsWith("V9__new.sql: ")
                .contains(form);
    }

    @Test
    void aTableWithoutAKeyInANewScriptIsRefused() {
        String sql = "CREATE TABLE t (\n  n INTEGER NOT NULL\n);\n";
        assertThat(new MigrationScript("V9__new.sql", "svc.x", sql).problems())
                .singleElement()
                .asString()
                .contains("PRIMARY KEY");
    }
}
