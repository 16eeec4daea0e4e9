package svc.mail.out.tls;

import java.io.IOException;
import java.io.Serial;

/** Thrown when an MTA-STS policy cannot be fetched, or is invalid. */
final class StsFailedException extends IOException {

    static final String FETCH_ERROR = "sts-policy-fetch-error";
    static final String INVALID = "sts-policy-invalid";
    static final String WEBPKI_INVALID = "sts-webpki-invalid";

    @Serial
    private static final long serialVersionUID = 1L;

    private final String failure;

    /**
     * Creates an exception.
     *
     * @param failure the type of the failure (RFC 8460 §4.3.2.2)
     */
    StsFailedException(String failure, String reason) {
        super(reason);
        this.failure = failure;
    }

    String failure() {
        return failure;
    }
}
