package svc.store.sqlite.sql;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.store.sqlite.changelog.AllObjects;
import svc.store.sqlite.changelog.ContainerSet;
import svc.store.sqlite.changelog.MembershipPurge;
import svc.store.sqlite.changelog.MembershipRows;
import svc.store.sqlite.snapshot.SqliteSnapshot;

/** Frequent statements use an index; none of them scans a table. */
final class QueryPlanTest {

    private static final String OF_OBJECT =
            "SEARCH v USING COVERING INDEX membership_of_object" + " (account=? AND type=? AND n=? AND died>?)";
    private static final String CHANGED = "SEARCH m USING COVERING INDEX membership_by_last"
            + " (account=? AND type=? AND container=? AND last>? AND last<?)";
    private static final String ENDED = "INDEX membership_ended (account=? AND type=? AND died<?)";

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

    /** Statements that read one of many containers, or the rows of one object, and their numbered arguments. */
    private static final Map<String, List<String>> OF_CONTAINERS = Map.ofEntries(
            entry(
                    ContainerSet.BIRTHS.replace("(:set)", "(?8,?9)"),
                    List.of(
                            "SEARCH m USING INDEX sqlite_autoindex_membership_1"
                                    + " (account=? AND type=? AND container=? AND born>? AND born<?)",
                            OF_OBJECT)),
            entry(ContainerSet.OTHERS.replace("(:set)", "(?8,?9)"), List.of(CHANGED, OF_OBJECT)),
            entry(
                    ContainerSet.OTHERS_OF_PAGE.replace("(:set)", "(SELECT value FROM json_each(?8))"),
                    List.of(
                            CHANGED,
                            OF_OBJECT,
                            "SEARCH w EXISTS USING INDEX membership_of_object"
                                    + " (account=? AND type=? AND n=? AND died=? AND container=? AND born=?)")),
            entry(
                    ContainerSet.HEADS_OF_TYPES.of(2),
                    List.of(
                            "INDEX sqlite_autoindex_watched_1 (account=? AND type=? AND container=?)",
                            "INDEX membership_by_last (account=? AND type=?")),
            entry(
                    ContainerSet.HEADS.of(2),
                    List.of(
                            "INDEX sqlite_autoindex_watched_1 (account=? AND type=? AND container=?)",
                            "INDEX membership_by_last (account=? AND type=?")),
            entry(
                    MembershipRows.OF_OBJECTS.of(2),
                    List.of("COVERING INDEX membership_of_object (account=? AND type=? AND n=? AND died=?)")),
            entry(
                    MembershipRows.TOUCH,
                    List.of("INDEX membership_of_object (account=? AND type=? AND n=? AND died=?)")),
            entry(
                    MembershipRows.MEMBERS,
                    List.of("COVERING INDEX membership_by_last (account=? AND type=? AND container=?)")),
            entry(
                    MembershipRows.LAST_SINCE,
                    List.of("COVERING INDEX membership_by_last (account=? AND type=? AND container=? AND last>?)")),
            entry(MembershipPurge.PORTION_END, List.of(ENDED)),
            entry(MembershipPurge.LAST_ENDS, List.of(ENDED)),
            entry(MembershipPurge.DELETE, List.of(ENDED)));

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

    @Test
    void statementsOfContainersReadInTheOrderOfAnIndex() throws Exception {
        try (Fixture fixture = Fixture.in(directory);
                StatementCache db =
                        new StatementCache(fixture.store().connections().reader())) {
            OF_CONTAINERS.forEach((sql, parts) -> {
                List<String> plan = db.list("EXPLAIN QUERY PLAN " + sql, row -> row.getString(4));
                assertThat(String.join("\n", plan)).as(sql).contains(parts);
                assertThat(plan)
                        .as(sql)
                        .noneMatch(step -> step.startsWith("SCAN ") && !step.contains("json_each"))
                        .noneMatch(step -> step.contains("ORDER BY"));
            });
        }
    }
}
