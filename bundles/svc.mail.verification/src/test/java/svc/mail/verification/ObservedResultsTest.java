package svc.mail.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.delivery.SenderObserver.SenderResults.MethodResult;
import svc.api.delivery.SmtpReply;
import svc.mail.verification.SenderPolicy.Decision;
import svc.mailauth.ArcResult;
import svc.mailauth.DkimResult;
import svc.mailauth.DmarcResult;
import svc.mailauth.DmarcVerifier;
import svc.mailauth.SpfResult;
import svc.mailauth.SpfResult.Identity;
import svc.mailauth.Verdict;
import svc.mailauth.Zone;
import svc.mime.Headers;

/** What a {@code SenderObserver} receives, for each result and decision. */
final class ObservedResultsTest {

    private static final Envelope ENVELOPE = Envelope.of("bounce@far.test", List.of("ann@one.test"));

    private static DkimResult signature(String domain, Verdict verdict) {
        return new DkimResult(verdict, domain, "s1", "ed25519-sha256", "", false, "");
    }

    private static Optional<SenderResults> results(String record, Verdict spf, Decision decision, DkimResult... dkim) {
        Zone zone = record.isEmpty() ? new Zone() : new Zone().txt("_dmarc.far.test", record);
        SpfResult mailFrom = new SpfResult(spf, Identity.MAIL_FROM, "far.test", "");
        DmarcResult dmarc = new DmarcVerifier(zone)
                .verify(
                        Headers.of("From: carl@far.test\r\n\r\n".getBytes(StandardCharsets.US_ASCII)),
                        mailFrom,
                        List.of(dkim));
        Findings found = new Findings(
                List.of(new SpfResult(Verdict.PASS, Identity.HELO, "mx.far.test", ""), mailFrom),
                List.of(dkim),
                new ArcResult(Verdict.NONE, List.of(), ""),
                dmarc,
                true,
                true);
        InetAddress client = Zone.address("192.0.2.7");
        Arrival arrival = new Arrival(client, "mx.far.test", "ESMTPS", Optional.empty(), Instant.EPOCH);
        return new ObservedResults(found, decision).of(ENVELOPE, arrival);
    }

    private static Decision decision(String word) {
        return switch (word) {
            case "rejected" -> Decision.rejected(new SmtpReply(550, "5.7.1", "No."));
            case "quarantined" -> Decision.QUARANTINED;
            case "sealed" -> Decision.acceptedBecause(SenderPolicy.SEALED);
            case "allowed" -> Decision.acceptedBecause(SenderPolicy.ALLOWED);
            default -> Decision.ACCEPTED;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "v=DMARC1; p=reject, PASS, accepted, PASS, ",
        "v=DMARC1; p=none, PASS, accepted, NONE, ",
        "v=DMARC1; p=quarantine; t=y, PASS, accepted, NONE, ",
        "v=DMARC1; p=none, FAIL, accepted, NONE, ",
        "v=DMARC1; p=reject, FAIL, rejected, REJECT, ",
        "v=DMARC1; p=quarantine, FAIL, quarantined, QUARANTINE, ",
        "v=DMARC1; p=quarantine; t=y, FAIL, accepted, NONE, POLICY_TEST_MODE",
        "v=DMARC1; p=reject; t=y, FAIL, quarantined, QUARANTINE, POLICY_TEST_MODE",
        "v=DMARC1; p=none; t=y, FAIL, accepted, NONE, ",
        "v=DMARC1; p=reject, FAIL, sealed, NONE, TRUSTED_FORWARDER",
        "v=DMARC1; p=reject, FAIL, allowed, NONE, MAILING_LIST",
        "v=DMARC1; p=reject, FAIL, quarantined, QUARANTINE, LOCAL_POLICY",
        "v=DMARC1; p=reject, FAIL, accepted, NONE, LOCAL_POLICY",
        "v=DMARC1; p=reject, TEMPERROR, accepted, NONE, OTHER",
        "v=DMARC1; p=none, TEMPERROR, accepted, NONE, ",
    })
    void dispositionAndReason(String record, Verdict spf, String decision, String disposition, String reason) {
        SenderResults results = results(record, spf, decision(decision)).orElseThrow();
        assertThat(results.disposition()).hasToString(disposition);
        assertThat(results.override().map(Enum::name).orElse(null)).isEqualTo(reason);
        assertThat(results.spfAligned()).isEqualTo(spf == Verdict.PASS);
        assertThat(results.dkimAligned()).isFalse();
    }

    @Test
    void messageWithoutAPolicyIsNotReported() {
        assertThat(results("", Verdict.FAIL, Decision.ACCEPTED)).isEmpty();
    }

    @Test
    void policyAndSignaturesInTheOrderOfTheReport() {
        SenderResults results = results(
                        "v=DMARC1; p=reject; sp=quarantine; np=none; adkim=s; t=y; rua=mailto:r@far.test!10m",
                        Verdict.SOFTFAIL,
                        Decision.ACCEPTED,
                        signature("other.test", Verdict.FAIL),
                        signature("list.test", Verdict.PASS),
                        signature("mail.far.test", Verdict.PASS),
                        signature("far.test", Verdict.PASS))
                .orElseThrow();
        assertThat(results.policy())
                .isEqualTo(new SenderResults.PublishedPolicy(
                        "far.test", "reject", "quarantine", "none", true, false, true, List.of("mailto:r@far.test")));
        assertThat(results.dkim().stream().map(MethodResult::domain))
                .containsExactly("far.test", "mail.far.test", "list.test", "other.test");
        assertThat(results.spf()).isEqualTo(new MethodResult("far.test", "", "softfail"));
        assertThat(results.author()).isEqualTo("far.test");
    }
}
