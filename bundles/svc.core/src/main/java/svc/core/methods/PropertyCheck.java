package svc.core.methods;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.PatchObject.Change;
import svc.api.jmap.SetError;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource.ReadTask;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.PendingChange.Create;
import svc.core.methods.PendingChange.Update;
import svc.core.methods.StandardMethods.Services;
import svc.core.objects.PlainValues;
import svc.core.objects.Quoting;

/**
 * Checks the properties of a {@code /set} against the description of the type (RFC 8620 §5.3). It rejects unknown
 * properties. A property that the client cannot change may be sent with its current value; it is then left out of the
 * change. Objects are read only for updates with such properties.
 */
final class PropertyCheck {

    private static final String ID = "id";
    private static final int CHUNK = 64;

    private final Services services;
    private final RegisteredType type;
    private final Map<String, Property> own;
    private final List<Property> patterns;

    PropertyCheck(Services services, RegisteredType type) {
        this.services = services;
        this.type = type;
        this.own = type.descriptor().byName();
        this.patterns = type.descriptor().properties().stream()
                .filter(Property::isPattern)
                .toList();
    }

    /** Returns whether a patch changes only values that each user has alone, and at least one of them. */
    boolean isPerUser(@Nullable Object patch) {
        return patch instanceof Map<?, ?> changes
                && !changes.isEmpty()
                && changes.keySet().stream()
                        .map(String::valueOf)
                        .allMatch(path -> Optional.ofNullable(own.get(path))
                                .filter(Property::perUser)
                                .isPresent());
    }

    /** Rejects or leaves out properties that the client cannot set. Must be called outside the store. */
    void check(MethodCallContext call, AccountContext account, SetArguments asked) {
        Rules rules = new Rules(account.context(call, Map.of()).visibility());
        asked.creates().values().forEach(create -> {
            if (create.open() && !create.properties().keySet().stream().allMatch(rules::maySet)) {
                check(create, rules);
            }
        });
        Map<Update, List<Change>> fixed = new LinkedHashMap<>();
        asked.updates().forEach((id, update) -> {
            if (update.open() && update.patch().keySet().stream().anyMatch(path -> !rules.mayChange(path))) {
                check(id, update, rules, fixed);
            }
        });
        if (!fixed.isEmpty()) {
            compare(call, account, fixed);
        }
    }

    private void check(Create create, Rules rules) {
        List<String> unknown = new ArrayList<>();
        List<String> serverSet = new ArrayList<>();
        Map<String, @Nullable Object> kept = new LinkedHashMap<>(create.properties());
        create.properties().forEach((name, value) -> {
            Mutability mutability = rules.of(name);
            if (mutability == null) {
                unknown.add(name);
                kept.remove(name);
            } else if (mutability == Mutability.SERVER_SET) {
                kept.remove(name);
                if (value != null) {
                    serverSet.add(name);
                }
            }
        });
        create.resolve(kept);
        refuseUnknown(create, unknown);
        refuse(create, serverSet, "Only the server sets these properties: ");
    }

    private void check(String id, Update update, Rules rules, Map<Update, List<Change>> fixed) {
        List<String> unknown = new ArrayList<>();
        Map<String, @Nullable Object> kept = new LinkedHashMap<>();
        for (Change change : PatchObject.of(update.patch()).changes()) {
            Mutability mutability = rules.of(change.property());
            if (mutability == null && change.whole()) {
                unknown.add(change.property());
            } else if (mutability == null) {
                update.reject(change.unreachable());
            } else if (mutability == Mutability.MUTABLE) {
                kept.put(change.path(), change.value());
            } else if (!(change.path().equals(ID) && id.equals(change.value()))) {
                fixed.computeIfAbsent(update, key -> new ArrayList<>()).add(change);
            }
        }
        update.resolve(kept);
        refuseUnknown(update, unknown);
    }

