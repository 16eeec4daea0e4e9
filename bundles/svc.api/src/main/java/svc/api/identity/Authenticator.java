package svc.api.identity;

import java.util.List;
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
     * What a request presents. Where several credentials are given the field counts, then a ticket or media token, then
     * {@code access_token}; one that counts and is not good is refused, whatever else is there.
     *
     * @param method the HTTP method
     * @param url the URL without its query, as the client sees it; {@code ws} or {@code wss} for the opening of a socket
     * @param query the query as it was sent, without its question mark
     * @param authorization the field {@code Authorization}
     * @param proofs each value of the field {@code DPoP}
     * @param door what else the route accepts
     * @param address the client's address
     */
    record Presented(
            String method,
            String url,
            Optional<String> query,
            Optional<String> authorization,
            List<String> proofs,
            Door door,
            String address) {

        /** Copies the proofs. */
        public Presented {
            proofs = List.copyOf(proofs);
        }

        /** Without the secrets. */
        @Override
        public String toString() {
            return method + " " + url;
        }
    }

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
