package svc.core.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.RecordRepository;
import svc.api.jmap.type.DataOwner;
import svc.api.lifecycle.Maintenance.Period;
import svc.api.store.Scope;
import svc.api.store.State;

/** The {@link MethodCall} passed to a handler. All access to account data is checked by {@link #account}. */
public final class MethodCallContext implements MethodCall {

    private final RequestContext request;
    private final Directory directory;
    private final RegisteredMethod method;
    private final ResponseWriter answer;
    private final List<Invocation> following = new ArrayList<>();
    private final String id;
    private final Optional<Period> readOnly;

    /**
     * Creates the context of a call.
     *
     * @param readOnly the read-only maintenance that was active when the call began
     */
    public MethodCallContext(
            RequestContext request,
            Directory directory,
            RegisteredMethod method,
            ResponseWriter answer,
            String id,
            Optional<Period> readOnly) {
        this.request = request;
        this.directory = directory;
        this.method = method;
        this.answer = answer;
        this.id = id;
        this.readOnly = readOnly;
    }

    @Override
    public Caller caller() {
        return request.caller();
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> factory) {
        return request.shared(type, factory);
    }

    @Override
    public Set<String> using() {
        return request.using();
    }

    @Override
    public boolean isUsing(String wanted) {
        return catalogue().unlocked(wanted, using());
    }

    public Catalogue catalogue() {
        return request.catalogue();
    }

    @Override
    public Scope scope(@Nullable String accountId, Access access) {
        return Scope.account(
                new ScopeKey(), account(accountId, access).account().n());
    }

    @Override
    public AccessibleAccount account(@Nullable String accountId, Access access) {
        return accessibleAccount("accountId", accountId, access);
    }

    @Override
    public boolean isVisible(AccessibleAccount account, String wanted) {
        return AccountContext.of(account).shows(wanted, catalogue(), using());
    }

    @Override
    public String formatState(AccessibleAccount account, State state) {
        return AccountContext.of(account).text(state);
    }

    @Override
    public String formatState(AccessibleAccount account, String type, State state) {
        RegisteredType registered = catalogue().types().get(type);
        return registered == null
                ? formatState(account, state)
                : AccountContext.of(account).text(state, registered.descriptor());
    }

    @Override
    public Optional<State> parseState(AccessibleAccount account, String text) {
        return AccountContext.of(account).state(text);
    }

    /**
     * Returns the account that an argument names, after checking that this method gives the caller this access to the
     * account.
     */
    AccessibleAccount accessibleAccount(String argument, @Nullable String accountId, Access access) {
        AccessibleAccount account = directory
                .account(caller(), MethodArguments.required(argument, accountId))
                .orElseThrow(() -> new MethodError("accountNotFound", null));
        boolean known = false;
        for (String urn : catalogue().unlocking(method)) {
            Optional<Access> granted =
                    catalogue().granted(method.sharedContainers() ? account : account.withoutContainers(), urn);
            if (granted.isPresent() && (access == Access.READ || granted.get() == Access.WRITE)) {
                if (access == Access.WRITE) {
                    checkWritable();
                }
                return catalogue().completed(account);
            }
            known |= granted.isPresent();
        }
        throw known
                ? new MethodError("accountReadOnly", null)
                : new MethodError(
                        "accountNotSupportedByMethod", "The account does not support " + method.wanted() + ".");
    }

    /**
     * Checks that the data of accounts may be written.
     *
     * @throws MethodError {@code accountReadOnly} during a read-only maintenance (RFC 8620 §3.6.2)
     */
    public void checkWritable() {
        if (readOnly.isPresent()) {
            throw new MethodError("accountReadOnly", readOnly.get().notice());
        }
    }

    /** Notifies a type that a call in an account begins, and returns the context of the objects of the type. */
    public AccountContext enter(RegisteredType type, AccountContext account) {
        return type.entered(
                type.source().owner() == DataOwner.TENANT ? account.ofTenant(caller(), directory) : account);
    }

    @Override
    public <T extends Record> RecordRepository<T> records(Class<T> descriptor) {
        return catalogue().records(descriptor, this::resolveId);
    }

    @Override
    public Optional<String> createdId(String creationId) {
        return Optional.ofNullable(request.createdIds().get(creationId));
    }

    @Override
    public void putCreatedId(String creationId, String objectId) {
        request.createdIds().put(creationId, objectId);
    }

    @Override
    public void addImplicitCall(String method, Map<String, @Nullable Object> arguments) {
        following.add(new Invocation(method, new LinkedHashMap<>(arguments), id));
    }

    List<Invocation> following() {
        return following;
    }

    @Override
    public void checkDeadline() {
        request.checkBeforeCall();
    }

    /** Checks the deadline only. May be called inside a store transaction. */
    public void checkDeadlineOnly() {
        request.checkDeadline();
    }

    /**
     * Checks the deadline and the caller, and sends the buffered output to the client if it is large. Must not be
     * called inside a store transaction.
     */
    public void flushIfLarge() {
        request.checkBeforeCall();
        answer.flushIfLarge();
    }
}
