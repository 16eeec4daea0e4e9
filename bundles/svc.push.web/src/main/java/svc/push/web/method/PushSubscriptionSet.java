package svc.push.web.method;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.CreateArgument;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.push.web.subscription.Subscription;

/** PushSubscription/set (RFC 8620 §7.2.2). */
@Component(service = MethodHandler.class)
public final class PushSubscriptionSet
        implements MethodHandler<PushSubscriptionSet.Arguments, Map<String, @Nullable Object>> {

    private static final String MARK = "#";

    private final SubscriptionWriter subscriptions;
    private final JmapLimits limits;

    @Activate
    public PushSubscriptionSet(@Reference SubscriptionWriter subscriptions, @Reference JmapLimits limits) {
        this.subscriptions = subscriptions;
        this.limits = limits;
    }

    /** The arguments of the method; it has neither {@code accountId} nor {@code ifInState}. */
    record Arguments(
            @Nullable Map<String, @Nullable Object> create,
            @Nullable Map<String, @Nullable Object> update,
            @Nullable List<String> destroy) {}

    @Override
    public String method() {
        return "PushSubscription/set";
    }

    @Override
    public String capability() {
        return PushSubscriptionGet.CAPABILITY;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        Map<String, Map<String, @Nullable Object>> creates =
                arguments.create() == null ? Map.of() : CreateArgument.parse("create", arguments.create());
        Map<String, Map<String, @Nullable Object>> updates = new LinkedHashMap<>();
        if (arguments.update() != null) {
            arguments.update().forEach((id, patch) -> updates.put(id, CreateArgument.object("update", patch)));
        }
        List<String> destroys = arguments.destroy() == null ? List.of() : arguments.destroy();
        if (creates.size() + updates.size() + destroys.size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may create, update and destroy " + limits.maxObjectsInSet()
                            + " objects at most, all together.");
        }
        SetOutcome outcome = new SetOutcome();
        Map<String, Subscription> ready = subscriptions.prepare(call, creates, outcome);
        Map<String, String> ids = new LinkedHashMap<>();
        ready.forEach((key, made) -> ids.put(key, made.id()));
        Map<String, Map<String, @Nullable Object>> changes = new LinkedHashMap<>();
        updates.forEach((id, patch) -> {
            if (changes.putIfAbsent(named(call, ids, id), patch) != null) {
                outcome.refuseUpdate(
                        id, new SetError("invalidPatch", "Another member of update changes the same subscription."));
            }
        });
        LinkedHashSet<String> ends = new LinkedHashSet<>();
        destroys.forEach(id -> ends.add(named(call, ids, id)));
        subscriptions.apply(call, new SubscriptionWriter.Changes(creates, ready, changes, ends), outcome);
        return outcome.answer();
    }

    /** Returns the id, or the id of the object that a creation id names. */
    static String named(MethodCall call, Map<String, String> created, String id) {
        String here = id.startsWith(MARK) ? created.get(id.substring(MARK.length())) : null;
        return here == null ? call.resolveId(id) : here;
    }
}
