package svc.api.json;

import java.io.Serial;

/** A text that is not the JSON that was asked for. The message says what is wrong and where, without quoting the text. */
public final class JsonProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Says what is wrong. */
    public JsonProblem(String message) {
        super(message);
    }
}
