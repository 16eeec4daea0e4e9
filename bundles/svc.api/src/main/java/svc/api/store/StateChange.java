package svc.api.store;

import java.util.Map;

/**
 * A committed change in a scope.
 *
 * @param scope the scope
 * @param states the new states of the changed types; they are already readable
 */
public record StateChange(Scope scope, Map<String, State> states) {

    /** Copies the map. */
    public StateChange {
        states = Map.copyOf(states);
    }
}
