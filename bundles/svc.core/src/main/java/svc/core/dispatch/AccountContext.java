package svc.core.dispatch;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.CallContext;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * An account as accessed by a method call, and the format of its state strings. The state strings of a shared account
 * include the version of the sharing rights: when the sharing rights change, objects become visible or invisible
 * without an entry in the change log, so that the changes since an older state cannot be calculated.
 *
 * @param scope the scope of the account
 * @param accessible the account and the access rights of the caller
 * @param version the version of the sharing rights; 0 if the state strings do not depend on them
 */
public record AccountContext(Scope scope, AccessibleAccount accessible, long version) {

    private static final String MARK = "~";
    private static final long FACTOR = 1_000_003;

    public static AccountContext of(
            MethodCallContext call, String argument, @Nullable String accountId, Access access) {
        return of(call.accessibleAccount(argument, accountId, access));
    }

    public static AccountContext of(AccessibleAccount accessible) {
        return new AccountContext(
                Scope.account(new ScopeKey(), accessible.account().n()), accessible, accessible.version());
    }

    /**
     * Returns the context of objects that belong to the tenant. What a caller sees of them depends on the accounts that
     * are shared with the caller, and so do the state strings.
     */
    public AccountContext ofTenant(Caller caller, Directory directory) {
        long version = 0;
        for (AccessibleAccount shared : directory.accounts(caller)) {
            if (!shared.isPersonal()) {
                version = (version * FACTOR + shared.account().n()) * FACTOR + shared.version();
                version = version * FACTOR
                        + new TreeMap<>(shared.accessByContainers()).toString().hashCode();
            }
        }
        long scope = directory.scopeOfTenant(accessible.account().organization());
        return new AccountContext(Scope.account(new ScopeKey(), scope), accessible, version & Long.MAX_VALUE);
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
                call.caller(),
                accessible,
                extraArguments,
                urn -> shows(urn, call.catalogue(), call.using())
                        || (call.using().contains(urn) && showsShares(urn, call.catalogue())));
    }

    /**
     * Returns whether a capability, whose methods the account does not offer, shows with whom containers are shared that
     * the caller can share with others (RFC 9670 §4).
     */
    private boolean showsShares(String capability, Catalogue catalogue) {
        return accessible.sharedContainers().stream()
                .anyMatch(container -> Optional.ofNullable(catalogue.types().get(container.type()))
                        .flatMap(type -> type.descriptor().rights())
                        .filter(rights -> rights.shareWithCapability().equals(Optional.of(capability)))
                        .filter(rights -> container.rights().contains(rights.share()))
                        .isPresent());
    }

    /**
     * Formats a state of a type. If only some containers are shared with the caller, the state string names them: after
     * another container is shared, or one is no longer shared, the changes since the state cannot be calculated.
     */
    public String text(State state, TypeDescriptor type) {
        return state + mark(type);
    }

    /** Parses a state string; empty if it is malformed or belongs to other sharing rights. */
    public Optional<State> state(String text, TypeDescriptor type) {
        return state(text, mark(type));
    }

    /** Formats a state of the data of which all is shared. */
    String text(State state) {
        return state + mark();
    }

    /** Parses a state string of the data of which all is shared. */
    Optional<State> state(String text) {
        return state(text, mark());
    }

    private static Optional<State> state(String text, String end) {
        return text.endsWith(end) ? State.parse(text.substring(0, text.length() - end.length())) : Optional.empty();
    }

    private String mark(TypeDescriptor type) {
        if (accessible.seesAll(type.capability())) {
            return mark();
        }
        if (type.guests().isPresent()) {
            return MARK + (type.guests().get().ownObjects() ? accessible.user() : 0);
        }
        return MARK
                + (type.rights().isPresent()
                        ? accessible.containersHash(Set.of(type.type()), true)
                        : accessible.containersHash(type.containers(), false));
    }

    private String mark() {
        return version == 0 ? "" : MARK + Long.toString(version, Character.MAX_RADIX);
    }
}
