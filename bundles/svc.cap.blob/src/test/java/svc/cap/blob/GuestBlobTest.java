package svc.cap.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** The methods of blobs in an account of which Bob shares one mailbox or one album with Ann. */
final class GuestBlobTest {

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";
    private static final String NEVER = BlobCalls.id("never stored".getBytes(UTF_8));

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.cap.blob", "svc.cap.principals")
            .providing(Capability.class, directory -> new Album.Type());

    private LocalMailUser ann;
    private LocalMailUser bob;
    private String open;
    private String secret;

    @BeforeEach
    void createUsers(TestInfo info) {
        String domain = "d" + Integer.toHexString(info.getDisplayName().hashCode()) + ".test";
        ann = LocalMailUser.of(SERVER, "ann@" + domain);
        bob = LocalMailUser.of(SERVER, "bob@" + domain);
        open = bob.newMailbox("Open");
        secret = bob.newMailbox("Secret");
    }

    private void share(String type, String id, String rights) {
        JsonNode response = bob.using(
                List.of(MailCalls.URN, PRINCIPALS, Album.URN),
                "['" + type + "/set',{'accountId':'@','update':{'" + id + "':{'shareWith/"
                        + ann.who().accountId() + "':" + rights + "}}},'c']");
        assertThat(response.at("/0/1/updated").has(id)).as(response.toString()).isTrue();
    }

    private static JsonNode call(LocalMailUser user, String account, String method, String arguments) {
        return user.using(
                        List.of(BlobCalls.URN, MailCalls.URN, Album.URN),
                        "['" + method + "',{'accountId':'" + account + "'," + arguments + "},'c']")
                .at("/0/1");
    }

    private JsonNode guest(String method, String arguments) {
        return call(ann, ann.who().sharedBy(bob.who()), method, arguments);
    }

    private static String get(String blob) {
        return "'ids':['" + blob + "'],'properties':['data:asText','digest:sha-256','size']";
    }

    private static String lookup(String blob, String... types) {
        return "'ids':['" + blob + "'],'typeNames':['" + String.join("','", types) + "']";
    }

    /** Returns whether Blob/get and a download find a blob. They must agree. */
    private boolean isFound(String blob) {
        JsonNode response = guest("Blob/get", get(blob));
        boolean found = response.path("list").size() == 1;
        assertThat(response.path("notFound").size()).as(response.toString()).isEqualTo(found ? 0 : 1);
        assertThat(ann.who().download(bob.who(), blob).isPresent()).isEqualTo(found);
        return found;
    }

    private static String without(JsonNode response, String id) {
        return response.toString().replace(id, "ID");
    }

    /** Asserts that the answers for a blob are the answers for a blob that never existed. */
    private void assertUnknown(String blob) {
        for (String call : List.of(
                "Blob/get " + get("ID"),
                "Blob/lookup " + lookup("ID", "Email", "Thread", "Mailbox", "Album"),
                "Blob/upload 'create':{'k':{'data':[{'data:asText':'x'},{'blobId':'ID','offset':0,'length':1}]}}")) {
            String[] parts = call.split(" ", 2);
            assertThat(without(guest(parts[0], parts[1].replace("ID", blob)), blob))
                    .as(call)
                    .isEqualTo(without(guest(parts[0], parts[1].replace("ID", NEVER)), NEVER));
        }
    }

    private static byte[] letter(String id, String attached) {
        return MailCalls.message(
                "From: a@far.test",
                "Subject: Re: the subject",
                "Message-ID: <" + id + "@far.test>",
                "References: <root@far.test>",
                "MIME-Version: 1.0",
                "Content-Type: multipart/mixed; boundary=b",
                "",
                "--b",
                "",
                "The text of " + id + ".",
                "--b",
                "Content-Type: application/octet-stream",
                "",
                attached,
                "--b--");
    }

    @Test
    @Covers({"ACC-04", "ACC-06", "RFC9404 §4.2"})
    void getFindsTheBlobsThatAGuestCanDownload() {
        byte[] letter = letter("seen", "attached");
        JsonNode seen = bob.bring(letter, open, "");
        String hidden =
                bob.bring(letter("hidden", "more"), secret, "").path("blobId").asText();
        String uploaded = bob.who().upload("unused".getBytes(UTF_8));
        assertThat(guest("Blob/get", get(hidden)).path("type").asText()).isEqualTo("accountNotFound");
        share("Mailbox", open, "{'mayReadItems':true}");
        String blob = seen.path("blobId").asText();
        assertThat(isFound(blob)).isTrue();
        assertThat(guest("Blob/get", get(blob)).at("/list/0/data:asText").asText())
                .isEqualTo(new String(letter, UTF_8));
        assertThat(guest("Blob/get", get(blob)).path("accountId").asText()).startsWith("shared:");
        for (String unknown : List.of(hidden, uploaded, BlobCalls.id("attached".getBytes(UTF_8)))) {
            assertThat(isFound(unknown)).isFalse();
            assertUnknown(unknown);
        }
        assertThat(MailCalls.json(ann.who().session())
                        .path("accounts")
                        .path(ann.who().sharedBy(bob.who()))
                        .path("accountCapabilities")
                        .has(BlobCalls.URN))
                .isTrue();
        share("Mailbox", open, "null");
        assertThat(guest("Blob/get", get(blob)).path("type").asText()).isEqualTo("accountNotFound");
    }

