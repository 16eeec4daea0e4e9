package svc.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.core.DerivedMethods.Ground;
import svc.core.QueryStates.Candidates;

/**
 * Foo/queryChanges (RFC 8620 §5.6), exact and derived once for all types: whatever changed in a facet that the query reads
 * is taken out, and put in again where it stands now. Where objects of other types moved the places, the client looks anew.
 */
final class QueryChangesMethod implements Method.Runner {

    private static final Set<String> ARGUMENTS =
            Set.of("accountId", "filter", "sort", "sinceQueryState", "maxChanges", "upToId", "calculateTotal");

    private final Ground ground;
    private final KnownType type;

    QueryChangesMethod(Ground ground, KnownType type) {
        this.ground = ground;
        this.type = type;
    }

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> given, JsonSink out) {
        Arguments arguments = new Arguments(given, ARGUMENTS, type.further(Verb.QUERY_CHANGES));
        Sight sight = type.entered(Sight.of(call, "accountId", arguments.text("accountId"), Access.READ));
        Query query = new QueryReader(call, sight).read(arguments);
        String text = arguments.needed("sinceQueryState");
        Long max = arguments.unsigned("maxChanges");
        if (max != null && max == 0) {
            throw Arguments.wrong("maxChanges", "1 or more");
        }
        String upTo = arguments.text("upToId");
        State since = sight.state(text).orElseThrow(ChangesMethod::lost);
        ground.store().read(sight.scope(), snapshot -> {
            QueryPlan plan = type.source().plan(snapshot, query);
            Difference whole = difference(snapshot, plan, since);
            Difference told = upTo == null ? whole : upTo(plan, call.id(upTo), whole);
            if (max != null && told.removed.size() + told.added.size() > max) {
                throw new MethodError("tooManyChanges", null);
            }
            out.object().member("accountId", sight.accountId()).member("oldQueryState", text);
            out.member("newQueryState", sight.text(QueryStates.now(snapshot, type.name(), plan)));
            if (arguments.truth("calculateTotal")) {
                out.name("total").number(plan.total());
            }
            write(told.removed, told.added, out);
            return plan;
        });
    }

    private void write(List<Long> removed, List<Place> added, JsonSink out) {
        char letter = type.shape().letter();
        out.name("removed").array();
        removed.forEach(n -> out.text(ObjectId.text(letter, n)));
        out.end().name("added").array();
        for (Place place : added) {
            out.object().member("id", ObjectId.text(letter, place.n));
            out.name("index").number(place.index).end();
        }
        out.end().end();
    }

    /**
     * Leaves out what lies after the last object that a client knows. RFC 8620 §5.6 has that only where nothing in the list
     * moves: elsewhere an object may come in front of the last one while that one moves away, and would be missed.
     */
    private Difference upTo(QueryPlan plan, String id, Difference whole) {
        long last = ObjectId.number(type.shape().letter(), id).orElse(0);
        OptionalInt rank = plan.fixed() && last > 0 ? plan.rank(last) : OptionalInt.empty();
        if (rank.isEmpty()) {
            return whole;
        }
        return new Difference(
                whole.removed.stream().filter(n -> !plan.behind(n, last)).toList(),
                whole.added.stream()
                        .filter(place -> place.index <= rank.getAsInt())
                        .toList());
    }

    private Difference difference(Snapshot snapshot, QueryPlan plan, State since) {
        Candidates candidates = plan.ranks()
                ? QueryStates.since(snapshot, type.name(), plan, since).orElseThrow(ChangesMethod::lost)
                : lost();
        Set<Long> removed = new LinkedHashSet<>(candidates.gone());
        Set<Long> standing = new LinkedHashSet<>(candidates.born());
        if (!plan.fixed()) {
            removed.addAll(candidates.moved());
            standing.addAll(candidates.moved());
        }
        List<Place> added = new ArrayList<>();
        for (long n : standing) {
            OptionalInt rank = plan.rank(n);
            if (rank.isPresent()) {
                added.add(new Place(n, rank.getAsInt()));
            }
        }
        added.sort(Comparator.comparingInt(Place::index));
        return new Difference(QueryStates.sorted(removed), added);
    }

    private static Candidates lost() {
        throw ChangesMethod.lost();
    }

    /** What a client has to do with its list: first take out, then put in. */
    private record Difference(List<Long> removed, List<Place> added) {}

    /** Where an object stands. */
    private record Place(long n, int index) {}
}
