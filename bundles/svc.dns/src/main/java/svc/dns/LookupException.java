package svc.dns;

import java.io.Serial;
import svc.api.dns.Answer.Failure;

/** Thrown when a lookup fails. The message is the reason, for logs and delivery status. */
final class LookupException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    LookupException(Failure failure, String reason) {
        super(reason);
        this.failure = failure;
    }

    static LookupException temporary(String reason) {
        return new LookupException(Failure.TEMPORARY, reason);
    }

    Failure failure() {
        return failure;
    }
}
