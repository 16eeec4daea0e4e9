package svc.mail.out.tls;

import java.io.Serial;
import java.security.cert.CertificateException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Thrown when the certificate of a mail server violates a policy. */
final class RejectedCertificateException extends CertificateException {

    private static final String HOST_MISMATCH = "certificate-host-mismatch";
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
     * @param cause the error of the Java platform; null if there is none
     */
    RejectedCertificateException(String failure, String reason, @Nullable Throwable cause) {
        super(reason, cause);
        this.failure = failure;
    }

    static RejectedCertificateException hostMismatch(Collection<String> names) {
        return new RejectedCertificateException(
                HOST_MISMATCH, "No subject alternative name matches " + String.join(" or ", names) + ".", null);
    }

    String failure() {
        return failure;
    }
}
