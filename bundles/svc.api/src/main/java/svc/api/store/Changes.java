package svc.api.store;

import java.time.Duration;
import java.util.List;

/**
 * The changes of a type's objects in a window of the change log, that is, between two states (RFC 8620 §5.2). The three
 * lists are disjoint.
 *
 * @param newState the state of a client that has applied these changes
 * @param hasMoreChanges whether there are further changes after {@code newState}
 * @param created objects that did not exist at the start of the window and exist at its end
 * @param updated objects that existed at the start and at the end of the window and changed in between
 * @param destroyed objects that existed at the start of the window and do not exist at its end
 */
public record Changes(
        State newState, boolean hasMoreChanges, List<Long> created, List<Updated> updated, List<Long> destroyed) {

    /**
     * The retention of the change log. Older changes are purged, and a client with an older state must fetch everything
     * again.
     */
    public static final Duration RETENTION = Duration.ofDays(90);

    /** Copies the lists. */
    public Changes {
        created = List.copyOf(created);
        updated = List.copyOf(updated);
        destroyed = List.copyOf(destroyed);
    }

    /**
     * An updated object.
     *
     * @param n the number of the object
     * @param facets the facets that changed since the start of the window
     */
    public record Updated(long n, Facets facets) {}
}
