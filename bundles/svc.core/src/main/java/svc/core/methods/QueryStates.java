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
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.RegisteredType;

/**
 * Computes query states and the objects whose positions may have changed. A query state is the newest state of the
 * types on which the results depend. Changes of objects that the caller may not see have no effect.
 */
final class QueryStates {

    private final Catalogue catalogue;
    private final VisibleObjects visible;
    private final Snapshot snapshot;
    private final QueryPlan plan;

    QueryStates(Catalogue catalogue, VisibleObjects visible, Snapshot snapshot, QueryPlan plan) {
        this.catalogue = catalogue;
        this.visible = visible;
        this.snapshot = snapshot;
        this.plan = plan;
    }

    State now() {
        State latest = visible.state(snapshot);
        for (String read : plan.dependencies().keySet()) {
            if (!read.equals(visible.type().name())) {
                State state = state(read);
                latest = state.sequence() > latest.sequence() ? state : latest;
            }
        }
        return latest;
    }

    private State state(String type) {
        return seesAll() ? snapshot.state(type) : of(type).state(snapshot);
    }

    /** Returns whether the caller sees all objects, also of the other types. */
    private boolean seesAll() {
        return visible.isAll() && !visible.isReadOnly();
    }

    private VisibleObjects of(String type) {
        RegisteredType other = catalogue.types().get(type);
        if (other == null) {
            throw new IllegalStateException("a query depends on the type " + type + ", which is not registered");
        }
        return visible.of(other);
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
    Optional<Candidates> since(State since) {
        String type = visible.type().name();
        // A state with a continuation, the position in an incomplete list of changes, is valid only for /changes. A
        // query never returns such a state.
        if (since.continuation().isPresent() || since.sequence() > now().sequence()) {
            return Optional.empty();
        }
        Optional<Candidates> own = changed(type, plan.dependencies().getOrDefault(type, Facets.ALL), since);
        if (own.isEmpty()) {
            return own;
        }
        Set<Long> touched = new HashSet<>();
        for (Map.Entry<String, Facets> read : plan.dependencies().entrySet()) {
            boolean ownType = read.getKey().equals(type);
            Optional<Candidates> changed = ownType ? own : changed(read.getKey(), read.getValue(), since);
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
        Set<Long> moved = Set.copyOf(visible.among(snapshot, touched));
        return own.map(candidates -> candidates.and(moved));
    }

    private Optional<Candidates> changed(String type, Facets facets, State since) {
        Candidates candidates = new Candidates(new HashSet<>(), new HashSet<>(), new HashSet<>());
        State head = state(type);
        if (since.epoch() == head.epoch() && since.sequence() >= head.sequence()) {
            // A query state is the state of the type that changed last. It can be newer than the last change of the
            // other types.
            return Optional.of(candidates);
        }
        State at = since;
        boolean more = true;
        while (more) {
            Optional<Changes> page = changes(type, at);
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

    private Optional<Changes> changes(String type, State since) {
        return seesAll()
                ? snapshot.changes(type, since, Integer.MAX_VALUE)
                : of(type).changes(snapshot, since, Integer.MAX_VALUE);
    }
}