    @Test
    @Covers({"ACC-06", "RFC9404 §4.3"})
    void lookupReturnsOnlyVisibleObjects() {
        byte[] letter = letter("twin", "attached");
        JsonNode seen = bob.bring(letter, open, "");
        JsonNode twin = bob.bring(letter, secret, ",'keywords':{'$seen':true}");
        assertThat(twin.path("id")).isNotEqualTo(seen.path("id"));
        bob.call("Email/set", "'update':{'" + seen.path("id").asText() + "':{'mailboxIds/" + secret + "':true}}");
        String blob = seen.path("blobId").asText();
        share("Mailbox", open, "{'mayReadItems':true}");
        String arguments = lookup(blob, "Email", "Mailbox", "Thread");
        assertThat(call(bob, bob.who().accountId(), "Blob/lookup", arguments).at("/list/0/matchedIds/Email"))
                .hasSize(2);
        assertThat(guest("Blob/lookup", arguments).at("/list/0/matchedIds"))
                .isEqualTo(BlobCalls.json("{'Email':['" + seen.path("id").asText() + "'],'Mailbox':['" + open
                        + "'],'Thread':['" + seen.path("threadId").asText() + "']}"));
    }

    @Test
    @Covers("ACC-06")
    void visibleThreadDoesNotInheritTheBlobsOfHiddenEmails() {
        String thread =
                bob.bring(letter("first", "one"), open, "").path("threadId").asText();
        JsonNode hidden = bob.bring(letter("second", "guessed"), secret, "");
        assertThat(hidden.path("threadId").asText()).isEqualTo(thread);
        share("Mailbox", open, "{'mayReadItems':true,'mayAddItems':true}");
        String guessed = ann.who().uploadTo(bob.who(), "guessed".getBytes(UTF_8));
        String arguments = lookup(guessed, "Email", "Thread", "Mailbox");
        assertThat(call(bob, bob.who().accountId(), "Blob/lookup", arguments).at("/list/0/matchedIds/Thread"))
                .isEqualTo(BlobCalls.json("['" + thread + "']"));
        assertThat(guest("Blob/lookup", arguments).at("/list/0/matchedIds"))
                .isEqualTo(BlobCalls.json("{'Email':[],'Thread':[],'Mailbox':[]}"));
    }

    @Test
    @Covers({"ACC-03", "BLOB-12", "RFC9404 §4.1"})
    void uploadNeedsARightToAdd() {
        String blob = bob.bring(letter("seen", "x"), open, "").path("blobId").asText();
        String hidden =
                bob.bring(letter("hidden", "x"), secret, "").path("blobId").asText();
        String create =
                "'create':{'k':{'data':[{'blobId':'" + blob + "','offset':0,'length':4},{'data:asText':' ok'}]}}";
        share("Mailbox", open, "{'mayReadItems':true,'maySetSeen':true,'mayRemoveItems':true}");
        assertThat(guest("Blob/upload", create).path("type").asText()).isEqualTo("accountReadOnly");
        share("Mailbox", open, "{'mayReadItems':true,'mayAddItems':true}");
        String created = guest("Blob/upload", create).at("/created/k/id").asText();
        assertThat(ann.who().download(bob.who(), created)).contains("From ok".getBytes(UTF_8));
        assertThat(bob.who().download(created)).as("the owner").isEmpty();
        JsonNode refused = guest("Blob/upload", "'create':{'k':{'data':[{'blobId':'" + hidden + "'}]}}")
                .at("/notCreated/k");
        assertThat(refused.path("type").asText()).isEqualTo("invalidProperties");
        assertUnknown(hidden);
    }

    private String album(String name, String cover) {
        JsonNode response = call(
                bob,
                bob.who().accountId(),
                "Album/set",
                "'create':{'k':{'name':'" + name + "','cover':'" + cover + "'}}");
        assertThat(response.at("/created/k/id").isTextual())
                .as(response.toString())
                .isTrue();
        return response.at("/created/k/id").asText();
    }

    @Test
    @Covers({"ACC-06", "BLOB-12"})
    void guestSeesTheBlobOfASharedContainerRecord() {
        String cover = bob.who().upload("cover".getBytes(UTF_8));
        String other = bob.who().upload("other".getBytes(UTF_8));
        String album = album("Open", cover);
        album("Secret", cover);
        album("Other", other);
        share("Album", album, "{'mayRead':true}");
        assertThat(isFound(cover)).isTrue();
        assertThat(guest("Blob/lookup", lookup(cover, "Album")).at("/list/0/matchedIds/Album"))
                .isEqualTo(BlobCalls.json("['" + album + "']"));
        assertThat(isFound(other)).isFalse();
        assertUnknown(other);
        assertThat(guest("Blob/upload", "'create':{'k':{'data':[]}}")
                        .path("type")
                        .asText())
                .isEqualTo("accountReadOnly");
        share("Album", album, "{'mayRead':true,'mayAdd':true}");
        assertThat(guest("Blob/upload", "'create':{'k':{'data':[]}}")
                        .path("created")
                        .has("k"))
                .isTrue();
    }
}
