package svc.api.store;

import java.time.Duration;
import java.util.List;

/**
 * What became of a type's objects in a window of its changes; the three lists have no object in common.
 *
 * @param until the state that whoever applied this answer has
 * @param more whether there are further changes after {@code until}
 * @param created objects that did not live at the window's start and do at its end
 * @param updated objects that lived at both and changed
 * @param destroyed objects that lived at its start and do not at its end
 */
public record Changes(State until, boolean more, List<Long> created, List<Updated> updated, List<Long> destroyed) {

    /** How long changes can be told: what is older is forgotten, and whoever knew no later state starts anew. */
    public static final Duration RETENTION = Duration.ofDays(90);

    /** Copies the lists. */
    public Changes {
        created = List.copyOf(created);
        updated = List.copyOf(updated);
        destroyed = List.copyOf(destroyed);
    }

    /**
     * An object that changed.
     *
     * @param n the object
     * @param facets the facets that changed since the window's start
     */
    public record Updated(long n, Facets facets) {}
}
