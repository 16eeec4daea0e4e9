package svc.core.methods;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.ValueReader;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.State;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.QueryStates.Candidates;
import svc.core.methods.StandardMethods.Services;

/**
 * Implements Foo/queryChanges (RFC 8620 §5.6) with exact results for all types. Every object that changed in a facet on
 * which the query depends is reported as removed. If the object is still a result, it is also reported as added at its
 * new position. If changes of other types may have moved results in an unknown way, the method fails with
 * {@code cannotCalculateChanges}, so that the client runs the query again.
 */
final class QueryChangesMethod implements RegisteredMethod.Runner {
    private static final Set<String> ARGUMENTS =
            Set.of("accountId", "filter", "sort", "sinceQueryState", "maxChanges", "upToId", "calculateTotal");

    private final Services services;
    private final RegisteredType type;

    QueryChangesMethod(Services services, RegisteredType type) {
        this.services = services;
        this.type = type;
    }

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> given, JsonWriter out) {
        MethodArguments arguments =
                new MethodArguments(given, ARGUMENTS, type.extraArguments(StandardMethod.QUERY_CHANGES));
        AccountContext account =
                call.enter(type, AccountContext.of(call, "accountId", arguments.text("accountId"), Access.READ));
        Query query = new QueryParser(call, account).read(arguments);
        String text = arguments.needed("sinceQueryState");
        Long max = arguments.unsigned("maxChanges");
        if (max != null && max == 0) {
            throw ValueReader.ARGUMENTS.wrong("maxChanges", "1 or more");
        }
        String upTo = arguments.text("upToId");
        VisibleObjects visible = VisibleObjects.of(type, account);
        State since = visible.parse(text).orElseThrow(ChangesMethod::cannotCalculateChanges);
        services.store().read(account.scope(), snapshot -> {
            try (QueryPlan plan = type.source().plan(snapshot, query)) {
                QueryStates states = new QueryStates(call.catalogue(), visible, snapshot, plan);
                Difference difference = difference(states, plan, since);
                Difference reported = upTo == null ? difference : upTo(plan, call.resolveId(upTo), difference);
                if (max != null && reported.removed.size() + reported.added.size() > max) {
                    throw new MethodError("tooManyChanges", null);
                }
                out.beginObject().stringMember("accountId", account.accountId()).stringMember("oldQueryState", text);
                out.stringMember("newQueryState", visible.text(states.now()));
                if (arguments.truth("calculateTotal")) {
                    out.name("total").number(plan.total());
                }
                write(reported.removed, reported.added, out);
            }
            return true;
        });
    }

    private void write(List<Long> removed, List<Place> added, JsonWriter out) {
        char letter = type.descriptor().idPrefix();
        out.name("removed").beginArray();
        removed.forEach(n -> out.string(ObjectId.format(letter, n)));
        out.end().name("added").beginArray();
        for (Place place : added) {
            out.beginObject().stringMember("id", ObjectId.format(letter, place.n));
            out.name("index").number(place.index).end();
        }
        out.end().end();
    }

    /**
     * Omits the changes after the last object known to the client. RFC 8620 §5.6 permits this only for immutable
     * positions. Otherwise, another object could move before the last known object while the last known object moves
     * back, and the client would miss the change.
     */
    private Difference upTo(QueryPlan plan, String id, Difference difference) {
        long last = ObjectId.parse(type.descriptor().idPrefix(), id).orElse(0);
        OptionalInt rank = plan.isStable() && last > 0 ? plan.position(last) : OptionalInt.empty();
        if (rank.isEmpty()) {
            return difference;
        }
        return new Difference(
                difference.removed.stream().filter(n -> !plan.wasAfter(n, last)).toList(),
                difference.added.stream()
                        .filter(place -> place.index <= rank.getAsInt())
                        .toList());
    }

    private Difference difference(QueryStates states, QueryPlan plan, State since) {
        Candidates candidates = Optional.of(states)
                .filter(known -> plan.hasCheapPositions())
                .flatMap(known -> known.since(since))
                .orElseThrow(ChangesMethod::cannotCalculateChanges);
        Set<Long> removed = new LinkedHashSet<>(candidates.destroyed());
        Set<Long> candidatesToAdd = new LinkedHashSet<>(candidates.created());
        if (!plan.isStable()) {
            removed.addAll(candidates.moved());
            candidatesToAdd.addAll(candidates.moved());
        }
        List<Place> added = new ArrayList<>();
        for (long n : candidatesToAdd) {
            OptionalInt rank = plan.position(n);
            if (rank.isPresent()) {
                added.add(new Place(n, rank.getAsInt()));
            }
        }
        added.sort(Comparator.comparingInt(Place::index));
        return new Difference(removed.stream().sorted().toList(), added);
    }

    /** The changes of the result list: the client first removes objects, then adds objects. */
    private record Difference(List<Long> removed, List<Place> added) {}

    /** The position of an object in the results. */
    private record Place(long n, int index) {}
}
