package svc.cap.mail.mailbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.map;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Access;
import svc.cap.mail.TestMessage;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Capability;
import svc.cap.mail.mailboxset.MailboxSource;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;
import svc.testkit.engine.Response;

/** {@code Mailbox}, clause by clause (RFC 8621 §2), on the real store. */
final class MailboxTest {

    @TempDir
    private Path directory;

    private MailboxFixture boxes;
    private MailHome home;
    private Client ada;

    @BeforeEach
    void begin() {
        boxes = new MailboxFixture(directory);
        home = boxes.home();
        ada = boxes.ada();
    }

    @AfterEach
    void end() {
        home.close();
    }

    private Map<String, @Nullable Object> refusal(Map<String, @Nullable Object> create) {
        Response answer =
                ada.call("Mailbox/set", Map.of("create", Map.of("k", create))).done();
        return map(answer.object("notCreated").get("k"));
    }

    private Map<String, @Nullable Object> refusedUpdate(String id, Map<String, @Nullable Object> patch) {
        Response answer =
                ada.call("Mailbox/set", Map.of("update", Map.of(id, patch))).done();
        return map(answer.object("notUpdated").get(id));
    }

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void newAccountHasSixDefaultMailboxes() {
        assertThat(MailHome.roles(ada).keySet()).containsExactly("inbox", "drafts", "sent", "archive", "junk", "trash");
        ada.call("Mailbox/set", Map.of("destroy", List.of(boxes.role("junk")))).done();
        assertThat(new DefaultMailboxes(home.store)).satisfies(again -> again.ensure(MailHome.scope(ada)));
        assertThat(MailHome.roles(ada).keySet()).containsExactly("inbox", "drafts", "sent", "archive", "trash");
    }

    @Test
    void queryCreatesTheDefaultMailboxes() {
        Client otherTenantClient = home.account("eve");
        assertThat(otherTenantClient.call("Mailbox/query", Map.of()).done().texts("ids"))
                .hasSize(6);
    }

    @Test
    @Covers(value = "CAP-05", open = "contacts and calendars")
    void mailV2UnlocksTheSameMethods() {
        Client second = ada.using("urn:ietf:params:jmap:core", MailV2Capability.URN);
        assertThat(second.call("Mailbox/get", with("ids", null)).done().list("list"))
                .hasSize(6);
        Client neither = ada.using("urn:ietf:params:jmap:core");
        assertThat(neither.call("Mailbox/get", with("ids", null)).error()).isEqualTo("unknownCapability");
    }

    @Test
    void newMailboxHasAllProperties() {
        Response answer = ada.call("Mailbox/set", Map.of("create", Map.of("k", Map.of("name", "Work"))))
                .done();
        Map<String, @Nullable Object> created = map(answer.object("created").get("k"));
        assertThat(created)
                .containsEntry("parentId", null)
                .containsEntry("role", null)
                .containsEntry("isSubscribed", true)
                .doesNotContainKey("name");
        assertThat(requireNonNull((Number) created.get("sortOrder")).intValue())
                .as("it stands after the mailboxes with a role")
                .isEqualTo(100);
        for (String count : List.of("totalEmails", "unreadEmails", "totalThreads", "unreadThreads")) {
            assertThat(requireNonNull((Number) created.get(count)).intValue()).isZero();
        }
        assertThat(map(created.get("myRights")).keySet())
                .containsExactlyInAnyOrder(
                        "mayReadItems",
                        "mayAddItems",
                        "mayRemoveItems",
                        "maySetSeen",
                        "maySetKeywords",
                        "mayCreateChild",
                        "mayRename",
                        "mayDelete",
                        "maySubmit");
        assertThat(ada.get("Mailbox", String.valueOf(created.get("id")))).containsEntry("name", "Work");
    }

