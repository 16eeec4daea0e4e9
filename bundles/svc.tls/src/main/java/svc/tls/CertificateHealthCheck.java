package svc.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;

/**
 * Health check: warns when the TLS certificate expires within 14 days or is self-signed, and fails when it is not valid
 * now or when changed files were rejected.
 */
@Component
public final class CertificateHealthCheck implements HealthCheck {

    private static final String NAME = "tls-certificate";
    private static final Duration SOON = Duration.ofDays(14);
    private static final String REMEDY = "Install a new certificate; the server loads it without a restart.";

    private final ReloadingCertificates tls;
    private final Clock clock;

    @Activate
    public CertificateHealthCheck(@Reference ReloadingCertificates tls, @Reference Clock clock) {
        this.tls = tls;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "tls";
    }

    @Override
    public List<Finding> run() {
        return List.of(tls.certificates().stream()
                .min(Comparator.comparing(X509Certificate::getNotAfter))
                .map(first -> tls.replacementRefused() ? refused() : check(first, tls.selfSigned()))
                .orElseGet(() -> Finding.skipped(NAME, "TLS is off.")));
    }

    private static Finding refused() {
        return Finding.fail(
                NAME,
                "The changed certificate files are invalid: the server continues with the old certificate, and the next start will fail.",
                "Correct the files of [server] tls_cert_file and tls_key_file; the log contains the error.");
    }

    Finding check(X509Certificate certificate, boolean selfSigned) {
        Instant end = certificate.getNotAfter().toInstant();
        Duration left = Duration.between(clock.now(), end);
        Map<String, Object> facts = Map.of("expires_at", end.toString(), "days_left", left.toDays());
        if (left.isNegative() || clock.now().isBefore(certificate.getNotBefore().toInstant())) {
            return Finding.fail(NAME, "The certificate has expired or is not valid yet.", REMEDY)
                    .with(facts);
        }
        if (left.compareTo(SOON) < 0) {
            return Finding.warn(NAME, "The certificate expires soon.", REMEDY).with(facts);
        }
        if (selfSigned) {
            return Finding.warn(
                            NAME,
                            "The certificate is self-signed; clients do not trust it.",
                            "Set [server] tls_cert_file and tls_key_file to files issued by a certificate authority.")
                    .with(facts);
        }
        return Finding.ok(NAME, "The certificate is valid.").with(facts);
    }
}
