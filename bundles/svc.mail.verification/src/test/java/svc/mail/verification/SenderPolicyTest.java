package svc.mail.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.mail.verification.VerificationFixture.PLAIN;
import static svc.mail.verification.VerificationFixture.envelope;
import static svc.mail.verification.VerificationFixture.field;
import static svc.mail.verification.VerificationFixture.reply;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.CheckResult;
import svc.api.lifecycle.StartupException;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.mailauth.Signer;

/** What happens to a message by its DMARC result, the policy of its author domain and the configuration. */
final class SenderPolicyTest {

    private static final Signer LIST = Signer.ed25519("lists.test", "s2");

    @TempDir
    private Path folder;

    private VerificationFixture fixture;

    @BeforeEach
    void open() {
        fixture = new VerificationFixture(folder);
        fixture.zone.txt(LIST.keyName(), LIST.record());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static String outcome(CheckResult result) {
        return result.rejection().isPresent() ? "reject" : result.quarantine() ? "junk" : "accept";
    }

    @ParameterizedTest
    @CsvSource({
        // DMARC result, policy, mode, sealer, outcome
        "pass, none, enforce, none, accept",
        "pass, quarantine, enforce, none, accept",
        "pass, reject, enforce, none, accept",
        "fail, none, enforce, none, accept",
        "fail, quarantine, enforce, none, junk",
        "fail, reject, enforce, none, reject",
        "temperror, none, enforce, none, accept",
        "temperror, quarantine, enforce, none, accept",
        "temperror, reject, enforce, none, accept",
        "permerror, wrong, enforce, none, accept",
        "none, absent, enforce, none, accept",
        "fail, none, mark, none, accept",
        "fail, quarantine, mark, none, accept",
        "fail, reject, mark, none, accept",
        "fail, none, enforce, trusted, accept",
        "fail, quarantine, enforce, trusted, accept",
        "fail, reject, enforce, trusted, accept",
        "fail, reject, mark, trusted, accept",
        "fail, quarantine, enforce, unknown, junk",
        "fail, reject, enforce, unknown, reject",
        "fail, quarantine, enforce, failed, junk",
        "fail, reject, enforce, failed, reject",
        "fail, reject, enforce, broken, reject"
    })
    void policyTable(String verdict, String policy, String mode, String sealer, String expected) {
        if (!policy.equals("absent")) {
            fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=" + policy);
        }
        switch (verdict) {
            case "pass" -> fixture.zone.txt("far.test", "v=spf1 ip4:192.0.2.7 -all");
            case "temperror" -> fixture.zone.failing("far.test");
            default -> fixture.zone.txt("far.test", "v=spf1 -all");
        }
        String message = PLAIN;
        if (!sealer.equals("none")) {
            message = LIST.seal(PLAIN, 1, "none", sealer.equals("failed") ? "dmarc=fail" : "dmarc=pass");
        }
        if (sealer.equals("broken")) {
            message = message.replace("noon", "one");
        }
        String trusted = sealer.equals("unknown") ? "other.test" : "Lists.TEST.";
        CheckResult result = fixture.check(fixture.verification(mode, trusted), envelope("ann@one.test"), message);
        assertThat(field(result)).contains("dmarc=" + verdict);
        assertThat(outcome(result)).isEqualTo(expected);
        String word = expected.equals("junk") ? "quarantined" : expected + "ed";
        assertThat(fixture.counters()).containsEntry("mailauth_total check message result " + word, 1L);
        boolean vouched = sealer.equals("trusted") && mode.equals("enforce") && !policy.equals("none");
        assertThat(field(result).contains(SenderPolicy.SEALED)).isEqualTo(vouched);
    }

    @Test
    void replyNamesTheAuthorDomainAndTheRemedyInOneLine() {
        String domain = ("a".repeat(60) + ".").repeat(4) + "far.test";
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        String reply = reply(fixture.check(PLAIN.replace("far.test", domain)));
        assertThat(reply)
                .startsWith("550 5.7.1 Rejected by the DMARC policy of " + domain + ": ")
                .contains("mailing list must write its own address")
                .hasSizeLessThanOrEqualTo(510)
                .matches("[ -~]+");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From: carl@far.test\r\nFrom: eve@evil.test\r\n\r\n",
                "From: carl@far.test\r\nFROM : carl@far.test\r\n\r\n",
                "From:\r\n\r\n",
                "From: undisclosed:;\r\n\r\n",
                "From: Carl\r\n\r\n",
                "From: \"carl@far.test\" <carl>\r\n\r\n",
                "From: carl@localhost\r\n\r\n",
                "From: a@a.test, a@b.test, a@c.test, a@d.test, carl@far.test\r\n\r\n"
            })
    void messageWithoutOneValidAuthorIsRejectedUnlessResultsAreOnlyMarked(String message) {
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        CheckResult result = fixture.check(message);
        assertThat(reply(result)).startsWith("550 5.7.1 The message has no valid author (RFC 5322, section 3.6.2)");
        assertThat(reply(result)).matches("[ -~]{1,510}");
        CheckResult marked = fixture.check(fixture.verification("mark"), envelope("ann@one.test"), message);
        assertThat(outcome(marked)).isEqualTo("accept");
        assertThat(field(marked)).contains("dmarc=permerror reason=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Subject: none\r\n\r\n", "Sender: carl@far.test\r\n\r\n", "", "Just some words\r\n"})
    void messageWithoutAFromFieldIsJunkUnlessResultsAreOnlyMarked(String message) {
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        CheckResult result = fixture.check(message);
        assertThat(outcome(result)).isEqualTo("junk");
        assertThat(field(result)).contains("dmarc=permerror reason=");
        CheckResult marked = fixture.check(fixture.verification("mark"), envelope("ann@one.test"), message);
        assertThat(outcome(marked)).isEqualTo("accept");
    }

