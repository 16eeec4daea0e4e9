package svc.mail.domains.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.cap.submission.api.Outbox;
import svc.cap.submission.api.Outbox.Reason;
import svc.cap.submission.api.Outbox.Refused;
import svc.mail.domains.TestServer;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.LocalUser;

/** Registration, proofs, suspension, and what they do to mail. */
final class DomainProofTest {

    private static final TestServer TEST = TestServer.create();

    @RegisterExtension
    private static final BundleServer SERVER = TEST.bundles();

    private static final Duration GRACE = Duration.ofDays(3);

    private static Optional<Refused> mailFrom(LocalUser user) {
        Caller caller = new Caller(user.account(), "test", CredentialKind.SESSION, "127.0.0.1");
        return SERVER.service(Outbox.class).checkSender(caller, user.email());
    }

    private static JsonNode show(String domain) {
        return SERVER.json(TEST.operations().show(domain));
    }

    private static void check(String domain) {
        TEST.operations().check(domain);
    }

    @Test
    @Covers("SMTP-01")
    void mailFromADomainWithoutProofIsDeferredAfter72Hours() {
        LocalUser ann = SERVER.user("ann@late.test");
        assertThat(mailFrom(ann)).as("not registered").isEmpty();
        String record = TEST.register("late.test");
        SERVER.advance(GRACE.minusMinutes(1));
        check("late.test");
        assertThat(mailFrom(ann)).isEmpty();
        assertThat(show("late.test").path("deferred").asBoolean()).isFalse();
        SERVER.advance(Duration.ofMinutes(1));
        assertThat(mailFrom(ann).map(Refused::reason)).contains(Reason.DOMAIN_UNPROVEN);
        assertThat(show("late.test").path("state").asText()).isEqualTo("pending");
        assertThat(show("late.test").path("deferred").asBoolean()).isTrue();
        TEST.zone().txt("_svc-proof.late.test", "other text", record);
        check("late.test");
        assertThat(mailFrom(ann)).isEmpty();
        assertThat(show("late.test").path("state").asText()).isEqualTo("verified");
    }

    @Test
    void lastSuccessBeginsThe72Hours() {
        LocalUser ann = SERVER.user("ann@lost.test");
        TEST.zone().txt("_svc-proof.lost.test", TEST.register("lost.test"));
        SERVER.advance(Duration.ofHours(50));
        check("lost.test");
        TEST.zone().without("_svc-proof.lost.test");
        SERVER.advance(Duration.ofHours(1));
        check("lost.test");
        assertThat(show("lost.test").path("state").asText()).isEqualTo("unverified");
        SERVER.advance(Duration.ofHours(70));
        assertThat(mailFrom(ann)).isEmpty();
        SERVER.advance(Duration.ofHours(1));
        assertThat(mailFrom(ann)).isPresent();
    }

    @Test
    void failedLookupMovesNothingButThe72Hours() {
        LocalUser ann = SERVER.user("ann@down.test");
        TEST.zone().txt("_svc-proof.down.test", TEST.register("down.test"));
        check("down.test");
        TEST.zone().failing("_svc-proof.down.test");
        SERVER.advance(Duration.ofHours(71));
        check("down.test");
        JsonNode view = show("down.test");
        assertThat(view.path("state").asText()).isEqualTo("verified");
        assertThat(view.path("result").asText()).isEqualTo("The lookup failed: no server answered.");
        assertThat(mailFrom(ann)).isEmpty();
        SERVER.advance(Duration.ofHours(1));
        assertThat(mailFrom(ann)).isPresent();
        TEST.zone().answering("_svc-proof.down.test");
        check("down.test");
        assertThat(mailFrom(ann)).isEmpty();
    }

    @Test
    void suspensionDefersMailAtOnceAndEndsWithTheStateBefore() {
        LocalUser ann = SERVER.user("ann@stop.test");
        TEST.zone().txt("_svc-proof.stop.test", TEST.register("stop.test"));
        check("stop.test");
        TEST.operations().suspend("stop.test", AuditRecorder.NONE);
        assertThat(mailFrom(ann).map(Refused::description))
                .contains("The domain stop.test is suspended; try again later.");
        check("stop.test");
        assertThat(show("stop.test").path("state").asText()).isEqualTo("suspended");
        TEST.operations().resume("stop.test", AuditRecorder.NONE);
        assertThat(mailFrom(ann)).isEmpty();
        assertThat(show("stop.test").path("state").asText()).isEqualTo("verified");
        assertThat(SERVER.service(Outbox.class)
                        .checkSender(new Caller(ann.account(), "t", CredentialKind.SESSION, "127.0.0.1"), ""))
                .as("the null reverse-path")
                .isEmpty();
    }

    @Test
    void submittedMessageWaitsInTheQueueWithTheReply() {
        LocalSender ann = LocalSender.of(SERVER, "ann@queue.test");
        LocalSender bob = LocalSender.of(SERVER, "bob@queue.test");
        TEST.register("queue.test");
        TEST.operations().suspend("queue.test", AuditRecorder.NONE);
        String id = ann.send("bob@queue.test,x@far.test", "later");
        for (String to : List.of("bob@queue.test", "x@far.test")) {
            ann.user()
                    .who()
                    .await(
                            to,
                            () -> ann.status(id, to)
                                    .path("smtpReply")
                                    .asText()
                                    .equals("451 4.7.1 The domain queue.test is suspended; try again later."));
            assertThat(ann.status(id, to).path("delivered").asText()).isEqualTo("queued");
        }
        TEST.operations().resume("queue.test", AuditRecorder.NONE);
        SERVER.advance(Duration.ofMinutes(10));
        bob.awaitInbox("later");
        ann.awaitStatus(id, "x@far.test", "unknown");
    }

