package svc.cap.mail.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.map;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.Members;
import svc.cap.mail.ThreadFixture;
import svc.cap.mail.label.Label;
import svc.cap.mail.label.LabelRemoval;
import svc.cap.mail.label.LabelRows;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** V2-03: labels of emails, and filters on labels. */
final class EmailLabelTest {

    @TempDir
    private Path directory;

    private ThreadFixture talk;
    private Client ada;
    private String work = "";
    private String home = "";

    @BeforeEach
    void begin() {
        talk = ThreadFixture.in(directory);
        ada = talk.ada();
        work = ada.create("Label", Map.of("name", "work"));
        home = ada.create("Label", Map.of("name", "home"));
    }

    @AfterEach
    void end() {
        talk.home().close();
    }

    private String email(long at) {
        return talk.home().put(ada, talk.letter(at).at(at)).get(0);
    }

    private void set(String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                ada.call("Email/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("notUpdated")).isNull();
    }

    private Map<String, @Nullable Object> refused(
            Client client, String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                client.call("Email/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("updated")).as(patch.toString()).isNull();
        return map(answer.object("notUpdated").get(id));
    }

    private Map<String, @Nullable Object> get(String id, String... properties) {
        return map(ThreadFixture.properties(ada, List.of(id), properties).get(0));
    }

    private Set<?> labels(String id) {
        return map(get(id, "labelIds").get("labelIds")).keySet();
    }

    private Response query(Map<String, ?> filter) {
        return ada.call("Email/query", Map.of("filter", filter, "calculateTotal", true))
                .done();
    }

    @Test
    @Covers("V2-03")
    void emailHasLabelsAndKeywords() {
        String id = email(1);
        String state = ada.state("Email");
        set(id, Map.of("labelIds", Map.of(work, true, home, true), "keywords/seen-by-ann", true));
        assertThat(get(id, "labelIds", "keywords"))
                .containsEntry("labelIds", Map.of(work, true, home, true))
                .containsEntry("keywords", Map.of("seen-by-ann", true));
        assertThat(ada.call("Email/changes", Map.of("sinceState", state)).done().texts("updated"))
                .containsExactly(id);
        set(id, with("labelIds/" + home, null));
        set(id, Map.of("keywords", Map.of("$seen", true)));
        assertThat(labels(id)).isEqualTo(Set.of(work));
        set(id, Map.of("labelIds/" + home, true));
        assertThat(labels(id)).isEqualTo(Set.of(work, home));
        set(id, with("labelIds", null));
        assertThat(get(id, "labelIds", "keywords"))
                .containsEntry("labelIds", Map.of())
                .containsEntry("keywords", Map.of("$seen", true));
        String now = ada.state("Email");
        set(id, Map.of("labelIds", Map.of()));
        assertThat(ada.state("Email")).as("nothing is different").isEqualTo(now);
    }

    @Test
    @Covers("V2-03")
    void rejectsUnknownLabels() {
        String id = email(1);
        Client ben = talk.home().account("ben");
        String bens = ben.create("Label", Map.of("name", "a"));
        ben.call("Label/set", Map.of("destroy", List.of(bens))).done();
        for (String unknown : List.of("l99999", "x", "", work + "0", id, "l" + Long.MAX_VALUE)) {
            for (Map<String, Object> patch : List.<Map<String, Object>>of(
                    Map.of("labelIds", Map.of(work, true, unknown, true)), Map.of("labelIds/" + unknown, true))) {
                assertThat(refused(ada, id, patch))
                        .as(patch.toString())
                        .containsEntry("type", "invalidProperties")
                        .containsEntry("properties", List.of("labelIds"));
            }
        }
        for (Object wrong : List.of(List.of(work), work, 5, Map.of(work, false), Map.of(work, 1))) {
            assertThat(refused(ada, id, Map.of("labelIds", wrong)))
                    .as(wrong.toString())
                    .containsEntry("properties", List.of("labelIds"));
        }
        assertThat(refused(ada, id, Map.of("labelIds", Map.of(), "labelIds/" + work, true)))
                .containsEntry("type", "invalidPatch");
        assertThat(refused(ada, id, Map.of("keywords/(" + work.substring(1), true)))
                .as("the word under which labels are kept is no keyword")
                .containsEntry("properties", List.of("keywords"));
        assertThat(labels(id)).isEmpty();
    }

    @Test
    @Covers("V2-03")
    void labelsPerEmailAreLimited() {
        String id = email(1);
        Map<String, Object> all = new HashMap<>();
        for (int i = 0; i < LabelsCapability.MOST_ON_EMAIL; i++) {
            all.put(ada.create("Label", Map.of("name", "label " + i)), true);
        }
        set(id, Map.of("labelIds", all));
        assertThat(refused(ada, id, Map.of("labelIds/" + work, true))).containsEntry("properties", List.of("labelIds"));
        set(id, with("labelIds/" + all.keySet().iterator().next(), null, "labelIds/" + work, true));
        assertThat(labels(id)).hasSize(LabelsCapability.MOST_ON_EMAIL);
    }

    @Test
    @Covers("V2-03")
    void queryFindsTheEmailsOfALabel() {
        List<String> ids = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            ids.add(email(i));
            if (i % 3 == 0) {
                set(ids.get(i - 1), Map.of("labelIds/" + work, true));
            }
        }
        List<String> labelled = new ArrayList<>();
        for (int i = 29; i > 0; i -= 3) {
            labelled.add(ids.get(i));
        }
        Response found = query(Map.of("hasLabel", work));
        assertThat(found.texts("ids")).isEqualTo(labelled);
        assertThat(found.arguments()).containsEntry("total", 10).containsEntry("canCalculateChanges", true);
        assertThat(query(Map.of("notLabel", work)).texts("ids")).hasSize(20).doesNotContainAnyElementsOf(labelled);
        assertThat(query(Map.of("hasLabel", home)).texts("ids")).isEmpty();
        assertThat(query(Map.of("hasLabel", "l999")).texts("ids")).isEmpty();
        assertThat(query(Map.of("notLabel", "no id")).texts("ids")).hasSize(30);
        assertThat(query(Map.of("hasLabel", work, "inMailbox", talk.inbox(), "after", "2026-01-05T00:00:20Z"))
                        .texts("ids"))
                .isEqualTo(labelled.subList(0, 4));
        assertThat(ada.call("Email/query", Map.of("filter", Map.of("hasLabel", 5)))
                        .error())
                .isEqualTo("invalidArguments");
        assertThat(ada.call("Thread/query", Map.of("filter", Map.of("hasLabel", work)))
                        .done()
                        .list("ids"))
                .hasSize(10);

        set(labelled.get(2), with("labelIds", null));
        set(ids.get(0), Map.of("labelIds/" + work, true));
        Response changes = ada.call(
                        "Email/queryChanges",
                        Map.of("filter", Map.of("hasLabel", work), "sinceQueryState", found.text("queryState")))
                .done();
        assertThat(changes.texts("removed")).containsExactlyInAnyOrder(labelled.get(2), ids.get(0));
        assertThat(changes.list("added")).isEqualTo(List.of(Map.of("id", ids.get(0), "index", 9)));
    }

    /** The index word of a label is not a keyword: a client without labels does not find emails by it. */
    @Test
    @Covers("V2-03")
    void labelIsNotAKeyword() {
        String plain = email(1);
        String labelled = email(2);
        set(labelled, Map.of("labelIds/" + work, true));
        String word = "(" + work.substring(1);
        for (String condition : List.of("hasKeyword", "someInThreadHaveKeyword", "allInThreadHaveKeyword")) {
            assertThat(query(Map.of(condition, word)).texts("ids"))
                    .as(condition)
                    .isEmpty();
        }
        for (String condition : List.of("notKeyword", "noneInThreadHaveKeyword")) {
            assertThat(query(Map.of(condition, word)).texts("ids"))
                    .as(condition)
                    .containsExactly(labelled, plain);
        }
        for (String property : List.of("hasKeyword", "someInThreadHaveKeyword")) {
            Map<String, Object> ascendingSql = Map.of("property", property, "keyword", word);
            Map<String, Object> descendingSql = Map.of("property", property, "keyword", word, "isAscending", false);
            assertThat(sorted(descendingSql)).as(property).isEqualTo(sorted(ascendingSql));
        }
    }

    private List<String> sorted(Map<String, ?> step) {
        return ada.call("Email/query", Map.of("sort", List.of(step))).done().texts("ids");
    }

    @Test
    @Covers("V2-03")
    void destroyedLabelIsRemovedFromItsEmails() {
        String id = email(1);
        set(id, Map.of("labelIds", Map.of(work, true, home, true), "keywords/k", true));
        String state = ada.state("Email");
        ada.call("Label/set", Map.of("destroy", List.of(work))).done();
        assertThat(get(id, "labelIds", "keywords"))
                .containsEntry("labelIds", Map.of(home, true))
                .containsEntry("keywords", Map.of("k", true));
        assertThat(ada.call("Email/changes", Map.of("sinceState", state)).done().texts("updated"))
                .containsExactly(id);
    }

    /** More emails than one transaction changes, also when the server stops in between. */
    @Test
    @Covers("V2-03")
    void labelIsRemovedFromManyEmailsInTheBackground() {
        int many = LabelRemoval.AT_ONCE * 3;
        List<String> ids = talk.home().put(ada, Collections.nCopies(many, talk.letter(1L)));
        Map<String, Object> update = new HashMap<>();
        ids.forEach(id -> update.put(id, Map.of("labelIds", Map.of(work, true, home, true))));
        ada.call("Email/set", Map.of("update", update)).done();
        String state = ada.state("Email");
        assertThat(query(Map.of("hasLabel", work)).arguments()).containsEntry("total", many);

        ada.call("Label/set", Map.of("destroy", List.of(work))).done();
        assertThat(refused(ada, email(9), Map.of("labelIds/" + work, true)))
                .as("nobody else gets it")
                .containsEntry("properties", List.of("labelIds"));
        Eventually.until(
                "no message has the label",
                () -> query(Map.of("hasLabel", work)).list("ids").isEmpty());
        assertThat(query(Map.of("hasLabel", home)).arguments()).containsEntry("total", many);
        Set<String> updated = new HashSet<>();
        for (String since = state; since != null; ) {
            Response changes =
                    ada.call("Email/changes", Map.of("sinceState", since)).done();
            updated.addAll(changes.texts("updated"));
            since = Boolean.TRUE.equals(changes.arguments().get("hasMoreChanges")) ? changes.text("newState") : null;
        }
        assertThat(updated).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(labels(ids.get(0))).isEqualTo(Set.of(home));
    }

    @Test
    @Covers("V2-03")
    void labelRemovalContinuesAfterARestart() {
        List<String> ids = talk.home().put(ada, Collections.nCopies(5, talk.letter(1L)));
        ids.forEach(id -> set(id, Map.of("labelIds/" + work, true)));
        long number = Long.parseLong(work.substring(1));
        talk.home().store.write(MailHome.scope(ada), tx -> {
            new LabelRows().delete(tx, number);
            tx.logDestroyed(Label.TYPE, number);
            LabelRows.markForRemoval(tx.sql(), number);
            return tx;
        });
        LabelRemoval restarted = new LabelRemoval(talk.home().store, talk.home().emailWriter);
        restarted.ensure(MailHome.scope(ada));
        Eventually.until("no message has the label", () -> labels(ids.get(4)).isEmpty());
        assertThat(query(Map.of("hasLabel", work)).texts("ids")).isEmpty();
    }

    @Test
    @Covers("V2-03")
    void emailsKeepTheirLabelsAfterAThreadMerge() {
        String first = email(1);
        String second = email(2);
        set(second, Map.of("labelIds/" + work, true));
        ThreadFixture.merge(ada, talk.thread(first), talk.thread(second)).done();
        List<String> found = query(Map.of("hasLabel", work)).texts("ids");
        assertThat(found).hasSize(1).doesNotContain(second);
        assertThat(labels(found.get(0))).isEqualTo(Set.of(work));
        ada.call("Email/set", Map.of("destroy", found)).done();
        assertThat(query(Map.of("hasLabel", work)).arguments()).containsEntry("total", 0);
    }

    @Test
    @Covers(value = "CAP-06", open = "contacts and calendars")
    void isPinnedSetsTheKeyword() {
        String id = email(1);
        String other = email(2);
        set(id, Map.of("isPinned", true));
        assertThat(get(id, "isPinned", "keywords"))
                .containsEntry("isPinned", true)
                .containsEntry("keywords", Map.of("$pinned", true));
        assertThat(query(Map.of("isPinned", true)).texts("ids")).containsExactly(id);
        assertThat(query(Map.of("isPinned", false)).texts("ids")).containsExactly(other);
        assertThat(sorted(Map.of("property", "isPinned", "isAscending", false))).containsExactly(id, other);
        set(id, with("keywords/$pinned", null));
        assertThat(get(id, "isPinned")).containsEntry("isPinned", false);
        set(id, Map.of("keywords", Map.of("$seen", true), "isPinned", true));
        assertThat(get(id, "keywords")).containsEntry("keywords", Map.of("$seen", true, "$pinned", true));
        set(id, with("isPinned", null));
        assertThat(get(id, "isPinned", "keywords")).containsEntry("keywords", Map.of("$seen", true));
        assertThat(refused(ada, id, Map.of("isPinned", 1))).containsEntry("properties", List.of("isPinned"));
        assertThat(refused(ada, id, Map.of("isPinned", true, "keywords/$pinned", Members.with("x", null))))
                .containsEntry("type", "invalidProperties");
        assertThat(refused(ada, id, with("isPinned", true, "keywords/$pinned", null)))
                .containsEntry("type", "invalidPatch");
        assertThat(refused(ada, id, Map.of("isPinned", false, "keywords", Map.of("$pinned", true))))
                .containsEntry("properties", List.of("keywords", "isPinned"));
    }
}
