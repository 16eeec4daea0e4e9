package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.MailCalls.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** A user with whom a mailbox is shared creates, imports and copies emails in it. */
class GuestCreationTest extends SharedMailboxFixture {

    private static final String ADD = "'mayReadItems':true,'mayAddItems':true";

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    @Override
    BundleServer server() {
        return SERVER;
    }

    private String upload(byte[] bytes) {
        return ann.who().uploadTo(bob.who(), bytes);
    }

    private static String in(String mailbox) {
        return "'mailboxIds':{'" + mailbox + "':true}";
    }

    private JsonNode imported(String more) {
        return guest("Email/import", "'emails':{'k':{" + more + "}}");
    }

    private JsonNode copied(String from, String to, String more) {
        return ann.using(
                List.of(MailCalls.URN),
                "['Email/copy',{'fromAccountId':'" + from + "','accountId':'" + to + "'," + more + "},'c']");
    }

    @Test
    void guestImportsWithTheRightToAdd() {
        byte[] bytes = letter("brought", "");
        String blob = upload(bytes);
        String email = "'blobId':'" + blob + "'," + in(open);
        assertThat(asGuest("Email/import", "'emails':{'k':{" + email + "}}")
                        .at("/1/type")
                        .asText())
                .isEqualTo("accountReadOnly");
        share("'mayReadItems':true,'mayRemoveItems':true");
        assertThat(imported(email).at("/notCreated/k/type").asText()).isEqualTo("forbidden");
        share(ADD);
        JsonNode created = imported(email).at("/created/k");
        assertThat(created.path("blobId").asText()).isEqualTo(blob);
        String id = created.path("id").asText();
        JsonNode seen = guest("Email/get", "'ids':['" + id + "'],'properties':['threadId','mailboxIds']")
                .at("/list/0");
        assertThat(seen.path("threadId")).isEqualTo(created.path("threadId"));
        assertThat(seen.path("mailboxIds").fieldNames()).toIterable().containsExactly(open);
        assertThat(bob.email(id, "preview").path("preview").asText()).isEqualTo("The text of brought.");
        assertThat(bob.who().download(blob)).hasValue(bytes);
    }

