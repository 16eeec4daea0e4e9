package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import svc.api.dns.Answer.Security;
import svc.api.store.Scope;
import svc.mail.out.report.TlsResult.Detail;
import svc.mail.out.tls.TlsPolicies.Host;
import svc.mail.out.tls.TlsPolicies.Outcome;

/** Tests which policy applies to a host. */
final class TlsPoliciesTest extends PolicyFixture {

    private static Host requiring(Security security) {
        return new Host(DOMAIN, MX, security, true);
    }

    @Test
    void hostWithoutRecordsHasNoPolicy() throws IOException {
        isOpportunistic(policies.find(host(Security.SECURE)));
        isOpportunistic(policies.find(host(Security.INSECURE)));
    }

    @Test
    void danePrecedesMtaSts() throws IOException {
        publishDane(Security.SECURE, USABLE);
        publishSts("1", ENFORCE);

        isDane(policies.find(host(Security.SECURE)));
        assertThat(web.requests).isEmpty();
    }

    @Test
    void enforcedPolicyVerifiesTheHosts() throws IOException {
        publishSts("1", ENFORCE);

        TlsPolicy policy = policies.find(host(Security.INSECURE));

        assertThat(policy.type()).isEqualTo(TlsPolicy.Type.STS);
        assertThat(policy.isRequired()).isTrue();
        assertThat(policy.verification()).containsInstanceOf(WebPkiTrustManager.class);
        assertThat(policy.source().patterns()).containsExactly(MX);
        assertThat(policy.source().records())
                .containsExactly("version: STSv1", "mode: enforce", "mx: mx.example.org", "max_age: 604800");
    }

    @Test
    void enforcedPolicyRefusesOtherHosts() throws IOException {
        publishSts("1", ENFORCE);
        Host other = new Host(DOMAIN, "other.example.org", Security.INSECURE, false);

        assertThat(policies.find(other).refusal())
                .get()
                .asString()
                .contains("does not name the host other.example.org");
        assertThat(policies.explain(other).refusal())
                .as("explained without counting")
                .isPresent();
        assertThat(counted()).containsOnly(Map.entry("sts validation-failure", 1L));
    }

    @Test
    void testedPolicyVerifiesTheHostsWithoutADemand() throws IOException {
        publishSts("1", ENFORCE.replace("enforce", "testing"));

        TlsPolicy policy = policies.find(host(Security.INSECURE));
        policies.record(host(Security.INSECURE), policy, "192.0.2.1", "");

        assertThat(policy.isRequired()).isFalse();
        assertThat(policy.verification()).containsInstanceOf(WebPkiTrustManager.class);
        assertThat(counted()).containsOnly(Map.entry("sts", 1L));
    }

    @Test
    void hostThatATestedPolicyDoesNotNameIsReportedAndNotRefused() throws IOException {
        publishSts("1", ENFORCE.replace("enforce", "testing"));
        Host other = new Host(DOMAIN, "other.example.org", Security.INSECURE, false);

        TlsPolicy policy = policies.find(other);
        policies.record(other, policy, "192.0.2.1", "");
        policies.record(other, policy, "192.0.2.1", "starttls-not-supported");

        assertThat(policy.isRequired()).isFalse();
        assertThat(policy.verification()).isEmpty();
        assertThat(policy.refusal()).isEmpty();
        assertThat(counted())
                .containsOnly(Map.entry("sts validation-failure", 1L), Map.entry("sts starttls-not-supported", 1L));
    }

    @Test
    void policyWithTheModeNoneIsNoPolicy() throws IOException {
        publishSts("1", ENFORCE.replace("enforce", "none"));

        isOpportunistic(policies.find(host(Security.INSECURE)));
    }

    @Test
    void messageThatDemandsTlsNeedsAnAuthenticHost() throws IOException {
        assertThat(policies.find(requiring(Security.INSECURE)).refusal()).isPresent();

        TlsPolicy secure = policies.find(requiring(Security.SECURE));
        assertThat(secure.isRequired()).isTrue();
        assertThat(secure.verification()).containsInstanceOf(WebPkiTrustManager.class);
        assertThat(secure.refusal()).isEmpty();
    }

