package svc.http;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;

/** Whether the certificate is good for some time yet. */
@Component
public final class TlsCheck implements HealthCheck {

    private static final String NAME = "tls-certificate";
    private static final Duration SOON = Duration.ofDays(14);
    private static final String REMEDY = "Put a new certificate in place; it is taken in without a restart.";

    private final HttpServer http;
    private final Clock clock;

    /** Looks at the certificate in use. */
    @Activate
    public TlsCheck(@Reference HttpServer http, @Reference Clock clock) {
        this.http = http;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "tls";
    }

    @Override
    public List<Finding> examine() {
        return List.of(http.running()
                .flatMap(JettyServer::tls)
                .flatMap(identity -> identity.certificate()
                        .map(found -> identity.replacementRefused() ? refused() : judge(found, identity.selfSigned())))
                .orElseGet(() -> Finding.skipped(NAME, "TLS is off.")));
    }

    private static Finding refused() {
        return Finding.fail(
                NAME,
                "The certificate files were changed and are no use: the old certificate goes on, the next start is refused.",
                "Correct the files of [server] tls_cert_file and tls_key_file; the log says what is wrong with them.");
    }

    Finding judge(X509Certificate certificate, boolean selfSigned) {
        Instant end = certificate.getNotAfter().toInstant();
        Duration left = Duration.between(clock.now(), end);
        Map<String, Object> facts = Map.of("expires_at", end.toString(), "days_left", left.toDays());
        if (left.isNegative() || clock.now().isBefore(certificate.getNotBefore().toInstant())) {
            return Finding.fail(NAME, "The certificate is not valid now.", REMEDY)
                    .with(facts);
        }
        if (left.compareTo(SOON) < 0) {
            return Finding.warn(NAME, "The certificate ends soon.", REMEDY).with(facts);
        }
        if (selfSigned) {
            return Finding.warn(
                            NAME,
                            "The certificate is self-signed; clients do not trust it.",
                            "Set [server] tls_cert_file and tls_key_file to those of an authority.")
                    .with(facts);
        }
        return Finding.ok(NAME, "The certificate is valid.").with(facts);
    }
}
