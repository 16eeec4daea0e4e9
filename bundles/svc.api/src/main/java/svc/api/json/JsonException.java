package svc.api.json;

import java.io.Serial;

/** A text that is not the JSON that was asked for. The message says what is wrong and where, without quoting the text. */
public final class JsonProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean tooMuch;

    /** Says what is wrong. */
    public JsonProblem(String message) {
        this(message, false);
    }

    private JsonProblem(String message, boolean tooMuch) {
        super(message);
        this.tooMuch = tooMuch;
    }

    /** The text may well be JSON, but holds more than was allowed. */
    public static JsonProblem tooMuch(String message) {
        return new JsonProblem(message, true);
    }

    /** Whether it only holds too much. */
    public boolean isTooMuch() {
        return tooMuch;
    }
}
