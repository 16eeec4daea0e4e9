package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** Bob shares one of his mailboxes with Ann and Eve, who send its emails in his name. */
final class GuestSubmissionTest {

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";
    private static final List<String> ALL = List.of(MailCalls.URN, MailCalls.SECOND, SendingCalls.URN);
    private static final String READ_AND_SUBMIT = "'mayReadItems':true,'maySubmit':true";

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail()
            .configured("svc.submission", Map.of("recipients.per.hour", 20, "recipients.per.day", 100))
            .providing(Capability.class, directory -> () -> PRINCIPALS);

    private String domain = "";
    private LocalSender bob = LocalSender.of(SERVER, "bob@guests.test");
    private LocalMailUser ann = bob.user();
    private LocalMailUser eve = bob.user();
    private String shared = "";
    private String open = "";
    private String secret = "";

    @BeforeEach
    void shareOneOfTwoMailboxes(TestInfo info) {
        domain = "d" + Integer.toHexString(info.getDisplayName().hashCode()) + ".test";
        bob = LocalSender.of(SERVER, "bob@" + domain);
        ann = LocalMailUser.of(SERVER, "ann@" + domain);
        eve = LocalMailUser.of(SERVER, "eve@" + domain);
        shared = ann.who().sharedBy(bob.user().who());
        open = bob.user().newMailbox("Open");
        secret = bob.user().newMailbox("Secret");
        share(ann, READ_AND_SUBMIT);
    }

