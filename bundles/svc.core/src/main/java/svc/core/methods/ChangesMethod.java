package svc.core.methods;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.ValueReader;
import svc.api.json.JsonWriter;
import svc.api.store.Changes;
import svc.api.store.Changes.Updated;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.State;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.StandardMethods.Services;

/** Implements Foo/changes (RFC 8620 §5.2). */
final class ChangesMethod implements RegisteredMethod.Runner {

    private static final Set<String> ARGUMENTS = Set.of("accountId", "sinceState", "maxChanges");

    private final Services services;
    private final RegisteredType type;

    ChangesMethod(Services services, RegisteredType type) {
        this.services = services;
        this.type = type;
    }

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> given, JsonWriter out) {
        MethodArguments arguments = new MethodArguments(given, ARGUMENTS, type.extraArguments(StandardMethod.CHANGES));
        AccountContext account =
                call.enter(type, AccountContext.of(call, "accountId", arguments.text("accountId"), Access.READ));
        String since = arguments.needed("sinceState");
        int max = max(arguments.unsigned("maxChanges"));
        VisibleObjects visible = VisibleObjects.of(type, account);
        State state = visible.parse(since).orElseThrow(ChangesMethod::cannotCalculateChanges);
        Changes changes = services.store()
                .read(account.scope(), snapshot -> visible.changes(snapshot, state, max))
                .orElseThrow(ChangesMethod::cannotCalculateChanges);
        out.beginObject().stringMember("accountId", account.accountId()).stringMember("oldState", since);
        out.stringMember("newState", visible.text(changes.newState()));
        out.name("hasMoreChanges").bool(changes.hasMoreChanges());
        char letter = type.descriptor().idPrefix();
        out.name("created").beginArray();
        changes.created().forEach(n -> out.string(ObjectId.format(letter, n)));
        out.end().name("updated").beginArray();
        changes.updated().stream().map(Updated::n).forEach(n -> out.string(ObjectId.format(letter, n)));
        out.end().name("destroyed").beginArray();
        changes.destroyed().forEach(n -> out.string(ObjectId.format(letter, n)));
        out.end();
        if (type.descriptor().facets().values().stream().anyMatch(names -> !names.isEmpty())) {
            out.name("updatedProperties")
                    .value(updatedProperties(changes.updated()).orElse(null));
        }
        out.end();
    }

    /**
     * Returns the properties of the changed facets; empty if the properties of one of these facets are not listed (RFC
     * 8621 §2.2).
     */
    private Optional<List<String>> updatedProperties(List<Updated> updated) {
        Map<Integer, Set<String>> known = type.descriptor().facets();
        Set<String> names = new TreeSet<>();
        boolean reported = IntStream.range(0, Facets.LIMIT)
                .filter(facet -> updated.stream().anyMatch(one -> one.facets().has(facet)))
                .allMatch(facet -> names.addAll(known.getOrDefault(facet, Set.of())));
        return reported && !names.isEmpty() ? Optional.of(List.copyOf(names)) : Optional.empty();
    }

    private int max(@Nullable Long asked) {
        int most = services.limits().maxChanges();
        if (asked == null) {
            return most;
        }
        if (asked == 0) {
            throw ValueReader.ARGUMENTS.wrong("maxChanges", "1 or more");
        }
        return (int) Math.min(asked, most);
    }

    /** Returns a permanent error, so that the client fetches everything again (CHG-09). */
    static MethodError cannotCalculateChanges() {
        return new MethodError("cannotCalculateChanges", null);
    }
}
