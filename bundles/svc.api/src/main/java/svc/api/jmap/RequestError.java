package svc.api.jmap;

import java.io.Serial;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An error of a whole request, of which no call has run (RFC 8620 §3.6.1). */
public final class RequestError extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Map<String, @Nullable Object> problem;

    /**
     * Creates the error.
     *
     * @param problem the members of the problem details (RFC 7807)
     */
    public RequestError(Map<String, @Nullable Object> problem) {
        super("a request is refused", null, false, false);
        this.problem = Collections.unmodifiableMap(new LinkedHashMap<>(problem));
    }

    /** Returns the members of the problem details. */
    public Map<String, @Nullable Object> problem() {
        return problem;
    }
}
