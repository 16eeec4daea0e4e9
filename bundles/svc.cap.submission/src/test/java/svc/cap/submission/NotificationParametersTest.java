package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** The parameters of delivery status notifications (RFC 3461) in the envelope of a submission. */
final class NotificationParametersTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    private static String envelope(String sender, String ofSender, String recipient, String ofRecipient) {
        return ",'envelope':{'mailFrom':{'email':'" + sender + "','parameters':{" + ofSender + "}},'rcptTo':[{'email':'"
                + recipient + "','parameters':{" + ofRecipient + "}}]}";
    }

    private static JsonNode submit(LocalSender ann, String ofSender, String recipient, String ofRecipient) {
        String address = ann.user().who().email();
        return ann.submit(ann.draft(recipient, "status"), envelope(address, ofSender, recipient, ofRecipient));
    }

    /** Returns the only notification of a submission. */
    private static String notification(LocalSender ann, JsonNode created) {
        String id = created.at("/created/s/id").asText();
        ann.user()
                .who()
                .await(
                        "a notification",
                        () -> ann.submission(id).path("dsnBlobIds").size() == 1);
        String blob = ann.submission(id).at("/dsnBlobIds/0").asText();
        return new String(ann.user().who().download(blob).orElseThrow(), StandardCharsets.UTF_8);
    }

    @Test
    @Covers(value = "RFC8621 §7", part = "parameters of the envelope")
    void notificationHasTheIdentifiersOfTheEnvelope() {
        LocalSender ann = LocalSender.of(SERVER, "ann@ids.test");
        JsonNode created = submit(
                ann,
                "'ret':'full','EnvId':'order 7+1=8'",
                "nobody@ids.test",
                "'notify':'delay,FAILURE','Orcpt':'rfc822;some+one@old.test'");
        assertThat(created.at("/created/s/envelope/mailFrom/parameters/ENVID").asText())
                .as(created.toString())
                .isEqualTo("order 7+1=8");
        assertThat(notification(ann, created))
                .contains(
                        "Original-Envelope-Id: order 7+1=8\r\n",
                        "Original-Recipient: rfc822;some+one@old.test\r\nFinal-Recipient: rfc822; nobody@ids.test\r\n",
                        "Content-Type: message/rfc822",
                        "About status");
    }

    @Test
    @Covers(value = "RFC8621 §7", part = "parameters of the envelope")
    void successIsReportedOnRequest() {
        LocalSender ann = LocalSender.of(SERVER, "ann@success.test");
        LocalSender.of(SERVER, "bob@success.test");
        JsonNode created = submit(ann, "'RET':'HDRS'", "bob@success.test", "'NOTIFY':'SUCCESS'");
        assertThat(notification(ann, created)).contains("Action: delivered\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NEVER", "success", "Delay"})
    @Covers(value = "RFC8621 §7", part = "parameters of the envelope")
    void failureIsNotReportedIfTheSenderNamesOtherConditions(String conditions) {
        String domain = "only-" + conditions.toLowerCase(Locale.ROOT) + ".test";
        LocalSender ann = LocalSender.of(SERVER, "ann@" + domain);
        String recipient = "nobody@" + domain;
        JsonNode created = submit(ann, "", recipient, "'NOTIFY':'" + conditions + "'");
        String id = created.at("/created/s/id").asText();
        JsonNode failed = ann.awaitStatus(id, recipient, "no");
        assertThat(failed.path("dsnBlobIds")).isEmpty();
        assertThat(ann.subjects("inbox")).isEmpty();
    }

    @Test
    @Covers(value = "RFC8621 §7", part = "parameters of the envelope")
    void delayIsReportedOnce() {
        SERVER.suspend(SERVER.user("x@slow.example"));
        LocalSender ann = LocalSender.of(SERVER, "ann@delay.test");
        String id = ann.send("x@slow.example", "slow");
        ann.user()
                .who()
                .await(
                        "an attempt",
                        () -> ann.status(id, "x@slow.example")
                                .path("smtpReply")
                                .asText()
                                .startsWith("450"));
        SERVER.advance(Duration.ofHours(4).plusSeconds(1));
        ann.awaitInbox("Delayed: your message to x@slow.example");
        assertThat(ann.submission(id).path("dsnBlobIds")).hasSize(1);
        SERVER.advance(Duration.ofHours(5));
        assertThat(ann.subjects("inbox")).hasSize(1);
        assertThat(ann.status(id, "x@slow.example").path("delivered").asText()).isEqualTo("queued");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'RET':'BODY'          | ``
            'RET':null            | ``
            'RET':'FULL','ret':'HDRS' | ``
            'ENVID':''            | ``
            'ENVID':'a\\tb'       | ``
            'ENVID':'é'           | ``
            'NOTIFY':'NEVER'      | ``
            ``                    | 'RET':'FULL'
            ``                    | 'HOLDFOR':'60'
            ``                    | 'NOTIFY':''
            ``                    | 'NOTIFY':'ALWAYS'
            ``                    | 'NOTIFY':'NEVER,FAILURE'
            ``                    | 'NOTIFY':'FAILURE,NEVER'
            ``                    | 'NOTIFY':'FAILURE,failure'
            ``                    | 'NOTIFY':'FAILURE,DELAY,SUCCESS,DELAY'
            ``                    | 'NOTIFY':'FAILURE, DELAY'
            ``                    | 'NOTIFY':'FAILURE,'
            ``                    | 'ORCPT':'bob@wrong.test'
            ``                    | 'ORCPT':'rfc822;'
            ``                    | 'ORCPT':';bob@wrong.test'
            ``                    | 'ORCPT':'rfc822;b\\r\\nob@wrong.test'
            """)
    @Covers(value = "RFC8621 §7", part = "parameters of the envelope")
    void invalidParameterIsRejected(String ofSender, String ofRecipient) {
        LocalSender ann = LocalSender.of(SERVER, "ann@wrong.test");
        JsonNode response = submit(ann, ofSender, "bob@wrong.test", ofRecipient);
        assertThat(response.at("/notCreated/s/type").asText())
                .as(response.toString())
                .isEqualTo("invalidProperties");
        assertThat(response.at("/notCreated/s/properties/0").asText()).isEqualTo("envelope");
    }

    @ParameterizedTest
    @CsvSource({"100,0,true", "101,0,false", "98,1,true", "99,1,false"})
    void identifierHasAMaximumLengthInTheEncodingOfSmtp(int length, int spaces, boolean valid) {
        LocalSender ann = LocalSender.of(SERVER, "ann@long.test");
        LocalSender.of(SERVER, "bob@long.test");
        String id = "x".repeat(length - spaces) + " ".repeat(spaces);
        JsonNode response = submit(ann, "'ENVID':'" + id + "'", "bob@long.test", "");
        assertThat(response.path("created").has("s")).as(response.toString()).isEqualTo(valid);
    }

    @Test
    @Covers(value = "RFC8621 §1.3.2", part = "submissionExtensions")
    void capabilityNamesTheExtension() {
        LocalSender ann = LocalSender.of(SERVER, "ann@names.test");
        JsonNode session = MailCalls.json(ann.user().who().session());
        assertThat(session.path("accounts")
                        .path(ann.user().who().accountId())
                        .path("accountCapabilities")
                        .path(LocalSender.URN)
                        .path("submissionExtensions")
                        .fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("DSN", "FUTURERELEASE", "REQUIRETLS");
    }
}
