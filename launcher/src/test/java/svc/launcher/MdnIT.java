package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;

/** Disposition notifications are asked for, sent and read, over the wire (RFC 9007). */
final class MdnIT {

    private static final String URN = "urn:ietf:params:jmap:mdn";
    private static final String MANUALLY =
            "'disposition':{'actionMode':'manual-action','sendingMode':'mdn-sent-manually','type':'displayed'}";
    private static final String AUTOMATICALLY =
            "'disposition':{'actionMode':'automatic-action','sendingMode':'mdn-sent-automatically','type':'processed'}";
    private static final String MARKED = "'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':true}}";

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final OneServer SERVER = OneServer.in(() -> WhoAmIBundle.in(directory.resolve("home")));

    private static Sender sender(String email) {
        return Sender.of(SERVER.running(), email);
    }

    /** The responses to one call by somebody, with these properties of the notification. */
    private static JsonNode send(Sender by, String account, String email, String properties, String marked) {
        return by.user()
                .using(
                        List.of(MailUser.URN, URN),
                        "['MDN/send',{'accountId':'" + account + "','identityId':'" + by.identity()
                                + "','send':{'k':{'forEmailId':'" + email + "'," + properties.replace("@", "\\u0040")
                                + "}}," + marked + "},'c']");
    }

    private static JsonNode send(Sender by, String email, String properties) {
        return send(by, "@", email, properties, MARKED).at("/0/1");
    }

    /** Ann asks Bob; the id of the message that came to him. */
    private static String asked(Sender ann, Sender bob, String subject, String more) {
        String own = ann.user().who().email();
        String email = ann.draft("'from':[{'email':'" + own + "'}],'to':[{'email':'"
                + bob.user().who().email() + "'}],'subject':'" + subject + "'," + more
                + "'header:Disposition-Notification-To:asAddresses':[{'email':'" + own + "'}]");
        JsonNode made = ann.submit(email, "");
        assertThat(made.at("/created/s/id").isTextual()).as(made.toString()).isTrue();
        return awaited(bob, subject);
    }

    /** The id of the one message in the inbox with a subject. */
    private static String awaited(Sender who, String subject) {
        String query = "'filter':{'subject':'" + subject + "','inMailbox':'"
                + who.user().mailbox("inbox") + "'}";
        who.user()
                .who()
                .server()
                .await(
                        subject,
                        () -> !who.user().call("Email/query", query).path("ids").isEmpty());
        return who.user().call("Email/query", query).at("/ids/0").asText();
    }

    private static JsonNode parse(Sender who, String... blobs) {
        return who.user()
                .using(
                        List.of(URN),
                        "['MDN/parse',{'accountId':'@','blobIds':['" + String.join("','", blobs) + "']},'c']")
                .at("/0/1");
    }

