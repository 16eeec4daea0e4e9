package svc.cap.mdn;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mdn.MdnClient.AUTOMATICALLY;
import static svc.cap.mdn.MdnClient.MANUALLY;
import static svc.cap.mdn.MdnClient.MARKED;
import static svc.cap.mdn.MdnClient.asked;
import static svc.cap.mdn.MdnClient.awaited;
import static svc.cap.mdn.MdnClient.parse;
import static svc.cap.mdn.MdnClient.send;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** Notifications that are rejected, and messages that are not notifications (RFC 9007). */
final class MdnRefusalTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail("svc.cap.mdn");

    private static LocalSender sender(String email) {
        return LocalSender.of(SERVER, email);
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
    void invalidMdnIsRejectedAndNotSent(String properties, String error) {
        LocalSender ann = sender("ann@wrong.test");
        LocalSender bob = sender("bob@wrong.test");
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
        JsonNode response =
                send(bob, email, properties.replace("MANUALLY", MANUALLY).replace("AUTOMATICALLY", AUTOMATICALLY));
        assertThat(response.at("/notSent/k/type").asText())
                .as(response.toString())
                .isEqualTo(error);
        assertThat(response.at("/notSent/k/description").asText()).isNotEmpty();
        assertThat(bob.user().email(email, "keywords").at("/keywords/$mdnsent").isMissingNode())
                .isTrue();
        JsonNode sent = send(bob, email, MANUALLY + ",'finalRecipient':'bob+shop@wrong.test'");
        assertThat(sent.at("/sent/k/finalRecipient").asText()).isEqualTo("rfc822; bob+shop@wrong.test");
        awaited(ann, subject);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            X-Nothing: 1                                                       | notFound
            Disposition-Notification-To: unknownIdentity                                | notFound
            Disposition-Notification-To:                                       | notFound
            Disposition-Notification-To: a@b.test%Disposition-Notification-To: a@c.test | notFound
            Disposition-Notification-To: a@b.test%Content-Type: multipart/report; report-type=disposition-notification; boundary=x | forbidden
            """)
    @Covers("RFC9007 §2.1")
    void messagesWithoutRequestAndMdnsGetNoMdn(String fields, String error) {
        LocalSender bob = sender("bob@unasked.test");
        String email = bob.user().bring(("From: ann@unasked.test%" + fields + "%%x").split("%", -1));
        assertThat(send(bob, email, MANUALLY).at("/notSent/k/type").asText()).isEqualTo(error);
        assertThat(send(bob, "m9999", MANUALLY).at("/notSent/k/type").asText()).isEqualTo("notFound");
    }

    @Test
    @Covers("RFC9007 §2.1")
    void callsWithoutMarkOrCapabilityAreRejected() {
        LocalSender ann = sender("ann@whole.test");
        LocalSender bob = sender("bob@whole.test");
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
        JsonNode unknownIdentity = send(new LocalSender(bob.user(), "i999"), "@", email, MANUALLY, MARKED);
        assertThat(unknownIdentity.at("/0/1/type").asText()).isEqualTo("invalidArguments");
        for (String urn : List.of(MdnClient.URN, MailCalls.URN)) {
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
    void parseReportsMessagesThatAreNoMdn() {
        LocalSender ann = sender("ann@none.test");
        LocalSender eve = sender("eve@none.test");
        String plain = ann.user().upload(MailCalls.message("Subject: x", "", "no report"));
        String broken = ann.user()
                .upload(MailCalls.message(
                        "Content-Type: multipart/report; boundary=b",
                        "",
                        "--b",
                        "Content-Type: message/disposition-notification",
                        "",
                        "Disposition: denied",
                        "--b--"));
        String old = ann.user()
                .upload(MailCalls.message(
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
                        Base64.getEncoder()
                                .encodeToString(MailCalls.message(
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
        JsonNode response = parse(ann, plain, broken, old, "bnothing");
        assertThat(MailCalls.texts(response.path("notParsable"))).containsExactly(plain, broken);
        assertThat(MailCalls.texts(response.path("notFound"))).containsExactly("bnothing");
        JsonNode mdn = response.path("parsed").path(old);
        assertThat(mdn.path("forEmailId").isNull()).as(response.toString()).isTrue();
        assertThat(mdn.path("subject").asText()).isEqualTo("Gel\u00f6scht");
        assertThat(mdn.path("textBody").asText()).contains("It is gone");
        assertThat(mdn.path("includeOriginalMessage").asBoolean()).isTrue();
        assertThat(mdn.path("mdnGateway").asText()).isEqualTo("dns; gate.none.test");
        assertThat(mdn.path("originalRecipient").asText()).isEqualTo("rfc822;old@none.test");
        assertThat(mdn.at("/disposition/type").asText()).isEqualTo("deleted");
        assertThat(mdn.at("/disposition/sendingMode").asText()).isEqualTo("mdn-sent-automatically");
        assertThat(MailCalls.texts(mdn.path("error"))).containsExactly("one", "two");
        assertThat(mdn.path("extensionFields").toString()).isEqualTo("{\"X-Folded\":\"a b\"}");
        assertThat(MailCalls.texts(parse(eve, old).path("notFound"))).containsExactly(old);
    }
}
