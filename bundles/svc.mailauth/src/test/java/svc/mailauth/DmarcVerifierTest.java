package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mailauth.SpfResult.Identity;
import svc.mime.Headers;

/** DMARC (RFC 9989), with the examples of its Appendix B. */
final class DmarcVerifierTest {

    private final Zone zone = new Zone();

    private DmarcResult verify(String from, SpfResult spf, DkimResult... dkim) {
        Headers headers = Headers.of(("From: " + from + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        return new DmarcVerifier(zone).verify(headers, spf, List.of(dkim));
    }

    /** Verifies a message whose MAIL FROM domain passed SPF, and whose signatures passed DKIM. */
    private DmarcResult passing(String author, String spf, String... dkim) {
        return verify(
                "a@" + author,
                spf(Verdict.PASS, spf),
                Arrays.stream(dkim).map(domain -> dkim(Verdict.PASS, domain)).toArray(DkimResult[]::new));
    }

    private DmarcResult failing(String author) {
        return verify("a@" + author, spf(Verdict.NONE, ""));
    }

    private static SpfResult spf(Verdict verdict, String domain) {
        return new SpfResult(verdict, Identity.MAIL_FROM, domain, "");
    }

    private static DkimResult dkim(Verdict verdict, String domain) {
        return new DkimResult(verdict, domain, "s", "rsa-sha256", "", false, "");
    }

    private Zone record(String domain, String tags) {
        return zone.only("_dmarc." + domain, "v=DMARC1" + (tags.isEmpty() ? "" : "; " + tags));
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com, PASS",
        "example.com, child.example.com, PASS",
        "child.example.com, example.net, FAIL",
        "child.example.com, example.com, PASS",
        "child.example.com, other.example.com, PASS",
        "example.com, badexample.com, FAIL"
    })
    void alignsDomainsOfTheSameOrganization(String author, String identifier, Verdict expected) {
        record("example.com", "p=reject");
        assertThat(passing(author, identifier))
                .returns(expected, DmarcResult::verdict)
                .returns(expected == Verdict.PASS, DmarcResult::spfAligned)
                .returns(false, DmarcResult::dkimAligned);
        assertThat(passing(author, "example.org", identifier))
                .returns(expected, DmarcResult::verdict)
                .returns(expected == Verdict.PASS, DmarcResult::dkimAligned)
                .returns(false, DmarcResult::spfAligned);
    }

    @Test
    void strictAlignmentDemandsTheSameDomain() {
        record("example.com", "p=reject; adkim=s; aspf=r");
        assertThat(passing("example.com", "none.test", "mail.example.com").verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(passing("example.com", "none.test", "example.com").verdict()).isEqualTo(Verdict.PASS);
        assertThat(passing("example.com", "mail.example.com").verdict()).isEqualTo(Verdict.PASS);
        record("example.com", "p=reject; aspf=S");
        assertThat(passing("example.com", "mail.example.com").verdict()).isEqualTo(Verdict.FAIL);
        assertThat(passing("example.com", "EXAMPLE.com.").verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void simpleExample() {
        record("example.com", "p=none");
        record("signing.example.com", "p=none");
        assertThat(passing("example.com", "example.com", "signing.example.com"))
                .returns(Verdict.PASS, DmarcResult::verdict)
                .returns(true, DmarcResult::spfAligned)
                .returns(true, DmarcResult::dkimAligned)
                .returns("example.com", DmarcResult::policyDomain);
    }

    @Test
    void deepTreeWalkAsksForEightNames() {
        record("example.com", "p=quarantine");
        record("signing.example.com", "p=none");
        DmarcResult result = passing("a.b.c.d.e.f.g.h.i.j.k.example.com", "example.com", "signing.example.com");
        assertThat(result)
                .returns(Verdict.PASS, DmarcResult::verdict)
                .returns(true, DmarcResult::spfAligned)
                .returns(true, DmarcResult::dkimAligned)
                .returns("example.com", DmarcResult::policyDomain)
                .returns(DmarcPolicy.QUARANTINE, DmarcResult::policy);
        assertThat(zone.asked)
                .containsExactly(
                        "TXT _dmarc.a.b.c.d.e.f.g.h.i.j.k.example.com",
                        "TXT _dmarc.g.h.i.j.k.example.com",
                        "TXT _dmarc.h.i.j.k.example.com",
                        "TXT _dmarc.i.j.k.example.com",
                        "TXT _dmarc.j.k.example.com",
                        "TXT _dmarc.k.example.com",
                        "TXT _dmarc.example.com",
                        "TXT _dmarc.com",
                        "TXT _dmarc.signing.example.com");
    }

    @ParameterizedTest
    @CsvSource({"b.c.d.e.f.example.com, 7", "a.b.c.d.e.f.example.com, 8", "z.a.b.c.d.e.f.example.com, 8"})
    void asksForAtMostEightNames(String author, int expected) {
        assertThat(failing(author).verdict()).isEqualTo(Verdict.NONE);
        assertThat(zone.asked).hasSize(expected).contains("TXT _dmarc.com", "TXT _dmarc." + author);
    }

    @Test
    void publicSuffixExample() {
        record("bank.example", "p=reject; psd=y");
        record("giant.bank.example", "p=quarantine");
        assertThat(passing("giant.bank.example", "mail.giant.bank.example", "mail.mega.bank.example"))
                .returns(Verdict.PASS, DmarcResult::verdict)
                .returns(true, DmarcResult::spfAligned)
                .returns(false, DmarcResult::dkimAligned)
                .returns("giant.bank.example", DmarcResult::policyDomain);
        assertThat(failing("mega.bank.example"))
                .returns("bank.example", DmarcResult::policyDomain)
                .returns(DmarcPolicy.REJECT, DmarcResult::policy);
        assertThat(passing("mega.bank.example", "giant.bank.example").verdict()).isEqualTo(Verdict.FAIL);
        assertThat(passing("x.mega.bank.example", "y.mega.bank.example").verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void aPublicSuffixThatSendsMailIsItsOwnOrganization() {
        record("bank.example", "p=reject; psd=y");
        assertThat(passing("bank.example", "bank.example").verdict()).isEqualTo(Verdict.PASS);
        assertThat(passing("bank.example", "giant.bank.example").verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void anOrganizationBelowAnotherOneIsSeparate() {
        record("example.com", "p=reject");
        record("unit.example.com", "p=none; psd=n");
        assertThat(passing("a.unit.example.com", "b.unit.example.com").verdict())
                .isEqualTo(Verdict.PASS);
        assertThat(passing("a.unit.example.com", "example.com").verdict()).isEqualTo(Verdict.FAIL);
        assertThat(failing("a.unit.example.com").policyDomain()).isEqualTo("unit.example.com");
    }

    @Test
    void theRecordOfTheOrganizationAppliesNotTheOneBetween() {
        record("example.com", "p=reject");
        record("b.example.com", "p=none");
        assertThat(failing("a.b.example.com").policyDomain()).isEqualTo("example.com");
        assertThat(failing("b.example.com").policyDomain()).isEqualTo("b.example.com");
    }

    @ParameterizedTest
    @CsvSource({
        "p=reject, example.com, REJECT",
        "p=reject; sp=none, example.com, REJECT",
        "p=reject; sp=quarantine, known.example.com, QUARANTINE",
        "p=reject; sp=quarantine, unknown.example.com, QUARANTINE",
        "p=quarantine; np=reject, known.example.com, QUARANTINE",
        "p=quarantine; np=reject, unknown.example.com, REJECT",
        "p=none; sp=quarantine; np=reject, known.example.com, QUARANTINE",
        "p=none; sp=quarantine; np=reject, unknown.example.com, REJECT",
        "p=reject; t=y, example.com, QUARANTINE",
        "p=quarantine; t=y, example.com, NONE",
        "p=none; t=y, example.com, NONE",
        "p=reject; t=n, example.com, REJECT",
        "p=none; np=reject; t=y, unknown.example.com, QUARANTINE",
        "P=Reject; SP=NONE, a.example.com, NONE"
    })
    void thePolicyDependsOnTheAuthorDomain(String tags, String author, DmarcPolicy expected) {
        record("example.com", tags);
        zone.a("known.example.com", "2001:db8::1");
        assertThat(failing(author)).returns(Verdict.FAIL, DmarcResult::verdict).returns(expected, DmarcResult::policy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p=reject",
                "v=DMARC2; p=reject",
                "p=reject; v=DMARC1",
                "v=dmarc1; p=reject",
                " v=DMARC1; p=reject",
                "v=DMARC1.0; p=reject",
                "v=spf1 -all",
                ""
            })
    void ignoresRecordsOfOtherVersions(String record) {
        zone.txt("_dmarc.example.com", record);
        assertThat(failing("example.com").verdict()).isEqualTo(Verdict.NONE);
    }

    @Test
    void ignoresSeveralRecordsOfOneDomain() {
        zone.txt("_dmarc.example.com", "v=DMARC1; p=reject", "v=DMARC1; p=none");
        assertThat(failing("example.com").verdict()).isEqualTo(Verdict.NONE);
        zone.only("_dmarc.example.com", "v=spf1").txt("_dmarc.example.com", "v = DMARC1 ; p = reject ;");
        assertThat(failing("example.com").policy()).isEqualTo(DmarcPolicy.REJECT);
    }

    @ParameterizedTest
    @CsvSource({
        "'', PERMERROR",
        "p=strict, PERMERROR",
        "p=strict; rua=mailto:a@example.com, FAIL",
        "rua=mailto:a@example.com, FAIL",
        "rua=a@example.com, PERMERROR",
        "'rua=%,mailto:a@example.com!10m', FAIL",
        "p=reject; sp=strict, PERMERROR",
        "p=reject; np=strict; rua=mailto:a@example.com, FAIL"
    })
    void aRecordWithoutAValidPolicyCountsAsNoneIfItAsksForReports(String tags, Verdict expected) {
        record("example.com", tags);
        assertThat(failing("example.com"))
                .returns(expected, DmarcResult::verdict)
                .returns(DmarcPolicy.NONE, DmarcResult::policy);
    }

    @Test
    void ignoresTagsWithErrorsAndUnknownTags() {
        record("example.com", "x1=;;=; nonsense; adkim=x; t=maybe; psd=?; pct=50; p=reject; \u00e9=1; p=none");
        DmarcRecord record = Objects.requireNonNull(failing("example.com").record());
        assertThat(record.policy()).isEqualTo(DmarcPolicy.REJECT);
        assertThat(record.strictDkim()).isFalse();
        assertThat(record.testing()).isFalse();
    }

    @Test
    void returnsTheAddressesForReports() {
        record("example.com", "p=none; rua=mailto:a@example.com!10m , https://example.com/x,nonsense");
        DmarcRecord record = Objects.requireNonNull(failing("example.com").record());
        assertThat(record.reportAddresses()).containsExactly("mailto:a@example.com", "https://example.com/x");
    }

    @Test
    void aFailedLookupOfThePolicyIsATemporaryError() {
        zone.failing("_dmarc.example.com");
        assertThat(passing("example.com", "example.com").verdict()).isEqualTo(Verdict.TEMPERROR);
        assertThat(failing("a.example.com").verdict()).isEqualTo(Verdict.TEMPERROR);
    }

    @Test
    void aFailedLookupDoesNotPreventAPassOfTheSameDomain() {
        record("example.com", "p=reject");
        zone.failing("_dmarc.com");
        assertThat(passing("example.com", "example.com").verdict()).isEqualTo(Verdict.PASS);
        assertThat(passing("example.com", "mail.example.com").verdict()).isEqualTo(Verdict.TEMPERROR);
    }

    @Test
    void aTemporaryErrorOfAnAlignedDomainIsATemporaryError() {
        record("example.com", "p=reject");
        SpfResult none = spf(Verdict.NONE, "");
        assertThat(verify("a@example.com", spf(Verdict.TEMPERROR, "example.com"))
                        .verdict())
                .isEqualTo(Verdict.TEMPERROR);
        assertThat(verify("a@example.com", none, dkim(Verdict.TEMPERROR, "mail.example.com"))
                        .verdict())
                .isEqualTo(Verdict.TEMPERROR);
        assertThat(verify("a@example.com", none, dkim(Verdict.TEMPERROR, "attacker.test"))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(verify("a@example.com", spf(Verdict.TEMPERROR, "example.com"), dkim(Verdict.PASS, "example.com"))
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void aFailedLookupOfTheExistenceOfTheDomainIsATemporaryError() {
        record("example.com", "p=none; np=reject");
        zone.failing("a.example.com");
        assertThat(failing("a.example.com").verdict()).isEqualTo(Verdict.TEMPERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FAIL", "SOFTFAIL", "NEUTRAL", "NONE", "PERMERROR", "POLICY"})
    void onlyAPassAuthenticates(Verdict verdict) {
        record("example.com", "p=reject");
        assertThat(verify("a@example.com", spf(verdict, "example.com"), dkim(verdict, "example.com"))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void theHeloIdentityDoesNotCount() {
        record("example.com", "p=reject");
        assertThat(verify("a@example.com", new SpfResult(Verdict.PASS, Identity.HELO, "example.com", ""))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "alice",
                "<>",
                "a@localhost",
                "a@[192.0.2.1]",
                "undisclosed:;",
                "a@example..com",
                "a@a.test, b@b.test, c@c.test, d@d.test, e@e.test",
                "a@example.com, b"
            })
    void aFromFieldWithoutADomainOrWithFiveDomainsIsAPermanentError(String from) {
        record("example.com", "p=reject");
        assertThat(verify(from, spf(Verdict.NONE, "")).verdict()).isEqualTo(Verdict.PERMERROR);
    }

    @Test
    void aMessageNeedsExactlyOneFromField() {
        record("example.com", "p=reject");
        for (String header : List.of("To: x\r\n\r\n", "From: a@example.com\r\nFROM: a@example.com\r\n\r\n")) {
            Headers headers = Headers.of(header.getBytes(StandardCharsets.UTF_8));
            assertThat(new DmarcVerifier(zone)
                            .verify(headers, spf(Verdict.PASS, "example.com"), List.of())
                            .verdict())
                    .isEqualTo(Verdict.PERMERROR);
        }
    }

    @Test
    void readsTheDomainOfTheAddressNotThatOfTheName() {
        record("example.com", "p=reject");
        record("evil.test", "p=none");
        assertThat(verify("\"ceo@example.com\" <x@evil.test>", spf(Verdict.NONE, ""))
                        .author())
                .isEqualTo("evil.test");
        assertThat(verify("ceo (x@evil.test) <x@EXAMPLE.com>", spf(Verdict.NONE, ""))
                        .author())
                .isEqualTo("example.com");
        assertThat(verify("x@müller.example", spf(Verdict.NONE, "")).author()).isEqualTo("xn--mller-kva.example");
    }

    @Test
    void theStrictestPolicyOfSeveralAuthorsApplies() {
        record("one.test", "p=quarantine");
        record("two.test", "p=reject");
        String from = "a@one.test, b@two.test, c@one.test";
        assertThat(verify(from, spf(Verdict.NONE, "")))
                .returns(Verdict.FAIL, DmarcResult::verdict)
                .returns(DmarcPolicy.REJECT, DmarcResult::policy);
        assertThat(verify(from, spf(Verdict.PASS, "two.test")))
                .returns(Verdict.FAIL, DmarcResult::verdict)
                .returns(DmarcPolicy.QUARANTINE, DmarcResult::policy);
        assertThat(verify(from, spf(Verdict.PASS, "two.test"), dkim(Verdict.PASS, "one.test"))
                        .verdict())
                .isEqualTo(Verdict.PASS);
        assertThat(verify(from + ", c@c.test, d@d.test", spf(Verdict.NONE, "")).policy())
                .isEqualTo(DmarcPolicy.REJECT);
        assertThat(verify("a@two.test, b@none.test", spf(Verdict.PASS, "two.test"))
                        .verdict())
                .isEqualTo(Verdict.NONE);
    }
}