    @Test
    @Covers({"DOM-05", "RFC9007 §1.3", "RFC9007 §2", "RFC9007 §2.1", "RFC9007 §2.2"})
    void whoAskedIsToldAndReadsIt() {
        Sender ann = sender("ann@told.test");
        Sender bob = sender("bob@told.test");
        String email = asked(ann, bob, "plans", "'messageId':['plans-1@told.test'],");
        JsonNode answer = send(
                bob,
                "@",
                email,
                MANUALLY
                        + ",'textBody':'I have seen it.','reportingUA':'pc.told.test; Reader 1','extensionFields':{'X-Pc':'one'}",
                MARKED);
        assertThat(answer.at("/0/0").asText()).as(answer.toString()).isEqualTo("MDN/send");
        JsonNode sent = answer.at("/0/1/sent/k");
        assertThat(sent.path("finalRecipient").asText()).isEqualTo("rfc822; bob@told.test");
        assertThat(sent.path("originalMessageId").asText()).isEqualTo("<plans-1@told.test>");
        assertThat(sent.path("subject").asText()).isEqualTo("Displayed: plans");
        assertThat(sent.path("includeOriginalMessage").asBoolean(true)).isFalse();
        assertThat(sent.has("textBody")).as("the client's own").isFalse();
        assertThat(answer.at("/0/1/notSent").isNull()).isTrue();
        assertThat(answer.at("/1/0").asText()).isEqualTo("Email/set");
        assertThat(answer.at("/1/2").asText()).isEqualTo("c");
        assertThat(answer.at("/1/1/updated").has(email)).as(answer.toString()).isTrue();
        assertThat(bob.user().email(email, "keywords").at("/keywords/$mdnsent").asBoolean())
                .isTrue();

        String receipt = awaited(ann, "Displayed");
        JsonNode came = ann.user().email(receipt, "blobId", "from", "to", "header:Return-Path", "bodyStructure");
        assertThat(came.at("/from/0/email").asText()).isEqualTo("bob@told.test");
        assertThat(came.at("/to/0/email").asText()).isEqualTo("ann@told.test");
        assertThat(came.path("header:Return-Path").asText().strip()).isEqualTo("<>");
        assertThat(came.at("/bodyStructure/type").asText()).isEqualTo("multipart/report");
        assertThat(came.at("/bodyStructure/subParts").findValuesAsText("type"))
                .containsExactly("text/plain", "message/disposition-notification");
        String blob = came.path("blobId").asText();
        JsonNode mdn = parse(ann, blob).path("parsed").path(blob);
        assertThat(mdn.path("forEmailId").asText())
                .isEqualTo(ann.user()
                        .call("Email/query", "'filter':{'header':['Message-ID','plans-1']}")
                        .at("/ids/0")
                        .asText());
        assertThat(mdn.path("textBody").asText()).startsWith("I have seen it.");
        assertThat(mdn.path("reportingUA").asText()).isEqualTo("pc.told.test; Reader 1");
        assertThat(mdn.path("disposition").toString())
                .isEqualTo(
                        "{\"actionMode\":\"manual-action\",\"sendingMode\":\"mdn-sent-manually\",\"type\":\"displayed\"}");
        assertThat(mdn.path("finalRecipient").asText()).isEqualTo("rfc822; bob@told.test");
        assertThat(mdn.path("originalMessageId").asText()).isEqualTo("<plans-1@told.test>");
        assertThat(mdn.path("extensionFields").toString()).isEqualTo("{\"X-Pc\":\"one\"}");
        assertThat(mdn.path("includeOriginalMessage").asBoolean(true)).isFalse();
        assertThat(mdn.path("error").isNull()).isTrue();
    }

    @Test
    @Covers({"DOM-05", "RFC9007 §2.1", "RFC9007 §4.2"})
    void nobodyIsToldTwice() {
        Sender ann = sender("ann@once.test");
        Sender bob = sender("bob@once.test");
        String email = asked(ann, bob, "once", "");
        JsonNode twice = bob.user()
                .using(
                        List.of(MailUser.URN, URN),
                        "['MDN/send',{'accountId':'@','identityId':'" + bob.identity() + "','send':{'k':{'forEmailId':'"
                                + email + "'," + MANUALLY + "},'l':{'forEmailId':'" + email + "'," + MANUALLY
                                + "}},'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':true},'#l':{'keywords':{'$mdnsent':true}}}},'c']");
        assertThat(twice.at("/0/1/sent").has("k")).as(twice.toString()).isTrue();
        assertThat(twice.at("/0/1/notSent/l/type").asText()).isEqualTo("mdnAlreadySent");
        JsonNode again = send(bob, email, MANUALLY);
        assertThat(again.at("/notSent/k/type").asText()).isEqualTo("mdnAlreadySent");
        assertThat(again.path("sent").isNull()).isTrue();
        ann.awaitInbox("Displayed: once");
    }

