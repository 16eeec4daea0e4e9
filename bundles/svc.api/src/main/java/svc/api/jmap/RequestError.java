package svc.api.jmap;

import java.io.Serial;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request is refused as a whole, and no call of it has run (RFC 8620 §3.6.1). */
public final class RequestRefused extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Map<String, @Nullable Object> problem;

    /**
     * Refuses it.
     *
     * @param problem the members of the problem (RFC 7807)
     */
    public RequestRefused(Map<String, @Nullable Object> problem) {
        super("a request is refused", null, false, false);
        this.problem = Collections.unmodifiableMap(new LinkedHashMap<>(problem));
    }

    /** The members of the problem. */
    public Map<String, @Nullable Object> problem() {
        return problem;
    }
}
