package svc.api.search;

/**
 * Thrown by a {@link SearchSource} whose texts cannot be read now, although they are not lost. The index then reads them
 * later, and searches that need them are incomplete until then.
 */
public final class TextsUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates the exception; the message is the same for all objects, because the index logs each message once. */
    public TextsUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
