package svc.api.jmap;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * Processes JMAP requests that do not arrive by HTTP POST. The same limits apply as to requests by POST, and all
 * requests of an account count together. Code that uses this service must authenticate the client first.
 *
 * <p>Thread-safe. The calls of a request run on the calling thread.
 */
@ProviderType
public interface JmapProcessor {

    /**
     * Parses a JSON object within the limits of a request.
     *
     * @throws RequestError if the text is not a JSON object or is too large
     */
    Map<String, @Nullable Object> parse(byte[] json);

    /**
     * Processes a request.
     *
     * @param caller the authenticated caller
     * @param request the members of the request; unknown members are ignored
     * @param beside additional members of the response, with string values; they are written before the members of RFC
     *     8620
     * @return the response as JSON
     * @throws RequestError if the request is rejected as a whole
     */
    byte[] process(Caller caller, Map<String, ? extends @Nullable Object> request, Map<String, String> beside);
}
