package svc.cap.mail.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.TestMessage;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * {@code Mailbox/query} and {@code Mailbox/queryChanges}, clause by clause (RFC 8621 §2.3, §2.4), on the real store.
 */
final class MailboxQueryTest {

    @TempDir
    private Path directory;

    private MailboxFixture boxes;
    private Client ada;

    @BeforeEach
    void begin() {
        boxes = new MailboxFixture(directory);
        ada = boxes.ada();
    }

    @AfterEach
    void end() {
        boxes.home().close();
    }

    private List<String> query(Map<String, @Nullable Object> arguments) {
        return ada.call("Mailbox/query", arguments).done().texts("ids");
    }

    @Test
    void everyFilterConditionWorks() {
        String work = boxes.make("Work", null);
        String plans = boxes.make("Plans for w\u00f6rk", work);
        boxes.update(plans, with("isSubscribed", false));
        assertThat(query(with("filter", with("parentId", work)))).containsExactly(plans);
        assertThat(query(with("filter", with("parentId", null, "hasAnyRole", false))))
                .containsExactly(work);
        assertThat(query(with("filter", with("name", "WORK")))).containsExactly(work, plans);
        assertThat(query(with("filter", with("role", "sent")))).containsExactly(boxes.role("sent"));
        assertThat(query(with("filter", with("role", null)))).containsExactly(work, plans);
        assertThat(query(with("filter", with("hasAnyRole", true)))).hasSize(6);
        assertThat(query(with("filter", with("isSubscribed", false)))).containsExactly(plans);
        Map<String, Object> not = Map.of("operator", "NOT", "conditions", List.of(Map.of("hasAnyRole", true)));
        assertThat(query(with("filter", not))).containsExactly(work, plans);
        assertThat(ada.call("Mailbox/query", with("filter", with("colour", "red")))
                        .error())
                .isEqualTo("unsupportedFilter");
        assertThat(ada.call("Mailbox/query", with("filter", with("hasAnyRole", 1)))
                        .error())
                .isEqualTo("invalidArguments");
        assertThat(ada.call("Mailbox/query", with("sort", List.of(Map.of("property", "colour"))))
                        .error())
                .isEqualTo("unsupportedSort");
    }

    @Test
    void sortAsTreeAndFilterAsTreeWork() {
        String b = boxes.make("b", null);
        String a = boxes.make("a", null);
        String bz = boxes.make("z", b);
        String by = boxes.make("y", b);
        String az = boxes.make("c", a);
        Map<String, @Nullable Object> sorted =
                with("filter", with("role", null), "sort", List.of(Map.of("property", "name")), "sortAsTree", true);
        assertThat(query(sorted)).containsExactly(a, az, b, by, bz);
        sorted.put("sortAsTree", false);
        assertThat(query(sorted)).containsExactly(a, b, az, by, bz);
        Map<String, @Nullable Object> filtered = with("filter", with("name", "z"), "filterAsTree", true);
        assertThat(query(filtered)).isEmpty();
        boxes.update(b, with("name", "bz"));
        assertThat(query(filtered)).containsExactly(b, bz);
    }

    @Test
    void queryChangesReportsAddedAndRemoved() {
        String b = boxes.make("b", null);
        Map<String, @Nullable Object> arguments =
                with("filter", with("role", null), "sort", List.of(Map.of("property", "name")), "sortAsTree", true);
        String state = ada.call("Mailbox/query", arguments).done().text("queryState");
        String a = boxes.make("a", b);
        Map<String, @Nullable Object> since = new LinkedHashMap<>(arguments);
        since.put("sinceQueryState", state);
        Response changes = ada.call("Mailbox/queryChanges", since).done();
        assertThat(changes.list("added")).contains(Map.of("id", a, "index", 1));
        boxes.home().put(ada, new TestMessage(a));
        since.put("sinceQueryState", changes.text("newQueryState"));
        Response counts = ada.call("Mailbox/queryChanges", since).done();
        assertThat(counts.list("added")).isEmpty();
        assertThat(counts.texts("removed")).isEmpty();
    }
}
