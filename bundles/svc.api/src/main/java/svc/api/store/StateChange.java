package svc.api.store;

import java.util.Map;

/**
 * Something changed in a scope.
 *
 * @param scope where
 * @param states the new states of the types that changed; they are readable already
 */
public record StateChange(Scope scope, Map<String, State> states) {

    /** Copies the map. */
    public StateChange {
        states = Map.copyOf(states);
    }
}
