package svc.api.jmap;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * Answers requests that come another way than with a POST, with the same limits, counted together. Whoever calls this has found
 * out who asks.
 *
 * <p>Threading: any thread, which runs the calls of the request.
 */
@ProviderType
public interface Jmap {

    /**
     * Reads a text as an object, within the limits of a request.
     *
     * @throws RequestRefused when it is none, or too large
     */
    Map<String, @Nullable Object> read(byte[] json);

    /**
     * Answers a request.
     *
     * @param request its members; those that the protocol does not know are left alone
     * @param beside members that the answer has beside its own, before them
     * @return the answer in JSON
     * @throws RequestRefused when it is refused as a whole
     */
    byte[] answer(Caller caller, Map<String, ? extends @Nullable Object> request, Map<String, String> beside);
}
