package svc.api.health;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;

/**
 * The health rounds of the last 30 days (HLTH-01). Each round ran the cheap health checks. Available as a service.
 *
 * <p>Thread-safe. The snapshots are those of the system scope.
 */
@ProviderType
public interface HealthRounds {

    /**
     * Returns the numbers of rounds, the newest first.
     *
     * @param filter selects the rounds
     * @param most the maximum number of results
     */
    List<Long> numbers(Snapshot snapshot, Filter filter, int most);

    /** Returns those of the rounds that exist, in any order. */
    List<Round> find(Snapshot snapshot, Collection<Long> numbers);

    /**
     * A filter of rounds. An empty member selects all rounds.
     *
     * @param after selects the rounds that began after this time
     * @param status selects the rounds with this status
     */
    record Filter(Optional<Instant> after, Optional<Finding.Status> status) {}

    /**
     * A round.
     *
     * @param n the number of the round
     * @param at the time at which the round began
     * @param status the worst status of the findings: {@code OK}, {@code WARN} or {@code FAIL}
     * @param checks the findings as plain values, with the members of {@code svc doctor --json}
     */
    record Round(long n, Instant at, Finding.Status status, List<Map<String, Object>> checks) {}
}
