package svc.cap.mail.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Access;
import svc.api.jmap.observe.ObjectObserver;
import svc.api.store.Scope;
import svc.cap.mail.mailbox.MailFixture;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** {@code Email/set} (RFC 8621 §4.6): updates and destruction of emails. */
class EmailSetTest {

    @TempDir
    private Path directory;

    private MailFixture fixture;
    private Client ada;
    private String first;
    private String second;
    private String id;

    @BeforeEach
    void open() {
        fixture = new MailFixture(directory);
        ada = fixture.account("ada");
        first = fixture.mailbox(ada, "One");
        second = fixture.mailbox(ada, "Two");
        id = fixture.deliver(ada, first, MailFixture.lines("Subject: s", "From: eve@one.example", "", "text"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Response set(Map<String, ?> patch) {
        return set(ada, Map.of("update", Map.of(id, patch)));
    }

    private static Response set(Client client, Map<String, ?> arguments) {
        return client.call("Email/set", arguments).done();
    }

    private void changes(Map<String, ?> patch) {
        Response response = set(patch);
        assertThat(response.arguments().get("notUpdated")).as("%s", patch).isNull();
        assertThat(response.object("updated")).containsEntry(id, null);
    }

    private Map<?, ?> refused(Map<String, ?> patch) {
        Response response = set(patch);
        assertThat(response.text("newState")).isEqualTo(response.text("oldState"));
        return (Map<?, ?>) Objects.requireNonNull(response.object("notUpdated").get(id));
    }

    private static Map<String, @Nullable Object> patch(String path, @Nullable Object value) {
        Map<String, @Nullable Object> patch = new LinkedHashMap<>();
        patch.put(path, value);
        return patch;
    }

    private @Nullable Object keywords() {
        return fixture.get(ada, id, "keywords").get("keywords");
    }

    private @Nullable Object mailboxes() {
        return fixture.get(ada, id, "mailboxIds").get("mailboxIds");
    }

    @Test
    @Covers("RFC8621 §1.5")
    void onlyANewEmailChangesTheStateOfEmailDelivery() {
        String before = deliveryState();
        changes(Map.of("keywords/$seen", true));
        assertThat(deliveryState()).as("after an update").isEqualTo(before);
        String other = fixture.deliver(ada, first, MailFixture.lines("Subject: new", "", "text"));
        String after = deliveryState();
        assertThat(after).as("after a delivery").isNotEqualTo(before);
        set(ada, Map.of("destroy", List.of(other)));
        assertThat(deliveryState()).as("after a destruction").isEqualTo(after);
    }

    private String deliveryState() {
        return fixture.engine
                .store()
                .read(MailHome.scope(ada), snapshot -> snapshot.state(EmailType.DELIVERY))
                .toString();
    }

    @Test
    @Covers({"RFC8621 §4.6", "RFC8621 §4.1.1"})
    void keywordsAreReplacedOrPatched() {
        changes(Map.of("keywords", Map.of("$seen", true, "Work", true)));
        assertThat(keywords()).isEqualTo(Map.of("$seen", true, "work", true));
        changes(Map.of("keywords/$Flagged", true, "keywords/a~1b~0c", true));
        assertThat(keywords()).isEqualTo(Map.of("$seen", true, "work", true, "$flagged", true, "a/b~c", true));
        changes(patch("keywords/$seen", null));
        changes(patch("keywords/none", null));
        assertThat(keywords()).isEqualTo(Map.of("work", true, "$flagged", true, "a/b~c", true));
        changes(patch("keywords", null));
        assertThat(keywords()).isEqualTo(Map.of());
    }

    @Test
    @Covers("RFC8621 §4.1.1")
    void rejectsInvalidKeywords() {
        for (String invalid : List.of("", "a b", "ä", "(", ")", "{", "]", "%", "*", "\"", "\\", "x".repeat(256))) {
            assertThat(refused(Map.of("keywords", Map.of(invalid, true))))
                    .as(invalid)
                    .isEqualTo(refused(patch("keywords/" + invalid, true)));
            assertThat(refused(Map.of("keywords", Map.of(invalid, true))).get("properties"))
                    .as(invalid)
                    .isEqualTo(List.of("keywords"));
        }
        for (Object wrong : List.of("x", 1, List.of("a"), Map.of("a", false), Map.of("a", "true"))) {
            assertThat(refused(Map.of("keywords", wrong)).get("type"))
                    .as("%s", wrong)
                    .isEqualTo("invalidProperties");
        }
        assertThat(refused(Map.of("keywords/a", false)).get("properties")).isEqualTo(List.of("keywords"));
        assertThat(refused(Map.of("keywords", Map.of(), "keywords/a", true)).get("type"))
                .isEqualTo("invalidPatch");
        changes(Map.of("keywords/" + "x".repeat(255), true));
    }

    @Test
    @Covers("RFC8620 §5.3")
    void rejectsInvalidPatchPointers() {
        for (String pointer : List.of(
                "keywords/never/was",
                "keywords/a~2b",
                "keywords/a~",
                "mailboxIds/" + first + "/x",
                "mailboxIds/fk/z",
                "labelIds/l/x",
                "labelIds/l1",
                "from/0",
                "from/0/email",
                "nothing/x")) {
            assertThat(refused(Map.of(pointer, true)).get("type")).as(pointer).isEqualTo("invalidPatch");
        }
        assertThat(refused(Map.of("keywords/a", true, "keywords/a/b", true)).get("type"))
                .as("one pointer is the beginning of another")
                .isEqualTo("invalidPatch");
        assertThat(keywords()).isEqualTo(Map.of());
    }

    @Test
    @Covers("RFC8621 §4.6")
    void emailIsMovedBetweenMailboxes() {
        changes(Map.of("mailboxIds", Map.of(second, true)));
        assertThat(mailboxes()).isEqualTo(Map.of(second, true));
        changes(Map.of("mailboxIds/" + first, true));
        assertThat(mailboxes()).isEqualTo(Map.of(first, true, second, true));
        changes(patch("mailboxIds/" + second, null));
        assertThat(mailboxes()).isEqualTo(Map.of(first, true));
        assertThat(fixture.counts(ada, first)).isEqualTo("1 1 1 1");
        assertThat(fixture.counts(ada, second)).isEqualTo("0 0 0 0");
    }

    @Test
    @Covers("RFC8621 §4.6")
    void emailNeedsAtLeastOneExistingMailbox() {
        List<Map<String, @Nullable Object>> invalid = new ArrayList<>();
        invalid.add(patch("mailboxIds", Map.of()));
        invalid.add(patch("mailboxIds", null));
        invalid.add(patch("mailboxIds", Map.of(first, false)));
        invalid.add(patch("mailboxIds", Map.of("fvvvv", true)));
        invalid.add(patch("mailboxIds", Map.of("nonsense", true)));
        invalid.add(patch("mailboxIds", List.of(first)));
        invalid.add(patch("mailboxIds/" + first, null));
        invalid.add(patch("mailboxIds/fvvvv", true));
        invalid.add(patch("mailboxIds/" + second, false));
        invalid.forEach(one -> assertThat(refused(one)).as("%s", one).satisfies(error -> {
            assertThat(error.get("type")).isEqualTo("invalidProperties");
            assertThat(error.get("properties")).isEqualTo(List.of("mailboxIds"));
        }));
        assertThat(mailboxes()).isEqualTo(Map.of(first, true));
    }

    @Test
    @Covers("RFC8621 §4.6")
    void rejectsTooManyKeywordsAndMailboxes() {
        Map<String, Object> words = new LinkedHashMap<>();
        Map<String, Object> places = new LinkedHashMap<>();
        for (int i = 0; i < 100; i++) {
            words.put("k" + i, true);
            places.put(fixture.mailbox(ada, "M" + i), true);
        }
        changes(Map.of("keywords", words, "mailboxIds", places));
        assertThat(refused(Map.of("keywords/more", true)).get("type")).isEqualTo("tooManyKeywords");
        assertThat(refused(Map.of("mailboxIds/" + first, true)).get("type")).isEqualTo("tooManyMailboxes");
        words.put("more", true);
        places.put(first, true);
        assertThat(refused(Map.of("keywords", words)).get("type")).isEqualTo("tooManyKeywords");
        assertThat(refused(Map.of("mailboxIds", places)).get("type")).isEqualTo("tooManyMailboxes");
    }

    @Test
    @Covers("RFC8621 §4.1")
    void acceptsUnchangedImmutableProperties() {
        Map<String, @Nullable Object> email = fixture.get(ada, id, Map.of());
        email.remove("bodyValues");
        email.put("keywords", Map.of("$seen", true));
        changes(email);
        assertThat(keywords()).isEqualTo(Map.of("$seen", true));
        assertThat(refused(Map.of("subject", "other", "size", 1, "keywords/a", true))
                        .get("properties"))
                .asString()
                .contains("subject", "size")
                .doesNotContain("keywords");
        for (String name : List.of("nonsense", "header:Subject", "receivedAt", "id")) {
            assertThat(refused(Map.of(name, "x")).get("properties")).as(name).isEqualTo(List.of(name));
        }
        assertThat(keywords()).isEqualTo(Map.of("$seen", true));
    }

    @Test
    @Covers("RFC8621 §4.6")
    void destroyedEmailIsRemovedEverywhere() {
        changes(Map.of("mailboxIds/" + second, true));
        String thread = String.valueOf(fixture.get(ada, id, "threadId").get("threadId"));
        Response response = set(ada, Map.of("destroy", List.of(id, "mvvvv")));
        assertThat(response.texts("destroyed")).containsExactly(id);
        assertThat(response.object("notDestroyed")).containsOnlyKeys("mvvvv");
        assertThat(ada.all("Email")).isEmpty();
        assertThat(fixture.counts(ada, first)).isEqualTo("0 0 0 0");
        assertThat(fixture.counts(ada, second)).isEqualTo("0 0 0 0");
        assertThat(ada.call("Thread/get", Map.of("ids", List.of(thread))).done().texts("notFound"))
                .containsExactly(thread);
        assertThat(refusedGone()).isEqualTo("notFound");
    }

    private @Nullable Object refusedGone() {
        return ((Map<?, ?>) set(Map.of("keywords/a", true)).object("notUpdated").getOrDefault(id, Map.of()))
                .get("type");
    }

    @Test
    @Covers("RFC8621 §4.3")
    void updateWithoutChangeKeepsTheState() {
        changes(Map.of("keywords/a", true));
        String state = ada.state("Email");
        changes(Map.of("keywords/A", true));
        changes(Map.of("mailboxIds", Map.of(first, true)));
        assertThat(ada.state("Email")).isEqualTo(state);
        changes(Map.of("keywords/b", true));
        assertThat(ada.call("Email/changes", Map.of("sinceState", state)).done().texts("updated"))
                .containsExactly(id);
    }

    @Test
    @Covers(value = "ACC-03", part = "messages")
    void readOnlyShareCannotChangeEmails() {
        Client bob = fixture.account("bob");
        fixture.engine.share(ada, bob, MailCapability.URN, Access.READ);
        Map<String, Object> update =
                Map.of("accountId", bob.sharedBy(ada), "update", Map.of(id, Map.of("keywords/$seen", true)));
        assertThat(bob.call("Email/set", update).error()).isEqualTo("accountReadOnly");
        fixture.engine.share(ada, bob, MailCapability.URN, Access.WRITE);
        assertThat(bob.call("Email/set", update).done().object("updated")).containsKey(id);
        assertThat(keywords()).isEqualTo(Map.of("$seen", true));
    }

    @Test
    @Covers(value = "DOM-01", part = "many messages in one call")
    void rejectedUpdateDoesNotAffectOthers() {
        Map<String, Object> update = new LinkedHashMap<>();
        for (int i = 0; i < 30; i++) {
            String one = fixture.deliver(ada, first, MailFixture.lines("Subject: " + i, "", "text"));
            update.put(one, i % 3 == 0 ? Map.of("keywords", 7) : Map.of("keywords/$seen", true));
        }
        Response response = set(ada, Map.of("update", update));
        assertThat(response.object("updated")).hasSize(20);
        assertThat(response.object("notUpdated")).hasSize(10);
        assertThat(fixture.counts(ada, first)).isEqualTo("31 11 31 11");
    }

    @Test
    @Covers(value = "DOM-01", part = "in what a message differs is told")
    void changedPropertiesAreReported() {
        List<Set<String>> events = new ArrayList<>();
        fixture.engine.register(new ObjectObserver() {
            @Override
            public void objectsServed(ServedObjects objects) {}

            @Override
            public boolean isInterested(Scope scope, String type) {
                return type.equals(EmailType.TYPE);
            }

            @Override
            public void objectsUpdated(List<ObjectUpdate> updates) {
                updates.forEach(update -> events.add(update.properties()));
            }
        });
        changes(Map.of("keywords/$seen", true, "keywords/a~1b", true, "mailboxIds/" + second, true));
        changes(Map.of("keywords/$seen", true));
        assertThat(events).containsExactly(Set.of("keywords/$seen", "keywords/a~1b", "mailboxIds/" + second));
    }
}
