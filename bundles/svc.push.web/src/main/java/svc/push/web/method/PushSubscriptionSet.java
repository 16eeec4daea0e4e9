package svc.push.web;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.NewObjects;
import svc.api.jmap.SetError;

/** PushSubscription/set (RFC 8620 §7.2.2). */
@Component(service = MethodHandler.class)
public final class SetSubscriptions
        implements MethodHandler<SetSubscriptions.Arguments, Map<String, @Nullable Object>> {

    private static final String MARK = "#";

    private final Subscriptions subscriptions;
    private final JmapLimits limits;

    /** Changes these. */
    @Activate
    public SetSubscriptions(@Reference Subscriptions subscriptions, @Reference JmapLimits limits) {
        this.subscriptions = subscriptions;
        this.limits = limits;
    }

    /** The arguments of the method; neither an account nor a state is among them. */
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
        return GetSubscriptions.CAPABILITY;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Map<String, Map<String, @Nullable Object>> creates =
                arguments.create() == null ? Map.of() : NewObjects.of("create", arguments.create());
        Map<String, Map<String, @Nullable Object>> updates = new LinkedHashMap<>();
        if (arguments.update() != null) {
            arguments.update().forEach((id, patch) -> updates.put(id, NewObjects.object("update", patch)));
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
                outcome.refuseUpdate(id, new SetError("invalidPatch", "Another member of update changes the same."));
            }
        });
        LinkedHashSet<String> ends = new LinkedHashSet<>();
        destroys.forEach(id -> ends.add(named(call, ids, id)));
        subscriptions.apply(call, new Subscriptions.Asked(creates, ready, changes, ends), outcome);
        return outcome.answer();
    }

    /** An id, or what a creation id in its place stands for. */
    static String named(Call call, Map<String, String> created, String id) {
        String here = id.startsWith(MARK) ? created.get(id.substring(MARK.length())) : null;
        return here == null ? call.id(id) : here;
    }
}