    @ParameterizedTest
    @CsvSource({
        // what eve.test publishes, what far.test publishes, outcome
        "none, none, accept",
        "pass, none, accept",
        "pass, reject, reject",
        "none, reject, reject",
        "slow, none, junk",
        "slow, slow, junk",
        "slow, reject, reject",
        "fail, slow, junk"
    })
    void secondAuthorDoesNotWeakenTheResultOfTheFirst(String eve, String far, String expected) {
        String[][] domains = {{"eve.test", eve}, {"far.test", far}};
        for (String[] domain : domains) {
            switch (domain[1]) {
                case "pass" -> fixture.zone.txt("_dmarc." + domain[0], "v=DMARC1; p=reject");
                case "fail" -> fixture.zone.txt("_dmarc." + domain[0], "v=DMARC1; p=none");
                case "slow" -> fixture.zone.failing("_dmarc." + domain[0]);
                case "reject" -> fixture.zone.txt("_dmarc." + domain[0], "v=DMARC1; p=reject");
                default -> {}
            }
        }
        Signer signer = Signer.ed25519("eve.test", "e");
        fixture.zone.txt(signer.keyName(), signer.record());
        String message = PLAIN.replace("From: Carl <carl@far.test>", "From: eve@eve.test, Carl <carl@far.test>");
        CheckResult result = fixture.check(eve.equals("pass") ? signer.sign(message) : message);
        assertThat(outcome(result)).as(field(result)).isEqualTo(expected);
    }

    @Test
    void unusableSealerPreventsTheStart() {
        assertThatThrownBy(() -> fixture.verification("enforce", "lists.test", "not a domain"))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("[mail.auth] trusted_sealers contains \"not a domain\"");
    }

    @ParameterizedTest
    @CsvSource({
        // tenants that allow the list, recipients, how the list is authenticated, outcome
        "t1, ann@one.test, dkim, accept",
        "t1, ann@one.test, spf, accept",
        "t1, ann@one.test, nothing, reject",
        "t2, ann@one.test, dkim, reject",
        "t1, ann@one.test bob@two.test, dkim, junk",
        "t1 t2, ann@one.test bob@two.test, dkim, accept",
        "t2, ann@one.test ann+x@one.test, dkim, reject",
        "t1, ann@one.test postmaster, dkim, junk",
        "t1, gone@one.test, dkim, reject"
    })
    void messageOfAListIsAcceptedIfItsTenantsAllowIt(
            String allowing, String recipients, String means, String expected) {
        fixture.zone.txt("_dmarc.origin.test", "v=DMARC1; p=reject");
        for (String tenant : allowing.split(" ", -1)) {
            fixture.lists.add(new AllowedLists.AllowedList(tenant, "lists.test"), AuditRecorder.NONE);
            fixture.lists.add(new AllowedLists.AllowedList(tenant, "far.test"), AuditRecorder.NONE);
        }
        if (means.equals("spf")) {
            fixture.zone.txt("far.test", "v=spf1 ip4:192.0.2.7 -all");
        }
        String message = PLAIN.replace("carl@far.test", "carl@origin.test");
        CheckResult result = fixture.check(
                fixture.verification("enforce"),
                envelope(recipients.split(" ", -1)),
                means.equals("dkim") ? LIST.sign(message) : message);
        assertThat(outcome(result)).isEqualTo(expected);
        assertThat(field(result).contains(SenderPolicy.ALLOWED)).isEqualTo(expected.equals("accept"));
    }

    @Test
    void operatorAllowsAndDisallowsAList() {
        AllowedListOperations operations = new AllowedListOperations(fixture.lists, fixture.directory);
        operations.allow("t1", "LISTS.test.", AuditRecorder.NONE);
        operations.allow("t1", "lists.test", AuditRecorder.NONE);
        operations.allow("t2", "b\u00fccher.test", AuditRecorder.NONE);
        assertThat(operations.list(null))
                .containsExactly(
                        new AllowedLists.AllowedList("t1", "lists.test"),
                        new AllowedLists.AllowedList("t2", "xn--bcher-kva.test"));
        operations.disallow("t1", "lists.test", AuditRecorder.NONE);
        assertThat(operations.list(null)).hasSize(1);
        assertThat(operations.list("t1")).isEmpty();
        assertThatThrownBy(() -> operations.disallow("t1", "lists.test", AuditRecorder.NONE))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("svc dmarc list");
        assertThatThrownBy(() -> operations.allow("t3", "lists.test", AuditRecorder.NONE))
                .hasMessageContaining("svc tenant list");
        assertThatThrownBy(() -> operations.allow("t1", "com", AuditRecorder.NONE))
                .hasMessage("domain must be a domain name such as lists.example.org.");
    }
}
