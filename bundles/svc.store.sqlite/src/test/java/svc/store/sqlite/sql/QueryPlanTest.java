package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.store.sqlite.changelog.AllObjects;
import svc.store.sqlite.snapshot.SqliteSnapshot;

/** Frequent statements use an index; none of them scans a table. */
final class QueryPlanTest {

    private static final Map<String, String> HOT = Map.of(
            AllObjects.BIRTHS,
            "PRIMARY KEY (account=? AND type=? AND n>? AND n<?)",
            AllObjects.REST,
            "USING COVERING INDEX change_by_last (account=? AND type=? AND changed>? AND changed<?)",
            SqliteSnapshot.PASSED,
            "INDEX change_dead (account=? AND type=? AND died>?)",
            "SELECT seq FROM state WHERE account = ? AND type = ?",
            "PRIMARY KEY (account=? AND type=?)",
            "SELECT max(minute) FROM tick WHERE account = ? AND type = ?",
            "PRIMARY KEY (account=? AND type=?)",
            "SELECT n, body FROM obj WHERE account = ? AND type = ? AND n IN (?,?)",
            "(account=? AND type=? AND n=?)",
            "SELECT n, body FROM obj WHERE account = ? AND type = ? AND n > ? ORDER BY n LIMIT ?",
            "(account=? AND type=? AND n>?)",
            "SELECT n, born, changed, f0, f1, f2, f3, died FROM change WHERE account = ? AND type = ? AND n IN (?,?)",
            "PRIMARY KEY (account=? AND type=? AND n=?)",
            "DELETE FROM change WHERE account = ? AND type = ? AND died IS NOT NULL AND died <= ?",
            "INDEX change_dead (account=? AND type=? AND died>? AND died<?)",
            "DELETE FROM past_life WHERE account = ? AND type = ? AND died <= ?",
            "INDEX past_life_by_end (account=? AND type=? AND died<?)");

    @TempDir
    private Path directory;

    @Test
    void hotStatementsUseTheirIndexesAndNeverScan() throws Exception {
        try (Fixture fixture = Fixture.in(directory);
                StatementCache db =
                        new StatementCache(fixture.store().connections().reader())) {
            HOT.forEach((sql, part) -> {
                List<String> plan = db.list("EXPLAIN QUERY PLAN " + sql, row -> row.getString(4));
                assertThat(String.join("\n", plan)).as(sql).contains(part);
                assertThat(plan).as(sql).noneMatch(step -> step.startsWith("SCAN ") && !step.startsWith("SCAN (sub"));
            });
        }
    }
}