    @Test
    @Covers("RFC9007 §2")
    void theOriginalGoesAlongWhereThatIsWanted() {
        Sender ann = sender("ann@along.test");
        Sender bob = sender("bob@along.test");
        String email = asked(ann, bob, "along", "");
        JsonNode sent = send(bob, email, MANUALLY + ",'includeOriginalMessage':true,'subject':'Seen: \u00fcber'");
        assertThat(sent.path("sent").has("k")).as(sent.toString()).isTrue();
        String blob =
                ann.user().email(awaited(ann, "Seen"), "blobId").path("blobId").asText();
        JsonNode mdn = parse(ann, blob).path("parsed").path(blob);
        assertThat(mdn.path("includeOriginalMessage").asBoolean()).isTrue();
        assertThat(mdn.path("subject").asText()).isEqualTo("Seen: \u00fcber");
        assertThat(mdn.path("textBody").asText()).contains("along").contains("bob@along.test");
    }

    @Test
    @Covers({"RFC8621 §7", "DOM-05"})
    void theSubmissionSaysWhatCame() {
        Sender ann = sender("ann@lists.test");
        Sender bob = sender("bob@lists.test");
        String email = asked(ann, bob, "lists", "'messageId':['lists-1@lists.test'],");
        String id =
                ann.call("EmailSubmission/query", "'filter':{}").at("/ids/0").asText();
        ann.awaitFate(id, "bob@lists.test", "yes");
        assertThat(ann.status(id, "bob@lists.test").path("displayed").asText()).isEqualTo("unknown");
        String state = ann.call("EmailSubmission/get", "'ids':[]").path("state").asText();
        assertThat(send(bob, email, MANUALLY).path("sent").has("k")).isTrue();
        String receipt = awaited(ann, "Displayed");
        String blob = ann.user().email(receipt, "blobId").path("blobId").asText();
        JsonNode told = ann.submission(id);
        assertThat(MailUser.texts(told.path("mdnBlobIds"))).containsExactly(blob);
        assertThat(told.at("/deliveryStatus/bob@lists.test/displayed").asText()).isEqualTo("yes");
        assertThat(MailUser.texts(ann.call("EmailSubmission/changes", "'sinceState':'" + state + "'")
                        .path("updated")))
                .containsExactly(id);
        ann.user().call("Email/set", "'destroy':['" + receipt + "']");
        assertThat(parse(ann, blob).path("parsed").has(blob)).as("still held").isTrue();
        String eve = ann.send("bob@lists.test", "without a receipt");
        ann.awaitFate(eve, "bob@lists.test", "yes");
        assertThat(ann.submission(eve).path("mdnBlobIds")).isEmpty();
        assertThat(MailUser.texts(ann.call("EmailSubmission/set", "'destroy':['" + id + "']")
                        .path("destroyed")))
                .containsExactly(id);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'disposition':{'actionMode':'manual','sendingMode':'mdn-sent-manually','type':'displayed'} | invalidProperties
            'disposition':{'actionMode':'manual-action','sendingMode':'mdn-sent-manually','type':'Displayed'} | invalidProperties
            'subject':'x'                                             | invalidProperties
            MANUALLY,'originalMessageId':'<x@y>'                      | invalidProperties
            MANUALLY,'mdnGateway':'x'                                 | invalidProperties
            MANUALLY,'includeOriginalMessage':'yes'                   | invalidProperties
            MANUALLY,'reportingUA':'a\\nBcc: eve@wrong.test'          | invalidProperties
            MANUALLY,'extensionFields':{'Disposition':'x'}            | invalidProperties
            MANUALLY,'extensionFields':{'X: y':'x'}                   | invalidProperties
            MANUALLY,'extensionFields':{'X-Y':'x\\r\\n\\r\\nz'}       | invalidProperties
            MANUALLY,'finalRecipient':'x400; bob'                     | invalidProperties
            MANUALLY,'finalRecipient':'rfc822; ann@wrong.test'        | forbiddenFrom
            AUTOMATICALLY                                             | forbidden
            """)
    @Covers({"RFC9007 §2", "RFC9007 §2.1", "RFC9007 §5"})
    void whatIsWrongIsRefusedAndNothingIsSent(String properties, String error) {
        Sender ann = sender("ann@wrong.test");
        Sender bob = sender("bob@wrong.test");
        String subject = "wrong" + Integer.toHexString(properties.hashCode());
        String email = bob.user()
                .bring(
                        "From: ann@wrong.test",
                        "To: bob@wrong.test",
                        "Subject: " + subject,
                        "Message-ID: <" + subject + "@wrong.test>",
                        "Return-Path: <other@wrong.test>",
                        "Disposition-Notification-To: ann@wrong.test",
                        "",
                        "x");
        JsonNode answer =
                send(bob, email, properties.replace("MANUALLY", MANUALLY).replace("AUTOMATICALLY", AUTOMATICALLY));
        assertThat(answer.at("/notSent/k/type").asText()).as(answer.toString()).isEqualTo(error);
        assertThat(answer.at("/notSent/k/description").asText()).isNotEmpty();
        assertThat(bob.user().email(email, "keywords").at("/keywords/$mdnsent").isMissingNode())
                .isTrue();
        JsonNode sent = send(bob, email, MANUALLY + ",'finalRecipient':'bob+shop@wrong.test'");
        assertThat(sent.at("/sent/k/finalRecipient").asText()).isEqualTo("rfc822; bob+shop@wrong.test");
        awaited(ann, subject);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            X-Nothing: 1                                                       | notFound
            Disposition-Notification-To: nobody                                | notFound
            Disposition-Notification-To:                                       | notFound
            Disposition-Notification-To: a@b.test%Disposition-Notification-To: a@c.test | notFound
            Disposition-Notification-To: a@b.test%Content-Type: multipart/report; report-type=disposition-notification; boundary=x | forbidden
            """)
    @Covers("RFC9007 §2.1")
    void whoDoesNotAskOrIsANotificationGetsNone(String fields, String error) {
        Sender bob = sender("bob@unasked.test");
        String email = bob.user().bring(("From: ann@unasked.test%" + fields + "%%x").split("%", -1));
        assertThat(send(bob, email, MANUALLY).at("/notSent/k/type").asText()).isEqualTo(error);
        assertThat(send(bob, "m9999", MANUALLY).at("/notSent/k/type").asText()).isEqualTo("notFound");
    }

