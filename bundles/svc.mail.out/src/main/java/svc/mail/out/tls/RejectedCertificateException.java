package svc.mail.out.tls;

import java.io.Serial;
import java.security.cert.CertificateException;

/** Thrown when the certificate of a mail server violates a policy. */
final class RejectedCertificateException extends CertificateException {

    static final String HOST_MISMATCH = "certificate-host-mismatch";
    static final String EXPIRED = "certificate-expired";
    static final String OTHER = "validation-failure";
    static final String NOT_TRUSTED = "certificate-not-trusted";

    @Serial
    private static final long serialVersionUID = 1L;

    private final String failure;

    /**
     * Creates an exception.
     *
     * @param failure the type of the failure (RFC 8460 §4.3.1)
     */
    RejectedCertificateException(String failure, String reason) {
        super(reason);
        this.failure = failure;
    }

    String failure() {
        return failure;
    }
}