    @Test
    @Covers("BLOB-12")
    void uploadOfAGuestIsVisibleToThisGuestOnly() {
        LocalMailUser cem = LocalMailUser.of(SERVER, "cem@" + bob.who().email().replaceAll(".*@", ""));
        bob.using(
                List.of(MailCalls.URN, PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith':{'"
                        + ann.who().accountId() + "':{" + ADD + "},'"
                        + cem.who().accountId() + "':{" + ADD + "}}}}},'c']");
        long before = bob.who().usedBytes();
        byte[] bytes = letter("private", "");
        String blob = upload(bytes);
        assertThat(ann.who().download(bob.who(), blob)).hasValue(bytes);
        assertThat(cem.who().download(bob.who(), blob)).isEmpty();
        assertThat(bob.who().download(blob)).isEmpty();
        assertThat(ann.who().download(blob)).as("in the guest's own account").isEmpty();
        String elsewhere = cem.using(
                        List.of(MailCalls.URN),
                        "['Email/import',{'accountId':'" + shared + "','emails':{'k':{'blobId':'" + blob + "',"
                                + in(open) + "}}},'c']")
                .at("/0/1/notCreated/k/properties/0")
                .asText();
        assertThat(elsewhere).isEqualTo("blobId");
        assertThat(imported("'blobId':'" + blob + "'," + in(open))
                        .path("created")
                        .has("k"))
                .isTrue();
        assertThat(cem.who().download(bob.who(), blob)).hasValue(bytes);
        assertThat(bob.who().usedBytes()).as("the bytes count for the owner").isEqualTo(before + bytes.length);
    }

    @Test
    void keywordsOfNewEmailsNeedTheirRights() {
        share(ADD);
        String seen = "'blobId':'" + upload(letter("kept", "")) + "'," + in(open) + ",'keywords':{'$seen':true}";
        String flagged = seen.replace("$seen", "$flagged");
        assertThat(imported(seen).at("/notCreated/k/type").asText()).isEqualTo("forbidden");
        assertThat(imported(flagged).at("/notCreated/k/type").asText()).isEqualTo("forbidden");
        share(ADD + ",'maySetSeen':true");
        assertThat(imported(seen).path("created").has("k")).isTrue();
        assertThat(imported(flagged).at("/notCreated/k/type").asText()).isEqualTo("forbidden");
        share(ADD + ",'maySetKeywords':true");
        assertThat(imported(seen).at("/notCreated/k/type").asText()).isEqualTo("forbidden");
        assertThat(imported(flagged).path("created").has("k")).isTrue();
    }

    private JsonNode composed(String mailboxIds, String more) {
        return guest(
                "Email/set",
                "'create':{'k':{'mailboxIds':{" + mailboxIds + "},'subject':'S','bodyStructure':{'partId':'1',"
                        + "'type':'text/plain'},'bodyValues':{'1':{'value':'The text.'}}" + more + "}}");
    }

    @Test
    void guestComposesWithTheRightToAdd() {
        long before = bob.who().usedBytes();
        share("'mayReadItems':true,'maySetKeywords':true");
        assertThat(composed("'" + open + "':true", "").at("/notCreated/k/type").asText())
                .isEqualTo("forbidden");
        share(ADD);
        JsonNode draft = composed("'" + open + "':true", ",'keywords':{'$draft':true}");
        assertThat(draft.at("/notCreated/k/type").asText()).isEqualTo("forbidden");
        assertThat(bob.who().usedBytes()).isEqualTo(before);
        share(ADD + ",'maySetKeywords':true");
        draft = composed("'" + open + "':true", ",'keywords':{'$draft':true}");
        String id = draft.at("/created/k/id").asText();
        assertThat(bob.email(id, "subject").path("subject").asText()).isEqualTo("S");
        assertThat(ann.who().download(bob.who(), draft.at("/created/k/blobId").asText()))
                .hasValueSatisfying(bytes ->
                        assertThat(new String(bytes, StandardCharsets.UTF_8)).contains("The text."));
    }

    /** The parts that hold hidden ids, and the same with an id that never existed, are in one call each. */
    @Test
    void hiddenMailboxIsAsIfItDidNotExist() {
        share(ADD + ",'maySetSeen':true,'maySetKeywords':true");
        String blob = upload(letter("one", ""));
        for (String mailboxes : List.of("'ID':true", "'" + open + "':true,'ID':true")) {
            String there = composed(mailboxes.replace("ID", secret), "").toString();
            String nowhere = composed(mailboxes.replace("ID", "fvvvv"), "").toString();
            assertThat(there.replace(secret, "fvvvv")).isEqualTo(nowhere).contains("invalidProperties");
            String email = "'blobId':'" + blob + "','mailboxIds':{" + mailboxes + "}";
            there = imported(email.replace("ID", secret)).toString();
            nowhere = imported(email.replace("ID", "fvvvv")).toString();
            assertThat(there.replace(secret, "fvvvv")).isEqualTo(nowhere).contains("invalidProperties");
        }
        assertThat(guest("Email/get", "'ids':null").path("list")).hasSize(1);
    }

    @Test
    void hiddenEmailWithTheSameBytesIsNoDuplicate() {
        share(ADD);
        String email = "'blobId':'" + upload(letter("hidden", "")) + "'," + in(open) + ",'dedupe':true";
        assertThat(imported(email).path("created").has("k")).isTrue();
        JsonNode again = imported(email).at("/notCreated/k");
        assertThat(again.path("type").asText()).isEqualTo("alreadyExists");
        assertThat(again.path("existingId").asText()).isNotEqualTo(hidden);
    }

    @Test
    void hiddenLabelIsAsIfItDidNotExist() {
        share(ADD + ",'maySetKeywords':true");
        String label = bob.using(
                        List.of(MailCalls.LABELS), "['Label/set',{'accountId':'@','create':{'k':{'name':'L'}}},'c']")
                .at("/0/1/created/k/id")
                .asText();
        String email = "'blobId':'" + upload(letter("labelled", "")) + "'," + in(open) + ",'labelIds':{'ID':true}";
        String there = imported(email.replace("ID", label)).toString();
        assertThat(there.replace(label, "lvvvv"))
                .isEqualTo(imported(email.replace("ID", "lvvvv")).toString())
                .contains("labelIds");
        for (String rights : List.of("'mayRead':true", "'mayRead':true,'mayWrite':true")) {
            bob.using(
                    List.of(MailCalls.LABELS, PRINCIPALS),
                    "['Label/set',{'accountId':'@','update':{'" + label + "':{'shareWith':{'"
                            + ann.who().accountId() + "':{" + rights + "}}}}},'c']");
            JsonNode response = imported(email.replace("ID", label));
            assertThat(response.at("/notCreated/k/type").asText())
                    .as(response.toString())
                    .isEqualTo(rights.contains("Write") ? "" : "forbidden");
        }
    }

    @Test
    void newEmailJoinsTheThreadOfTheAccount() {
        share(ADD);
        String thread = bob.email(hidden, "threadId").path("threadId").asText();
        JsonNode created = imported("'blobId':'" + upload(letter("answer", "")) + "'," + in(open))
                .at("/created/k");
        assertThat(created.path("threadId").asText()).isEqualTo(thread);
        List<String> seen =
                texts(guest("Thread/get", "'ids':['" + thread + "']").at("/list/0/emailIds"));
        assertThat(seen).containsExactlyInAnyOrder(mail, created.path("id").asText());
        assertThat(texts(bob.call("Thread/get", "'ids':['" + thread + "']").at("/list/0/emailIds")))
                .contains(hidden);
    }

    @Test
    void guestCopiesInBothDirections() {
        String own = ann.who().accountId();
        String inbox = ann.mailbox("inbox");
        JsonNode original = ann.bring(letter("copied", ""), inbox, ",'keywords':{'$seen':true}");
        String create = "'create':{'k':{'id':'" + original.path("id").asText() + "'," + in(open) + "MORE}}";
        share("'mayReadItems':true,'maySetSeen':true");
        assertThat(copied(own, shared, create.replace("MORE", ""))
                        .at("/0/1/notCreated/k/type")
                        .asText())
                .isEqualTo("forbidden");
        share(ADD);
        assertThat(copied(own, shared, create.replace("MORE", ""))
                        .at("/0/1/notCreated/k/type")
                        .asText())
                .as("the keywords of the original need a right")
                .isEqualTo("forbidden");
        JsonNode responses =
                copied(own, shared, create.replace("MORE", ",'keywords':{}") + ",'onSuccessDestroyOriginal':true");
        String copy = responses.at("/0/1/created/k/id").asText();
        assertThat(bob.email(copy, "mailboxIds").path("mailboxIds").fieldNames())
                .toIterable()
                .containsExactly(open);
        assertThat(texts(responses.at("/1/1/destroyed")))
                .containsExactly(original.path("id").asText());

        share(ADD + ",'mayRemoveItems':true");
        JsonNode back = copied(
                shared,
                own,
                "'create':{'k':{'id':'" + copy + "'," + in(inbox) + "},'h':{'id':'" + hidden + "'," + in(inbox)
                        + "}},'onSuccessDestroyOriginal':true");
        assertThat(back.at("/0/1/notCreated/h/type").asText()).isEqualTo("notFound");
        assertThat(texts(back.at("/1/1/destroyed"))).containsExactly(copy);
        assertThat(ann.email(back.at("/0/1/created/k/id").asText(), "preview")
                        .path("preview")
                        .asText())
                .isEqualTo("The text of copied.");
    }

    @Test
    void movingIntoAMailboxNeedsTheRightToAddThere() {
        String second = bob.newMailbox("Second");
        share(ADD + ",'mayRemoveItems':true");
        String into = "'update':{'" + mail + "':{'mailboxIds/" + second + "':true}}";
        String never = into.replace(second, "fvvvv");
        assertThat(guest("Email/set", into).path("notUpdated"))
                .isEqualTo(guest("Email/set", never).path("notUpdated"));
        for (String right : List.of("'mayRemoveItems':true", "'mayAddItems':true")) {
            bob.using(
                    List.of(MailCalls.URN, PRINCIPALS),
                    "['Mailbox/set',{'accountId':'@','update':{'" + second + "':{'shareWith':{'"
                            + ann.who().accountId() + "':{'mayReadItems':true," + right + "}}}}},'c']");
            JsonNode moved = guest("Email/set", into);
            assertThat(moved.at("/notUpdated/" + mail + "/type").asText())
                    .isEqualTo(right.contains("Add") ? "" : "forbidden");
        }
        assertThat(bob.email(mail, "mailboxIds").path("mailboxIds").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(open, second);
    }

    @Test
    void statesCoverTheEmailsThatAGuestCreates() {
        share(ADD);
        awaitWatched();
        JsonNode response = imported("'blobId':'" + upload(letter("new", "")) + "'," + in(open));
        JsonNode since = guest(
                "Email/changes", "'sinceState':'" + response.path("oldState").asText() + "'");
        assertThat(texts(since.path("created")))
                .containsExactly(response.at("/created/k/id").asText());
        assertThat(since.path("newState")).isEqualTo(response.path("newState"));
        assertThat(guest("Email/get", "'ids':[]").path("state")).isEqualTo(response.path("newState"));
        JsonNode mismatch = asGuest(
                "Email/import",
                "'ifInState':'" + response.path("oldState").asText() + "','emails':{'k':{'blobId':'"
                        + upload(letter("late", "")) + "'," + in(open) + "}}");
        assertThat(mismatch.at("/1/type").asText()).isEqualTo("stateMismatch");
        JsonNode composed = composed("'" + open + "':true", "");
        assertThat(composed.path("oldState")).isEqualTo(response.path("newState"));
        assertThat(texts(guest(
                                "Email/changes",
                                "'sinceState':'" + composed.path("oldState").asText() + "'")
                        .path("created")))
                .containsExactly(composed.at("/created/k/id").asText());
    }
}
