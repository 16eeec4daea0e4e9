package svc.core.objects;

import java.io.Serial;

/** Thrown for a service with an invalid description. */
public final class InvalidServiceException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String subject;

    /**
     * Creates the exception.
     *
     * @param subject the URN, method or type that the service declares; the class of the service if these are unknown
     * @param reason the rest of a sentence that begins with {@code subject}
     */
    public InvalidServiceException(String subject, String reason) {
        super(subject + " " + reason + ".");
        this.subject = subject;
    }

    public String subject() {
        return subject;
    }
}
