package svc.api.identity;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The one place where a request becomes a caller. Whoever serves a route that is not open to everybody asks here first and
 * answers with what it says.
 *
 * <p>Threading: any thread. A token that was seen before costs microseconds.
 */
@ProviderType
public interface Authenticator {

    /** Looks at what a request presents. */
    Answer authenticate(Presented presented);

    /**
     * What a request presents.
     *
     * @param method the HTTP method
     * @param url the URL without its query, as the client sees it
     * @param authorization the field {@code Authorization}
     * @param address the client's address
     */
    record Presented(String method, String url, Optional<String> authorization, String address) {}

    /** What becomes of it. */
    sealed interface Answer permits Admitted, Refused {}

    /** Somebody known. */
    record Admitted(Caller caller) implements Answer {}

    /**
     * Nobody known.
     *
     * @param status the HTTP status
     * @param headers the fields of the answer, such as {@code WWW-Authenticate}
     * @param problem the members of the body, an {@code application/problem+json}
     */
    record Refused(int status, Map<String, String> headers, Map<String, Object> problem) implements Answer {

        /** Copies the fields. */
        public Refused {
            headers = Map.copyOf(headers);
        }
    }
}