    private void share(LocalMailUser guest, String rights) {
        JsonNode response = bob.user()
                .using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith/"
                                + guest.who().accountId() + "':" + (rights.isEmpty() ? "null" : "{" + rights + "}")
                                + "}}},'c']");
        assertThat(response.at("/0/1/updated").has(open))
                .as(response.toString())
                .isTrue();
    }

    private JsonNode responses(LocalMailUser guest, String method, String arguments) {
        return guest.using(
                ALL, "['" + method + "',{'accountId':'" + shared + "'," + SendingCalls.escaped(arguments) + "},'c']");
    }

    private JsonNode guest(LocalMailUser guest, String method, String arguments) {
        JsonNode response = responses(guest, method, arguments).path(0);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    private String mail(String mailbox, String subject) {
        JsonNode created = bob.user()
                .call(
                        "Email/set",
                        "'create':{'k':{'mailboxIds':{'" + mailbox + "':true},'from':[{'email':'"
                                + SendingCalls.escaped(bob.user().who().email()) + "'}],'to':[{'email':'"
                                + SendingCalls.escaped("cem@" + domain) + "'}],'subject':'" + subject + "'}}");
        return created.at("/created/k/id").asText();
    }

    private JsonNode submit(LocalMailUser guest, String email, String more) {
        return guest(guest, "EmailSubmission/set", "'create':{'s':" + submission(email, more) + "}");
    }

    private String submission(String email, String more) {
        return "{'identityId':'" + bob.identity() + "','emailId':'" + email + "'" + more + "}";
    }

    private List<String> capabilities(LocalMailUser guest) {
        List<String> urns = new ArrayList<>();
        MailCalls.json(guest.who().session())
                .path("accounts")
                .path(shared)
                .path("accountCapabilities")
                .fieldNames()
                .forEachRemaining(urns::add);
        return urns;
    }

    @Test
    @Covers(
            value = {"ACC-03", "DOM-01", "RFC8621 §7.5"},
            part = "submission")
    void guestSendsAnEmailOfTheSharedMailboxInTheNameOfTheOwner() {
        LocalSender cem = LocalSender.of(SERVER, "cem@" + domain);
        String email = mail(open, "offer");
        JsonNode sent = submit(ann, email, "");
        assertThat(sent.at("/created/s/id").isTextual()).as(sent.toString()).isTrue();
        cem.awaitInbox("offer");
        String received = cem.user()
                .call("Email/query", "'filter':{'subject':'offer'}")
                .at("/ids/0")
                .asText();
        JsonNode letter = cem.user().email(received, "from','sender','header:Return-Path");
        assertThat(letter.at("/from/0/email").asText())
                .isEqualTo(bob.user().who().email());
        assertThat(letter.path("sender").isNull()).isTrue();
        assertThat(letter.path("header:Return-Path").asText())
                .contains(bob.user().who().email());
    }

    @Test
    @Covers("ACC-03")
    void sessionListsSubmissionOnlyWithTheRight() {
        assertThat(capabilities(ann)).contains(SendingCalls.URN);
        share(eve, "'mayReadItems':true,'mayAddItems':true");
        assertThat(capabilities(eve)).contains(MailCalls.URN).doesNotContain(SendingCalls.URN);
        JsonNode refused = responses(eve, "Identity/get", "'ids':null").path(0);
        assertThat(refused.at("/1/type").asText()).isEqualTo("accountNotSupportedByMethod");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §6"},
            part = "submission")
    void guestReadsTheIdentitiesOfTheOwnerAndChangesNone() {
        JsonNode read = guest(ann, "Identity/get", "'ids':null");
        assertThat(read.at("/list/0/id").asText()).isEqualTo(bob.identity());
        assertThat(read.at("/list/0/email").asText()).isEqualTo(bob.user().who().email());
        String other = bob.call("Identity/set", "'create':{'k':{'name':'Bob','email':'" + "bob+x@" + domain + "'}}")
                .at("/created/k/id")
                .asText();
        JsonNode changes = guest(
                ann, "Identity/changes", "'sinceState':'" + read.path("state").asText() + "'");
        assertThat(changes.at("/created/0").asText()).isEqualTo(other);
        JsonNode deletable = guest(ann, "Identity/get", "'ids':['" + other + "']");
        assertThat(deletable.at("/list/0/mayDelete").asBoolean(true)).isFalse();
        assertThat(bob.call("Identity/get", "'ids':['" + other + "']")
                        .at("/list/0/mayDelete")
                        .asBoolean())
                .isTrue();
        JsonNode set = guest(
                ann,
                "Identity/set",
                "'create':{'k':{'name':'x','email':'bob@" + domain + "'}},'update':{'" + other
                        + "':{'name':'y'}},'destroy':['" + bob.identity() + "']");
        assertThat(set.findValuesAsText("type")).containsExactly("forbidden", "forbidden", "forbidden");
        assertThat(set.path("newState")).isEqualTo(set.path("oldState"));
    }

    @Test
    @Covers(
            value = {"ACC-06", "RFC8621 §7"},
            part = "submission")
    void guestSeesOnlyTheSubmissionsThatTheGuestMade() {
        share(eve, READ_AND_SUBMIT);
        String empty =
                guest(ann, "EmailSubmission/get", "'ids':null").path("state").asText();
        String ofBob = bob.submit(mail(open, "of bob"), "").at("/created/s/id").asText();
        assertThat(guest(ann, "EmailSubmission/get", "'ids':null").path("state").asText())
                .isEqualTo(empty);
        String first = submit(ann, mail(open, "first"), "").at("/created/s/id").asText();
        JsonNode mine = guest(ann, "EmailSubmission/get", "'ids':null");
        String ofEve = submit(eve, mail(open, "of eve"), "").at("/created/s/id").asText();
        String second = submit(ann, mail(open, "second"), ",'envelope':" + held())
                .at("/created/s/id")
                .asText();
        String others = "'ids':['" + first + "','" + second + "','" + ofBob + "','" + ofEve + "']";
        JsonNode read = guest(ann, "EmailSubmission/get", others);
        assertThat(read.path("list").findValuesAsText("id")).containsExactlyInAnyOrder(first, second);
        assertThat(read.path("notFound")).hasSize(2);
        JsonNode query = guest(ann, "EmailSubmission/query", "'calculateTotal':true,'sort':[{'property':'sentAt'}]");
        assertThat(query.path("ids")).extracting(JsonNode::asText).containsExactlyInAnyOrder(first, second);
        assertThat(query.path("total").asInt()).isEqualTo(2);
        JsonNode changes = guest(
                ann,
                "EmailSubmission/changes",
                "'sinceState':'" + mine.path("state").asText() + "'");
        assertThat(changes.path("created")).extracting(JsonNode::asText).containsExactly(second);
        assertThat(changes.toString()).doesNotContain('"' + ofBob + '"').doesNotContain('"' + ofEve + '"');
        JsonNode canceled = guest(
                ann,
                "EmailSubmission/set",
                "'update':{'" + second + "':{'undoStatus':'canceled'},'" + ofEve
                        + "':{'undoStatus':'canceled'}},'destroy':['" + ofBob + "']");
        assertThat(canceled.path("updated").has(second)).as(canceled.toString()).isTrue();
        assertThat(canceled.path("notUpdated").path(ofEve).path("type").asText())
                .isEqualTo("notFound");
        assertThat(canceled.path("notDestroyed").path(ofBob).path("type").asText())
                .isEqualTo("notFound");
        assertThat(bob.call("EmailSubmission/get", "'ids':null").path("list")).hasSize(4);
    }

    private String held() {
        return "{'mailFrom':{'email':'bob@" + domain + "','parameters':{'HOLDFOR':'3600'}},'rcptTo':[{'email':'cem@"
                + domain + "'}]}";
    }

    @Test
    @Covers(
            value = {"ACC-06", "RFC8621 §7.5"},
            part = "submission")
    void hiddenEmailCausesTheErrorOfAnEmailThatDoesNotExist() {
        String hidden = mail(secret, "hidden");
        String there = submit(ann, hidden, "").toString();
        String nowhere = submit(ann, "mvvvv", "").toString();
        assertThat(there.replace(hidden, "ID")).isEqualTo(nowhere.replace("mvvvv", "ID"));
        assertThat(there).contains("emailId");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void emailInAMailboxWithoutTheRightIsNotSent() {
        share(ann, READ_AND_SUBMIT);
        String other = bob.user().newMailbox("Readable");
        bob.user()
                .using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + other + "':{'shareWith/"
                                + ann.who().accountId() + "':{'mayReadItems':true}}}},'c']");
        JsonNode refused = submit(ann, mail(other, "x"), "");
        assertThat(refused.at("/notCreated/s/type").asText()).isEqualTo("forbiddenToSend");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void guestCannotSendFromOtherAddressesThanThoseOfTheOwner() {
        String from = "'from':[{'email':'ann@" + domain + "'}]";
        share(ann, READ_AND_SUBMIT + ",'mayAddItems':true");
        String email = guest(
                        ann,
                        "Email/set",
                        "'create':{'k':{'mailboxIds':{'" + open + "':true}," + from + ",'to':[{'email':'cem@" + domain
                                + "'}],'subject':'x'}}")
                .at("/created/k/id")
                .asText();
        assertThat(submit(ann, email, "").at("/notCreated/s/type").asText()).isEqualTo("forbiddenFrom");
        String envelope =
                ",'envelope':{'mailFrom':{'email':'ann@" + domain + "'},'rcptTo':[{'email':'cem@" + domain + "'}]}";
        assertThat(submit(ann, mail(open, "y"), envelope)
                        .at("/notCreated/s/type")
                        .asText())
                .isEqualTo("forbiddenMailFrom");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC5322 §3.6.2"},
            part = "submission")
    void senderFieldMayNameTheGuest() {
        String draft = "'create':{'k':{'mailboxIds':{'" + open + "':true},'from':[{'email':'bob@" + domain
                + "'}],'sender':[{'email':'WHO@" + domain + "'}],'to':[{'email':'cem@" + domain + "'}],'subject':'x'}}";
        share(ann, READ_AND_SUBMIT + ",'mayAddItems':true");
        String mine = guest(ann, "Email/set", draft.replace("WHO", "ann"))
                .at("/created/k/id")
                .asText();
        String ofEve = guest(ann, "Email/set", draft.replace("WHO", "eve"))
                .at("/created/k/id")
                .asText();
        assertThat(submit(ann, mine, "").at("/created/s/id").isTextual()).isTrue();
        assertThat(submit(ann, ofEve, "").at("/notCreated/s/type").asText()).isEqualTo("forbiddenFrom");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void changesOnSuccessAreMadeWithTheRightsOfTheGuest() {
        String call =
                "'create':{'s':%s},'onSuccessUpdateEmail':{'#s':{'keywords/$draft':null,'keywords/$flagged':true}}";
        JsonNode refused =
                responses(ann, "EmailSubmission/set", String.format(call, submission(mail(open, "one"), "")));
        assertThat(refused.at("/1/0").asText()).as(refused.toString()).isEqualTo("Email/set");
        assertThat(refused.at("/1/1/notUpdated").findValuesAsText("type")).containsExactly("forbidden");
        share(ann, READ_AND_SUBMIT + ",'maySetKeywords':true,'mayRemoveItems':true");
        JsonNode updated =
                responses(ann, "EmailSubmission/set", String.format(call, submission(mail(open, "two"), "")));
        assertThat(updated.at("/1/1/updated")).as(updated.toString()).hasSize(1);
        String third = mail(open, "three");
        JsonNode destroyed = responses(
                ann,
                "EmailSubmission/set",
                "'create':{'s':" + submission(third, "") + "},'onSuccessDestroyEmail':['#s']");
        assertThat(destroyed.at("/1/1/destroyed/0").asText())
                .as(destroyed.toString())
                .isEqualTo(third);
    }

    private String envelope(String from, int recipients) {
        return ",'envelope':{'mailFrom':{'email':'" + from + "'},'rcptTo':"
                + SendingCalls.addresses(IntStream.range(0, recipients)
                        .mapToObj(i -> "cem+" + i + "@" + domain)
                        .collect(Collectors.joining(",")))
                + "}";
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void recipientsCountForTheOwnerAndForTheGuest() {
        String email = mail(open, "limits");
        share(eve, READ_AND_SUBMIT);
        String twelve = envelope("bob@" + domain, 12);
        assertThat(submit(ann, email, twelve).at("/created/s/id").isTextual()).isTrue();
        assertThat(submit(eve, email, envelope("bob@" + domain, 9))
                        .at("/notCreated/s/type")
                        .asText())
                .as("the limit of the owner")
                .isEqualTo("rateLimit");
        LocalSender own = new LocalSender(ann, SendingCalls.identityOf(ann));
        assertThat(own.submit(own.draft("cem@" + domain, "own"), envelope("ann@" + domain, 9))
                        .at("/notCreated/s/type")
                        .asText())
                .as("the limit of the guest")
                .isEqualTo("rateLimit");
        assertThat(submit(eve, email, envelope("bob@" + domain, 8))
                        .at("/created/s/id")
                        .isTextual())
                .isTrue();
    }

    @Test
    @Covers(
            value = {"ACC-06", "CAP-06"},
            part = "submission")
    void deliveryStatusOfAnEmailTellsGuestsOfTheirOwnSubmissionsOnly() {
        String email = mail(open, "status");
        bob.submit(email, "");
        String get = "'ids':['" + email + "'],'properties':['deliveryStatus']";
        assertThat(guest(ann, "Email/get", get).at("/list/0/deliveryStatus").isNull())
                .isTrue();
        submit(ann, email, "");
        assertThat(guest(ann, "Email/get", get).at("/list/0/deliveryStatus").has("cem@" + domain))
                .isTrue();
    }

    @Test
    @Covers(
            value = {"ACC-03", "CAP-06"},
            part = "submission")
    void secondVersionSendsAndCancelsLikeTheFirst() {
        String send = "'send':{'k':{'identityId':'" + bob.identity() + "','undoSeconds':60,";
        JsonNode sent = guest(ann, "Email/send", send + "'emailId':'" + mail(open, "v2") + "'}}");
        String id = sent.at("/sent/k/submissionId").asText();
        JsonNode hidden = guest(ann, "Email/send", send + "'emailId':'" + mail(secret, "v2") + "'}}");
        assertThat(hidden.at("/notSent/k/type").asText()).as(hidden.toString()).isEqualTo("invalidProperties");
        JsonNode blob = guest(
                ann,
                "Email/send",
                send + "'blobId':'" + ann.who().uploadTo(bob.user().who(), MailCalls.letter("x", "y", "")) + "'}}");
        assertThat(blob.at("/notSent/k/type").asText()).as(blob.toString()).isEqualTo("forbiddenToSend");
        String ofBob = bob.submit(mail(open, "held"), ",'envelope':" + held())
                .at("/created/s/id")
                .asText();
        JsonNode canceled = guest(ann, "Email/cancel", "'submissionIds':['" + id + "','" + ofBob + "']");
        assertThat(canceled.at("/canceled/0").asText()).as(canceled.toString()).isEqualTo(id);
        assertThat(canceled.path("notCanceled").path(ofBob).path("type").asText())
                .isEqualTo("notFound");
    }

    @Test
    @Covers(
            value = {"ACC-06"},
            part = "submission")
    void afterRevocationTheNextRequestNeitherSeesNorSends() {
        String email = mail(open, "x");
        submit(ann, email, "");
        share(ann, "'mayReadItems':true");
        for (String method : List.of("EmailSubmission/get", "EmailSubmission/query", "Identity/get")) {
            assertThat(responses(ann, method, method.endsWith("get") ? "'ids':null" : "'filter':{}")
                            .at("/0/1/type")
                            .asText())
                    .isEqualTo("accountNotSupportedByMethod");
        }
        JsonNode refused =
                responses(ann, "EmailSubmission/set", "'create':{'s':" + submission(mail(open, "y"), "") + "}");
        assertThat(refused.at("/0/1/type").asText()).isEqualTo("accountNotSupportedByMethod");
        share(ann, "");
        assertThat(responses(ann, "EmailSubmission/get", "'ids':null")
                        .at("/0/1/type")
                        .asText())
                .isEqualTo("accountNotFound");
        share(ann, READ_AND_SUBMIT);
        assertThat(guest(ann, "EmailSubmission/get", "'ids':null").path("list")).hasSize(1);
    }
}
