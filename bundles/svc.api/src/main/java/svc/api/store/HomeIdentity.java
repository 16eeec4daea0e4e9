package svc.api.store;

import java.time.Instant;

/**
 * The identity of the home directory that a store belongs to. Data outside the database that must be consistent with it
 * (indexes, caches) stores {@code home} and {@code restored}, and is rebuilt when they differ.
 *
 * @param home a random id, created once
 * @param generation increases with every start
 * @param restored the generation in which the server last detected that the database is a restored copy; 0 if never
 */
public record HomeIdentity(String home, long generation, long restored) {

    /**
     * Returns the time at which the restored copy was detected, in whole seconds; 1970 if never. The time is derived
     * from the generation: after a restore, the generation is raised to the current time in seconds.
     */
    public Instant restoredAt() {
        return Instant.ofEpochSecond(restored);
    }

    /** Returns whether the restored copy was detected at this start. */
    public boolean justRestored() {
        return restored == generation;
    }
}