    @Test
    void siblingNamesAreUnique() {
        String work = boxes.make("Work", null);
        assertThat(refusal(with("name", "Work")))
                .containsEntry("type", "alreadyExists")
                .containsEntry("existingId", work);
        String under = boxes.make("Work", work);
        assertThat(refusedUpdate(under, with("parentId", null))).containsEntry("type", "alreadyExists");
        boxes.update(under, with("parentId", null, "name", "Other"));
    }

    @Test
    void nameIsNetUnicode() {
        Response answer = ada.call("Mailbox/set", Map.of("create", Map.of("k", Map.of("name", "Cafe\u0301"))))
                .done();
        assertThat(map(answer.object("created").get("k"))).containsEntry("name", "Caf\u00e9");
        assertThat(refusal(with("name", "Caf\u00e9"))).containsEntry("type", "alreadyExists");
        for (Object bad : Arrays.asList("", "a\u0007b", null, 7, "x".repeat(256))) {
            assertThat(refusal(with("name", bad)))
                    .containsEntry("type", "invalidProperties")
                    .containsEntry("properties", List.of("name"));
        }
        boxes.make("x".repeat(255), null);
    }

    @Test
    void mailboxDepthIsLimitedAndCyclesAreRejected() {
        String parent = boxes.make("1", null);
        String first = parent;
        for (int i = 2; i <= MailCapability.DEEPEST; i++) {
            parent = boxes.make(String.valueOf(i), parent);
        }
        assertThat(refusal(with("name", "deep", "parentId", parent))).containsEntry("properties", List.of("parentId"));
        assertThat(refusedUpdate(first, with("parentId", parent))).containsEntry("properties", List.of("parentId"));
        assertThat(refusedUpdate(first, with("parentId", first))).containsEntry("properties", List.of("parentId"));
        assertThat(refusedUpdate(first, with("parentId", boxes.role("trash"))))
                .containsEntry("properties", List.of("parentId"));
        assertThat(refusal(with("name", "lost", "parentId", "f9999"))).containsEntry("type", "invalidProperties");
    }

    @Test
    void rolesAreRegisteredAndUnique() {
        String work = boxes.make("Work", null);
        assertThat(refusedUpdate(work, with("role", "archive"))).containsEntry("properties", List.of("role"));
        assertThat(refusedUpdate(work, with("role", "Important"))).containsEntry("properties", List.of("role"));
        Map<String, Object> both = new LinkedHashMap<>();
        both.put(work, Map.of("role", "archive"));
        both.put(boxes.role("archive"), with("role", null));
        Response answer = ada.call("Mailbox/set", Map.of("update", both)).done();
        assertThat(answer.object("updated").keySet()).containsExactlyInAnyOrder(work, boxes.role("archive"));
        assertThat(refusedUpdate(boxes.role("inbox"), with("role", null))).containsEntry("properties", List.of("role"));
    }

    @Test
    void rejectsValuesOfTheWrongType() {
        String work = boxes.make("Work", null);
        for (Map<String, @Nullable Object> patch : List.of(
                with("sortOrder", -1),
                with("sortOrder", 1.5),
                with("sortOrder", 2147483648L),
                with("isSubscribed", "yes"),
                with("parentId", 3),
                with("colour", "red"),
                with("totalEmails", 5),
                with("myRights", Map.of()))) {
            assertThat(refusedUpdate(work, patch))
                    .as(patch.toString())
                    .containsEntry("type", "invalidProperties")
                    .containsEntry("properties", List.copyOf(patch.keySet()));
        }
        assertThat(refusedUpdate(work, with("myRights/mayDelete", false)))
                .containsEntry("properties", List.of("myRights"));
        boxes.update(work, with("totalEmails", 0, "sortOrder", 2147483647));
        assertThat(refusal(with("name", "New", "totalEmails", 0))).containsEntry("type", "invalidProperties");
    }

