package svc.cap.mail.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.Facets;
import svc.cap.mail.AccountUnderTest;
import svc.cap.mail.EngineAccount;
import svc.cap.mail.MailErasure;
import svc.cap.mail.MailFollower;
import svc.cap.mail.RandomMailOperations;
import svc.cap.mail.WatchedStore;
import svc.cap.mail.capability.MailOracle;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;

/** Every SQL statement of mail uses an index. No statement scans a table, or all rows of an account to find a few. */
final class QueryPlanTest {

    /** Tables that grow with the emails of an account. */
    private static final Pattern LARGE = Pattern.compile(
            "(?s).*\\b(email|email_text|email_order|email_imap|email_first|in_mailbox|keyword|thread|thread_in_mailbox|msgid|part)\\b.*");

    /** Statements that scan an account on purpose: up to a limit, or for a change of the trash. */
    private static final Set<String> WALKS = Set.of(
            "select n from thread where account = :account order by n limit ?",
            "select n from email where account = :account order by n limit ?",
            "LIMIT 25)");

    @TempDir
    private Path directory;

    @Test
    void everyStatementUsesAnIndex() throws SQLException {
        List<WatchedStore> watched = new ArrayList<>();
        Path file = directory.resolve("svc.db");
        try (MailHome home = new MailHome(directory, store -> {
            watched.add(new WatchedStore(store));
            return watched.get(0);
        })) {
            use(home);
        }
        Set<String> statements = watched.get(0).statements();
        assertThat(statements.size()).isGreaterThan(60);
        List<String> invalid = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            for (String statement : statements) {
                if (!statement.contains("blob_") && WALKS.stream().noneMatch(statement::endsWith)) {
                    for (String step : plan(connection, statement)) {
                        if (walks(step)) {
                            invalid.add(statement + "\n    " + step);
                        }
                    }
                }
            }
        }
        assertThat(invalid).isEmpty();
    }

    /** Uses all methods, so that every statement runs. */
    private static void use(MailHome home) {
        Client client = home.account("ada");
        AccountUnderTest played = new EngineAccount(home, client);
        MailOracle oracle = new MailOracle(played);
        RandomMailOperations moves = new RandomMailOperations(played, oracle, new Random(7));
        MailFollower follower = new MailFollower(played, oracle, new Random(8));
        for (int i = 0; i < 150; i++) {
            moves.step();
            oracle.check();
            follower.follow();
        }
        label(home, client);
        client.call("Email/query", Map.of("position", 1000)).done();
        client.call("Email/query", Map.of("sort", List.of(Map.of("property", "subject"))))
                .done();
        home.store.write(MailHome.scope(client), tx -> {
            ErasureStep step = new MailErasure();
            boolean more = true;
            while (more) {
                more = step.erase(new ErasedAccount(client.account(), Set.of()), tx, () -> true);
            }
            return tx;
        });
    }

    private static void label(MailHome home, Client client) {
        String label = client.create("Label", Map.of("name", "a"));
        String removed = client.create("Label", Map.of("name", "b"));
        String email = client.call("Email/query", Map.of("limit", 1))
                .done()
                .texts("ids")
                .get(0);
        Map<String, Object> labels = Map.of("labelIds", Map.of(label, true, removed, true));
        client.call("Email/set", Map.of("update", Map.of(email, labels))).done();
        assertThat(client.call("Email/query", Map.of("filter", Map.of("hasLabel", label)))
                        .done()
                        .texts("ids"))
                .containsExactly(email);
        client.call("Label/set", Map.of("update", Map.of(label, Map.of("name", "c")), "destroy", List.of(removed)))
                .done();
        client.call("Label/query", Map.of()).done();
        assertThat(client.all("Label")).containsOnlyKeys(label);
        home.store.write(MailHome.scope(client), tx -> {
            long last = tx.logCreated(Label.TYPE, Facets.ALL);
            LabelRows.markForRemoval(tx.sql(), last);
            assertThat(LabelRows.nextRemoval(tx.sql())).hasValue(last);
            LabelRows.removalDone(tx.sql(), last);
            assertThat(LabelRows.existing(tx.sql(), List.of(last))).isEmpty();
            tx.logDestroyed(Label.TYPE, last);
            return tx;
        });
    }

    private static boolean walks(String step) {
        if (step.startsWith("SCAN") && !step.startsWith("SCAN CONSTANT") && !step.startsWith("SCAN (")) {
            return true;
        }
        return step.contains("TEMP B-TREE FOR ORDER BY")
                || (LARGE.matcher(step).matches() && step.endsWith("(account=?)"));
    }

    private static List<String> plan(Connection connection, String statement) throws SQLException {
        String text = statement.replace(":account", "?").replace("(??)", "(?,?)");
        List<String> steps = new ArrayList<>();
        try (Statement explain = connection.createStatement();
                ResultSet rows = explain.executeQuery("explain query plan " + text.replaceAll("\\?", "99"))) {
            while (rows.next()) {
                steps.add(rows.getString(4));
            }
        }
        return steps;
    }
}
