package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Security;
import svc.mail.out.tls.TlsPolicies.Host;

/** Tests which TLSA records apply to a host (RFC 7672). */
final class DanePoliciesTest extends PolicyFixture {

    @Test
    void secureRecordsOfASecureHostApply() throws IOException {
        publishDane(Security.SECURE, UNUSABLE, USABLE);

        isDane(policies.find(host(Security.SECURE)));
        isDane(policies.find(new Host("Example.ORG", "MX.example.org.", Security.SECURE, false)));
    }

    @Test
    void daneNeedsASecureMxAnswer() throws IOException {
        publishDane(Security.SECURE, USABLE);

        isOpportunistic(policies.find(host(Security.INSECURE)));
        assertThat(dns.asked).noneMatch(question -> question.startsWith("TLSA"));
    }

    @Test
    void insecureRecordsAreIgnored() throws IOException {
        publishDane(Security.INSECURE, USABLE);

        isOpportunistic(policies.find(host(Security.SECURE)));
    }

    @Test
    void unusableRecordsRequireTlsWithoutVerification() throws IOException {
        publishDane(Security.SECURE, UNUSABLE);

        TlsPolicy policy = policies.find(host(Security.SECURE));

        assertThat(policy.type()).isEqualTo(TlsPolicy.Type.TLSA);
        assertThat(policy.isRequired()).isTrue();
        assertThat(policy.verification()).isEmpty();
        assertThat(policy.source().reason()).contains("no TLSA record of mx.example.org is usable");
    }

    @Test
    void mtaStsVerifiesAHostWhoseTlsaRecordsAreUnusable() throws IOException {
        publishDane(Security.SECURE, UNUSABLE);
        publishSts("1", ENFORCE);

        assertThat(policies.find(host(Security.SECURE)).verification()).containsInstanceOf(WebPkiTrustManager.class);
    }

    @Test
    void failedLookupBelowASecureDelegationDefers() {
        dns.addresses(MX, Security.SECURE, "2001:db8::1").fail("TLSA _25._tcp." + MX, Failure.TEMPORARY);

        assertThatThrownBy(() -> policies.find(host(Security.SECURE)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no answer");
        assertThat(metrics()).containsOnly(Map.entry("tlsa lookup-failed", 1L));
        assertThat(counted()).isEmpty();
    }

    @Test
    void bogusRecordsDeferAndAreReported() {
        dns.addresses(MX, Security.SECURE, "192.0.2.1").fail("TLSA _25._tcp." + MX, Failure.BOGUS);

        assertThatThrownBy(() -> policies.find(host(Security.SECURE))).isInstanceOf(IOException.class);
        assertThat(counted()).containsOnly(Map.entry("tlsa dnssec-invalid", 1L));
    }

    @Test
    void serversOfUnsignedZonesAreNotAskedForRecords() throws IOException {
        dns.addresses(MX, Security.INSECURE, "192.0.2.1").fail("TLSA _25._tcp." + MX, Failure.TEMPORARY);

        isOpportunistic(policies.find(host(Security.SECURE)));
    }

    @Test
    void failedLookupOfTheAddressesDefers() {
        dns.fail("IPV4 " + MX, Failure.TEMPORARY);

        assertThatThrownBy(() -> policies.find(host(Security.SECURE))).isInstanceOf(IOException.class);
    }

    @Test
    void oneFamilyOfAddressesIsEnough() throws IOException {
        publishDane(Security.SECURE, USABLE);
        dns.fail("IPV6 " + MX, Failure.TEMPORARY);

        isDane(policies.find(host(Security.SECURE)));
    }

    @Test
    void recordsOfTheNameBehindAnAliasArePreferred() throws IOException {
        dns.addresses(MX, Security.SECURE, "192.0.2.1")
                .cname(MX, Security.SECURE, "middle.example.net")
                .cname("middle.example.net", Security.SECURE, "host.example.net")
                .tlsa("host.example.net", Security.SECURE, USABLE)
                .tlsa(MX, Security.SECURE, UNUSABLE);

        TlsPolicy policy = policies.find(host(Security.SECURE));

        isDane(policy);
        assertThat(policy.source().reason()).contains("host.example.net");
    }

    /** Publishes a TLSA record at a secure alias. */
    private void publishAtAlias(Security addresses) {
        dns.addresses(MX, addresses, "192.0.2.1")
                .cname(MX, Security.SECURE, "host.example.net")
                .tlsa(MX, Security.SECURE, USABLE);
    }

    @Test
    void recordsOfTheAliasApplyIfTheNameBehindItHasNone() throws IOException {
        publishAtAlias(Security.SECURE);

        isDane(policies.find(host(Security.SECURE)));
    }

    @Test
    void recordsOfASecureAliasOfAnInsecureNameApply() throws IOException {
        publishAtAlias(Security.INSECURE);

        isDane(policies.find(host(Security.SECURE)));

        dns.cname(MX, Security.INSECURE, "host.example.net");
        isOpportunistic(policies.find(host(Security.SECURE)));
    }

    @Test
    void circularAliasesEnd() throws IOException {
        dns.addresses(MX, Security.SECURE, "192.0.2.1").cname(MX, Security.SECURE, MX);

        isOpportunistic(policies.find(host(Security.SECURE)));
    }

    @Test
    void domainWithoutMxRecordsCanHaveDane() throws IOException {
        dns.addresses(DOMAIN, Security.SECURE, "192.0.2.1").tlsa(DOMAIN, Security.SECURE, USABLE);

        isDane(policies.find(new Host(DOMAIN, DOMAIN, Security.SECURE, false)));
    }
}
