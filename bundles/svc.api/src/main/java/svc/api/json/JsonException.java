package svc.api.json;

import java.io.Serial;

/**
 * Thrown if a text is not the expected JSON. The message describes the problem and its place, without quoting the text.
 */
public final class JsonException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean limitExceeded;

    /** Creates the exception; the message describes the problem. */
    public JsonException(String message) {
        this(message, false);
    }

    private JsonException(String message, boolean tooMuch) {
        super(message);
        this.limitExceeded = tooMuch;
    }

    /** Returns the exception for a text that exceeds a limit; the text may be valid JSON. */
    public static JsonException limitExceeded(String message) {
        return new JsonException(message, true);
    }

    /** Returns whether the text exceeds a limit. */
    public boolean isLimitExceeded() {
        return limitExceeded;
    }
}
