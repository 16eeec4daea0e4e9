package svc.push.web;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;

/** PushSubscription/set (RFC 8620 §7.2.2). */
@Component(service = MethodHandler.class)
public final class SetSubscriptions
        implements MethodHandler<SetSubscriptions.Arguments, Map<String, @Nullable Object>> {

    /** RFC 8620 §1.2. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,255}");

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
        Map<String, Map<String, @Nullable Object>> creates = objects("create", arguments.create());
        Map<String, Map<String, @Nullable Object>> updates = objects("update", arguments.update());
        List<String> destroys = arguments.destroy() == null ? List.of() : arguments.destroy();
        if (creates.size() + updates.size() + destroys.size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may create, update and destroy " + limits.maxObjectsInSet()
                            + " objects at most, all together.");
        }
        creates.keySet().forEach(SetSubscriptions::refuseKey);
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
        if (!id.startsWith(MARK)) {
            return id;
        }
        String key = id.substring(MARK.length());
        String here = created.get(key);
        return here == null ? call.created(key).orElse(id) : here;
    }

    private static void refuseKey(String creationId) {
        if (!ID.matcher(creationId).matches()) {
            throw MethodError.invalidArguments(
                    "A creation id in create is none: it takes 1 to 255 letters, digits, - and _.");
        }
    }

    private static Map<String, Map<String, @Nullable Object>> objects(
            String argument, @Nullable Map<String, @Nullable Object> given) {
        Map<String, Map<String, @Nullable Object>> objects = new LinkedHashMap<>();
        if (given != null) {
            given.forEach((key, value) -> {
                if (!(value instanceof Map<?, ?> map)) {
                    throw MethodError.invalidArguments(
                            "Each member of the argument " + argument + " must be an object.");
                }
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                map.forEach((name, member) -> object.put(String.valueOf(name), member));
                objects.put(key, object);
            });
        }
        return objects;
    }
}
