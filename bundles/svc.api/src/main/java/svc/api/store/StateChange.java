package svc.api.store;

import java.util.Map;

/**
 * A committed change in a scope.
 *
 * @param account the number of the account; 0 for the scope of the system
 * @param states the new states of the changed types; they are already readable
 */
public record StateChange(long account, Map<String, State> states) {

    /** Copies the map. */
    public StateChange {
        states = Map.copyOf(states);
    }
}
