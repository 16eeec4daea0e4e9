package svc.push.web.method;

import static svc.push.web.method.SubscriptionValidation.CLIENT;
import static svc.push.web.method.SubscriptionValidation.CODE;
import static svc.push.web.method.SubscriptionValidation.EXPIRES;
import static svc.push.web.method.SubscriptionValidation.KEYS;
import static svc.push.web.method.SubscriptionValidation.TYPES;
import static svc.push.web.method.SubscriptionValidation.URL;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.Subscription;
import svc.push.web.subscription.SubscriptionRows;

/** PushSubscription/get (RFC 8620 §7.2.1): the subscriptions of the caller's sign-in, without URL and keys. */
@Component(service = MethodHandler.class)
public final class PushSubscriptionGet
        implements MethodHandler<PushSubscriptionGet.Arguments, Map<String, @Nullable Object>> {

    /** The capability of the methods: push subscriptions belong to the core capability (RFC 8620 §7.2). */
    static final String CAPABILITY = "urn:ietf:params:jmap:core";

    private static final Set<String> HIDDEN = Set.of(URL, KEYS);
    private static final List<String> SHOWN = List.of("id", CLIENT, CODE, EXPIRES, TYPES);

    private final Store store;
    private final JmapLimits limits;
    private final Clock clock;

    @Activate
    public PushSubscriptionGet(@Reference Store store, @Reference JmapLimits limits, @Reference Clock clock) {
        this.store = store;
        this.limits = limits;
        this.clock = clock;
    }

    /** The arguments of the method; it has no {@code accountId}. */
    record Arguments(@Nullable List<String> ids, @Nullable List<String> properties) {}

    @Override
    public String method() {
        return "PushSubscription/get";
    }

    @Override
    public String capability() {
        return CAPABILITY;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        Set<String> properties = properties(arguments.properties());
        List<String> ids = arguments.ids();
        if (ids != null && ids.size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge", "A call may get " + limits.maxObjectsInGet() + " objects at most.");
        }
        Map<String, Subscription> all = store
                .read(
                        Scope.system(),
                        snapshot -> SubscriptionRows.of(snapshot.sql(), Owner.of(call.caller()), clock.now()))
                .stream()
                .collect(Collectors.toMap(
                        Subscription::id, Function.identity(), (one, other) -> one, LinkedHashMap::new));
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String id : ids == null ? all.keySet() : new LinkedHashSet<>(ids)) {
            Subscription found = all.get(PushSubscriptionSet.named(call, Map.of(), id));
            if (found == null) {
                missing.add(id);
            } else {
                list.add(shown(found, properties));
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("list", list);
        answer.put("notFound", missing);
        return answer;
    }

    private static Set<String> properties(@Nullable List<String> wanted) {
        if (wanted == null) {
            return new LinkedHashSet<>(SHOWN);
        }
        if (wanted.stream().anyMatch(HIDDEN::contains)) {
            throw new MethodError(
                    "forbidden", "The properties url and keys of a subscription cannot be fetched. Leave them out.");
        }
        if (!SHOWN.containsAll(wanted)) {
            throw MethodError.invalidArguments(
                    "The argument properties contains an unknown property. The known properties are " + SHOWN + ".");
        }
        Set<String> properties = new LinkedHashSet<>(List.of("id"));
        properties.addAll(wanted);
        return properties;
    }

    private static Map<String, @Nullable Object> shown(Subscription of, Set<String> properties) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("id", of.id());
        all.put(CLIENT, of.client());
        // The client must receive the code by push first.
        all.put(CODE, of.verified() ? of.code() : null);
        all.put(EXPIRES, of.expires().toString());
        all.put(TYPES, of.types().map(List::copyOf).orElse(null));
        all.keySet().retainAll(properties);
        return all;
    }
}
