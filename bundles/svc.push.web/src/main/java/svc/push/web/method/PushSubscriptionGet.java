package svc.push.web;

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
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;

/** PushSubscription/get (RFC 8620 §7.2.1): those that this very sign-in has made, without where they lead and their keys. */
@Component(service = MethodHandler.class)
public final class GetSubscriptions
        implements MethodHandler<GetSubscriptions.Arguments, Map<String, @Nullable Object>> {

    /** RFC 8620 §7.2: part of the protocol itself. */
    static final String CAPABILITY = "urn:ietf:params:jmap:core";

    private static final Set<String> HIDDEN = Set.of(Terms.URL, Terms.KEYS);
    private static final List<String> SHOWN = List.of("id", Terms.CLIENT, Terms.CODE, Terms.EXPIRES, Terms.TYPES);

    private final Store store;
    private final JmapLimits limits;
    private final Clock clock;

    /** Reads here. */
    @Activate
    public GetSubscriptions(@Reference Store store, @Reference JmapLimits limits, @Reference Clock clock) {
        this.store = store;
        this.limits = limits;
        this.clock = clock;
    }

    /** The arguments of the method; there is no account among them. */
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
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
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
            Subscription found = all.get(SetSubscriptions.named(call, Map.of(), id));
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
                    "forbidden", "The properties url and keys of a subscription are told to nobody. Leave them out.");
        }
        if (!SHOWN.containsAll(wanted)) {
            throw MethodError.invalidArguments(
                    "A subscription has no property of one of the names in properties. There are " + SHOWN + ".");
        }
        Set<String> properties = new LinkedHashSet<>(List.of("id"));
        properties.addAll(wanted);
        return properties;
    }

    private static Map<String, @Nullable Object> shown(Subscription of, Set<String> properties) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("id", of.id());
        all.put(Terms.CLIENT, of.client());
        // What a client has not shown yet it must not learn here.
        all.put(Terms.CODE, of.verified() ? of.code() : null);
        all.put(Terms.EXPIRES, of.expires().toString());
        all.put(Terms.TYPES, of.types().map(List::copyOf).orElse(null));
        all.keySet().retainAll(properties);
        return all;
    }
}
