package svc.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.net.IpNetwork;
import svc.api.tls.TlsCertificates;
import svc.testclock.AdvanceableClock;

class MailHostCheckTest {

    private static final String GOOD = "mail.example.org";

    private final AdvanceableClock clock = new AdvanceableClock();
    private final MailHostCheck check = new MailHostCheck(new SmtpListeners(), () -> GOOD, new Names(), clock);

    @BeforeEach
    void start() {
        clock.advance(Duration.ofMinutes(2));
    }

    @AfterEach
    void stop() {
        clock.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "mail.example.org, OK, 'mail.example.org has the addresses 192.0.2.1, 2001:db8:0:0:0:0:0:1'",
        "localhost, WARN, which other servers do not accept",
        "none.example.org, WARN, none.example.org has no address in DNS",
        "other.example.org, WARN, The PTR record of 192.0.2.2 does not contain other.example.org",
        "unnamed.example.org, WARN, The PTR record of 192.0.2.3 does not contain unnamed.example.org",
        "slow.example.org, SKIPPED, cannot be looked up now",
        "half.example.org, OK, 'half.example.org has the addresses 192.0.2.9'"
    })
    void checksTheAddressesOfTheNameAndTheirNames(String host, Status status, String detail) {
        Finding finding = check.finding(host);
        assertThat(finding.status()).as(finding.detail()).isEqualTo(status);
        assertThat(finding.detail()).contains(detail);
    }

    @Test
    void looksUpNothingInTheFirstTwoMinutes() {
        MailHostCheck started = new MailHostCheck(new SmtpListeners(), () -> GOOD, new Names(), clock);
        clock.advance(Duration.ofSeconds(119));
        assertThat(started.finding(GOOD).status()).isEqualTo(Status.SKIPPED);
        clock.advance(Duration.ofSeconds(1));
        assertThat(started.finding(GOOD).status()).isEqualTo(Status.OK);
    }

    @Test
    void checksThatACertificateIsValidForTheName() {
        MailCertificateCheck certificate =
                new MailCertificateCheck(new SmtpListeners(), () -> GOOD, new CertificateOf(GOOD));
        assertThat(certificate.finding(GOOD).status()).isEqualTo(Status.OK);
        assertThat(certificate.finding("other.example.org").status()).isEqualTo(Status.WARN);
        assertThat(certificate.run()).extracting(Finding::status).containsExactly(Status.SKIPPED);
    }

    @Test
    void skipsTheCheckOfAServerWithoutAListenerForMail() {
        assertThat(check.run()).extracting(Finding::status).containsExactly(Status.SKIPPED);
    }

    /** A name server for the hosts of the tests; it cannot answer for {@code slow} and for the PTR record of half. */
    private record Names() implements Resolver {

        private static final Map<String, List<String>> ADDRESSES = Map.of(
                GOOD,
                List.of("192.0.2.1", "2001:db8::1"),
                "other.example.org",
                List.of("192.0.2.2"),
                "unnamed.example.org",
                List.of("192.0.2.3"),
                "half.example.org",
                List.of("192.0.2.9"));
        private static final Map<String, String> NAMES =
                Map.of("192.0.2.1", "MAIL.example.org", "2001:db8:0:0:0:0:0:1", GOOD, "192.0.2.2", "x.example.net");

        private static <T> Answer<T> answer(List<T> records) {
            return records.isEmpty() ? new None<>(Security.INSECURE) : new Found<>(records, Security.INSECURE);
        }

        @Override
        public Answer<InetAddress> addresses(String host, Family family) {
            return host.startsWith("slow")
                    ? new Failed<>(Failure.TEMPORARY, "no answer")
                    : answer(ADDRESSES.getOrDefault(host, List.of()).stream()
                            .filter(text -> text.contains(":") == (family == Family.IPV6))
                            .map(text -> IpNetwork.address(text).orElseThrow())
                            .toList());
        }

        @Override
        public Answer<String> ptr(InetAddress address) {
            String text = address.getHostAddress();
            return text.endsWith("9")
                    ? new Failed<>(Failure.TEMPORARY, "no answer")
                    : answer(NAMES.containsKey(text) ? List.of(NAMES.get(text)) : List.of());
        }

        @Override
        public Answer<String> txt(String name) {
            return new None<>(Security.INSECURE);
        }

        @Override
        public Answer<Mx> mx(String domain) {
            return new None<>(Security.INSECURE);
        }
    }

    private record CertificateOf(String name) implements TlsCertificates {

        @Override
        public SSLContext context() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean cover(String host) {
            return host.equals(name);
        }
    }
}
