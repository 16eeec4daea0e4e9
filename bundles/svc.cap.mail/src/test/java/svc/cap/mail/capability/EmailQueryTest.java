package svc.cap.mail.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.TestMessage;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * {@code Email/query} and {@code Email/queryChanges}, clause by clause (RFC 8621 §4.4, §4.5), on the real store. Text
 * conditions are tested with the search index.
 */
final class EmailQueryTest {

    @TempDir
    private Path directory;

    private MailHome home;
    private Client ada;
    private String inbox = "";
    private String archive = "";
    private String trash = "";

    @BeforeEach
    void begin() {
        home = new MailHome(directory);
        ada = home.account("ada");
        Map<String, String> roles = MailHome.roles(ada);
        inbox = roles.getOrDefault("inbox", "");
        archive = roles.getOrDefault("archive", "");
        trash = roles.getOrDefault("trash", "");
    }

    @AfterEach
    void end() {
        home.close();
    }

    private Response ask(@Nullable Object... pairs) {
        return ada.call("Email/query", with(pairs));
    }

    /** Returns the emails that match a filter, oldest first. */
    private List<String> find(@Nullable Object filter) {
        return ask("filter", filter, "sort", by("receivedAt")).done().texts("ids");
    }

    private static List<Map<String, Object>> by(String property, Object... more) {
        Map<String, Object> step = new LinkedHashMap<>(Map.of("property", property));
        for (int i = 0; i < more.length; i += 2) {
            step.put((String) more[i], more[i + 1]);
        }
        return List.of(step);
    }

    private List<String> sorted(List<?> sort) {
        return ask("sort", sort).done().texts("ids");
    }

