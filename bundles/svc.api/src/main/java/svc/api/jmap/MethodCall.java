package svc.api.jmap;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * One method call of a request. It gives the handler the caller and access to the data of accounts. Not thread-safe:
 * only for the thread that handles the call. Valid until the handler returns.
 */
@ProviderType
public interface MethodCall {

    /** Returns the authenticated caller. */
    Caller caller();

    /** Returns the URNs in {@code using} of the request. */
    Set<String> using();

    /** Returns whether the request uses the capability or one that implies it. */
    boolean isUsing(String capability);

    /**
     * Returns the scope of an account after checking that the caller has this access to it.
     *
     * @throws MethodError {@code accountNotFound}, {@code accountNotSupportedByMethod} or {@code accountReadOnly}
     */
    Scope scope(@Nullable String accountId, Access access);

    /**
     * Returns the account after checking that the caller has this access to it, for services that need the access
     * rights of the caller.
     *
     * @throws MethodError as for {@link #scope}
     */
    AccessibleAccount account(@Nullable String accountId, Access access);

    /**
     * Returns the state string that the client receives for a state in an account. For types of a shared account, the
     * string also depends on the sharing rights.
     */
    String formatState(AccessibleAccount reach, State state);

    /**
     * Returns the state string that the client receives for a state of a type in an account. If only some containers are
     * shared with the caller, the string depends on the containers of the type.
     */
    String formatState(AccessibleAccount reach, String type, State state);

    /** Parses a state string; empty if it is malformed or belongs to other sharing rights. */
    Optional<State> parseState(AccessibleAccount reach, String text);

    /**
     * Returns whether the data of a capability in the account is visible to this call: the request uses the capability,
     * and the account offers it.
     */
    boolean isVisible(AccessibleAccount reach, String capability);

    /**
     * Returns the repository of the objects whose type is described by this record class, for methods that read or
     * change these objects themselves.
     *
     * @throws IllegalStateException if no registered type is described by the class
     */
    <T extends Record> RecordRepository<T> records(Class<T> shape);

    /** Returns the id of an object created earlier in this request, by its creation id without the {@code #}. */
    Optional<String> createdId(String creationId);

    /** Returns the id that a {@code #} and creation id refer to. Returns an id or an unknown creation id unchanged. */
    default String resolveId(String idOrCreation) {
        return idOrCreation.startsWith("#")
                ? createdId(idOrCreation.substring(1)).orElse(idOrCreation)
                : idOrCreation;
    }

    /** Registers the id of a new object, so that later calls of the request can refer to its creation id. */
    void putCreatedId(String creationId, String id);

    /**
     * Returns an object that the calls of this request share, such as a counter.
     *
     * @param fresh creates the object at the first call
     */
    <T> T shared(Class<T> type, Supplier<T> fresh);

    /**
     * Runs another method after this one. The response of the other method follows, with the same call id (RFC 8620
     * §5.4).
     */
    void addImplicitCall(String method, Map<String, @Nullable Object> arguments);

    /**
     * Checks the deadline of the request. Long operations call this regularly.
     *
     * @throws MethodError {@code serverUnavailable} if the deadline has passed
     */
    void checkDeadline();
}
