package svc.health;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.health.HealthRounds;
import svc.api.health.HealthRounds.Filter;
import svc.api.health.HealthRounds.Round;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;

/**
 * Checks whether other checks begin to fail again and again. An operator who looks between two failures finds nothing, and
 * the cause remains.
 */
@Component
public final class UnsteadyChecks implements HealthCheck {

    private static final String CHECK = "health-unsteady";

    /** The failures of a check in a day from which the check is unsteady. */
    private static final int FAILURES = 3;

    private static final Duration DAY = Duration.ofDays(1);

    /** More than the rounds of a day. */
    private static final int MOST_ROUNDS = 200;

    private final Store store;
    private final HealthRounds rounds;
    private final Clock clock;

    @Activate
    public UnsteadyChecks(@Reference Store store, @Reference HealthRounds rounds, @Reference Clock clock) {
        this.store = store;
        this.rounds = rounds;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "health";
    }

    @Override
    public List<String> checks() {
        return List.of(CHECK);
    }

    @Override
    public List<Finding> run() {
        Map<String, Integer> unsteady = failures(lastDay());
        unsteady.values().removeIf(count -> count < FAILURES);
        if (unsteady.isEmpty()) {
            return List.of(Finding.ok(CHECK, "No check began to fail " + FAILURES + " times in the last 24 hours."));
        }
        String names = unsteady.entrySet().stream()
                .map(check -> check.getKey() + " (" + check.getValue() + " times)")
                .collect(Collectors.joining(", "));
        return List.of(Finding.warn(
                        CHECK,
                        "Checks began to fail again and again in the last 24 hours: " + names + ".",
                        "Read the log at the times of the failures: `svc logs summary --since 1d`.")
                .with(Map.copyOf(unsteady)));
    }

    /** Returns the rounds of the last day, in any order. */
    private List<Round> lastDay() {
        Instant after = clock.now().minus(DAY);
        return store.read(
                Scope.system(),
                snapshot -> rounds.find(
                        snapshot,
                        rounds.numbers(snapshot, new Filter(Optional.of(after), Optional.empty()), MOST_ROUNDS)));
    }

    /** Returns how often each check failed in a round after it had not failed in the round before. */
    private static Map<String, Integer> failures(List<Round> rounds) {
        Map<String, Integer> began = new TreeMap<>();
        List<Set<String>> failing = rounds.stream()
                .sorted(Comparator.comparing(Round::at))
                .map(UnsteadyChecks::failing)
                .toList();
        for (int i = 1; i < failing.size(); i++) {
            for (String check : failing.get(i)) {
                if (!failing.get(i - 1).contains(check)) {
                    began.merge(check, 1, Integer::sum);
                }
            }
        }
        return began;
    }

    private static Set<String> failing(Round round) {
        return round.checks().stream()
                .filter(check -> "fail".equals(check.get("status")) && !CHECK.equals(check.get("check")))
                .map(check -> String.valueOf(check.get("check")))
                .collect(Collectors.toSet());
    }
}