    @Test
    @Covers("RFC9007 §2.1")
    void callsThatDoNotMarkOrLackACapabilityAreRefusedAsAWhole() {
        Sender ann = sender("ann@whole.test");
        Sender bob = sender("bob@whole.test");
        String email = asked(ann, bob, "whole", "");
        for (String marked : List.of(
                "'onSuccessUpdateEmail':null",
                "'onSuccessUpdateEmail':{'#k':{'keywords/$seen':true}}",
                "'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':null}}",
                "'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':true},'#j':{}}",
                "'onSuccessUpdateEmail':{'" + email + "':{'keywords/$mdnsent':true}}")) {
            JsonNode refused = send(bob, "@", email, MANUALLY, marked);
            assertThat(refused.at("/0/1/type").asText()).as(marked).isEqualTo("invalidArguments");
        }
        JsonNode nobody = send(new Sender(bob.user(), "i999"), "@", email, MANUALLY, MARKED);
        assertThat(nobody.at("/0/1/type").asText()).isEqualTo("invalidArguments");
        for (String urn : List.of(URN, MailUser.URN)) {
            JsonNode lacking = bob.user()
                    .using(
                            List.of(urn),
                            "['MDN/send',{'accountId':'@','identityId':'" + bob.identity() + "','send':{}},'c']");
            assertThat(lacking.at("/0/1/type").asText()).isEqualTo("unknownCapability");
        }
        assertThat(send(bob, email, MANUALLY).path("sent").has("k")).isTrue();
    }

