package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver.Tlsa;
import svc.api.http.client.TargetRule;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.store.Scope;
import svc.mail.out.report.TlsResults;
import svc.mail.out.tls.PolicySearch.Switches;
import svc.mail.out.tls.TlsPolicies.Host;
import svc.testclock.AdvanceableClock;
import svc.testkit.engine.TemporaryStore;

/** What the tests of policies share: the DNS, a web server, a store and the clock. */
abstract class PolicyFixture {

    static final String DOMAIN = "example.org";
    static final String MX = "mx.example.org";
    static final String ENFORCE = "version: STSv1\r\nmode: enforce\r\nmx: mx.example.org\r\nmax_age: 604800\r\n";

    static final Tlsa USABLE = new Tlsa(3, 1, 1, "AB".repeat(32));
    static final Tlsa UNUSABLE = new Tlsa(1, 1, 1, "AB".repeat(32));

    final AdvanceableClock clock = new AdvanceableClock();
    final TemporaryStore store = new TemporaryStore(clock, TlsPolicies.class);
    final NamedAnswers dns = new NamedAnswers();
    final WebServer web = new WebServer();
    final TlsResults results = new TlsResults(true, store.store(), clock);
    final StsPolicies sts = sts();
    final TlsPolicies policies = policies(true, true);

    @AfterEach
    final void stop() {
        results.stop();
        store.close();
        clock.stop();
    }

    /** Returns the policies as another start of the server has them. */
    final StsPolicies sts() {
        return new StsPolicies(dns, new StsFetch(dns, web, TargetRule.PUBLIC_HTTPS), store.store(), results, clock);
    }

    final TlsPolicies policies(boolean dane, boolean mtaSts) {
        return new TlsPolicies(
                new PolicySearch(
                        new Switches(dane, mtaSts, 25), dns, sts, clock, () -> WebPkiTrustManager.authorities(null)),
                results);
    }

    static Host host(Security security) {
        return new Host(DOMAIN, MX, security, false);
    }

    final void publishSts(String id, String policy) {
        dns.txt("_mta-sts." + DOMAIN, "v=STSv1; id=" + id + ";")
                .addresses("mta-sts." + DOMAIN, Security.INSECURE, "192.0.2.80");
        web.policy(policy);
    }

    final void publishDane(Security security, Tlsa... records) {
        dns.addresses(MX, Security.SECURE, "192.0.2.1").tlsa(MX, security, records);
    }

    static void isOpportunistic(TlsPolicy policy) {
        assertThat(policy.type()).isEqualTo(TlsPolicy.Type.NO_POLICY_FOUND);
        assertThat(policy.isRequired()).isFalse();
        assertThat(policy.verification()).isEmpty();
        assertThat(policy.refusal()).isEmpty();
    }

    static void isDane(TlsPolicy policy) {
        assertThat(policy.type()).isEqualTo(TlsPolicy.Type.TLSA);
        assertThat(policy.isRequired()).isTrue();
        assertThat(policy.verification()).containsInstanceOf(DaneTrustManager.class);
        assertThat(policy.source().records()).containsExactly(USABLE.toString());
    }

    /** Returns the stored results as type of policy, failure and number of sessions. */
    final Map<String, Long> counted() {
        results.stop();
        Map<String, Long> all = new TreeMap<>();
        store.store()
                .read(
                        Scope.system(),
                        snapshot -> snapshot.sql()
                                .select(
                                        "SELECT policy, failure, sessions FROM tls_result",
                                        row -> Map.entry(row.getString(1) + " " + row.getString(2), row.getLong(3))))
                .forEach(one -> all.merge(one.getKey().strip(), one.getValue(), Long::sum));
        return all;
    }

    /** Returns the metrics as policy and result. */
    final Map<String, Long> metrics() {
        Map<String, Long> all = new TreeMap<>();
        results.collect(new MetricSink() {
            @Override
            public void counter(String name, String help, long value, String... labels) {
                all.put(labels[1] + " " + labels[3], value);
            }

            @Override
            public void gauge(String name, String help, double value, String... labels) {}

            @Override
            public void histogram(String name, String help, Histogram timings, String... labels) {}
        });
        return all;
    }
}
