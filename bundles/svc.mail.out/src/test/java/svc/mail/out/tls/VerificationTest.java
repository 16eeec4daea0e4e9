package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import svc.api.dns.Resolver.Tlsa;
import svc.mail.out.tls.Certificates.Issued;
import svc.testclock.AdvanceableClock;

/** Handshakes with servers that have different certificates, under DANE and MTA-STS. */
@SuppressWarnings("TimeInStaticInitializer") // The JDK checks certificates at the time of the machine.
final class VerificationTest {

    private static final String HOST = "mx.example.org";
    private static final String DOMAIN = "example.org";
    private static final Instant YESTERDAY = Instant.now().minus(Duration.ofDays(1));

    private static final AdvanceableClock CLOCK = new AdvanceableClock();
    private static final Issued ROOT = Certificates.authority("root");
    private static final Issued MIDDLE = Certificates.intermediate("middle", ROOT);
    private static final Issued OTHER_ROOT = Certificates.authority("other root");
    private static final Issued OLD_ROOT = Certificates.authority("old root", YESTERDAY);
    private static final Issued GOOD = Certificates.server(ROOT, HOST);
    private static final Issued BELOW_MIDDLE = Certificates.server(MIDDLE, HOST);
    private static final Issued FOR_DOMAIN = Certificates.server(ROOT, DOMAIN);
    private static final Issued WILDCARD = Certificates.server(ROOT, "*.example.org");
    private static final Issued OTHER_HOST = Certificates.server(ROOT, "mx.example.net");
    private static final Issued BY_COMMON_NAME = Certificates.withCommonName(ROOT, HOST);
    private static final Issued EXPIRED = Certificates.server(ROOT, YESTERDAY, HOST);
    private static final Issued SELF_SIGNED =
            Certificates.selfSigned(Instant.now().plus(Duration.ofDays(90)), HOST);
    private static final Issued EXPIRED_SELF_SIGNED = Certificates.selfSigned(YESTERDAY, "other.example");
    private static final Issued FOREIGN = Certificates.server(OTHER_ROOT, HOST);
    private static final Issued BELOW_OLD_ROOT = Certificates.server(OLD_ROOT, HOST);

    @AfterAll
    static void stop() {
        CLOCK.stop();
    }

    /** A row of the table: the records, the chain that the server sends, and the type of the failure. */
    private record Row(String name, List<Tlsa> records, List<Issued> chain, String failure) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Row row(String name, String failure, List<Tlsa> records, Issued... chain) {
        return new Row(name, records, List.of(chain), failure);
    }

    static Stream<Row> dane() {
        Tlsa endEntity = GOOD.tlsa(3, 1, 1);
        List<Tlsa> root = List.of(ROOT.tlsa(2, 0, 1));
        String accepted = "";
        String unmatched = "validation-failure";
        String mismatch = "certificate-host-mismatch";
        String expired = "certificate-expired";
        return Stream.of(
                row("end entity by key", accepted, List.of(endEntity), GOOD),
                row("end entity by certificate", accepted, List.of(GOOD.tlsa(3, 0, 1)), GOOD),
                row("end entity by SHA-512", accepted, List.of(GOOD.tlsa(3, 1, 2)), GOOD),
                row("end entity by its whole key", accepted, List.of(GOOD.tlsa(3, 1, 0)), GOOD),
                row("end entity by its whole certificate", accepted, List.of(GOOD.tlsa(3, 0, 0)), GOOD),
                row("wrong end entity", unmatched, List.of(OTHER_HOST.tlsa(3, 1, 1)), GOOD, ROOT),
                row("one of two end entities", accepted, List.of(OTHER_HOST.tlsa(3, 1, 1), endEntity), GOOD),
                row("end entity for another host", accepted, List.of(OTHER_HOST.tlsa(3, 1, 1)), OTHER_HOST),
                row("expired end entity", accepted, List.of(EXPIRED.tlsa(3, 1, 1)), EXPIRED),
                row(
                        "expired, self-signed end entity for another host",
                        accepted,
                        List.of(EXPIRED_SELF_SIGNED.tlsa(3, 1, 1)),
                        EXPIRED_SELF_SIGNED),
                row(
                        "record for an end entity matches an authority",
                        unmatched,
                        List.of(ROOT.tlsa(3, 0, 1)),
                        GOOD,
                        ROOT),
                row("trust anchor", accepted, root, GOOD, ROOT),
                row("trust anchor by key", accepted, List.of(ROOT.tlsa(2, 1, 1)), GOOD, ROOT),
                row("trust anchor by its whole certificate", accepted, List.of(ROOT.tlsa(2, 0, 0)), GOOD, ROOT),
                row("intermediate trust anchor", accepted, List.of(MIDDLE.tlsa(2, 0, 1)), BELOW_MIDDLE, MIDDLE),
                row("chain to the trust anchor", accepted, root, BELOW_MIDDLE, MIDDLE, ROOT),
                row("trust anchor, name of the domain", accepted, root, FOR_DOMAIN, ROOT),
                row("trust anchor, wildcard name", accepted, root, WILDCARD, ROOT),
                row("trust anchor, common name", accepted, root, BY_COMMON_NAME, ROOT),
                row("trust anchor, another name", mismatch, root, OTHER_HOST, ROOT),
                row("trust anchor, expired certificate", expired, root, EXPIRED, ROOT),
                row("expired trust anchor", expired, List.of(OLD_ROOT.tlsa(2, 0, 1)), BELOW_OLD_ROOT, OLD_ROOT),
                row("trust anchor that the server does not send", unmatched, root, GOOD),
                row("record for a trust anchor matches the server", unmatched, List.of(GOOD.tlsa(2, 0, 1)), GOOD),
                row("SHA-512 replaces SHA-256", unmatched, List.of(endEntity, OTHER_HOST.tlsa(3, 1, 2)), GOOD));
    }

