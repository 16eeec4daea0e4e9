package svc.core.methods;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.jmap.query.QueryPlan;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.State;

/**
 * Computes query states and the objects whose positions may have changed. A query state is the newest state of the
 * types on which the results depend.
 */
final class QueryStates {

    private QueryStates() {}

    static State now(Snapshot snapshot, String type, QueryPlan plan) {
        State latest = snapshot.state(type);
        for (String read : plan.dependencies().keySet()) {
            State state = snapshot.state(read);
            if (state.sequence() > latest.sequence()) {
                latest = state;
            }
        }
        return latest;
    }

    /**
     * Objects of a type whose position among the results may have changed.
     *
     * @param created objects created since the state
     * @param moved objects that existed at the state and still exist
     * @param destroyed objects destroyed since the state
     */
    record Candidates(Set<Long> created, Set<Long> moved, Set<Long> destroyed) {

        boolean none() {
            return created.isEmpty() && moved.isEmpty() && destroyed.isEmpty();
        }

        Set<Long> all() {
            Set<Long> all = new HashSet<>(created);
            all.addAll(moved);
            all.addAll(destroyed);
            return all;
        }

        /** Adds unchanged objects that may have moved. */
        Candidates and(Set<Long> touched) {
            moved.addAll(touched);
            moved.removeAll(created);
            moved.removeAll(destroyed);
            return this;
        }
    }

    /**
     * Returns the objects of the query's own type whose positions may have changed since a state. Empty if this is
     * unknown, for example if the results depend on a changed object of another type and the plan does not know which
     * positions the change affects.
     */
    static Optional<Candidates> since(Snapshot snapshot, String type, QueryPlan plan, State since) {
        // A state with a continuation, the position in an incomplete list of changes, is valid only for /changes. A
        // query never returns such a state.
        if (since.continuation().isPresent()
                || since.sequence() > now(snapshot, type, plan).sequence()) {
            return Optional.empty();
        }
        Optional<Candidates> own = changed(snapshot, type, plan.dependencies().getOrDefault(type, Facets.ALL), since);
        if (own.isEmpty()) {
            return own;
        }
        Set<Long> touched = new HashSet<>();
        for (Map.Entry<String, Facets> read : plan.dependencies().entrySet()) {
            boolean ownType = read.getKey().equals(type);
            Optional<Candidates> changed = ownType ? own : changed(snapshot, read.getKey(), read.getValue(), since);
            if (changed.isEmpty()) {
                return changed;
            }
            if (!changed.get().none()) {
                Optional<Set<Long>> affected =
                        plan.affectedBy(read.getKey(), changed.get().all());
                if (affected.isEmpty() && !ownType) {
                    return Optional.empty();
                }
                affected.ifPresent(touched::addAll);
            }
        }
        return own.map(candidates -> candidates.and(touched));
    }

    private static Optional<Candidates> changed(Snapshot snapshot, String type, Facets facets, State since) {
        Candidates candidates = new Candidates(new HashSet<>(), new HashSet<>(), new HashSet<>());
        State head = snapshot.state(type);
        if (since.epoch() == head.epoch() && since.sequence() >= head.sequence()) {
            // A query state is the state of the type that changed last. It can be newer than the last change of the
            // other types.
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
            candidates.created().addAll(changes.created());
            changes.updated().stream()
                    .filter(updated -> updated.facets().intersects(facets))
                    .forEach(updated -> candidates.moved().add(updated.n()));
            candidates.destroyed().addAll(changes.destroyed());
            at = changes.newState();
            more = changes.hasMoreChanges();
        }
        return Optional.of(candidates);
    }
}
