package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/**
 * Mail with the search of the server: emails are imported, listed, read, flagged, moved and destroyed, and the caches of clients can
 * follow.
 */
final class ImportedMailTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    @Test
    @Covers(value = "CAP-03", open = "Sieve, principals, contacts, calendars and files")
    void sessionHasTheMailCapabilityObject() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@session.test");
        JsonNode account = MailCalls.json(ann.who().session())
                .path("accounts")
                .path(ann.who().accountId());
        JsonNode mail = account.path("accountCapabilities").path(MailCalls.URN);
        assertThat(mail.path("maxMailboxesPerEmail").asInt()).isPositive();
        assertThat(mail.path("maxSizeMailboxName").asInt()).isGreaterThanOrEqualTo(100);
        assertThat(mail.path("maxSizeAttachmentsPerEmail").asLong()).isPositive();
        assertThat(mail.path("mayCreateTopLevelMailbox").asBoolean()).isTrue();
        assertThat(MailCalls.texts(mail.path("emailQuerySortOptions"))).contains("receivedAt", "subject", "from");
        assertThat(account.path("accountCapabilities").has(MailCalls.SECOND)).isTrue();
        assertThat(MailCalls.json(ann.who().session()).path("capabilities").path(MailCalls.URN))
                .isEmpty();
    }

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void importedEmailIsRead() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@one.test");
        byte[] bytes = MailCalls.letter("first", "A first letter", "");
        JsonNode created = ann.bring(bytes, ann.mailbox("inbox"), ",'receivedAt':'2025-04-01T09:00:00Z'");
        assertThat(created.fieldNames()).toIterable().containsExactlyInAnyOrder("id", "blobId", "threadId", "size");
        assertThat(created.path("size").asInt()).isEqualTo(bytes.length);
        JsonNode email = ann.call(
                        "Email/get", "'ids':['" + created.path("id").asText() + "'],'fetchTextBodyValues':true")
                .at("/list/0");
        assertThat(email.path("threadId")).isEqualTo(created.path("threadId"));
        assertThat(email.path("blobId").asText()).isEqualTo(BlobCalls.id(bytes));
        assertThat(email.path("receivedAt").asText()).isEqualTo("2025-04-01T09:00:00Z");
        assertThat(email.path("sentAt").asText()).isEqualTo("2025-04-01T10:20:30+02:00");
        assertThat(email.path("subject").asText()).isEqualTo("A first letter");
        assertThat(email.at("/from/0/name").asText()).isEqualTo("Jürgen");
        assertThat(email.at("/to/1/email").asText()).isEqualTo("bob@one.test");
        assertThat(email.path("messageId")).hasToString("[\"first@far.test\"]");
        assertThat(email.path("hasAttachment").asBoolean(true)).isFalse();
        assertThat(email.path("preview").asText()).isEqualTo("Dear Ann, this is A first letter.");
        String part = email.at("/textBody/0/partId").asText();
        assertThat(email.path("bodyValues").path(part).path("value").asText())
                .isEqualTo("Dear Ann, this is A first letter.\n");
        assertThat(ann.who().download(email.path("blobId").asText()).orElseThrow())
                .isEqualTo(bytes);
    }

    @Test
    @Covers(value = "CAP-05", open = "contacts and calendars")
    void bothMailCapabilitiesHaveTheSameMethods() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@both.test");
        for (List<String> urns :
                List.of(List.of(MailCalls.URN), List.of(MailCalls.SECOND), List.of(MailCalls.URN, MailCalls.SECOND))) {
            JsonNode response = ann.using(urns, "['Mailbox/get',{'accountId':'@','ids':null},'c']")
                    .path(0);
            assertThat(response.path(0).asText()).as(urns.toString()).isEqualTo("Mailbox/get");
            assertThat(response.at("/1/list").size()).isPositive();
        }
    }

    @Test
    void clientCopyFollowsByChanges() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@two.test");
        String inbox = ann.mailbox("inbox");
        String archive = ann.mailbox("archive");
        String state = ann.state("Email");
        String mailboxes = ann.state("Mailbox");
        JsonNode query = ann.call(
                "Email/query",
                "'filter':{'inMailbox':'" + inbox + "'},'sort':[{'property':'receivedAt','isAscending':false}]");
        assertThat(query.path("canCalculateChanges").asBoolean()).isTrue();

        String id = ann.bring(MailCalls.letter("one", "To be moved", ""), inbox, "")
                .path("id")
                .asText();
        JsonNode created = ann.call("Email/changes", "'sinceState':'" + state + "'");
        assertThat(MailCalls.texts(created.path("created"))).containsExactly(id);
        JsonNode counts = ann.call("Mailbox/changes", "'sinceState':'" + mailboxes + "'");
        assertThat(MailCalls.texts(counts.path("updated"))).containsExactly(inbox);
        assertThat(MailCalls.texts(counts.path("updatedProperties"))).contains("totalEmails", "unreadEmails");
        JsonNode added = changes(ann, inbox, query);
        assertThat(added.at("/added/0/id").asText()).isEqualTo(id);
        assertThat(added.at("/added/0/index").asInt()).isZero();

        JsonNode seen = ann.call("Email/set", "'update':{'" + id + "':{'keywords/$seen':true}}");
        assertThat(seen.path("updated").has(id)).isTrue();
        assertThat(ann.email(id, "keywords").path("keywords")).hasToString("{\"$seen\":true}");
        assertThat(count(ann, inbox, "unreadEmails")).isZero();

        ann.call("Email/set", "'update':{'" + id + "':{'mailboxIds':{'" + archive + "':true}}}");
        JsonNode removed = changes(ann, inbox, added.path("newQueryState"));
        assertThat(MailCalls.texts(removed.path("removed"))).containsExactly(id);
        assertThat(count(ann, inbox, "totalEmails")).isZero();
        assertThat(count(ann, archive, "totalEmails")).isOne();

        String before = ann.state("Email");
        ann.call("Email/set", "'destroy':['" + id + "']");
        assertThat(MailCalls.texts(ann.call("Email/changes", "'sinceState':'" + before + "'")
                        .path("destroyed")))
                .containsExactly(id);
        assertThat(MailCalls.texts(ann.call("Email/get", "'ids':['" + id + "']").path("notFound")))
                .containsExactly(id);
    }

    private static JsonNode changes(LocalMailUser ann, String inbox, JsonNode query) {
        String state =
                query.isTextual() ? query.asText() : query.path("queryState").asText();
        return ann.call(
                "Email/queryChanges",
                "'filter':{'inMailbox':'" + inbox
                        + "'},'sort':[{'property':'receivedAt','isAscending':false}],'sinceQueryState':'" + state
                        + "'");
    }

    private static int count(LocalMailUser ann, String mailbox, String property) {
        return ann.call("Mailbox/get", "'ids':['" + mailbox + "'],'properties':['" + property + "']")
                .at("/list/0/" + property)
                .asInt(-1);
    }

    @Test
    void replyIsInTheSameThread() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@three.test");
        String inbox = ann.mailbox("inbox");
        JsonNode first = ann.bring(MailCalls.letter("t1", "Lunch", ""), inbox, "");
        JsonNode response = ann.bring(MailCalls.letter("t2", "Re: Lunch", "In-Reply-To: <t1@far.test>\r\n"), inbox, "");
        JsonNode other = ann.bring(MailCalls.letter("t3", "Dinner", "In-Reply-To: <t1@far.test>\r\n"), inbox, "");
        assertThat(response.path("threadId")).isEqualTo(first.path("threadId"));
        assertThat(other.path("threadId")).isNotEqualTo(first.path("threadId"));
        JsonNode thread =
                ann.call("Thread/get", "'ids':['" + first.path("threadId").asText() + "']");
        assertThat(MailCalls.texts(thread.at("/list/0/emailIds")))
                .containsExactly(first.path("id").asText(), response.path("id").asText());
        JsonNode collapsed = ann.call(
                "Email/query", "'filter':{'inMailbox':'" + inbox + "'},'collapseThreads':true,'calculateTotal':true");
        assertThat(collapsed.path("total").asInt()).isEqualTo(2);
    }

    @Test
    @Covers("ENV-08")
    void importIntoAMailboxCreatedInTheSameRequest() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@four.test");
        String blob = ann.upload(MailCalls.letter("n", "New place", ""));
        JsonNode responses = ann.using(
                List.of(MailCalls.URN),
                "['Mailbox/set',{'accountId':'@','create':{'m':{'name':'Garden'}}},'0']",
                "['Email/import',{'accountId':'@','emails':{'e':{'blobId':'" + blob
                        + "','mailboxIds':{'#m':true},'keywords':{'$Flagged':true,'Later':true}}}},'1']",
                "['Email/get',{'accountId':'@','ids':['#e'],'properties':['mailboxIds','keywords']},'2']");
        String garden = responses.at("/0/1/created/m/id").asText();
        assertThat(responses.at("/2/1/list/0/mailboxIds")).hasToString("{\"" + garden + "\":true}");
        assertThat(responses.at("/2/1/list/0/keywords").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("$flagged", "later");
    }

    @Test
    void invalidImportIsRejectedAndLeavesNothing() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@five.test");
        String inbox = ann.mailbox("inbox");
        String blob = ann.upload(MailCalls.letter("x", "X", ""));
        String none = ann.upload(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, '\n'});
        String in = "'mailboxIds':{'" + inbox + "':true}";
        String state = ann.state("Email");
        JsonNode refused = ann.call(
                "Email/import",
                "'emails':{"
                        + String.join(
                                ",",
                                List.of(
                                        "'a':{'blobId':'b" + "0".repeat(64) + "'," + in + "}",
                                        "'b':{'blobId':'" + blob + "'}",
                                        "'c':{'blobId':'" + blob + "','mailboxIds':{}}",
                                        "'d':{'blobId':'" + blob + "','mailboxIds':{'fvvvv':true}}",
                                        "'e':{'blobId':'" + blob + "'," + in + ",'keywords':{'a b':true}}",
                                        "'f':{'blobId':'" + blob + "'," + in + ",'keywords':{'x':false}}",
                                        "'g':{'blobId':'" + blob + "'," + in + ",'receivedAt':'yesterday'}",
                                        "'h':{'blobId':'" + blob + "'," + in + ",'subject':'x'}",
                                        "'i':{" + in + "}",
                                        "'j':{'blobId':'" + none + "'," + in + "}"))
                        + "}");
        assertThat(refused.path("created").isNull()).isTrue();
        JsonNode reason = refused.path("notCreated");
        refusal(reason.path("a"), "invalidProperties", "blobId");
        refusal(reason.path("b"), "invalidProperties", "mailboxIds");
        refusal(reason.path("c"), "invalidProperties", "mailboxIds");
        refusal(reason.path("d"), "invalidProperties", "mailboxIds");
        refusal(reason.path("e"), "invalidProperties", "keywords");
        refusal(reason.path("f"), "invalidProperties", "keywords");
        refusal(reason.path("g"), "invalidProperties", "receivedAt");
        refusal(reason.path("h"), "invalidProperties", "subject");
        refusal(reason.path("i"), "invalidProperties", "blobId");
        assertThat(reason.at("/j/type").asText()).isEqualTo("invalidEmail");
        assertThat(ann.state("Email")).isEqualTo(state);
        assertThat(refused.path("newState").asText()).isEqualTo(state);
        assertThat(ann.error("Email/import", "'emails':{},'ifInState':'s9-9'")).isEqualTo("stateMismatch");
        assertThat(ann.error("Email/import", "'emails':{'k':7}")).isEqualTo("invalidArguments");
        assertThat(ann.error("Email/import", "'messages':{}")).isEqualTo("invalidArguments");
        JsonNode one = ann.call(
                "Email/import",
                "'ifInState':'" + state + "','emails':{'good':{'blobId':'" + blob + "'," + in + "},'bad':{'blobId':'"
                        + none + "'," + in + "}}");
        assertThat(one.path("created").fieldNames()).toIterable().containsExactly("good");
        assertThat(one.path("notCreated").fieldNames()).toIterable().containsExactly("bad");
    }

    private static void refusal(JsonNode error, String type, String property) {
        assertThat(error.path("type").asText()).as(error.toString()).isEqualTo(type);
        assertThat(MailCalls.texts(error.path("properties"))).containsExactly(property);
        assertThat(error.path("description").asText()).isNotEmpty();
    }

    @Test
    @Covers({"RFC8621 §4.8", "RFC8621 §4.9"})
    void importRejectsTextWithoutHeaderFields() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@headless.test");
        String inbox = ann.mailbox("inbox");
        for (String text :
                List.of("just text", "first line\r\nsecond line\r\n", "\r\nSubject: too late\r\n", " folded: x\r\n")) {
            String blob = ann.upload(text.getBytes(StandardCharsets.UTF_8));
            assertThat(MailCalls.texts(ann.call("Email/parse", "'blobIds':['" + blob + "']")
                            .path("notParsable")))
                    .as(text)
                    .containsExactly(blob);
            assertThat(ann.call(
                                    "Email/import",
                                    "'emails':{'k':{'blobId':'" + blob + "','mailboxIds':{'" + inbox + "':true}}}")
                            .at("/notCreated/k/type")
                            .asText())
                    .as(text)
                    .isEqualTo("invalidEmail");
        }
    }

    @Test
    void receivedAtDefaultsToTheReceivedHeader() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@six.test");
        String newest = """
                Received: from a.test by b.test; Wed, 2 Apr 2025 08:00:00 +0000\r
                Received: from c.test by a.test; Tue, 1 Apr 2025 08:00:00 +0000\r
                """;
        String id = ann.bring(MailCalls.letter("r", "Received", newest), ann.mailbox("inbox"), "")
                .path("id")
                .asText();
        assertThat(ann.email(id, "receivedAt").path("receivedAt").asText()).isEqualTo("2025-04-02T08:00:00Z");
    }

    @Test
    void parseReadsABlobWithoutImport() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@seven.test");
        String blob = ann.upload(MailCalls.letter("p", "Parsed", ""));
        String none = ann.upload(new byte[] {0, 1, 2, 3});
        String unknown = "b" + "1".repeat(64);
        JsonNode parsed = ann.call(
                "Email/parse",
                "'blobIds':['" + blob + "','" + none + "','" + unknown
                        + "'],'properties':['id','mailboxIds','keywords','receivedAt','subject','from','preview','bodyValues','textBody','header:Date:asDate'],"
                        + "'fetchTextBodyValues':true");
        JsonNode email = parsed.path("parsed").path(blob);
        assertThat(email.path("subject").asText()).isEqualTo("Parsed");
        assertThat(email.path("header:Date:asDate").asText()).isEqualTo("2025-04-01T10:20:30+02:00");
        assertThat(email.at("/bodyValues").findValuesAsText("value")).containsExactly("Dear Ann, this is Parsed.\n");
        for (String member : List.of("id", "mailboxIds", "keywords", "receivedAt")) {
            assertThat(email.has(member)).as(member).isTrue();
            assertThat(email.path(member).isNull()).as(member).isTrue();
        }
        assertThat(MailCalls.texts(parsed.path("notParsable"))).containsExactly(none);
        assertThat(MailCalls.texts(parsed.path("notFound"))).containsExactly(unknown);
        assertThat(ann.error("Email/parse", "'blobIds':['" + blob + "'],'properties':['header:From:asDate']"))
                .isEqualTo("invalidArguments");
        assertThat(ann.call("Email/query", "'calculateTotal':true")
                        .path("total")
                        .asInt())
                .isZero();
    }
}
