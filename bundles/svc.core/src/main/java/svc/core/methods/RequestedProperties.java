package svc.core.methods;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodError;
import svc.api.jmap.type.PropertySelection;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.Contribution.Contributed;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredType;
import svc.core.objects.Quoting;

/**
 * The properties that a {@code /get} returns.
 *
 * @param own the type's own properties
 * @param contributed the properties of other bundles, by contribution
 */
public record RequestedProperties(PropertySelection own, Map<Contributed, Set<String>> contributed) {

    private static final String ID = "id";

    static RequestedProperties of(
            RegisteredType type,
            MethodCallContext call,
            AccountContext account,
            @Nullable List<String> properties,
            Map<String, @Nullable Object> more) {
        CallContext context = account.context(call, more);
        Predicate<String> shows = context.visibility();
        List<String> own = type.own(shows);
        Map<String, Contributed> others = type.contributed(shows);
        Set<String> asked;
        if (properties == null) {
            asked = new LinkedHashSet<>(own);
            asked.addAll(others.keySet());
        } else {
            asked = new LinkedHashSet<>(properties);
            asked.remove(ID);
            refuseUnknown(type, asked, name -> others.containsKey(name) || type.owns(name, shows));
        }
        Map<Contributed, Set<String>> contributed = new LinkedHashMap<>();
        others.forEach((name, part) -> {
            if (asked.remove(name)) {
                contributed.computeIfAbsent(part, key -> new LinkedHashSet<>()).add(name);
            }
        });
        return new RequestedProperties(new PropertySelection(type.all(asked), asked, context), contributed);
    }

    /** Returns the names of all properties. */
    Set<String> names() {
        if (contributed.isEmpty()) {
            return own.names();
        }
        Set<String> names = new HashSet<>(own.names());
        contributed.values().forEach(names::addAll);
        return names;
    }

    private static void refuseUnknown(RegisteredType type, Set<String> asked, Predicate<String> known) {
        List<String> unknown = new ArrayList<>();
        asked.stream().filter(known.negate()).map(Quoting::quoted).forEach(unknown::add);
        if (!unknown.isEmpty()) {
            throw MethodError.invalidArguments("The type " + type.name() + " has no property "
                    + String.join(", ", unknown) + " in this account for the capabilities in using.");
        }
    }
}