    @Test
    void mailboxWithChildrenCannotBeDestroyed() {
        String parent = boxes.make("Parent", null);
        String child = boxes.make("Child", parent);
        home.put(ada, new TestMessage(parent));
        Response refused = ada.call(
                        "Mailbox/set", Map.of("destroy", List.of(parent), MailboxSource.REMOVE_EMAILS, true))
                .done();
        assertThat(map(refused.object("notDestroyed").get(parent))).containsEntry("type", "mailboxHasChild");
        assertThat(ada.get("Mailbox", parent)).containsEntry("totalEmails", 1);
        Response both = ada.call(
                        "Mailbox/set", Map.of("destroy", List.of(parent, child), MailboxSource.REMOVE_EMAILS, true))
                .done();
        assertThat(both.texts("destroyed")).containsExactlyInAnyOrder(parent, child);
    }

    @Test
    void mailboxWithEmailsNeedsOnDestroyRemoveEmails() {
        String work = boxes.make("Work", null);
        String only = home.put(ada, new TestMessage(work)).get(0);
        String both = home.put(ada, new TestMessage(work, boxes.role("inbox"))).get(0);
        Response refused =
                ada.call("Mailbox/set", Map.of("destroy", List.of(work))).done();
        assertThat(map(refused.object("notDestroyed").get(work))).containsEntry("type", "mailboxHasEmail");
        ada.call("Mailbox/set", Map.of("destroy", List.of(work), MailboxSource.REMOVE_EMAILS, true))
                .done();
        Response emails = ada.call("Email/get", Map.of("ids", List.of(only, both), "properties", List.of("mailboxIds")))
                .done();
        assertThat(emails.texts("notFound")).containsExactly(only);
        assertThat(map(emails.list("list").get(0))).containsEntry("mailboxIds", Map.of(boxes.role("inbox"), true));
    }

    @Test
    void inboxCannotBeDestroyed() {
        Response refused = ada.call("Mailbox/set", Map.of("destroy", List.of(boxes.role("inbox"))))
                .done();
        assertThat(map(refused.object("notDestroyed").get(boxes.role("inbox")))).containsEntry("type", "forbidden");
        assertThat(map(ada.get("Mailbox", boxes.role("inbox")).get("myRights"))).containsEntry("mayDelete", false);
    }

    /** The example of RFC 8621 §2: an unread email in the trash and a read one in the inbox. */
    @Test
    void unreadThreadsAreCountedSeparatelyInTheTrash() {
        home.put(
                ada,
                new TestMessage(boxes.role("trash")).links(1L),
                new TestMessage(boxes.role("inbox")).links(1L).with("$seen"));
        assertThat(ada.get("Mailbox", boxes.role("trash"))).containsEntry("unreadThreads", 1);
        assertThat(ada.get("Mailbox", boxes.role("inbox")))
                .containsEntry("unreadThreads", 0)
                .containsEntry("totalThreads", 1);
        home.put(ada, new TestMessage(boxes.role("archive")).links(1L));
        assertThat(ada.get("Mailbox", boxes.role("inbox"))).containsEntry("unreadThreads", 1);
        boxes.update(boxes.role("trash"), with("role", null));
        assertThat(ada.get("Mailbox", boxes.role("trash")))
                .containsEntry("unreadThreads", 1)
                .containsEntry("unreadEmails", 1);
    }

    @Test
    void changesReportUpdatedPropertiesForCountChanges() {
        String state = ada.state("Mailbox");
        home.put(ada, new TestMessage(boxes.role("inbox")));
        Response counts =
                ada.call("Mailbox/changes", Map.of("sinceState", state)).done();
        assertThat(counts.texts("updated")).containsExactly(boxes.role("inbox"));
        assertThat(counts.texts("updatedProperties"))
                .containsExactlyInAnyOrder("totalEmails", "unreadEmails", "totalThreads", "unreadThreads");
        boxes.update(boxes.role("inbox"), with("sortOrder", 3));
        assertThat(ada.call("Mailbox/changes", Map.of("sinceState", state))
                        .done()
                        .arguments())
                .containsEntry("updatedProperties", null);
    }

