package svc.mail.out.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import svc.mail.out.tls.TlsPolicies.Outcome;

/** Accepts every certificate, and remembers the failure for the report: MTA-STS in the mode {@code testing}. */
final class ReportOnlyTrustManager extends ServerTrustManager {

    private final WebPkiTrustManager verification;
    private final Optional<RejectedCertificateException> always;
    private final AtomicReference<@Nullable CertificateException> failure = new AtomicReference<>();

    /**
     * Creates a trust manager.
     *
     * @param verification verifies the certificates
     * @param always the failure that does not depend on the certificate; empty if there is none
     */
    ReportOnlyTrustManager(WebPkiTrustManager verification, Optional<RejectedCertificateException> always) {
        this.verification = verification;
        this.always = always;
    }

    @Override
    void verify(X509Certificate[] chain, String authType) {
        try {
            verification.verify(chain, authType);
            failure.set(null);
        } catch (CertificateException e) {
            failure.set(e);
        }
    }

    /** Returns the result of a session for the report: a success with a failed verification is a failure. */
    Outcome reported(Outcome outcome) {
        CertificateException last = failure.getAndSet(null);
        if (!outcome.failure().isEmpty()) {
            return outcome;
        }
        return always.map(CertificateException.class::cast)
                .or(() -> Optional.ofNullable(last))
                .map(error -> Outcome.failed(outcome.local(), outcome.address(), error))
                .orElse(outcome);
    }
}
