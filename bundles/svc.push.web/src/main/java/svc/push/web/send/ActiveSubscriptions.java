package svc.push.web;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The lines of all subscriptions, by account. Any thread. */
final class Book {

    private final Map<Long, Map<Long, Line>> accounts = new ConcurrentHashMap<>();

    /** Takes one in, unless there is one of this number. */
    Line add(Line line) {
        Line[] there = {line};
        accounts.compute(line.owner().account(), (account, known) -> {
            Map<Long, Line> lines = known == null ? new ConcurrentHashMap<>(2) : known;
            Line before = lines.putIfAbsent(line.n(), line);
            there[0] = before == null ? line : before;
            return lines;
        });
        return there[0];
    }

    Collection<Line> of(long account) {
        return accounts.getOrDefault(account, Map.of()).values();
    }

    Optional<Line> find(long account, long n) {
        return Optional.ofNullable(accounts.getOrDefault(account, Map.of()).get(n));
    }

    void remove(Line line) {
        line.leave();
        accounts.computeIfPresent(line.owner().account(), (account, lines) -> {
            lines.remove(line.n());
            return lines.isEmpty() ? null : lines;
        });
    }

    List<Line> all() {
        return accounts.values().stream()
                .map(Map::values)
                .flatMap(Collection::stream)
                .toList();
    }
}
