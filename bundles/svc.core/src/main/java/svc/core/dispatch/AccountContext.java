package svc.core.dispatch;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.CallContext;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * An account as accessed by a method call, and the format of its state strings. The state strings of a shared account
 * include the version of the sharing rights: when the sharing rights change, objects become visible or invisible
 * without an entry in the change log, so that the changes since an older state cannot be calculated.
 *
 * @param scope the scope of the account
 * @param accessible the account and the access rights of the caller
 */
public record AccountContext(Scope scope, AccessibleAccount accessible) {

    private static final String MARK = "~";

    public static AccountContext of(
            MethodCallContext call, String argument, @Nullable String accountId, Access access) {
        return of(call.accessibleAccount(argument, accountId, access));
    }

    public static AccountContext of(AccessibleAccount accessible) {
        return new AccountContext(
                Scope.account(new ScopeKey(), accessible.account().n()), accessible);
    }

    /** Returns the account id that the client used. */
    public String accountId() {
        return accessible.id();
    }

    /**
     * Returns whether the data of a capability is visible to a request: the request uses a URN that enables the
     * capability, and the account offers this URN.
     */
    public boolean shows(String capability, Catalogue catalogue, Set<String> using) {
        return catalogue.unlocking(capability).stream()
                .anyMatch(urn -> using.contains(urn)
                        && catalogue.granted(accessible, urn).isPresent());
    }

    /** Returns the context of a call, with the arguments that the type adds to the method. */
    public CallContext context(MethodCallContext call, Map<String, @Nullable Object> extraArguments) {
        return new CallContext(
                call.caller(), accessible, extraArguments, urn -> shows(urn, call.catalogue(), call.using()));
    }

    public String text(State state) {
        return accessible.version() == 0 ? state.toString() : state + mark();
    }

    /** Parses a state string; empty if it is malformed or belongs to other sharing rights. */
    public Optional<State> state(String text) {
        if (accessible.version() == 0) {
            return State.parse(text);
        }
        String end = mark();
        return text.endsWith(end) ? State.parse(text.substring(0, text.length() - end.length())) : Optional.empty();
    }

    private String mark() {
        return MARK + Long.toString(accessible.version(), Character.MAX_RADIX);
    }
}