    @Test
    void mailboxConditionsWork() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(1),
                new TestMessage(trash).at(2),
                new TestMessage(inbox, trash).at(3),
                new TestMessage(archive).at(4));
        assertThat(find(with("inMailbox", trash))).containsExactly(ids.get(1), ids.get(2));
        assertThat(find(with("inMailbox", "f9999"))).isEmpty();
        assertThat(find(with("inMailboxOtherThan", List.of(trash))))
                .containsExactly(ids.get(0), ids.get(2), ids.get(3));
        assertThat(find(with("inMailboxOtherThan", List.of(trash, inbox)))).containsExactly(ids.get(3));
        assertThat(find(with("inMailbox", inbox, "inMailboxOtherThan", List.of(inbox))))
                .containsExactly(ids.get(2));
    }

    @Test
    void dateAndSizeConditionsWork() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(10).size(100),
                new TestMessage(inbox).at(20).size(200),
                new TestMessage(inbox).at(30).size(300));
        assertThat(find(with("before", "2026-01-05T00:00:20Z"))).containsExactly(ids.get(0));
        assertThat(find(with("after", "2026-01-05T00:00:20Z"))).containsExactly(ids.get(1), ids.get(2));
        assertThat(find(with("after", "2026-01-05T00:00:20.5Z"))).containsExactly(ids.get(2));
        assertThat(find(with("before", "2026-01-05T00:00:20.5Z"))).containsExactly(ids.get(0), ids.get(1));
        assertThat(find(with("inMailbox", inbox, "after", "2026-01-05T00:00:15Z", "before", "2026-01-05T00:00:25Z")))
                .containsExactly(ids.get(1));
        assertThat(find(with("minSize", 200))).containsExactly(ids.get(1), ids.get(2));
        assertThat(find(with("maxSize", 200))).containsExactly(ids.get(0));
        Response page = ask(
                        "filter",
                        with("inMailbox", inbox, "after", "2026-01-05T00:00:15Z"),
                        "calculateTotal",
                        true,
                        "limit",
                        1)
                .done();
        assertThat(page.texts("ids")).containsExactly(ids.get(2));
        assertThat(page.arguments()).containsEntry("total", 2);
    }

    @Test
    void keywordConditionsAreCaseInsensitive() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(1).with("$seen", "work"),
                new TestMessage(inbox).at(2).with("$flagged"),
                new TestMessage(inbox).at(3).attachment());
        assertThat(find(with("hasKeyword", "$SEEN"))).containsExactly(ids.get(0));
        assertThat(find(with("hasKeyword", "Work"))).containsExactly(ids.get(0));
        assertThat(find(with("hasKeyword", "nobody"))).isEmpty();
        assertThat(find(with("notKeyword", "$seen"))).containsExactly(ids.get(1), ids.get(2));
        assertThat(find(with("notKeyword", "nobody"))).hasSize(3);
        assertThat(find(with("hasAttachment", true))).containsExactly(ids.get(2));
        assertThat(find(with("hasAttachment", false))).containsExactly(ids.get(0), ids.get(1));
    }

    @Test
    void threadKeywordConditionsWork() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(1).links(1L).with("$flagged"),
                new TestMessage(archive).at(2).links(1L),
                new TestMessage(inbox).at(3).links(2L).with("$flagged", "$seen"),
                new TestMessage(inbox).at(4).links(3L));
        assertThat(find(with("someInThreadHaveKeyword", "$flagged")))
                .containsExactly(ids.get(0), ids.get(1), ids.get(2));
        assertThat(find(with("allInThreadHaveKeyword", "$flagged"))).containsExactly(ids.get(2));
        assertThat(find(with("noneInThreadHaveKeyword", "$flagged"))).containsExactly(ids.get(3));
        assertThat(find(with("allInThreadHaveKeyword", "$seen"))).containsExactly(ids.get(2));
        assertThat(find(with("someInThreadHaveKeyword", "nobody"))).isEmpty();
    }

    @Test
    void filterOperatorsCanBeNested() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(1).with("$seen"),
                new TestMessage(archive).at(2).with("$seen"),
                new TestMessage(archive).at(3).with("$flagged"));
        Map<String, Object> seen = Map.of("hasKeyword", "$seen");
        Map<String, Object> old = Map.of("inMailbox", archive);
        assertThat(find(Map.of("operator", "AND", "conditions", List.of(seen, old))))
                .containsExactly(ids.get(1));
        Map<String, Object> or = Map.of("operator", "OR", "conditions", List.of(seen, old));
        assertThat(find(or)).containsExactlyElementsOf(ids);
        assertThat(find(Map.of("operator", "NOT", "conditions", List.of(seen, Map.of("inMailbox", inbox)))))
                .containsExactly(ids.get(2));
        assertThat(find(Map.of("operator", "AND", "conditions", List.of(or, Map.of("notKeyword", "$flagged")))))
                .containsExactly(ids.get(0), ids.get(1));
        assertThat(find(Map.of())).hasSize(3);
        assertThat(find(null)).hasSize(3);
        assertThat(find(Map.of("operator", "OR", "conditions", List.of()))).isEmpty();
    }

    @Test
    void rejectsUnknownFiltersAndSorts() {
        assertThat(ask("filter", with("colour", "red")).error()).isEqualTo("unsupportedFilter");
        assertThat(ask("filter", with("inMailbox", 3)).error()).isEqualTo("invalidArguments");
        assertThat(ask("filter", with("before", "yesterday")).error()).isEqualTo("invalidArguments");
        assertThat(ask("filter", with("minSize", -1)).error()).isEqualTo("invalidArguments");
        assertThat(ask("filter", with("hasAttachment", null)).error()).isEqualTo("invalidArguments");
        assertThat(ask("sort", by("colour")).error()).isEqualTo("unsupportedSort");
        assertThat(ask("sort", by("hasKeyword")).error()).isEqualTo("invalidArguments");
        assertThat(ask("sort", by("subject", "collation", "i;none")).error()).isEqualTo("unsupportedSort");
        assertThat(ask("collapseThreads", "yes").error()).isEqualTo("invalidArguments");
        assertThat(ask("filter", with("text", "lunch")).error()).isEqualTo("unsupportedFilter");
    }

    @Test
    void everyAdvertisedSortPropertyWorks() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox)
                        .at(3)
                        .size(30)
                        .subject("b")
                        .between("Zoe", "y")
                        .links(1L)
                        .with("$flagged")
                        .sent(Instant.parse("2020-01-01T00:00:00Z")),
                new TestMessage(inbox)
                        .at(2)
                        .size(10)
                        .subject("A")
                        .between("adam", "X")
                        .links(2L),
                new TestMessage(inbox)
                        .at(1)
                        .size(20)
                        .subject("c")
                        .between("", "z")
                        .links(2L)
                        .with("$flagged"));
        String b = ids.get(0);
        String a = ids.get(1);
        String c = ids.get(2);
        assertThat(sorted(by("receivedAt"))).containsExactly(c, a, b);
        assertThat(sorted(by("receivedAt", "isAscending", false))).containsExactly(b, a, c);
        assertThat(sorted(List.of())).containsExactly(b, a, c);
        assertThat(sorted(by("size"))).containsExactly(a, c, b);
        assertThat(sorted(by("sentAt"))).containsExactly(b, c, a);
        assertThat(sorted(by("subject"))).containsExactly(a, b, c);
        assertThat(sorted(by("from"))).containsExactly(c, a, b);
        assertThat(sorted(by("to", "isAscending", false))).containsExactly(c, b, a);
        assertThat(sorted(by("hasKeyword", "keyword", "$flagged"))).containsExactly(a, b, c);
        assertThat(sorted(by("allInThreadHaveKeyword", "keyword", "$flagged", "isAscending", false)))
                .containsExactly(b, c, a);
        assertThat(sorted(by("someInThreadHaveKeyword", "keyword", "$flagged"))).containsExactly(a, b, c);
        assertThat(sorted(List.of(
                        Map.of("property", "hasKeyword", "keyword", "$flagged", "isAscending", false),
                        Map.of("property", "subject", "isAscending", false))))
                .containsExactly(c, b, a);
        assertThat(MailCapability.SORTS)
                .allSatisfy(name -> assertThat(
                                ask("sort", by(name, "keyword", "$seen")).failed())
                        .isFalse());
    }

    @Test
    void collapseThreadsKeepsTheFirstEmailOfEachThread() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(1).links(1L),
                new TestMessage(inbox).at(2).links(2L),
                new TestMessage(inbox).at(3).links(1L),
                new TestMessage(archive).at(4).links(2L));
        Response newest = ask("filter", with("inMailbox", inbox), "collapseThreads", true, "calculateTotal", true)
                .done();
        assertThat(newest.texts("ids")).containsExactly(ids.get(2), ids.get(1));
        assertThat(newest.arguments()).containsEntry("total", 2);
        assertThat(ask("collapseThreads", true).done().texts("ids")).containsExactly(ids.get(3), ids.get(2));
        assertThat(ask("collapseThreads", true, "sort", by("receivedAt")).done().texts("ids"))
                .containsExactly(ids.get(0), ids.get(1));
        assertThat(ask("collapseThreads", true, "anchor", ids.get(0)).error()).isEqualTo("anchorNotFound");
    }

    @Test
    void pagesStartAtAPositionOrAnchor() {
        List<String> ids =
                home.put(ada, new TestMessage(inbox).at(1), new TestMessage(inbox).at(2), new TestMessage(inbox).at(3));
        assertThat(ask("position", 1, "limit", 1).done().texts("ids")).containsExactly(ids.get(1));
        assertThat(ask("position", -1).done().texts("ids")).containsExactly(ids.get(0));
        assertThat(ask("anchor", ids.get(1), "anchorOffset", -1, "limit", 2)
                        .done()
                        .texts("ids"))
                .containsExactly(ids.get(2), ids.get(1));
        assertThat(ask("anchor", "m9999").error()).isEqualTo("anchorNotFound");
        assertThat(ask("position", 7).done().texts("ids")).isEmpty();
    }

    /** RFC 8620 §5.5: a negative position is counted from the end of the results, which are threads here. */
    @Test
    void responseHasThePositionOfItsFirstEmail() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(1).links(1L),
                new TestMessage(inbox).at(2).links(2L),
                new TestMessage(inbox).at(3).links(1L),
                new TestMessage(archive).at(4));
        List<String> threads = List.of(ids.get(2), ids.get(1));
        Map<Integer, Integer> positions = Map.of(-1, 1, -2, 0, -3, 0, 1, 1, 2, 2, 7, 7);
        positions.forEach((asked, position) -> {
            Response page = ask("filter", with("inMailbox", inbox), "collapseThreads", true, "position", asked)
                    .done();
            assertThat(page.arguments()).as("%s", asked).containsEntry("position", position);
            assertThat(page.texts("ids"))
                    .as("%s", asked)
                    .isEqualTo(threads.subList(Math.min(position, threads.size()), threads.size()));
        });
    }

    /** An unchanged email takes the position of a destroyed email of its thread (RFC 8621 §4.5, §4.4.3). */
    @Test
    void collapseThreadsFollowsChangesOfOtherEmailsInTheThread() {
        List<String> ids = home.put(
                ada,
                new TestMessage(inbox).at(1).links(1L),
                new TestMessage(inbox).at(2).links(1L));
        Response before =
                ask("filter", with("inMailbox", inbox), "collapseThreads", true).done();
        assertThat(before.texts("ids")).containsExactly(ids.get(1));
        ada.call("Email/set", Map.of("destroy", List.of(ids.get(1)))).done();
        Response changes = ada.call(
                        "Email/queryChanges",
                        with(
                                "filter", with("inMailbox", inbox),
                                "collapseThreads", true,
                                "sinceQueryState", before.text("queryState")))
                .done();
        assertThat(changes.texts("removed")).contains(ids.get(1));
        assertThat(changes.list("added")).containsExactly(Map.of("id", ids.get(0), "index", 0));
    }

    @Test
    void keywordChangeDoesNotChangeTheQueryState() {
        List<String> ids = home.put(ada, new TestMessage(inbox).at(1));
        Response before = ask("filter", with("inMailbox", inbox)).done();
        ada.call("Email/set", Map.of("update", Map.of(ids.get(0), Map.of("keywords/$seen", true))))
                .done();
        Response changes = ada.call(
                        "Email/queryChanges",
                        with("filter", with("inMailbox", inbox), "sinceQueryState", before.text("queryState")))
                .done();
        assertThat(changes.texts("removed")).isEmpty();
        assertThat(changes.list("added")).isEmpty();
    }
}
