package svc.cap.vacationresponse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Arrival;
import svc.api.delivery.CheckResult;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MessageCheck;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.FixedCheck;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** Vacation responses (RFC 8621 §8, RFC 3834). */
final class VacationTest {

    private static final String URN = "urn:ietf:params:jmap:vacationresponse";

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail("svc.cap.vacationresponse");

    private static JsonNode vacation(LocalSender of, String method, String arguments) {
        return of.user()
                .using(List.of(URN), "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0)
                .path(1);
    }

    private static JsonNode set(LocalSender of, String patch) {
        return vacation(of, "VacationResponse/set", "'update':{'singleton':{" + patch + "}}");
    }

    private static void advance(String time) {
        SERVER.advance(Duration.parse(time));
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §8", "RFC8621 §8.1", "RFC8621 §8.2"},
            part = "vacation response")
    void vacationResponseIsASingleton() {
        LocalSender ann = LocalSender.of(SERVER, "ann@one.test");
        JsonNode response = vacation(ann, "VacationResponse/get", "'ids':null");
        assertThat(response.path("list")).hasSize(1);
        assertThat(response.at("/list/0/id").asText()).isEqualTo("singleton");
        assertThat(response.at("/list/0/isEnabled").asBoolean(true)).isFalse();
        assertThat(response.at("/list/0/subject").isNull()).isTrue();
        JsonNode refused =
                vacation(ann, "VacationResponse/set", "'create':{'k':{'isEnabled':true}},'destroy':['singleton','s1']");
        assertThat(refused.at("/notCreated/k/type").asText()).isEqualTo("singleton");
        assertThat(refused.at("/notDestroyed/singleton/type").asText()).isEqualTo("singleton");
        assertThat(refused.at("/notDestroyed/s1/type").asText()).isEqualTo("notFound");
        assertThat(set(ann, "'isEnabled':'yes'")
                        .at("/notUpdated/singleton/type")
                        .asText())
                .isEqualTo("invalidProperties");
        assertThat(set(ann, "'fromDate':'tomorrow'")
                        .at("/notUpdated/singleton/properties/0")
                        .asText())
                .isEqualTo("fromDate");
        JsonNode changed = set(ann, "'subject':'Away'");
        assertThat(changed.path("newState")).isNotEqualTo(changed.path("oldState"));
        assertThat(set(ann, "'subject':'Away'").path("newState")).isEqualTo(changed.path("newState"));
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §8"},
            part = "vacation response")
    void eachSenderIsAnsweredOncePerWeek() {
        LocalSender ann = LocalSender.of(SERVER, "ann@away.test");
        LocalSender bob = LocalSender.of(SERVER, "bob@away.test");
        set(ann, "'isEnabled':true,'subject':'I am away','textBody':'Back soon.','htmlBody':'<p>Back soon.</p>'");
        bob.send("ann@away.test", "one");
        bob.awaitInbox("I am away");
        bob.send("ann@away.test", "two");
        ann.awaitInbox("one", "two");
        assertThat(bob.subjects("inbox")).containsExactly("I am away");
        String id = bob.user()
                .call("Email/query", "'filter':{'subject':'away'}")
                .at("/ids/0")
                .asText();
        JsonNode response = bob.user().email(id, "header:Auto-Submitted", "header:In-Reply-To", "from", "htmlBody");
        assertThat(response.path("header:Auto-Submitted").asText()).contains("auto-replied");
        assertThat(response.path("header:In-Reply-To").asText()).contains("@away.test");
        assertThat(response.at("/from/0/email").asText()).isEqualTo("ann@away.test");
        assertThat(response.path("htmlBody")).hasSize(1);
        advance("PT168H1S");
        bob.send("ann@away.test", "three");
        bob.awaitInbox("I am away", "I am away");
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §8"},
            part = "vacation response")
    void twoVacationResponsesAnswerEachOtherOnce() {
        LocalSender ann = LocalSender.of(SERVER, "ann@both.test");
        LocalSender bob = LocalSender.of(SERVER, "bob@both.test");
        set(ann, "'isEnabled':true,'subject':'Ann is away'");
        set(bob, "'isEnabled':true,'subject':'Bob is away'");
        bob.send("ann@both.test", "hello");
        bob.awaitInbox("Ann is away");
        ann.send("bob@both.test", "later");
        ann.awaitInbox("Bob is away", "hello");
        bob.awaitInbox("Ann is away", "later");
    }

    @Test
    @Covers({"RFC8621 §8", "RFC8621 §8.1", "RFC8621 §8.2"})
    void vacationResponseIsSentBetweenFromDateAndToDate() {
        LocalSender ann = LocalSender.of(SERVER, "ann@times.test");
        LocalSender bob = LocalSender.of(SERVER, "bob@times.test");
        LocalSender eve = LocalSender.of(SERVER, "eve@times.test");
        Instant now = SERVER.now();
        JsonNode set = vacation(
                ann,
                "VacationResponse/set",
                "'update':{'singleton':{'isEnabled':true,'fromDate':'" + now.plusSeconds(3_600) + "','toDate':'"
                        + now.plusSeconds(7_200) + "','htmlBody':'<p>Back <b>soon</b></p>'}}");
        assertThat(set.path("updated").has("singleton")).as(set.toString()).isTrue();
        bob.send("ann@times.test", "before");
        ann.awaitInbox("before");
        advance("PT1H10M");
        bob.send("ann@times.test", "between");
        bob.awaitInbox("Auto: between");
        String answer = bob.user()
                .call("Email/query", "'filter':{'subject':'Auto'}")
                .at("/ids/0")
                .asText();
        JsonNode body = bob.user()
                .call(
                        "Email/get",
                        "'ids':['" + answer + "'],'properties':['textBody','bodyValues'],'fetchTextBodyValues':true")
                .at("/list/0");
        assertThat(body.at("/textBody/0/type").asText()).isEqualTo("text/plain");
        assertThat(body.path("bodyValues").toString()).contains("Back soon").doesNotContain("<b>");
        advance("PT1H");
        eve.send("ann@times.test", "after");
        ann.awaitInbox("after", "before", "between");
        assertThat(eve.subjects("inbox")).isEmpty();
        assertThat(bob.subjects("inbox")).containsExactly("Auto: between");
        JsonNode response =
                vacation(ann, "VacationResponse/get", "'ids':['singleton','s9'],'properties':['isEnabled']");
        assertThat(response.at("/list/0").toString()).isEqualTo("{\"id\":\"singleton\",\"isEnabled\":true}");
        assertThat(MailCalls.texts(response.path("notFound"))).containsExactly("s9");
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void messageFromOutsideIsAnsweredUnlessItIsJunk() throws Exception {
        LocalSender ann = LocalSender.of(SERVER, "ann@outside.test");
        LocalSender bob = LocalSender.of(SERVER, "bob@outside.test");
        set(ann, "'isEnabled':true,'subject':'Ann is away'");
        CheckResult junk = new CheckResult(Optional.empty(), true, List.of(), List.of());
        try (AutoCloseable check = SERVER.register(MessageCheck.class, new FixedCheck(junk))) {
            receive("junk");
        }
        assertThat(ann.subjects("junk")).containsExactly("junk");
        receive("mail");
        bob.awaitInbox("Ann is away");
        assertThat(ann.subjects("inbox")).containsExactly("mail");
    }

    /** Receives a message from outside, which another account of this server has sent. */
    private static void receive(String subject) throws IOException {
        Envelope envelope = Envelope.of("bob@outside.test", List.of("ann@outside.test"));
        Arrival arrival =
                new Arrival(InetAddress.getLoopbackAddress(), "mx.test", "ESMTP", Optional.empty(), SERVER.now());
        try (IncomingMail mail = SERVER.service(MailIntake.class).receive(envelope, arrival)) {
            mail.out().write(MailCalls.message("To: ann@outside.test", "Subject: " + subject, "", "Hello"));
            assertThat(mail.accept().get(0).reply().isPositive()).isTrue();
        }
    }
}
