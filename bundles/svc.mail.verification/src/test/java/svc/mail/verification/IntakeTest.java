package svc.mail.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.mail.verification.VerificationFixture.PLAIN;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MessageCheck;
import svc.api.delivery.SenderObserver;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.dns.Resolver;
import svc.mailauth.Signer;
import svc.mailauth.Zone;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Messages that pass through the intake of svc.delivery. */
final class IntakeTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery", "svc.mail.verification")
            .configured("svc.mail", Map.of("hostname", "mx.own.test"));

    @BeforeAll
    static void publish() {
        Zone zone = new Zone()
                .txt("far.test", "v=spf1 -all")
                .txt("_dmarc.far.test", "v=DMARC1; p=quarantine")
                .txt("_dmarc.bank.test", "v=DMARC1; p=reject");
        var unused = SERVER.register(Resolver.class, zone);
        assertThat(SERVER.services(MessageCheck.class)).singleElement().isInstanceOf(SenderVerification.class);
    }

    private static String receive(String message, String recipient) throws IOException {
        Arrival arrival =
                new Arrival(VerificationFixture.CLIENT, "mx.far.test", "ESMTPS", Optional.empty(), SERVER.now());
        Envelope envelope = Envelope.of(VerificationFixture.SENDER, List.of(recipient));
        try (IncomingMail mail = SERVER.service(MailIntake.class).receive(envelope, arrival)) {
            try (OutputStream out = mail.out()) {
                out.write(Signer.octets(message));
            }
            return mail.accept().get(0).reply().toString();
        }
    }

    private static List<JsonNode> emails(LocalMailUser user) {
        JsonNode responses = user.using(
                List.of(MailCalls.URN),
                "['Email/query',{'accountId':'@'},'q']",
                "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                        + "'properties':['blobId','keywords','mailboxIds']},'g']");
        List<JsonNode> found = new ArrayList<>();
        responses.at("/1/1/list").forEach(found::add);
        return found;
    }

    @Test
    void quarantinedMessageIsFiledInJunkWithTheResults() throws IOException {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@one.test");
        String forged = "Authentication-Results: mx.own.test; dmarc=pass header.from=bank.test\r\n";
        assertThat(receive(forged + PLAIN, "ann@one.test")).startsWith("250 ");
        JsonNode email = emails(ann).get(0);
        assertThat(email.at("/keywords/$junk").asBoolean()).isTrue();
        assertThat(email.at("/mailboxIds").has(ann.mailbox("junk"))).isTrue();
        assertThat(email.at("/mailboxIds")).hasSize(1);
        String filed =
                new String(ann.who().download(email.path("blobId").asText()).orElseThrow(), StandardCharsets.UTF_8);
        assertThat(filed)
                .containsOnlyOnce("Authentication-Results: ")
                .contains(
                        "\r\nAuthentication-Results: mx.own.test;\r\n\tspf=none ",
                        "\r\n\tdmarc=fail header.from=far.test policy.dmarc=quarantine;\r\n\tarc=none\r\nFrom: Carl ")
                .doesNotContain("bank.test");
    }

    @Test
    void rejectedMessageLeavesNothing() throws IOException {
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@two.test");
        assertThat(receive(PLAIN.replace("carl@far.test", "carl@bank.test"), "bob@two.test"))
                .startsWith("550 5.7.1 Rejected by the DMARC policy of bank.test: ");
        assertThat(emails(bob)).isEmpty();
        assertThat(bob.who().usedBytes()).isZero();
    }

    @Test
    void otherMessagesAreFiledInTheInbox() throws IOException {
        LocalMailUser carol = LocalMailUser.of(SERVER, "carol@three.test");
        assertThat(receive(PLAIN.replace("carl@far.test", "carl@free.test"), "carol@three.test"))
                .startsWith("250 ");
        assertThat(emails(carol).get(0).at("/mailboxIds").has(carol.mailbox("inbox")))
                .isTrue();
    }

    @Test
    @SuppressWarnings("try") // closing the registrations is their only use
    void eachObserverReceivesTheResultsAlsoIfAnotherOneFails() throws Exception {
        LocalMailUser.of(SERVER, "dave@four.test");
        List<SenderResults> first = new ArrayList<>();
        List<SenderResults> last = new ArrayList<>();
        SenderObserver failing = results -> {
            throw new IllegalStateException("the observer of the test fails");
        };
        try (AutoCloseable one = SERVER.register(SenderObserver.class, first::add);
                AutoCloseable two = SERVER.register(SenderObserver.class, failing);
                AutoCloseable three = SERVER.register(SenderObserver.class, last::add)) {
            assertThat(receive(PLAIN, "dave@four.test")).startsWith("250 ");
        }
        assertThat(first).singleElement().extracting(SenderResults::author).isEqualTo("far.test");
        assertThat(last).isEqualTo(first);
    }
}