    @Test
    @Covers("RFC9007 §2.2")
    void whatIsNoNotificationIsSaidToBeNone() {
        Sender ann = sender("ann@none.test");
        Sender eve = sender("eve@none.test");
        String plain = ann.user().upload(MailUser.message("Subject: x", "", "no report"));
        String broken = ann.user()
                .upload(MailUser.message(
                        "Content-Type: multipart/report; boundary=b",
                        "",
                        "--b",
                        "Content-Type: message/disposition-notification",
                        "",
                        "Disposition: denied",
                        "--b--"));
        String old = ann.user()
                .upload(MailUser.message(
                        "Subject: =?utf-8?q?Gel=C3=B6scht?=",
                        "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
                        "",
                        "--b",
                        "Content-Type: text/html",
                        "",
                        "<p>It is <b>gone</b></p>",
                        "--b",
                        "Content-Type: message/disposition-notification",
                        "Content-Transfer-Encoding: base64",
                        "",
                        java.util.Base64.getEncoder()
                                .encodeToString(MailUser.message(
                                        "MDN-Gateway: dns; gate.none.test",
                                        "Original-Recipient: rfc822;old@none.test",
                                        "Final-Recipient: rfc822;new@none.test",
                                        "Disposition: (c) AUTOMATIC-action / MDN-Sent-Automatically; Deleted/Error",
                                        "Error: one",
                                        "ERROR: two",
                                        "X-Folded: a",
                                        " b")),
                        "--b",
                        "Content-Type: message/rfc822",
                        "",
                        "Subject: original",
                        "",
                        "--b--"));
        JsonNode answer = parse(ann, plain, broken, old, "bnothing");
        assertThat(MailUser.texts(answer.path("notParsable"))).containsExactly(plain, broken);
        assertThat(MailUser.texts(answer.path("notFound"))).containsExactly("bnothing");
        JsonNode mdn = answer.path("parsed").path(old);
        assertThat(mdn.path("forEmailId").isNull()).as(answer.toString()).isTrue();
        assertThat(mdn.path("subject").asText()).isEqualTo("Gel\u00f6scht");
        assertThat(mdn.path("textBody").asText()).contains("It is gone");
        assertThat(mdn.path("includeOriginalMessage").asBoolean()).isTrue();
        assertThat(mdn.path("mdnGateway").asText()).isEqualTo("dns; gate.none.test");
        assertThat(mdn.path("originalRecipient").asText()).isEqualTo("rfc822;old@none.test");
        assertThat(mdn.at("/disposition/type").asText()).isEqualTo("deleted");
        assertThat(mdn.at("/disposition/sendingMode").asText()).isEqualTo("mdn-sent-automatically");
        assertThat(MailUser.texts(mdn.path("error"))).containsExactly("one", "two");
        assertThat(mdn.path("extensionFields").toString()).isEqualTo("{\"X-Folded\":\"a b\"}");
        assertThat(MailUser.texts(parse(eve, old).path("notFound"))).containsExactly(old);
    }

    @Test
    @Covers(value = "RFC9007 §2.1", partial = "who may")
    void whoMayWriteButNotSendNotifiesNobody() {
        Sender ann = sender("ann@shares.test");
        Sender owner = sender("owner@shares.test");
        Sender guest = sender("guest@shares.test");
        String email = asked(ann, owner, "shared", "");
        String shared = "shared:" + owner.user().who().accountId();
        Sender asGuest = new Sender(guest.user(), owner.identity());
        SharedAccountIT.share(owner.user().who(), guest.user().who(), MailUser.URN, "WRITE");
        JsonNode refused = send(asGuest, shared, email, MANUALLY, MARKED);
        assertThat(refused.at("/0/1/notSent/k/type").asText())
                .as(refused.toString())
                .isEqualTo("forbidden");
        SharedAccountIT.share(owner.user().who(), guest.user().who(), Sender.URN, "WRITE");
        JsonNode sent = send(asGuest, shared, email, MANUALLY, MARKED);
        assertThat(sent.at("/0/1/sent").has("k")).as(sent.toString()).isTrue();
        assertThat(sent.at("/1/1/updated").has(email)).as(sent.toString()).isTrue();
        ann.awaitInbox("Displayed: shared");
    }
}
