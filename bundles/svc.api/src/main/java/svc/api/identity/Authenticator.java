package svc.api.identity;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Authenticates requests. Each route that is not public must first call {@link #authenticate}, and must answer a
 * rejected request with the returned response.
 *
 * <p>Threading: thread-safe. The verification of a token that was seen before takes microseconds.
 */
@ProviderType
public interface Authenticator {

    /** Authenticates the credentials of a request. */
    Result authenticate(Credentials presented);

    /**
     * Returns whether a request with this {@code Authorization} field and query presents a credential, valid or not.
     */
    static boolean presentsCredential(@Nullable String authorization, @Nullable String query) {
        return authorization != null
                || (query != null
                        && Stream.of("stream_ticket=", "access_token=", "media_token=")
                                .anyMatch(name -> query.startsWith(name) || query.contains("&" + name)));
    }

    /**
     * The credentials of a request. If a request has several credentials, only one is verified: the
     * {@code Authorization} field, else a ticket or media token, else {@code access_token}. If this credential is
     * invalid, the request is rejected, even if another credential is valid.
     *
     * @param method the HTTP method
     * @param url the URL without its query, as the client sees it; {@code ws} or {@code wss} for a WebSocket handshake
     * @param query the query as sent, without its question mark
     * @param authorization the field {@code Authorization}
     * @param proofs each value of the field {@code DPoP}
     * @param queryCredentials the query credentials that the route accepts
     * @param address the address of the client
     * @param origin the field {@code Origin}
     */
    record Credentials(
            String method,
            String url,
            Optional<String> query,
            Optional<String> authorization,
            List<String> proofs,
            QueryCredentials queryCredentials,
            String address,
            Optional<String> origin) {

        /** Creates the credentials of a request without the field {@code Origin}. */
        public Credentials(
                String method,
                String url,
                Optional<String> query,
                Optional<String> authorization,
                List<String> proofs,
                QueryCredentials door,
                String address) {
            this(method, url, query, authorization, proofs, door, address, Optional.empty());
        }

        /** Copies the proofs. */
        public Credentials {
            proofs = List.copyOf(proofs);
        }

        /** Returns whether the request was sent by a web page whose origin is not that of the server. */
        public boolean foreignPage() {
            return origin.isPresent() && !authority(url).equals(authority(origin.get()));
        }

        private static String authority(String url) {
            int scheme = url.indexOf("://");
            int path = url.indexOf('/', scheme + 3);
            return scheme < 0 ? "" : url.substring(scheme + 3, path < 0 ? url.length() : path);
        }

        /** Returns method and URL. The text contains no secrets. */
        @Override
        public String toString() {
            return method + " " + url;
        }
    }

    /** The result of an authentication. */
    sealed interface Result permits Authenticated, Rejected {}

    /**
     * The request has a valid credential.
     *
     * @param caller the authenticated caller
     */
    record Authenticated(Caller caller) implements Result {}

    /**
     * The request has no valid credential.
     *
     * @param status the HTTP status
     * @param headers the header fields of the response, such as {@code WWW-Authenticate}
     * @param problem the members of the body, an {@code application/problem+json}
     */
    record Rejected(int status, Map<String, String> headers, Map<String, Object> problem) implements Result {

        /** Copies the header fields. */
        public Rejected {
            headers = Map.copyOf(headers);
        }
    }
}
