package svc.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.jmap.QueryPlan;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.State;

/** The state of a query: that of the types on which its results depend. */
final class QueryStates {

    private QueryStates() {}

    static State now(Snapshot snapshot, QueryPlan plan) {
        State newest = null;
        for (String type : plan.reads().keySet()) {
            State state = snapshot.state(type);
            if (newest == null || state.sequence() > newest.sequence()) {
                newest = state;
            }
        }
        if (newest == null) {
            throw new IllegalStateException("a query depends on no type");
        }
        return newest;
    }

    /**
     * Objects of a type whose place among the results may have changed.
     *
     * @param born those that were not there before
     * @param moved those that were, and still are
     * @param gone those that were
     */
    record Candidates(Set<Long> born, Set<Long> moved, Set<Long> gone) {}

    /** What changed since; empty when that cannot be told. */
    static Optional<Candidates> since(Snapshot snapshot, String type, Facets facets, State since) {
        Candidates candidates = new Candidates(new HashSet<>(), new HashSet<>(), new HashSet<>());
        State at = since;
        boolean more = true;
        while (more) {
            Optional<Changes> page = snapshot.changes(type, at, Integer.MAX_VALUE);
            if (page.isEmpty()) {
                return Optional.empty();
            }
            Changes changes = page.get();
            candidates.born().addAll(changes.created());
            changes.updated().stream()
                    .filter(updated -> updated.facets().meets(facets))
                    .forEach(updated -> candidates.moved().add(updated.n()));
            candidates.gone().addAll(changes.destroyed());
            at = changes.until();
            more = changes.more();
        }
        return Optional.of(candidates);
    }

    /** All of them, sorted. */
    static List<Long> sorted(Set<Long> numbers) {
        List<Long> sorted = new ArrayList<>(numbers);
        sorted.sort(null);
        return sorted;
    }

    static Facets facets(Map<String, Facets> reads, String type) {
        return reads.getOrDefault(type, Facets.ALL);
    }
}
