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

    static State now(Snapshot snapshot, String type, QueryPlan plan) {
        State newest = snapshot.state(type);
        for (String read : plan.reads().keySet()) {
            State state = snapshot.state(read);
            if (state.sequence() > newest.sequence()) {
                newest = state;
            }
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
    record Candidates(Set<Long> born, Set<Long> moved, Set<Long> gone) {

        boolean none() {
            return born.isEmpty() && moved.isEmpty() && gone.isEmpty();
        }

        Set<Long> all() {
            Set<Long> all = new HashSet<>(born);
            all.addAll(moved);
            all.addAll(gone);
            return all;
        }

        /** These, and others that did not change but may have moved. */
        Candidates and(Set<Long> touched) {
            moved.addAll(touched);
            moved.removeAll(born);
            moved.removeAll(gone);
            return this;
        }
    }

    /**
     * The objects of the query's own type whose places may have changed since; empty when that cannot be told. It cannot either
     * when an object of another type changed on which the results depend, and the plan does not know which places that moved.
     */
    static Optional<Candidates> since(Snapshot snapshot, String type, QueryPlan plan, State since) {
        // The rest of a frozen window is for /changes alone; from the middle of one nobody has a list.
        if (since.unread().isPresent()
                || since.sequence() > now(snapshot, type, plan).sequence()) {
            return Optional.empty();
        }
        Optional<Candidates> own = changed(snapshot, type, plan.reads().getOrDefault(type, Facets.ALL), since);
        if (own.isEmpty()) {
            return own;
        }
        Set<Long> touched = new HashSet<>();
        for (Map.Entry<String, Facets> read : plan.reads().entrySet()) {
            boolean mine = read.getKey().equals(type);
            Optional<Candidates> changed = mine ? own : changed(snapshot, read.getKey(), read.getValue(), since);
            if (changed.isEmpty()) {
                return changed;
            }
            if (!changed.get().none()) {
                Optional<Set<Long>> named =
                        plan.touched(read.getKey(), changed.get().all());
                if (named.isEmpty() && !mine) {
                    return Optional.empty();
                }
                named.ifPresent(touched::addAll);
            }
        }
        return own.map(candidates -> candidates.and(touched));
    }

    private static Optional<Candidates> changed(Snapshot snapshot, String type, Facets facets, State since) {
        Candidates candidates = new Candidates(new HashSet<>(), new HashSet<>(), new HashSet<>());
        State head = snapshot.state(type);
        if (since.epoch() == head.epoch() && since.sequence() >= head.sequence()) {
            // The state of a query is that of the type that changed last; for the others it lies in the future.
            return Optional.of(candidates);
        }
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
}
