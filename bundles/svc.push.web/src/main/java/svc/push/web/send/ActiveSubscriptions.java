package svc.push.web.send;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All active subscriptions, by account. Thread-safe. */
final class ActiveSubscriptions {

    private final Map<Long, Map<Long, ActiveSubscription>> accounts = new ConcurrentHashMap<>();

    /** Adds a subscription, unless one of this number exists; returns the one that is kept. */
    ActiveSubscription add(ActiveSubscription line) {
        ActiveSubscription[] there = {line};
        accounts.compute(line.owner().account(), (account, known) -> {
            Map<Long, ActiveSubscription> lines = known == null ? new ConcurrentHashMap<>(2) : known;
            ActiveSubscription before = lines.putIfAbsent(line.n(), line);
            there[0] = before == null ? line : before;
            return lines;
        });
        return there[0];
    }

    Collection<ActiveSubscription> of(long account) {
        return accounts.getOrDefault(account, Map.of()).values();
    }

    Optional<ActiveSubscription> find(long account, long n) {
        return Optional.ofNullable(accounts.getOrDefault(account, Map.of()).get(n));
    }

    void remove(ActiveSubscription line) {
        line.remove();
        accounts.computeIfPresent(line.owner().account(), (account, lines) -> {
            lines.remove(line.n());
            return lines.isEmpty() ? null : lines;
        });
    }

    List<ActiveSubscription> all() {
        return accounts.values().stream()
                .map(Map::values)
                .flatMap(Collection::stream)
                .toList();
    }
}
