package svc.cap.mail.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.map;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** Names of mailboxes: the name of the Inbox, and exchanges of names within one call. */
final class MailboxNamesTest {

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
    @Covers("RFC8621 §2.5")
    void nameInboxIsReservedInAnyCase() {
        for (String name : List.of("INBOX", "inbox", "InBox")) {
            assertThat(refusal(with("name", name)))
                    .as(name)
                    .containsEntry("type", "alreadyExists")
                    .containsEntry("existingId", boxes.role("inbox"));
        }
        String work = boxes.make("Work", null);
        assertThat(refusedUpdate(work, with("name", "inbox"))).containsEntry("type", "alreadyExists");
        boxes.make("inbox", work);
        boxes.make("a/b", null);
        boxes.update(boxes.role("inbox"), with("name", "INBOX"));
        boxes.update(boxes.role("inbox"), with("name", "Post"));
        assertThat(refusal(with("name", "Inbox"))).containsEntry("existingId", boxes.role("inbox"));
    }

    @Test
    @Covers("RFC8620 §5.3")
    void mailboxesCanSwapNamesInOneCall() {
        String one = boxes.make("One", null);
        String two = boxes.make("Two", null);
        String three = boxes.make("Three", null);
        updates(Map.of(one, with("name", "Two"), two, with("name", "One")));
        assertThat(ada.get("Mailbox", one)).containsEntry("name", "Two");
        assertThat(ada.get("Mailbox", two)).containsEntry("name", "One");
        updates(Map.of(
                one, with("name", "Three"), two, with("name", "Two"), three, with("name", "One", "sortOrder", 7)));
        assertThat(ada.get("Mailbox", one)).containsEntry("name", "Three");
        assertThat(ada.get("Mailbox", two)).containsEntry("name", "Two");
        assertThat(ada.get("Mailbox", three)).containsEntry("name", "One").containsEntry("sortOrder", 7);
        String junk = boxes.role("junk");
        String archive = boxes.role("archive");
        updates(Map.of(junk, with("role", "archive"), archive, with("role", "junk")));
        assertThat(ada.get("Mailbox", junk)).containsEntry("role", "archive");
        String under = boxes.make("One", one);
        updates(Map.of(under, with("parentId", null), three, with("parentId", one)));
        assertThat(ada.get("Mailbox", under)).containsEntry("parentId", null).containsEntry("name", "One");
        assertThat(ada.get("Mailbox", three)).containsEntry("parentId", one);
    }

    @Test
    @Covers("RFC8620 §5.3")
    void nameSwapIsAtomic() {
        String one = boxes.make("One", null);
        String two = boxes.make("Two", null);
        String inbox = boxes.role("inbox");
        for (Map<String, Map<String, @Nullable Object>> wrong : List.of(
                Map.of(one, with("name", "Two"), two, with("name", "One", "sortOrder", -1)),
                Map.of(one, with("name", "Inbox"), inbox, with("name", "One")))) {
            Map<String, @Nullable Object> before = new HashMap<>(ada.all("Mailbox"));
            Response answer = ada.call("Mailbox/set", Map.of("update", wrong)).done();
            assertThat(answer.object("notUpdated")).isNotEmpty();
            assertThat(answer.arguments().get("updated")).isNull();
            assertThat(ada.all("Mailbox")).isEqualTo(before);
        }
    }

    private void updates(Map<String, Map<String, @Nullable Object>> updates) {
        Response answer = ada.call("Mailbox/set", Map.of("update", updates)).done();
        assertThat(answer.arguments().get("notUpdated")).isNull();
        assertThat(answer.object("updated")).containsOnlyKeys(updates.keySet());
    }
}
