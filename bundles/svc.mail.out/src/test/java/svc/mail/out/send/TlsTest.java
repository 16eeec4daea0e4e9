package svc.mail.out.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.Envelope.ReturnContent;
import svc.mail.out.tls.TlsPolicy;
import svc.testkit.ServerKeys;

/** STARTTLS, TLS policies, REQUIRETLS and the sign-in to a smarthost. */
final class TlsTest {

    @TempDir
    private static Path folder;

    private static ServerKeys keys;
    private static ServerKeys others;

    private final Sending sending = new Sending();

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = ServerKeys.make(folder, "mx.far.test");
        others = ServerKeys.make(folder, "other.far.test");
    }

    @AfterEach
    void close() {
        sending.close();
    }

    private static TlsPolicy policy(boolean isRequired, @Nullable X509ExtendedTrustManager verification) {
        return new TlsPolicy(TlsPolicy.Type.STS, isRequired, Optional.ofNullable(verification), Optional.empty());
    }

    private static Envelope requiringTls() {
        return new Envelope(
                "ann@own.test",
                List.of(Recipient.of("bob@far.test")),
                false,
                true,
                Optional.empty(),
                ReturnContent.HEADERS);
    }

    @Test
    void messageGoesByTlsIfTheServerOffersIt() throws Exception {
        ScriptedHost host = sending.mx("far.test").startTls(keys.context(), "SIZE 1000000");
        assertThat(sending.send("bob@far.test").get(0).isPositive()).isTrue();
        assertThat(host.commands())
                .startsWith("EHLO mail.own.test", "STARTTLS", "EHLO mail.own.test", "MAIL FROM:<ann@own.test> SIZE=43");
        assertThat(sending.tlsResults).containsExactly("mx.far.test ");
        assertThat(sending.policyLookups)
                .extracting(one -> one.domain() + " " + one.name())
                .containsExactly("far.test mx.far.test");
    }

    @Test
    void messageGoesInTheClearIfNothingElseIsPossible() throws Exception {
        ScriptedHost host = sending.mx("far.test");
        assertThat(sending.send("bob@far.test").get(0).isPositive()).isTrue();
        assertThat(sending.tlsResults).containsExactly("mx.far.test starttls-not-supported");
        try (Sending other = new Sending()) {
            ScriptedHost broken = other.mx("far.test").startTls(keys.context()).replies("(handshake)", "(close)");
            assertThat(other.send("bob@far.test").get(0).isPositive()).isTrue();
            assertThat(broken.connections()).isEqualTo(2);
            assertThat(other.tlsResults).containsExactly("mx.far.test validation-failure");
        }
        try (Sending other = new Sending()) {
            ScriptedHost refusing =
                    other.mx("far.test").startTls(keys.context()).replies("STARTTLS", "454 Later");
            assertThat(other.send("bob@far.test").get(0).isPositive()).isTrue();
            assertThat(refusing.connections()).isEqualTo(1);
        }
        assertThat(host.messages()).hasSize(1);
    }

    @Test
    void octetsBeforeTheHandshakeEndTheConnection() throws Exception {
        ScriptedHost host = sending.mx("far.test")
                .startTls(keys.context())
                .replies("STARTTLS", "220 Begin\r\n250-mx.far.test\r\n250 AUTH PLAIN");
        assertThatThrownBy(() -> sending.send("bob@far.test"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it sent octets in the clear after its reply to STARTTLS");
        assertThat(host.connections()).isEqualTo(1);
        assertThat(host.commands("MAIL")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no offer", "454 Later", "(close)", "(handshake)"})
    void requiredTlsIsNeverLeftOut(String fault) throws Exception {
        sending.policies(host -> policy(true, null));
        ScriptedHost host = sending.mx("far.test");
        if (!fault.equals("no offer")) {
            host.startTls(keys.context());
            host.replies(
                    fault.equals("(handshake)") ? fault : "STARTTLS", fault.equals("(handshake)") ? "(close)" : fault);
        }
        String text;
        try {
            text = sending.send("bob@far.test").get(0).toString();
        } catch (IOException e) {
            text = String.valueOf(e.getMessage());
        }
        assertThat(text).contains("mx.far.test: ").doesNotStartWith("250");
        assertThat(host.commands("MAIL")).isEmpty();
        assertThat(host.connections()).isEqualTo(1);
    }

    @Test
    void certificateIsVerifiedByThePolicy() throws Exception {
        sending.policies(host -> policy(true, trust(keys)));
        sending.mx("far.test").startTls(keys.context());
        assertThat(sending.send("bob@far.test").get(0).isPositive()).isTrue();
        assertThat(sending.tlsResults).containsExactly("mx.far.test ");
    }

    private static X509ExtendedTrustManager trust(ServerKeys keys) throws IOException {
        try {
            return keys.trust();
        } catch (java.security.GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    @Test
    void untrustedCertificateDoesNotStopAMessageIfItIsOnlyReported() throws Exception {
        sending.policies(host -> policy(false, trust(others)));
        ScriptedHost host = sending.mx("far.test").startTls(keys.context());
        assertThat(sending.send("bob@far.test").get(0).isPositive()).isTrue();
        assertThat(sending.tlsResults).containsExactly("mx.far.test validation-failure");
        assertThat(host.commands("STARTTLS")).hasSize(2);
        assertThat(host.connections()).isEqualTo(2);
    }

    @Test
    void policiesDoNotApplyToAMessageThatDeclinesTls() throws Exception {
        sending.policies(host -> policy(true, trust(others)));
        sending.mx("far.test").startTls(keys.context());
        Envelope envelope = Envelope.of("", List.of("bob@far.test"));
        assertThat(sending.send(envelope, "TLS-Required: No\r\n" + Sending.MESSAGE)
                        .get(0)
                        .isPositive())
                .isTrue();
        assertThat(sending.policyLookups).isEmpty();
        assertThat(sending.tlsResults).isEmpty();
    }

    @Test
    void untrustedCertificateIsReported() throws Exception {
        sending.policies(host -> policy(true, trust(others)));
        ScriptedHost host = sending.mx("far.test").startTls(keys.context());
        assertThat(sending.send("bob@far.test").get(0).toString())
                .startsWith(
                        "451 4.7.5 No host can be used that satisfies the TLS policy: mx.far.test: the TLS handshake");
        assertThat(sending.tlsResults).containsExactly("mx.far.test validation-failure");
        assertThat(host.commands("MAIL")).isEmpty();
    }

    @Test
    void messageWithTlsRequiredNoIgnoresPoliciesAndReports() throws Exception {
        sending.policies(host -> policy(true, trust(others)));
        ScriptedHost host = sending.mx("far.test").startTls(keys.context());
        Envelope envelope = Envelope.of("ann@own.test", List.of("bob@far.test"));
        assertThat(sending.send(envelope, "TLS-Required: No\r\n" + Sending.MESSAGE)
                        .get(0)
                        .isPositive())
                .isTrue();
        assertThat(host.commands("STARTTLS")).hasSize(1);
        assertThat(sending.tlsResults).isEmpty();
        assertThat(sending.policyLookups).isEmpty();
    }

    @Test
    void hostThatOnlyTheMessageRefusesReturnsIt() throws Exception {
        sending.policies(host -> host.requireTls()
                ? new TlsPolicy(
                        TlsPolicy.Type.NO_POLICY_FOUND, true, Optional.empty(), Optional.of("the host is not known"))
                : Sending.opportunistic());
        sending.mx("far.test");
        assertThat(sending.send(requiringTls(), Sending.MESSAGE).get(0).toString())
                .startsWith("550 5.7.30 ")
                .endsWith("mx.far.test: the host is not known");
    }

    @Test
    void hostThatThePolicyRefusesIsNotUsed() throws Exception {
        sending.policies(host -> host.name().startsWith("a.")
                ? new TlsPolicy(TlsPolicy.Type.STS, true, Optional.empty(), Optional.of("the policy does not list it"))
                : Sending.opportunistic());
        sending.zone.mx("far.test", 1, "a.far.test").mx("far.test", 2, "b.far.test");
        ScriptedHost first = sending.host("a.far.test");
        sending.host("b.far.test");
        assertThat(sending.send("bob@far.test").get(0).toString()).startsWith("250 2.0.0 b.far.test said");
        assertThat(first.connections()).isZero();
        sending.zone.mx("only.test", 1, "a.far.test");
        assertThat(sending.send("bob@only.test").get(0).toString())
                .startsWith("451 4.7.5 ")
                .endsWith("a.far.test: the policy does not list it");
    }

    @Test
    void messageWaitsWhileThePolicyIsNotKnown() {
        sending.policies(host -> {
            throw new IOException("DNS failed");
        });
        ScriptedHost host = sending.mx("far.test");
        assertThatThrownBy(() -> sending.send("bob@far.test")).hasMessageContaining("DNS failed");
        assertThat(host.connections()).isZero();
    }

    @Test
    void connectionWithoutVerificationIsNotUsedForAPolicyThatNeedsIt() throws Exception {
        sending.policies(
                host -> host.domain().equals("far.test") ? Sending.opportunistic() : policy(true, trust(keys)));
        ScriptedHost host = sending.mx("far.test").startTls(keys.context());
        sending.zone.mx("strict.test", 1, "mx.far.test");
        sending.send("bob@far.test");
        sending.send("bob@strict.test");
        sending.send("bob@strict.test");
        sending.send("bob@far.test");
        assertThat(host.connections()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "true,REQUIRETLS,250 2.0.0",
        "true,SIZE,550 5.7.30",
        "false,REQUIRETLS,550 5.7.30",
        "false,SIZE,550 5.7.30",
        ",REQUIRETLS,550 5.7.30",
        ",SIZE,550 5.7.30",
    })
    void messageThatRequiresTlsGoesOnlyByVerifiedTlsToAServerThatKeepsIt(
            Boolean isVerified, String extension, String reply) throws Exception {
        sending.policies(host -> Boolean.TRUE.equals(isVerified) ? policy(true, trust(keys)) : Sending.opportunistic());
        ScriptedHost host = sending.mx("far.test");
        if (isVerified != null) {
            host.startTls(keys.context(), extension);
        } else {
            host.offers(extension);
        }
        assertThat(sending.send(requiringTls(), Sending.MESSAGE).get(0).toString())
                .startsWith(reply);
        assertThat(sending.policyLookups).isNotEmpty();
        assertThat(host.commands("MAIL"))
                .isEqualTo(reply.startsWith("250") ? List.of("MAIL FROM:<ann@own.test> REQUIRETLS") : List.of());
    }

    @Test
    void messageThatRequiresTlsWaitsForThePolicyOfTheDomain() throws Exception {
        sending.policies(host -> policy(true, trust(others)));
        sending.mx("far.test").startTls(keys.context(), "REQUIRETLS");
        assertThat(sending.send(requiringTls(), Sending.MESSAGE).get(0).toString())
                .startsWith("451 4.7.5 ");
    }

    @Test
    void messageThatRequiresTlsWaitsForAHostThatCannotBeReached() {
        sending.mx("far.test").replies(ScriptedHost.GREETING, "421 Busy");
        assertThatThrownBy(() -> sending.send(requiringTls(), Sending.MESSAGE)).isInstanceOf(IOException.class);
    }

    private Sending smarthost(String line) throws IOException {
        Path file = folder.resolve("credentials");
        Files.writeString(file, line);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        sending.with("smarthost", new String[] {"mx.far.test"})
                .with("smarthost_credentials_file", file.toAbsolutePath().toString());
        sending.zone.mx("other.test", 1, "nowhere.test");
        return sending;
    }

    @ParameterizedTest
    @CsvSource({"AUTH PLAIN LOGIN,AUTH PLAIN AGFubgBzZWNyZXQ=", "AUTH LOGIN,AUTH LOGIN"})
    void signsInToASmarthost(String mechanisms, String command) throws Exception {
        ScriptedHost host = smarthost("mx.far.test ann secret").mx("far.test").startTls(keys.context(), mechanisms);
        host.replies("AUTH PLAIN", "235 In").replies("AUTH LOGIN", "334 VXNlcm5hbWU6");
        host.replies("YW5u", "334 UGFzc3dvcmQ6").replies("c2VjcmV0", "235 In");
        assertThat(sending.send("bob@other.test").get(0).isPositive()).isTrue();
        assertThat(host.commands("AUTH")).containsExactly(command);
        assertThat(sending.policyLookups).as("the policies of the recipients").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUTH CRAM-MD5", "SIZE", "AUTH PLAIN"})
    void smarthostThatRefusesTheSignInMakesMessagesWait(String mechanisms) throws Exception {
        ScriptedHost host = smarthost("mx.far.test ann secret").mx("far.test").offers(mechanisms);
        host.replies("AUTH", "535 5.7.8 Wrong password");
        assertThatThrownBy(() -> sending.send("bob@other.test"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mx.far.test: it ")
                .hasMessageNotContaining("c2VjcmV0");
        assertThat(host.commands("MAIL")).isEmpty();
    }

    @Test
    void smarthostOnAnotherMachineNeedsVerifiedTlsForASignIn() throws Exception {
        SendSettings settings =
                new SendSettings(Sending.config(java.util.Map.of("smarthost", new String[] {"smtp.test"})), folder);
        SendSettings.Smarthost smarthost = new SendSettings.Smarthost(
                "smtp.test", 587, Optional.of(new SendSettings.Credentials("ann", "secret")));
        SessionOpener opener = new SessionOpener(
                settings, host -> policy(false, null), host -> policy(false, null), (a, b, c) -> {}, () -> "own");
        Routes.Target target = new Routes.Target(
                "smtp.test",
                587,
                List.of(InetAddress.getByName("192.0.2.1")),
                svc.api.dns.Answer.Security.INSECURE,
                Optional.of(smarthost));
        SessionOpener.Demands demands = opener.demands(
                target, Sending.mail(Envelope.of("ann@own.test", List.of("bob@far.test")), Sending.MESSAGE), false);
        assertThat(demands.policy().isRequired()).isTrue();
        assertThat(demands.isSystem()).isTrue();
    }
}