    /** Rejects values that differ from the current ones. */
    private void compare(MethodCallContext call, AccountContext account, Map<Update, List<Change>> fixed) {
        Set<String> names = new LinkedHashSet<>();
        fixed.values().forEach(changes -> changes.forEach(change -> names.add(change.property())));
        RequestedProperties wanted = RequestedProperties.of(
                type, call, account, List.copyOf(names), type.source().comparisonArguments());
        List<Long> numbers = fixed.keySet().stream()
                .map(Update::n)
                .filter(n -> n != 0)
                .distinct()
                .toList();
        Map<Long, Map<String, @Nullable Object>> current = new HashMap<>();
        for (int i = 0; i < numbers.size(); i += CHUNK) {
            List<Long> chunk = numbers.subList(i, Math.min(i + CHUNK, numbers.size()));
            ReadTask task = type.source().openRead(account.scope(), chunk, wanted.own());
            current.putAll(services.store()
                    .read(
                            account.scope(),
                            snapshot ->
                                    new PlainObjectReader(type, services.json()).read(snapshot, chunk, wanted, task)));
        }
        fixed.forEach((update, changes) -> {
            Map<String, @Nullable Object> object = current.get(update.n());
            if (object != null || update.n() == 0) {
                refuse(update, changes, object == null ? Map.of() : object);
            } // otherwise the object does not exist, which the type reports
        });
    }

    private void refuse(Update update, List<Change> changes, Map<String, @Nullable Object> object) {
        Set<String> different = new LinkedHashSet<>();
        for (Change change : changes) {
            Map<?, ?> holder = holder(object, change.steps());
            if (holder == null) {
                update.reject(change.unreachable());
                return;
            }
            String last = change.steps().get(change.steps().size() - 1);
            if (!holder.containsKey(last) || !isSame(change, holder.get(last))) {
                different.add(change.property());
            }
        }
        refuse(update, different, "These properties cannot be changed: ");
    }

    private boolean isSame(Change change, @Nullable Object current) {
        return PlainValues.same(change.value(), current)
                || (change.whole() && type.source().isCurrent(change.property(), change.value(), current));
    }

    /** Returns the object that holds the member to which a pointer leads, or null if there is none. */
    private static @Nullable Map<?, ?> holder(Map<?, ?> object, List<String> steps) {
        Map<?, ?> at = object;
        for (String step : steps.subList(0, steps.size() - 1)) {
            if (!(at.get(step) instanceof Map<?, ?> inner)) {
                return null;
            }
            at = inner;
        }
        return at;
    }

    private void refuseUnknown(PendingChange change, List<String> names) {
        refuse(change, names, "The type " + type.name() + " has no such properties: ");
    }

    private static void refuse(PendingChange change, Collection<String> names, String reason) {
        if (!names.isEmpty()) {
            change.reject(SetError.invalidProperties(
                    names, reason + names.stream().map(Quoting::quoted).collect(Collectors.joining(", ")) + "."));
        }
    }

    /** The properties that a call sees. */
    private final class Rules {

        private final Predicate<String> shows;

        Rules(Predicate<String> shows) {
            this.shows = shows;
        }

        /** Returns whether a client may change the property of a pointer. */
        boolean mayChange(String path) {
            int slash = path.indexOf('/');
            Property property = own.get(slash < 0 ? path : path.substring(0, slash));
            return property != null && property.mutability() == Mutability.MUTABLE && property.isVisible(shows);
        }

        /** Returns whether a client may set a property at creation. */
        boolean maySet(String name) {
            Property property = own.get(name);
            return property != null && !property.isServerSet() && property.isVisible(shows);
        }

        /** Returns the mutability of a property, or null if the call sees no such property. */
        @Nullable
        Mutability of(String name) {
            Property property = own.get(name);
            if (property == null && name.equals(ID)) {
                return Mutability.SERVER_SET;
            }
            if (property == null && type.source().matchesPattern(name)) {
                property = patterns.stream()
                        .filter(pattern -> pattern.matches(name))
                        .findFirst()
                        .orElse(null);
            }
            if (property != null) {
                return property.isVisible(shows) ? property.mutability() : null;
            }
            return type.contributed(shows).containsKey(name) ? Mutability.SERVER_SET : null;
        }
    }
}
