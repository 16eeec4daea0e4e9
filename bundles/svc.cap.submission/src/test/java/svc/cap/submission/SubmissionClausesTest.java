package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** Single clauses of RFC 8621 about identities and submissions. */
final class SubmissionClausesTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    private static LocalSender sender(String email) {
        return LocalSender.of(SERVER, email);
    }

    private static void advance(String time) {
        SERVER.advance(Duration.parse(time));
    }

    private static String held(String from, String to) {
        return ",'envelope':{'mailFrom':{'email':'" + from + "','parameters':{'HOLDFOR':'3600'}},'rcptTo':[{'email':'"
                + to + "'}]}";
    }

    @BeforeAll
    static void prepareSuspendedRecipient() {
        SERVER.suspend(SERVER.user("x@far.example"));
    }

    @Test
    @Covers("RFC8621 §6")
    void identityHasDefaultsAndAddressesCanHaveSeveralIdentities() {
        LocalSender ann = sender("ann@several.test");
        JsonNode created = ann.call(
                "Identity/set",
                "'create':{'a':{'email':'ann@several.test'},'b':{'email':'ann@several.test','name':'Shop',"
                        + "'htmlSignature':'<b>Ann</b>','bcc':[{'name':'Me','email':'ann@several.test'}]}}");
        JsonNode plain = ann.call(
                        "Identity/get", "'ids':['" + created.at("/created/a/id").asText() + "']")
                .at("/list/0");
        assertThat(plain.path("name").asText("?")).isEmpty();
        assertThat(plain.path("replyTo").isNull()).isTrue();
        assertThat(plain.path("bcc").isNull()).isTrue();
        assertThat(plain.path("textSignature").asText("?")).isEmpty();
        assertThat(plain.path("htmlSignature").asText("?")).isEmpty();
        assertThat(plain.path("mayDelete").asBoolean()).isTrue();
        assertThat(ann.call("Identity/get", "'ids':null").path("list").findValuesAsText("email"))
                .filteredOn("ann@several.test"::equals)
                .hasSizeGreaterThanOrEqualTo(3);
        JsonNode set = ann.call("Identity/set", "'update':{'" + ann.identity() + "':{'mayDelete':true}}");
        assertThat(set.at("/notUpdated/" + ann.identity() + "/properties/0").asText())
                .as("server-set")
                .isEqualTo("mayDelete");
    }

    @Test
    @Covers("RFC8621 §7")
    void serverSetPropertiesAreReturnedAndImmutable() {
        LocalSender ann = sender("ann@set.test");
        sender("bob@set.test");
        String email = ann.draft("bob@set.test", "set");
        JsonNode created = ann.submit(email, "");
        String id = created.at("/created/s/id").asText();
        assertThat(created.at("/created/s").fieldNames())
                .toIterable()
                .contains("id", "threadId", "envelope", "sendAt", "undoStatus", "deliveryStatus");
        JsonNode one = ann.submission(id);
        assertThat(one.path("identityId").asText()).isEqualTo(ann.identity());
        assertThat(one.path("threadId").asText())
                .isEqualTo(ann.user().email(email, "threadId").path("threadId").asText());
        assertThat(one.at("/envelope/mailFrom/email").asText()).isEqualTo("ann@set.test");
        assertThat(one.at("/envelope/mailFrom/parameters").isNull()).isTrue();
        assertThat(one.path("sendAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(one.at("/deliveryStatus/bob@set.test/displayed").asText()).isEqualTo("unknown");
        assertThat(one.path("dsnBlobIds").isArray() && one.path("mdnBlobIds").isArray())
                .isTrue();
        for (String patch : List.of(
                "'emailId':'m1'",
                "'identityId':'i99'",
                "'sendAt':'2030-01-01T00:00:00Z'",
                "'undoStatus':'pending '",
                "'envelope':null",
                "'deliveryStatus':null",
                "'mdnBlobIds':['b1']",
                "'color':1")) {
            JsonNode set = ann.call("EmailSubmission/set", "'update':{'" + id + "':{" + patch + "}}");
            assertThat(set.at("/notUpdated/" + id + "/type").asText()).as(patch).isEqualTo("invalidProperties");
        }
    }

    @Test
    @Covers("RFC8621 §7")
    void defaultEnvelopeIsBuiltFromTheHeader() {
        LocalSender ann = sender("ann@made.test");
        String email = ann.draft("'from':[{'email':'ann@made.test'}],'sender':[{'email':'ann+office@made.test'}],"
                + "'to':[{'email':'x@far.example'},{'email':'X@far.example'}],'cc':[{'email':'x@FAR.example'}],"
                + "'bcc':[{'email':'y@far.example'}],'subject':'made'");
        JsonNode envelope = ann.submit(email, ",'envelope':null").at("/created/s/envelope");
        assertThat(envelope.at("/mailFrom/email").asText())
                .as("not of the identity, so its address")
                .isEqualTo("ann@made.test");
        assertThat(envelope.path("rcptTo").findValuesAsText("email"))
                .containsExactly("x@far.example", "X@far.example", "y@far.example");
        assertThat(envelope.at("/rcptTo/0/parameters").isNull()).isTrue();
    }

    @Test
    @Covers("RFC8621 §7")
    void heldSubmissionHasSendAtAndCanBeCanceledOnce() {
        LocalSender ann = sender("ann@held.test");
        sender("bob@held.test");
        String email = ann.draft("bob@held.test", "held");
        JsonNode now = ann.submit(ann.draft("bob@held.test", "now"), "").at("/created/s/sendAt");
        JsonNode created =
                ann.submit(email, held("ann@held.test", "bob@held.test")).at("/created/s");
        assertThat(Duration.between(
                        Instant.parse(now.asText()),
                        Instant.parse(created.path("sendAt").asText())))
                .isBetween(Duration.ofSeconds(3_590), Duration.ofSeconds(3_700));
        String id = created.path("id").asText();
        assertThat(created.path("undoStatus").asText()).isEqualTo("pending");
        assertThat(created.at("/deliveryStatus/bob@held.test/delivered").asText())
                .isEqualTo("queued");
        String cancel = "'update':{'" + id + "':{'undoStatus':'canceled'}}";
        assertThat(ann.call("EmailSubmission/set", cancel).path("updated").has(id))
                .isTrue();
        JsonNode canceled = ann.submission(id);
        assertThat(canceled.path("undoStatus").asText()).isEqualTo("canceled");
        assertThat(canceled.at("/deliveryStatus/bob@held.test/smtpReply").asText())
                .matches("\\d{3} \\d\\.\\d+\\.\\d+ .+");
        JsonNode back = ann.call("EmailSubmission/set", "'update':{'" + id + "':{'undoStatus':'pending'}}");
        assertThat(back.at("/notUpdated/" + id + "/type").asText()).isEqualTo("invalidProperties");
    }

    @Test
    @Covers("RFC8621 §7.5")
    void cannotUnsendIsReported() {
        LocalSender ann = sender("ann@late.test");
        sender("bob@late.test");
        String id = ann.send("bob@late.test", "late");
        ann.awaitStatus(id, "bob@late.test", "yes");
        JsonNode late = ann.call("EmailSubmission/set", "'update':{'" + id + "':{'undoStatus':'canceled'}}");
        assertThat(late.at("/notUpdated/" + id + "/type").asText()).isEqualTo("cannotUnsend");
    }

    @Test
    @Covers({"RFC8621 §7.1", "RFC8621 §7.2"})
    void getAndChangesWork() {
        LocalSender ann = sender("ann@changes.test");
        LocalSender bob = sender("bob@changes.test");
        String state = ann.call("EmailSubmission/get", "'ids':[]").path("state").asText();
        String id = ann.send("bob@changes.test", "changes");
        bob.awaitInbox("changes");
        ann.awaitStatus(id, "bob@changes.test", "yes");
        JsonNode response = ann.call("EmailSubmission/get", "'ids':['" + id + "','s999'],'properties':['undoStatus']");
        assertThat(response.at("/list/0").toString()).contains("undoStatus").doesNotContain("envelope");
        assertThat(MailCalls.texts(response.path("notFound"))).containsExactly("s999");
        JsonNode changes = ann.call("EmailSubmission/changes", "'sinceState':'" + state + "'");
        assertThat(MailCalls.texts(changes.path("created"))).containsExactly(id);
        String known = changes.path("newState").asText();
        ann.call("EmailSubmission/set", "'destroy':['" + id + "']");
        assertThat(MailCalls.texts(ann.call("EmailSubmission/changes", "'sinceState':'" + known + "'")
                        .path("destroyed")))
                .containsExactly(id);
    }

    @Test
    @Covers("RFC8621 §7.5")
    void envelopeLimitsAreReported() {
        LocalSender ann = sender("ann@limits.test");
        String email = ann.draft("x@far.example", "limits");
        String many = IntStream.rangeClosed(0, 1_000)
                .mapToObj(i -> "{'email':'a" + i + "@far.example'}")
                .collect(Collectors.joining(","));
        String from = ",'envelope':{'mailFrom':{'email':'ann@limits.test'},'rcptTo':[";
        JsonNode tooMany = ann.submit(email, from + many + "]}").at("/notCreated/s");
        assertThat(tooMany.path("type").asText()).isEqualTo("tooManyRecipients");
        assertThat(tooMany.path("maxRecipients").asInt()).isEqualTo(1_000);
        JsonNode none = ann.submit(email, from + "]}").at("/notCreated/s");
        assertThat(none.path("type").asText()).isEqualTo("noRecipients");
        JsonNode invalid = ann.submit(
                        email, from + "{'email':'good@far.example'},{'email':'bad one'},{'email':'bad@'}]}")
                .at("/notCreated/s");
        assertThat(invalid.path("type").asText()).isEqualTo("invalidRecipients");
        assertThat(MailCalls.texts(invalid.path("invalidRecipients"))).containsExactly("bad one", "bad@");
        String malformed = ann.user()
                .bring(
                        "From: ann@limits.test",
                        "From: ann@limits.test",
                        "Sender: a@b.test, c@d.test",
                        "To: x@far.example",
                        "",
                        "x");
        JsonNode email1 = ann.submit(malformed, "").at("/notCreated/s");
        assertThat(email1.path("type").asText()).as(email1.toString()).isEqualTo("invalidEmail");
        assertThat(MailCalls.texts(email1.path("properties"))).containsExactlyInAnyOrder("from", "sender", "sentAt");
    }

    @Test
    @Covers("RFC8621 §7.5")
    void onSuccessUpdateEmailAppliesInOneCall() {
        LocalSender ann = sender("ann@following.test");
        String from = "ann@following.test";
        String first = ann.draft("x@far.example", "first");
        String second = ann.draft("x@far.example", "second");
        String one = ann.submit(first, held(from, "x@far.example"))
                .at("/created/s/id")
                .asText();
        String two = ann.submit(second, held(from, "x@far.example"))
                .at("/created/s/id")
                .asText();
        JsonNode response = ann.user()
                .using(
                        List.of(MailCalls.URN, SendingCalls.URN),
                        "['EmailSubmission/set',{'accountId':'@','update':{'" + one
                                + "':{'undoStatus':'canceled'},'s9999':{'undoStatus':'canceled'}},'destroy':['" + two
                                + "'],'onSuccessUpdateEmail':{'" + one
                                + "':{'keywords/$flagged':true},'s9999':{'keywords/x':true}},"
                                + "'onSuccessDestroyEmail':['" + two + "']},'c']");
        assertThat(response).as(response.toString()).hasSize(2);
        assertThat(response.at("/0/1/notUpdated/s9999/type").asText()).isEqualTo("notFound");
        assertThat(response.at("/1/0").asText()).isEqualTo("Email/set");
        assertThat(response.at("/1/1/updated").has(first)).isTrue();
        assertThat(MailCalls.texts(response.at("/1/1/destroyed"))).containsExactly(second);
        assertThat(ann.user().email(first, "keywords").at("/keywords/$flagged").asBoolean())
                .isTrue();
    }

    @Test
    @Covers("RFC8621 §7.5")
    void submissionIsDeliveredAfterItsEmailOrRecordIsDestroyed() {
        LocalSender ann = sender("ann@gone.test");
        LocalSender bob = sender("bob@gone.test");
        String email = ann.draft("bob@gone.test", "without its message");
        String id = ann.submit(email, held("ann@gone.test", "bob@gone.test"))
                .at("/created/s/id")
                .asText();
        String other = ann.submit(
                        ann.draft("bob@gone.test", "without its record"), held("ann@gone.test", "bob@gone.test"))
                .at("/created/s/id")
                .asText();
        ann.user().call("Email/set", "'destroy':['" + email + "']");
        ann.call("EmailSubmission/set", "'destroy':['" + other + "']");
        assertThat(ann.submission(id).path("emailId").asText()).isEqualTo(email);
        advance("PT1H1S");
        bob.awaitInbox("without its message", "without its record");
    }
}
