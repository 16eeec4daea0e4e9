package svc.cap.mail;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.capability.MailOracle;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * V2-02: {@code Thread/query} returns the threads of the emails that {@code Email/query} finds, and reports changes.
 */
final class ThreadQueryTest {

    @TempDir
    private Path directory;

    /** A list of threads that a client keeps up to date by {@code Thread/queryChanges}. */
    private static final class Kept {
        private final Client client;
        private final Map<String, Object> query;
        private List<String> results;
        private String state;

        Kept(Client client, Map<String, Object> query) {
            this.client = client;
            this.query = query;
            Response answer = client.call("Thread/query", query).done();
            assertThat(answer.arguments()).containsEntry("canCalculateChanges", true);
            this.results = new ArrayList<>(answer.texts("ids"));
            this.state = answer.text("queryState");
        }

        void follow() {
            Map<String, Object> arguments = new HashMap<>(query);
            arguments.put("sinceQueryState", state);
            Response changes = client.call("Thread/queryChanges", arguments).done();
            results.removeAll(changes.texts("removed"));
            for (Object one : changes.list("added")) {
                Map<?, ?> added = (Map<?, ?>) requireNonNull(one);
                results.add(requireNonNull((Number) added.get("index")).intValue(), (String) added.get("id"));
            }
            state = changes.text("newQueryState");
            assertThat(results).as("%s", query).isEqualTo(expected());
            Map<String, Object> fresh = new HashMap<>(query);
            fresh.put("calculateTotal", true);
            Response answer = client.call("Thread/query", fresh).done();
            assertThat(answer.texts("ids")).as("%s", query).isEqualTo(results);
            assertThat(answer.arguments()).containsEntry("total", results.size());
            if (!results.isEmpty()) {
                fresh.put("anchor", results.get(results.size() - 1));
                assertThat(client.call("Thread/query", fresh).done().texts("ids"))
                        .containsExactly(results.get(results.size() - 1));
            }
        }

        private List<String> expected() {
            Map<String, Object> collapsed = new HashMap<>(query);
            collapsed.put("collapseThreads", true);
            List<String> emails = client.call("Email/query", collapsed).done().texts("ids");
            Map<Object, Object> threads = new HashMap<>();
            client.call("Email/get", Map.of("ids", emails, "properties", List.of("threadId")))
                    .done()
                    .list("list")
                    .forEach(one -> {
                        Map<?, ?> email = (Map<?, ?>) requireNonNull(one);
                        threads.put(requireNonNull(email.get("id")), requireNonNull(email.get("threadId")));
                    });
            return emails.stream().map(id -> String.valueOf(threads.get(id))).toList();
        }
    }

    @Test
    @Covers("V2-02")
    void queryFindsThreadsByTheirEmailsAndQueryChangesFollows() {
        try (MailHome home = new MailHome(directory)) {
            Client ada = home.account("ada");
            AccountUnderTest played = new EngineAccount(home, ada);
            MailOracle oracle = new MailOracle(played);
            RandomMailOperations moves = new RandomMailOperations(played, oracle, new Random(5));
            String inbox = MailHome.roles(ada).getOrDefault("inbox", "");
            List<Kept> lists = List.of(
                    new Kept(ada, Map.of()),
                    new Kept(ada, Map.of("filter", Map.of("inMailbox", inbox))),
                    new Kept(ada, Map.of("filter", Map.of("hasKeyword", "$flagged"))),
                    new Kept(ada, Map.of("filter", Map.of("noneInThreadHaveKeyword", "work"))),
                    new Kept(
                            ada,
                            Map.of(
                                    "filter",
                                    Map.of("inMailbox", inbox, "notKeyword", "$seen"),
                                    "sort",
                                    List.of(Map.of("property", "receivedAt", "isAscending", true)))),
                    new Kept(ada, Map.of("sort", List.of(Map.of("property", "size", "isAscending", false)))));
            for (int i = 0; i < 60; i++) {
                moves.step();
                oracle.check();
                lists.forEach(Kept::follow);
            }
        }
    }

    @Test
    @Covers("V2-02")
    void rejectsUnknownFiltersAndSorts() {
        try (MailHome home = new MailHome(directory)) {
            Client ada = home.account("ada");
            assertThat(ada.call("Thread/query", Map.of("collapseThreads", true)).error())
                    .isEqualTo("invalidArguments");
            assertThat(ada.call("Thread/query", Map.of("filter", Map.of("colour", "red")))
                            .error())
                    .isEqualTo("unsupportedFilter");
            assertThat(ada.call("Thread/query", Map.of("sort", List.of(Map.of("property", "colour"))))
                            .error())
                    .isEqualTo("unsupportedSort");
            assertThat(ada.call("Thread/query", Map.of("anchor", "t999")).error())
                    .isEqualTo("anchorNotFound");
        }
    }
}
