package svc.cap.mail.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.map;
import static svc.cap.mail.Members.with;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.mailbox.MailFixture;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** The extensions of the second version of mail, and the requests that can use them (CAP-06). */
final class SecondMailTest {

    private static final String CORE = "urn:ietf:params:jmap:core";
    private static final String LETTER = MailFixture.lines("From: a@far.test", "Subject: hello", "", "Hello.");

    @TempDir
    private Path directory;

    private MailFixture fixture;
    private Client ada;
    private String mailbox = "";
    private String work = "";
    private String home = "";

    @BeforeEach
    void begin() {
        fixture = new MailFixture(directory).second();
        ada = fixture.account("ada");
        mailbox = fixture.mailbox(ada, "box");
        work = ada.create("Label", Map.of("name", "work"));
        home = ada.create("Label", Map.of("name", "home"));
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private String email() {
        return fixture.deliver(ada, mailbox, LETTER);
    }

    private void set(String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                ada.call("Email/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("notUpdated")).isNull();
    }

    private static Map<String, @Nullable Object> refused(
            Client client, String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                client.call("Email/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("updated")).as(patch.toString()).isNull();
        return map(answer.object("notUpdated").get(id));
    }

    private Map<String, @Nullable Object> get(String id, String... properties) {
        return fixture.get(ada, id, properties);
    }

    @Test
    @Covers("V2-03")
    void mailV2PropertiesRequireTheCapability() {
        String id = email();
        set(id, Map.of("labelIds/" + work, true, "isPinned", true));
        Client first = ada.using(CORE, MailCapability.URN);
        Client second = ada.using(CORE, MailV2Capability.URN);
        Client union = ada.using(CORE, MailCapability.URN, MailV2Capability.URN);
        Client labels = ada.using(CORE, MailCapability.URN, LabelsCapability.URN);
        String[] all = {"labelIds", "isPinned", "contentHash"};
        Set<String> classic = first.get("Email", id).keySet();
        assertThat(classic).doesNotContain(all).contains("keywords", "subject");
        Set<String> more = new HashSet<>(classic);
        more.addAll(List.of(all));
        assertThat(second.get("Email", id).keySet()).isEqualTo(more);
        assertThat(union.get("Email", id).keySet()).isEqualTo(more);
        assertThat(labels.get("Email", id)).containsKey("labelIds").doesNotContainKeys("isPinned", "contentHash");
        for (String property : all) {
            assertThat(first.call("Email/get", Map.of("properties", List.of(property)))
                            .error())
                    .isEqualTo("invalidArguments");
        }
        assertThat(refused(first, id, with("labelIds", null))).containsEntry("properties", List.of("labelIds"));
        assertThat(refused(first, id, Map.of("labelIds/" + home, true))).containsEntry("type", "invalidPatch");
        assertThat(refused(first, id, Map.of("isPinned", false))).containsEntry("properties", List.of("isPinned"));
        assertThat(refused(labels, id, Map.of("isPinned", false))).containsEntry("properties", List.of("isPinned"));
        for (Map<String, Object> filter : List.<Map<String, Object>>of(
                Map.of("hasLabel", work), Map.of("notLabel", work), Map.of("isPinned", true))) {
            assertThat(first.call("Email/query", Map.of("filter", filter)).error())
                    .isEqualTo("unsupportedFilter");
            assertThat(second.call("Email/query", Map.of("filter", filter)).failed())
                    .isFalse();
        }
        List<?> sort = List.of(Map.of("property", "isPinned"));
        assertThat(first.call("Email/query", Map.of("sort", sort)).error()).isEqualTo("unsupportedSort");
        assertThat(labels.call("Email/query", Map.of("sort", sort)).error()).isEqualTo("unsupportedSort");
        assertThat(get(id, "labelIds", "isPinned")).containsEntry("isPinned", true);
    }

    @Test
    @Covers(value = "CAP-06", open = "contacts and calendars")
    void hashIsComputedFromTheBlobAndReadOnly() {
        String id = email();
        String hash = String.valueOf(get(id, "contentHash").get("contentHash"));
        assertThat(hash).matches("[0-9a-f]{64}");
        set(id, Map.of("contentHash", hash, "isPinned", true));
        assertThat(refused(ada, id, Map.of("contentHash", "0".repeat(64))))
                .containsEntry("properties", List.of("contentHash"));
    }

    private Response bring(Client client, Map<String, ?> arguments) {
        return client.call("Email/import", arguments);
    }

    private Map<String, Object> blob(String letter, Object... more) {
        Map<String, Object> given = new HashMap<>();
        given.put("blobId", fixture.upload(ada, letter.getBytes(StandardCharsets.UTF_8)));
        given.put("mailboxIds", Map.of(mailbox, true));
        for (int i = 0; i < more.length; i += 2) {
            given.put((String) more[i], more[i + 1]);
        }
        return given;
    }

    private static Map<String, @Nullable Object> notCreated(Response answer, String key) {
        return map(answer.done().object("notCreated").get(key));
    }

    @Test
    @Covers({"V2-01", "V2-03"})
    void importAcceptsLabels() {
        Response answer = bring(
                ada,
                Map.of(
                        "emails",
                        Map.of(
                                "good", blob(LETTER, "labelIds", Map.of(work, true, home, true)),
                                "unknown", blob(LETTER, "labelIds", Map.of(work, true, "l999", true)),
                                "wrong", blob(LETTER, "labelIds", List.of(work)))));
        String id =
                String.valueOf(map(answer.done().object("created").get("good")).get("id"));
        assertThat(get(id, "labelIds")).containsEntry("labelIds", Map.of(work, true, home, true));
        assertThat(notCreated(answer, "unknown")).containsEntry("properties", List.of("labelIds"));
        assertThat(notCreated(answer, "wrong")).containsEntry("properties", List.of("labelIds"));
        Response made = ada.call(
                        "Email/set",
                        Map.of(
                                "create",
                                Map.of(
                                        "k",
                                        Map.of(
                                                "mailboxIds",
                                                Map.of(mailbox, true),
                                                "subject",
                                                "x",
                                                "isPinned",
                                                true,
                                                "labelIds",
                                                Map.of(home, true)))))
                .done();
        String draft = String.valueOf(map(made.object("created").get("k")).get("id"));
        assertThat(get(draft, "labelIds", "keywords"))
                .containsEntry("labelIds", Map.of(home, true))
                .containsEntry("keywords", Map.of("$pinned", true));
    }

    @Test
    @Covers("V2-01")
    void dedupeImportsEqualMessagesOnce() {
        String there = email();
        String other = LETTER + "More.";
        Response answer = bring(
                ada,
                Map.of(
                        "dedupe",
                        true,
                        "emails",
                        new TreeMap<>(Map.of(
                                "a",
                                blob(LETTER),
                                "b",
                                blob(other),
                                "c",
                                blob(other),
                                "d",
                                blob(LETTER, "dedupe", false)))));
        Map<String, @Nullable Object> created = answer.done().object("created");
        assertThat(created).containsOnlyKeys("b", "d");
        assertThat(notCreated(answer, "a"))
                .containsEntry("type", "alreadyExists")
                .containsEntry("existingId", there);
        assertThat(notCreated(answer, "c"))
                .containsEntry("type", "alreadyExists")
                .containsEntry("existingId", map(created.get("b")).get("id"));
        String state = ada.state("Email");
        Response again =
                bring(ada, Map.of("emails", Map.of("k", blob(other, "dedupe", true, "labelIds", Map.of(work, true)))));
        assertThat(again.done().arguments()).containsEntry("created", null).containsEntry("newState", state);
        assertThat(notCreated(again, "k"))
                .containsEntry("existingId", map(created.get("b")).get("id"));
        assertThat(bring(ada, Map.of("emails", Map.of("k", blob(other)))).done().object("created"))
                .as("whoever does not ask for it gets it once more")
                .containsKey("k");
        ada.call("Email/set", Map.of("destroy", List.of(there))).done();
        String copy = String.valueOf(map(created.get("d")).get("id"));
        assertThat(notCreated(bring(ada, Map.of("dedupe", true, "emails", Map.of("k", blob(LETTER)))), "k"))
                .containsEntry("existingId", copy);
        Client ben = fixture.account("ben");
        String bens = fixture.mailbox(ben, "box");
        Map<String, Object> given = Map.of(
                "blobId",
                fixture.upload(ben, LETTER.getBytes(StandardCharsets.UTF_8)),
                "mailboxIds",
                Map.of(bens, true));
        assertThat(bring(ben, Map.of("dedupe", true, "emails", Map.of("k", given)))
                        .done()
                        .object("created"))
                .as("another account has its own")
                .containsKey("k");
    }

    @Test
    @Covers("V2-01")
    void importExtensionsRequireMailV2() {
        Client first = ada.using(CORE, MailCapability.URN);
        Client second = ada.using(CORE, MailV2Capability.URN);
        assertThat(bring(first, Map.of("dedupe", true, "emails", Map.of("k", blob(LETTER))))
                        .error())
                .isEqualTo("invalidArguments");
        Map<String, Object> labelled = Map.of("emails", Map.of("k", blob(LETTER, "labelIds", Map.of(work, true))));
        Map<String, Object> once = Map.of("emails", Map.of("k", blob(LETTER, "dedupe", true)));
        assertThat(notCreated(bring(first, labelled), "k")).containsEntry("properties", List.of("labelIds"));
        assertThat(notCreated(bring(first, once), "k")).containsEntry("properties", List.of("dedupe"));
        assertThat(bring(second, labelled).done().object("created")).containsKey("k");
        assertThat(notCreated(bring(second, once), "k")).containsEntry("type", "alreadyExists");
        assertThat(notCreated(bring(ada, Map.of("emails", Map.of("k", blob(LETTER, "dedupe", "yes")))), "k"))
                .containsEntry("properties", List.of("dedupe"));
        assertThat(bring(ada, Map.of("dedupe", "yes", "emails", Map.of())).error())
                .isEqualTo("invalidArguments");
    }
}