    @Test
    void messageThatDemandsTlsUsesTheRecordsAndPolicies() throws IOException {
        publishSts("1", ENFORCE.replace("enforce", "testing"));
        TlsPolicy named = policies.find(requiring(Security.INSECURE));
        assertThat(named.isRequired()).isTrue();
        assertThat(named.verification()).containsInstanceOf(WebPkiTrustManager.class);
        assertThat(policies.find(new Host(DOMAIN, "other.example.org", Security.INSECURE, true))
                        .refusal())
                .isPresent();

        publishDane(Security.SECURE, USABLE);
        isDane(policies.find(requiring(Security.SECURE)));

        publishDane(Security.SECURE, UNUSABLE);
        assertThat(policies.find(requiring(Security.SECURE)).verification())
                .containsInstanceOf(WebPkiTrustManager.class);
    }

    @Test
    void failureOfADemandOfTheMessageIsNotReported() throws IOException {
        TlsPolicy policy = policies.find(requiring(Security.SECURE));
        policies.record(requiring(Security.SECURE), policy, "192.0.2.1", "certificate-not-trusted");
        policies.record(requiring(Security.SECURE), policy, "192.0.2.1", "");

        assertThat(metrics()).containsEntry("no-policy-found certificate-not-trusted", 1L);
        assertThat(counted()).containsOnly(Map.entry("no-policy-found", 1L));
    }

    @Test
    void switchesTurnPoliciesOff() throws IOException {
        publishDane(Security.SECURE, USABLE);
        publishSts("1", ENFORCE);

        isOpportunistic(policies(false, false).find(host(Security.SECURE)));
        assertThat(policies(false, true).find(host(Security.SECURE)).type()).isEqualTo(TlsPolicy.Type.STS);
        isDane(policies(true, false).find(host(Security.SECURE)));
    }

    @Test
    void addressLiteralsHaveNoPolicy() throws IOException {
        isOpportunistic(policies.find(new Host("[192.0.2.1]", "192.0.2.1", Security.INSECURE, false)));
        assertThat(policies.find(new Host("[192.0.2.1]", "192.0.2.1", Security.INSECURE, true))
                        .refusal())
                .isPresent();
        assertThat(dns.asked).isEmpty();
    }

    @Test
    void resultsAreCountedByPolicyAndFailure() {
        TlsPolicy none = TlsPolicy.opportunistic();
        policies.record(host(Security.INSECURE), none, "192.0.2.1", "");
        policies.record(host(Security.INSECURE), none, "192.0.2.2", "");
        policies.record(host(Security.INSECURE), none, "192.0.2.2", "starttls-not-supported");
        policies.record(host(Security.INSECURE), none, "192.0.2.2", "unknown words");

        assertThat(metrics())
                .containsOnly(
                        Map.entry("no-policy-found success", 2L),
                        Map.entry("no-policy-found starttls-not-supported", 1L),
                        Map.entry("no-policy-found other", 1L));
        assertThat(counted())
                .containsEntry("no-policy-found", 2L)
                .containsEntry("no-policy-found starttls-not-supported", 1L);
    }

    @Test
    void errorOfAHandshakeHasATypeAndAShortReason() {
        Outcome outcome =
                Outcome.failed("", "192.0.2.1", new SSLHandshakeException("bad\r\nthing é" + "x".repeat(500)));
        Detail detail = new Detail("", "", "", outcome.reason());

        assertThat(outcome.failure()).isEqualTo("validation-failure");
        assertThat(detail.reason()).isEqualTo("bad thing  " + "x".repeat(189));
    }

    @Test
    void internationalizedDomainHasThePolicyOfItsALabels() throws IOException {
        dns.txt("_mta-sts.xn--bcher-kva.example", "v=STSv1; id=1")
                .addresses("mta-sts.xn--bcher-kva.example", Security.INSECURE, "2001:db8::80");
        web.policy(ENFORCE);
        Host host = new Host("B\u00fccher.example", MX, Security.INSECURE, false);

        TlsPolicy policy = policies.find(host);
        policies.record(host, policy, "192.0.2.1", "");

        assertThat(policy.type()).isEqualTo(TlsPolicy.Type.STS);
        assertThat(counted()).containsOnly(Map.entry("sts", 1L));
        assertThat(store.store()
                        .read(
                                Scope.system(),
                                snapshot -> snapshot.sql()
                                        .exists("SELECT 1 FROM tls_result WHERE domain = ?", "xn--bcher-kva.example"))
                        .booleanValue())
                .isTrue();
    }
}
