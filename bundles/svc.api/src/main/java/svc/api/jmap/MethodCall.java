package svc.api.jmap;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Access;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * One method call of a request: who asks, and the only way to anybody's data. Threading: for the thread that handles the
 * call. Lifecycle: valid until the handler returns.
 */
@ProviderType
public interface Call {

    /** Who asks. */
    Caller caller();

    /** The URNs that the request uses. */
    Set<String> using();

    /** Whether the request uses a capability, or one that covers it. */
    boolean uses(String capability);

    /**
     * The scope of an account, once it is clear that the caller may do this in it.
     *
     * @throws MethodError {@code accountNotFound}, {@code accountNotSupportedByMethod} or {@code accountReadOnly}
     */
    Scope scope(@Nullable String accountId, Access access);

    /**
     * The account itself, once it is clear that the caller may do this in it: for services that want to know who looks at what.
     *
     * @throws MethodError as for {@link #scope}
     */
    Reach reach(@Nullable String accountId, Access access);

    /** The text by which the caller knows a state in an account: of the types of a shared one it tells of the shares, too. */
    String text(Reach reach, State state);

    /** The state of such a text; empty when it is none, or of other shares. */
    Optional<State> state(Reach reach, String text);

    /** Whether what a capability has in an account shows to this call: the request uses it, and the account offers it. */
    boolean shows(Reach reach, String capability);

    /**
     * The objects of the type that is described by this record, for a method that reads or changes them itself.
     *
     * @throws IllegalStateException when no type that is offered is described by it
     */
    <T extends Record> Records<T> records(Class<T> shape);

    /** The id of an object that was created earlier in this request, by its creation id without the {@code #}. */
    Optional<String> created(String creationId);

    /** An id, or what a creation id with its {@code #} in its place stands for; what nothing is known of stays as it is. */
    default String id(String idOrCreation) {
        return idOrCreation.startsWith("#") ? created(idOrCreation.substring(1)).orElse(idOrCreation) : idOrCreation;
    }

    /** Makes the id of a new object known to the calls that follow. */
    void created(String creationId, String id);

    /** Runs another method after this one; its answer follows under the same call id (RFC 8620 §5.4). */
    void then(String method, Map<String, @Nullable Object> arguments);

    /**
     * Whether the request may go on. Long work asks now and then.
     *
     * @throws MethodError {@code serverUnavailable} when its time is over
     */
    void proceed();
}
