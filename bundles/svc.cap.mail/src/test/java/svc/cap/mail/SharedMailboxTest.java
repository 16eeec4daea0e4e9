package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.MailCalls.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.MailCalls;

/** What a user sees with whom one of two mailboxes is shared. */
class SharedMailboxTest extends SharedMailboxFixture {

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    @Override
    BundleServer server() {
        return SERVER;
    }

    @Test
    @Covers("ACC-05")
    @Covers("ACC-06")
    void sharedMailboxIsAnAccountWithOnlyTheSharedCapabilities() {
        JsonNode account = accounts().path(shared);
        assertThat(account.path("isPersonal").asBoolean()).isFalse();
        assertThat(account.path("isReadOnly").asBoolean()).isTrue();
        assertThat(account.path("accountCapabilities").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(MailCalls.URN, MailCalls.SECOND);
        share("'mayReadItems':true,'maySetSeen':true");
        assertThat(accounts().path(shared).path("isReadOnly").asBoolean()).isFalse();
        share("");
        assertThat(accounts().has(shared)).isFalse();
        assertThat(asGuest("Mailbox/get", "'ids':null").at("/1/type").asText()).isEqualTo("accountNotFound");
    }

    @Test
    @Covers("ACC-06")
    void guestSeesOnlyTheSharedMailbox() {
        JsonNode mailboxes = guest("Mailbox/get", "'ids':null").path("list");
        assertThat(mailboxes).hasSize(1);
        JsonNode mailbox = mailboxes.get(0);
        assertThat(mailbox.path("id").asText()).isEqualTo(open);
        assertThat(mailbox.path("parentId").isNull()).isTrue();
        assertThat(mailbox.at("/myRights/mayReadItems").asBoolean()).isTrue();
        assertThat(mailbox.at("/myRights/maySetSeen").asBoolean()).isFalse();
        assertThat(mailbox.path("totalEmails").asInt()).isEqualTo(1);
        assertThat(mailbox.path("unreadThreads").asInt()).isEqualTo(1);
        assertThat(mailbox.has("shareWith")).isFalse();
        assertThat(texts(guest("Mailbox/query", "'filter':{}").path("ids"))).containsExactly(open);
        assertThat(texts(guest("Mailbox/get", "'ids':['" + secret + "','" + open + "']")
                        .path("notFound")))
                .containsExactly(secret);
        assertThat(texts(guest("Mailbox/query", "'filter':{'parentId':null}").path("ids")))
                .containsExactly(open);
        assertThat(texts(guest("Mailbox/query", "'filter':{'parentId':'" + secret + "'}")
                        .path("ids")))
                .isEmpty();
    }

    @Test
    void guestSeesOnlyTheEmailsOfTheSharedMailbox() {
        String both = bob.bring(letter("both", ""), open, "").path("id").asText();
        bob.call("Email/set", "'update':{'" + both + "':{'mailboxIds/" + secret + "':true}}");
        JsonNode emails = guest("Email/get", "'ids':null,'properties':['mailboxIds','threadId','labelIds']");
        assertThat(emails.path("list").findValuesAsText("id")).containsExactlyInAnyOrder(mail, both);
        for (JsonNode email : emails.path("list")) {
            assertThat(email.path("mailboxIds").fieldNames()).toIterable().containsExactly(open);
            assertThat(email.path("labelIds")).isEmpty();
        }
        String thread = emails.at("/list/0/threadId").asText();
        assertThat(texts(guest("Thread/get", "'ids':['" + thread + "']").at("/list/0/emailIds")))
                .containsExactly(mail, both);
        assertThat(texts(guest("Email/get", "'ids':['" + hidden + "']").path("notFound")))
                .containsExactly(hidden);
        for (String query : List.of(
                "'sort':[{'property':'receivedAt'}]",
                "'sort':[{'property':'size'}]",
                "'filter':{'inMailbox':'" + open + "'}",
                "'filter':{'inMailboxOtherThan':['" + secret + "']}",
                "'filter':{'operator':'NOT','conditions':[{'inMailbox':'" + secret + "'}]}",
                "'filter':{'operator':'OR','conditions':[{'inMailbox':'" + secret + "'},{'minSize':1}]}",
                "'filter':{'someInThreadHaveKeyword':'$none','minSize':1}",
                "'filter':{'hasKeyword':'$none'}")) {
            JsonNode found = guest("Email/query", query + ",'calculateTotal':true");
            int expected = query.contains("$none") ? 0 : 2;
            assertThat(found.path("ids")).as(query).hasSize(expected);
            assertThat(found.path("total").asInt()).as(query).isEqualTo(expected);
        }
        assertThat(guest("Email/query", "'filter':{'inMailbox':'" + secret + "'},'calculateTotal':true")
                        .path("total")
                        .asInt())
                .isZero();
        assertThat(guest("Email/query", "'collapseThreads':true").path("ids")).hasSize(1);
        assertThat(asGuest("Email/query", "'anchor':'" + hidden + "'")
                        .at("/1/type")
                        .asText())
                .isEqualTo("anchorNotFound");
    }

    @Test
    void keywordsOfHiddenEmailsHaveNoEffect() {
        bob.call("Email/set", "'update':{'" + hidden + "':{'keywords':{'$flagged':true}}}");
        String some = "'filter':{'someInThreadHaveKeyword':'$flagged'}";
        assertThat(bob.call("Email/query", some).path("ids")).hasSize(2);
        assertThat(guest("Email/query", some).path("ids")).isEmpty();
        assertThat(guest("Email/query", "'filter':{'noneInThreadHaveKeyword':'$flagged'}")
                        .path("ids"))
                .hasSize(1);
        bob.call("Email/set", "'update':{'" + mail + "':{'keywords':{'$seen':true}}}");
        JsonNode owner = bob.call("Mailbox/get", "'ids':['" + open + "']").at("/list/0");
        assertThat(owner.path("unreadThreads").asInt()).isEqualTo(1);
        assertThat(unreadThreads()).isZero();
    }

    @Test
    void unreadThreadsAreCountedInTheSharedMailboxAlone() {
        assertThat(unreadThreads())
                .as("more unread emails than emails in the mailbox")
                .isEqualTo(1);
        List<String> others = new ArrayList<>(List.of(hidden));
        for (int i = 0; i < 4; i++) {
            others.add(bob.bring(letter("seen" + i, ""), open, "").path("id").asText());
        }
        others.forEach(id -> bob.call("Email/set", "'update':{'" + id + "':{'keywords':{'$seen':true}}}"));
        assertThat(unreadThreads())
                .as("fewer unread emails than emails in the mailbox")
                .isEqualTo(1);
        bob.call("Email/set", "'update':{'" + mail + "':{'keywords':{'$draft':true}}}");
        assertThat(unreadThreads()).isZero();
    }

    private int unreadThreads() {
        return guest("Mailbox/get", "'ids':null,'properties':['unreadThreads']")
                .at("/list/0/unreadThreads")
                .asInt();
    }

    @Test
    void hiddenObjectsAndObjectsThatNeverExistedCauseTheSameErrors() {
        share("'mayReadItems':true,'mayAddItems':true,'mayRemoveItems':true,'maySetKeywords':true");
        List<String> calls = new ArrayList<>(List.of(
                "Mailbox/set|'update':{'F':{'name':'x'}}",
                "Mailbox/set|'update':{'F':{'isSubscribed':true}}",
                "Mailbox/set|'update':{'F':{'unknown':true}}",
                "Mailbox/set|'destroy':['F']",
                "Mailbox/set|'destroy':['F'],'onDestroyRemoveEmails':true",
                "Mailbox/set|'create':{'k':{'name':'Secret'}}",
                "Mailbox/set|'create':{'k':{'name':'x','parentId':'F'}}",
                "Mailbox/get|'ids':['F']",
                "Email/get|'ids':['M']",
                "Email/set|'update':{'M':{'keywords':{}}}",
                "Email/set|'update':{'M':{'size':1}}",
                "Email/set|'destroy':['M']",
                "Email/set|'update':{'OWN':{'mailboxIds/F':true}}",
                "Email/set|'update':{'OWN':{'mailboxIds':{'F':true}}}",
                "Email/set|'update':{'OWN':{'mailboxIds/F':null}}",
                "Email/set|'create':{'k':{'mailboxIds':{'F':true}}}",
                "Email/query|'filter':{'inMailbox':'F'},'calculateTotal':true",
                "Email/query|'anchor':'M'",
                "Email/import|'emails':{'k':{'blobId':'B','mailboxIds':{'F':true}}}",
                "Email/parse|'blobIds':['B']",
                "SearchSnippet/get|'filter':{'text':'hidden'},'emailIds':['M']",
                "Thread/get|'ids':['T']"));
        String blob = bob.email(hidden, "blobId").path("blobId").asText();
        for (String call : calls) {
            String[] parts = call.replace("OWN", mail).split("\\|", -1);
            String there = asGuest(
                            parts[0],
                            parts[1].replace("'F'", "'" + secret + "'")
                                    .replace("/F'", "/" + secret + "'")
                                    .replace("'M'", "'" + hidden + "'")
                                    .replace("'B'", "'" + blob + "'"))
                    .toString();
            String never = asGuest(
                            parts[0],
                            parts[1].replace("'F'", "'fvvvv'")
                                    .replace("/F'", "/fvvvv'")
                                    .replace("'M'", "'mvvvv'")
                                    .replace("'B'", "'B" + "0".repeat(64) + "'"))
                    .toString();
            assertThat(there.replace(secret, "F").replace(hidden, "M").replaceAll("s1-[0-9a-z]+", "S"))
                    .as(call)
                    .isEqualTo(never.replace("fvvvv", "F").replace("mvvvv", "M").replaceAll("s1-[0-9a-z]+", "S"));
        }
    }

    @Test
    void guestDownloadsOnlyBlobsOfVisibleEmails() {
        String blob = bob.email(mail, "blobId").path("blobId").asText();
        String other = bob.email(hidden, "blobId").path("blobId").asText();
        assertThat(ann.who().download(bob.who(), blob)).isPresent();
        assertThat(ann.who().download(bob.who(), other)).isEmpty();
        bob.call("Email/set", "'update':{'" + mail + "':{'mailboxIds':{'" + secret + "':true}}}");
        assertThat(ann.who().download(bob.who(), blob)).isEmpty();
        JsonNode copied = ann.using(
                        List.of(MailCalls.URN),
                        "['Blob/copy',{'fromAccountId':'" + shared + "','accountId':'@','blobIds':['" + other
                                + "']},'c']")
                .at("/0/1/notCopied");
        assertThat(copied.at("/" + other + "/type").asText()).isEqualTo("notFound");
    }

    @Test
    @Covers("ACC-04")
    void methodsThatDoNotKnowSharedMailboxesAreNotAvailable() {
        share("'mayReadItems':true,'mayAddItems':true");
        assertThat(asGuest("Email/parse", "'blobIds':[]").at("/1/type").asText())
                .isEqualTo("accountNotSupportedByMethod");
    }

    @Test
    void guestGetsSnippetsOfVisibleEmailsOnly() {
        JsonNode snippets =
                guest("SearchSnippet/get", "'filter':{'text':'subject'},'emailIds':['" + mail + "','" + hidden + "']");
        assertThat(snippets.path("list").findValuesAsText("emailId")).containsExactly(mail);
        assertThat(texts(snippets.path("notFound"))).containsExactly(hidden);
    }

    @Test
    @Covers("RFC-03")
    void guestCopiesVisibleEmailsOnly() {
        String inbox = ann.mailbox("inbox");
        String state = guest("Email/get", "'ids':[]").path("state").asText();
        JsonNode copied = ann.using(
                        List.of(MailCalls.URN),
                        "['Email/copy',{'fromAccountId':'" + shared + "','accountId':'@','ifFromInState':'" + state
                                + "','create':{'a':{'id':'" + mail + "','mailboxIds':{'" + inbox
                                + "':true}},'b':{'id':'" + hidden + "','mailboxIds':{'" + inbox + "':true}}}},'c']")
                .at("/0/1");
        assertThat(copied.at("/created/a").isObject()).as(copied.toString()).isTrue();
        assertThat(copied.at("/notCreated/b/type").asText()).isEqualTo("notFound");
    }
}
