package svc.core.methods;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Access;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.json.JsonWriter;
import svc.api.store.State;
import svc.api.store.TransactionCallback;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.StandardMethods.Services;

/**
 * Implements Foo/set (RFC 8620 §5.3). Expensive work is done before the write, outside the store or on a snapshot, so
 * that the write is short.
 */
final class SetMethod implements RegisteredMethod.Runner {
    private static final Logger LOG = LoggerFactory.getLogger(SetMethod.class);

    /**
     * The duration after which a transaction ends and the remaining changes continue in another one, so that other
     * writers can run (FAIR-01).
     */
    private static final Duration UNIT = Duration.ofMillis(10);

    private static final Set<String> ARGUMENTS = Set.of("accountId", "ifInState", "create", "update", "destroy");

    private final Services services;
    private final RegisteredType type;
    private final PropertyCheck properties;

    SetMethod(Services services, RegisteredType type) {
        this.services = services;
        this.type = type;
        this.properties = new PropertyCheck(services, type);
    }

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> given, JsonWriter out) {
        MethodArguments arguments = new MethodArguments(given, ARGUMENTS, type.extraArguments(StandardMethod.SET));
        AccountContext found = AccountContext.of(call, "accountId", arguments.text("accountId"), access(given));
        call.checkWritable(); // also for values that each user has alone
        AccountContext account = call.enter(type, found);
        SetArguments asked = SetArguments.of(
                type, call, arguments.map("create"), arguments.map("update"), arguments.texts("destroy"));
        if (asked.size() > services.limits().maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may create, update and destroy " + services.limits().maxObjectsInSet()
                            + " objects at most, all together.");
        }
        CallContext context = account.context(call, arguments.more());
        SetExecution execution =
                new SetExecution(type, new SetExecution.SetCall(call, account, context), asked, services);
        rejectInvisible(execution.visible(), asked);
        properties.check(call, account, asked);
        StateChange states = make(account, asked, execution, arguments.text("ifInState"));
        execution.publish();
        type.source().afterCommit(call, context, execution.attachments());
        out.beginObject().stringMember("accountId", account.accountId());
        out.stringMember("oldState", execution.visible().text(states.before));
        out.stringMember("newState", execution.visible().text(states.after));
        execution.writeTo(out);
        out.end();
    }

    /**
     * Returns the access that a call needs. A user who can only read the account can change the values that each user
     * has alone.
     */
    private Access access(Map<String, @Nullable Object> given) {
        boolean perUser = isNothing(given.get("create"))
                && isNothing(given.get("destroy"))
                && given.get("update") instanceof Map<?, ?> updates
                && !updates.isEmpty()
                && updates.values().stream().allMatch(properties::isPerUser);
        return perUser ? Access.READ : Access.WRITE;
    }

    private static boolean isNothing(@Nullable Object changes) {
        return changes == null
                || (changes instanceof Map<?, ?> map && map.isEmpty())
                || (changes instanceof List<?> list && list.isEmpty());
    }

    /**
     * The states before and after the changes.
     *
     * @param before the state before the changes. If another writer changes objects between two transactions of the
     *     call, this is the state after those changes, so that the client notices that it missed them
     * @param after the state after the last change
     */
    record StateChange(State before, State after) {

        StateChange and(StateChange next) {
            return new StateChange(after.equals(next.before) ? before : next.before, next.after);
        }
    }

    /**
     * Makes the changes in transactions of bounded duration. If all changes were rejected before, only the state is
     * read.
     */
    StateChange make(AccountContext account, SetArguments asked, SetExecution execution, @Nullable String ifInState) {
        execution.loadExternal();
        State current = services.store().read(account.scope(), snapshot -> {
            State state = execution.visible().state(snapshot);
            requireState(execution.visible(), ifInState, state);
            execution.prepare(snapshot);
            return state;
        });
        if (asked.idle()) {
            return new StateChange(current, current);
        }
        Part part = write(account, execution, ifInState);
        StateChange states = part.states;
        while (part.more) {
            part = writeMore(account, execution);
            states = states.and(part.states);
        }
        return states;
    }

    /** The result of one transaction, and whether changes are left. */
    private record Part(StateChange states, boolean more) {}

    /**
     * Continues in another transaction. The changes of earlier transactions remain if this one fails (RFC 8620 §3.6.2).
     */
    private Part writeMore(AccountContext account, SetExecution execution) {
        try {
            return write(account, execution, null);
        } catch (RuntimeException e) {
            LOG.warn("{}/set failed after some of its changes were committed", type.name(), e);
            throw new MethodError(
                    "serverPartialFail", "Some of the changes were applied. Fetch the objects again before you retry.");
        }
    }

    private Part write(AccountContext account, SetExecution execution, @Nullable String ifInState) {
        Runnable reset = execution.mark();
        return services.store().write(account.scope(), TransactionCallback.named(type.name() + "/set", tx -> {
            reset.run();
            VisibleObjects visible = execution.visible();
            State before = visible.state(tx);
            requireState(visible, ifInState, before);
            long began = services.clock().nanos();
            boolean more = execution.apply(tx, () -> services.clock().nanos() - began < UNIT.toNanos());
            return new Part(new StateChange(before, visible.state(tx)), more);
        }));
    }

    /**
     * Rejects changes of objects that the caller may not see, before anything else is checked: an object that is not
     * visible and one that does not exist cause the same errors.
     */
    private void rejectInvisible(VisibleObjects visible, SetArguments asked) {
        if (visible.isReadOnly()) {
            asked.rejectAll(SetError.forbidden("Only the owner of the account can change objects of this type."));
            return;
        }
        if (visible.isAll()) {
            return;
        }
        rejectCreates(visible, asked);
        Set<Long> numbers = asked.numbers();
        Set<Long> seen = services.store()
                .read(visible.account().scope(), snapshot -> Set.copyOf(visible.among(snapshot, numbers)));
        asked.rejectNotFound(n -> !seen.contains(n));
    }

    /** Rejects creates in an account of which the caller sees only some containers, if the source checks no rights. */
    static void rejectCreates(VisibleObjects visible, SetArguments asked) {
        if (!visible.isAll() && !visible.type().source().supportsSharedCreates()) {
            SetError refusal =
                    SetError.forbidden("You cannot create objects of this type in the account of another user.");
            asked.creates().values().forEach(create -> create.reject(refusal));
        }
    }

    static void requireState(VisibleObjects visible, @Nullable String ifInState, State state) {
        if (ifInState != null && !ifInState.equals(visible.text(state))) {
            throw new MethodError(
                    "stateMismatch", "The objects have changed; the current state is " + visible.text(state) + ".");
        }
    }
}
