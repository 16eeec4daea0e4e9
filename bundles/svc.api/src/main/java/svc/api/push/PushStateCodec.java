package svc.api.push;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.store.State;

/**
 * Encodes and decodes push states (RFC 8620 §7.3, RFC 8887 §4.3.5.1), which are opaque to clients. All transports use
 * the same encoding, so that a client can use a push state of one transport on another.
 *
 * <p>Threading: thread-safe.
 */
@ProviderType
public interface PushStateCodec {

    /** The maximum length of the additional text. A push state with a longer text cannot be decoded. */
    int LONGEST_CONTINUATION = 400;

    /**
     * Encodes a push state.
     *
     * @param rest additional text, which only the component that encodes the push state uses: letters, digits and
     *     {@code : . _ ~ -}. A text that is too long is omitted
     */
    String encode(Caller caller, State reached, Optional<String> rest);

    /**
     * Decodes a push state. Empty if the push state is not valid for this caller: the text is not a push state, it
     * belongs to another account, or the caller could read other types when the push state was encoded. In the last
     * case, changes of the types that the caller could not read then were never reported.
     */
    Optional<DecodedPushState> decode(Caller caller, String text);

    /**
     * A decoded push state of the caller's own account.
     *
     * @param state the state up to which the client has received the changes of all types
     * @param continuation the additional text
     */
    record DecodedPushState(State state, Optional<String> continuation) {}
}