    @ParameterizedTest
    @MethodSource
    void dane(Row row) {
        X509ExtendedTrustManager verification = new DaneTrustManager(row.records(), Set.of(HOST, DOMAIN), CLOCK);

        assertThat(TlsServer.handshake(verification, row.chain().toArray(Issued[]::new)))
                .isEqualTo(row.failure());
    }

    @Test
    void aChainThatDoesNotLeadToTheTrustAnchorIsRejected() throws Exception {
        X509ExtendedTrustManager verification = new DaneTrustManager(List.of(ROOT.tlsa(2, 0, 1)), Set.of(HOST), CLOCK);

        // The key manager of a server refuses to send such a chain.
        assertThat(failure(verification, FOREIGN, ROOT)).isEqualTo("certificate-not-trusted");
        assertThat(failure(verification, FOREIGN, OTHER_ROOT, ROOT)).isEqualTo("certificate-not-trusted");
        assertThat(failure(verification, GOOD, OTHER_ROOT, ROOT)).isEmpty();
    }

    private static String failure(X509ExtendedTrustManager verification, Issued... chain) throws Exception {
        try {
            verification.checkServerTrusted(
                    Stream.of(chain).map(Issued::certificate).toArray(java.security.cert.X509Certificate[]::new),
                    "ECDHE_ECDSA");
            return "";
        } catch (RejectedCertificateException e) {
            return e.failure();
        }
    }

    static Stream<Row> webPki() {
        return Stream.of(
                row("public authority", "", List.of(), GOOD),
                row("intermediate authority", "", List.of(), BELOW_MIDDLE, MIDDLE),
                row("wildcard name", "", List.of(), WILDCARD),
                row("missing intermediate authority", "certificate-not-trusted", List.of(), BELOW_MIDDLE),
                row("another host", "certificate-host-mismatch", List.of(), OTHER_HOST),
                row("name of the domain", "certificate-host-mismatch", List.of(), FOR_DOMAIN),
                row("common name alone", "certificate-host-mismatch", List.of(), BY_COMMON_NAME),
                row("expired", "certificate-expired", List.of(), EXPIRED),
                row("self-signed", "certificate-not-trusted", List.of(), SELF_SIGNED),
                row("another authority", "certificate-not-trusted", List.of(), FOREIGN, OTHER_ROOT));
    }

    private static WebPkiTrustManager webPkiVerification() {
        return new WebPkiTrustManager(WebPkiTrustManager.authorities(Certificates.trusting(ROOT)), HOST);
    }

    @ParameterizedTest
    @MethodSource
    void webPki(Row row) {
        assertThat(TlsServer.handshake(webPkiVerification(), row.chain().toArray(Issued[]::new)))
                .isEqualTo(row.failure());
    }

    @Test
    void recordsThatCannotBeUsedAreRecognized() {
        String sha256 = "AB".repeat(32);

        assertThat(Stream.of(
                        new Tlsa(3, 1, 1, sha256),
                        new Tlsa(2, 0, 2, sha256 + sha256),
                        new Tlsa(2, 0, 0, "30"),
                        new Tlsa(3, 1, 1, sha256.toLowerCase(java.util.Locale.ROOT))))
                .allMatch(DaneTrustManager::isUsable);
        assertThat(Stream.of(
                        new Tlsa(0, 1, 1, sha256),
                        new Tlsa(1, 1, 1, sha256),
                        new Tlsa(4, 1, 1, sha256),
                        new Tlsa(255, 1, 1, sha256),
                        new Tlsa(3, 2, 1, sha256),
                        new Tlsa(3, 1, 3, sha256),
                        new Tlsa(3, 1, 2, sha256),
                        new Tlsa(3, 1, 1, sha256 + "AB"),
                        new Tlsa(3, 1, 1, ""),
                        new Tlsa(3, 1, 0, "")))
                .noneMatch(DaneTrustManager::isUsable);
    }

    @Test
    void wildcardsCoverOneLabel() {
        assertThat(HostNames.covers("*.example.org", "mx.example.org")).isTrue();
        assertThat(HostNames.covers("MX.Example.org.", "mx.example.org")).isTrue();
        assertThat(Stream.of("example.org", "a.mx.example.org", "mxexample.org", ".example.org", ""))
                .noneMatch(name -> HostNames.covers("*.example.org", name));
        assertThat(Stream.of("*", "*.org", "m*.example.org", "*mx.example.org", "mx.*.org", "*.*.org"))
                .noneMatch(pattern -> HostNames.covers(pattern, "mx.example.org"));
        assertThat(HostNames.covers("*.org", "example.org")).isFalse();
    }
}