    @Test
    void domainOfAnotherOrganizationCannotBeRegistered() {
        SERVER.user("ann@first.test");
        LocalUser bob = SERVER.user("bob@second.test");
        String tenant = bob.account().organization();
        assertThatThrownBy(() ->
                        TEST.operations().register("first.test", Kind.SENDER, tenant, null, null, AuditRecorder.NONE))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("another organization");
        assertThatThrownBy(() -> TEST.relay("first.test", tenant, "bob@second.test", null))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("is a domain of this server");
        assertThatThrownBy(() -> TEST.register("nowhere.test"))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("svc domain add");
        TEST.relay("claimed.test", tenant, "bob@second.test", null);
        assertThatThrownBy(() -> TEST.relay("CLAIMED.test.", "firsttest", "ann@first.test", null))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("is registered already for " + tenant);
        assertThatThrownBy(() -> TEST.relay("other.test", tenant, "ann@first.test", null))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("is no address of an account of " + tenant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "192.0.2.1",
                "a..test",
                ".test",
                "-a.test",
                "a-.test",
                "a_b.test",
                "a b.test",
                "a@b.test",
                "a.test\n_x.test",
                "a.test; k=1",
                "*.a.test",
                "\u0000.test"
            })
    void invalidDomainIsRejected(String domain) {
        assertThatThrownBy(() -> TEST.operations().show(domain))
                .isInstanceOf(OperationException.class)
                .hasMessage("domain must be a domain such as example.org.");
    }

    @Test
    void nameThatLeavesNoSpaceForTheRecordIsRejected() {
        String label = "a".repeat(60) + ".";
        String longest = label.repeat(4).substring(0, 237) + ".test"; // 242 octets
        assertThatThrownBy(() -> TEST.operations().show(longest)).hasMessageContaining("is not registered");
        assertThatThrownBy(() -> TEST.operations().show("b" + longest)).hasMessageContaining("must be a domain");
        assertThatThrownBy(() -> TEST.operations().show("x".repeat(1_000_000) + ".test"))
                .hasMessageContaining("must be a domain");
    }

    @Test
    void internationalizedDomainIsTheSameInBothForms() {
        LocalUser ann = SERVER.user("ann@xn--mller-kva.test");
        TEST.register("MÜLLER.test");
        assertThat(show("xn--mller-kva.test").path("domain").asText()).isEqualTo("xn--mller-kva.test");
        TEST.operations().suspend("müller.test", AuditRecorder.NONE);
        assertThat(mailFrom(ann)).isPresent();
        RegisteredDomains domains = SERVER.service(svc.api.delivery.MailDomains.class, RegisteredDomains.class);
        assertThat(domains.senderDeferral("ann@müller.test")).isPresent();
        assertThat(domains.senderDeferral("ann@sub.müller.test")).isEmpty();
    }

    @Test
    void twoRegistrationsAtTheSameTimeHaveOneResult() throws Exception {
        SERVER.user("ann@twice.test");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<Boolean> registration = () -> {
                try {
                    TEST.register("twice.test");
                    return true;
                } catch (OperationException e) {
                    return false;
                }
            };
            int count = 0;
            for (Future<Boolean> done : threads.invokeAll(java.util.Collections.nCopies(8, registration))) {
                count += done.get() ? 1 : 0;
            }
            assertThat(count).isEqualTo(1);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void newRegistrationNeedsANewRecord() {
        LocalUser ann = SERVER.user("ann@again.test");
        TEST.zone().txt("_svc-proof.again.test", TEST.register("again.test"));
        check("again.test");
        TEST.operations().unregister("again.test", AuditRecorder.NONE);
        assertThatThrownBy(() -> show("again.test")).hasMessageContaining("is not registered");
        SERVER.advance(GRACE);
        assertThat(mailFrom(ann)).as("no longer registered").isEmpty();
        TEST.register("again.test");
        check("again.test");
        assertThat(show("again.test").path("state").asText()).isEqualTo("pending");
        assertThat(show("again.test").path("result").asText()).isEqualTo("The record has another value.");
    }

    @Test
    void healthCheckNamesARegistrationThatNoLongerFits() {
        LocalUser ann = SERVER.user("ann@moves-in.test");
        TEST.relay("a-relay.test", ann.account().organization(), ann.email(), null);
        ProofHealthCheck check = SERVER.service(HealthCheck.class, ProofHealthCheck.class);
        assertThat(check.run().get(1).status()).isEqualTo(Finding.Status.SKIPPED);
        SERVER.user("bob@a-relay.test");
        assertThat(check.run().get(1).detail()).endsWith(" of this server: a-relay.test.");
        assertThat(TEST.rcpt("eve@a-relay.test")).as("the domain is local now").startsWith("550 5.1.1 ");
        TEST.operations().unregister("a-relay.test", AuditRecorder.NONE);
    }

    @Test
    void healthCheckNamesTheRecordToPublish() {
        SERVER.user("ann@a-health.test");
        TEST.register("a-health.test");
        TEST.operations().suspend("a-health.test", AuditRecorder.NONE);
        Finding finding =
                SERVER.service(HealthCheck.class, ProofHealthCheck.class).run().get(0);
        assertThat(finding.status()).isEqualTo(Finding.Status.FAIL);
        assertThat(finding.remedy().orElseThrow()).contains("svc domain resume a-health.test");
        TEST.operations().unregister("a-health.test", AuditRecorder.NONE);
    }
}