    @Test
    @Covers("RFC8621 §2.1")
    void getWithoutIdsReturnsAllMailboxesUpToTheLimit() {
        int max = JmapTestServer.LIMITS.maxObjectsInGet();
        int there = boxes.roles().size();
        Map<String, Object> many = new HashMap<>();
        for (int i = there; i < max; i++) {
            many.put("k" + i, Map.of("name", "box " + i));
        }
        ada.call("Mailbox/set", Map.of("create", many)).done();
        assertThat(ada.call("Mailbox/get", with("ids", null)).done().list("list"))
                .hasSize(max);
        boxes.make("one more", null);
        assertThat(ada.call("Mailbox/get", with("ids", null)).error()).isEqualTo("requestTooLarge");
        List<String> ids = ada.call("Mailbox/query", Map.of()).done().texts("ids");
        assertThat(ids).hasSize(max + 1);
        assertThat(ada.call("Mailbox/get", with("ids", ids.subList(0, max)))
                        .done()
                        .list("list"))
                .hasSize(max);
    }

    @Test
    @Covers("RFC8621 §1.3.1")
    void readOnlyShareCannotCreateMailboxes() {
        Client bob = home.account("bob");
        assertThat(makesMailboxes(ada, ada.accountId())).isTrue();
        home.engine.share(ada, bob, MailCapability.URN, Access.READ);
        assertThat(makesMailboxes(bob, bob.sharedBy(ada))).isFalse();
        Response refused = bob.call(
                "Mailbox/set", with("accountId", bob.sharedBy(ada), "create", Map.of("k", Map.of("name", "mine"))));
        assertThat(refused.error()).isEqualTo("accountReadOnly");
        home.engine.share(ada, bob, MailCapability.URN, Access.WRITE);
        assertThat(makesMailboxes(bob, bob.sharedBy(ada))).isTrue();
        assertThat(makesMailboxes(bob, bob.accountId())).isTrue();
    }

    private static boolean makesMailboxes(Client client, String accountId) {
        Map<String, @Nullable Object> account =
                map(map(client.session().get("accounts")).get(accountId));
        Map<String, @Nullable Object> mail =
                map(map(account.get("accountCapabilities")).get(MailCapability.URN));
        return Boolean.TRUE.equals(mail.get("mayCreateTopLevelMailbox"));
    }

    @Test
    void sharedMailboxesHaveRightsAndSubscriptionsPerUser() {
        Client bob = home.account("bob");
        home.engine.share(ada, bob, MailCapability.URN, Access.READ);
        String account = bob.sharedBy(ada);
        Map<String, @Nullable Object> arguments = with("accountId", account, "ids", List.of(boxes.role("inbox")));
        Map<String, @Nullable Object> inbox =
                map(bob.call("Mailbox/get", arguments).done().list("list").get(0));
        assertThat(inbox).containsEntry("isSubscribed", false);
        assertThat(map(inbox.get("myRights")))
                .containsEntry("mayReadItems", true)
                .containsEntry("mayAddItems", false);
        home.engine.share(ada, bob, MailCapability.URN, Access.WRITE);
        Map<String, Object> wanted = Map.of(boxes.role("inbox"), Map.of("isSubscribed", true));
        bob.call("Mailbox/set", with("accountId", account, "update", wanted)).done();
        assertThat(map(bob.call("Mailbox/get", arguments).done().list("list").get(0)))
                .containsEntry("isSubscribed", true);
        ada.call("Mailbox/set", Map.of("update", Map.of(boxes.role("inbox"), Map.of("isSubscribed", false))))
                .done();
        assertThat(map(bob.call("Mailbox/get", arguments).done().list("list").get(0)))
                .containsEntry("isSubscribed", true);
        assertThat(ada.get("Mailbox", boxes.role("inbox"))).containsEntry("isSubscribed", false);
    }
}
