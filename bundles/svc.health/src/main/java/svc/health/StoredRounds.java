package svc.health;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding.Status;
import svc.api.health.HealthChecks.Result;
import svc.api.health.HealthRounds;
import svc.api.json.Json;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** The table of the health rounds. Thread-safe. */
@Component(service = {HealthRounds.class, StoredRounds.class})
public final class StoredRounds implements HealthRounds {

    /** How long a round is kept. */
    static final Duration KEPT = Duration.ofDays(30);

    /** The number of old rounds that a write deletes at most. It is more than a write inserts, except after a failure. */
    private static final int SLICE = 100;

    private static final String INSERT = "INSERT INTO health_round (n, at, status, checks) VALUES (?, ?, ?, ?)";
    private static final String NEWEST = "SELECT coalesce(max(n), 0) FROM health_round";
    private static final String DELETE =
            "DELETE FROM health_round WHERE n IN" + " (SELECT n FROM health_round WHERE at < ? ORDER BY at LIMIT ?)";
    private static final String NUMBERS = "SELECT n FROM health_round WHERE at > ?";
    private static final String WITH_STATUS = " AND status = ?";
    private static final String NEWEST_FIRST = " ORDER BY at DESC, n DESC LIMIT ?";
    private static final String FIND = "SELECT n, at, status, checks FROM health_round WHERE n IN (??)";

    private final Store store;
    private final Json.Binding binding;

    @Activate
    public StoredRounds(@Reference Store store, @Reference Json json) {
        this.store = store;
        this.binding = json.binding(Json.Names.EXACT);
    }

    /** A round that is not stored yet. */
    record NewRound(Instant at, Status status, String checks) {}

    /** Returns the round with the given results. */
    NewRound round(Instant at, List<Result> results) {
        return new NewRound(
                at,
                worst(results),
                binding.text(results.stream().map(Result::members).toList()));
    }

    private static Status worst(List<Result> results) {
        for (Status status : List.of(Status.FAIL, Status.WARN)) {
            if (results.stream().anyMatch(result -> result.finding().status() == status)) {
                return status;
            }
        }
        return Status.OK;
    }

    /** Stores rounds, and deletes a slice of the rounds that began before a time. */
    void add(List<NewRound> rounds, Instant oldest) {
        store.write(Scope.system(), TransactionCallback.named("svc.health: store a round", tx -> {
            long n = tx.sql().number(NEWEST);
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (NewRound round : rounds) {
                n++;
                rows.add(List.of(n, round.at().toEpochMilli(), round.status().word(), round.checks()));
            }
            tx.sql().update(DELETE, oldest.toEpochMilli(), SLICE);
            return tx.sql().insert(INSERT, rows);
        }));
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, Filter filter, int most) {
        long after = filter.after().map(Instant::toEpochMilli).orElse(Long.MIN_VALUE);
        return filter.status().isPresent()
                ? snapshot.sql()
                        .select(
                                NUMBERS + WITH_STATUS + NEWEST_FIRST,
                                row -> row.getLong(1),
                                after,
                                filter.status().get().word(),
                                most)
                : snapshot.sql().select(NUMBERS + NEWEST_FIRST, row -> row.getLong(1), after, most);
    }

    @Override
    public List<Round> find(Snapshot snapshot, Collection<Long> numbers) {
        return snapshot.sql().selectIn(FIND, numbers, this::round);
    }

    @SuppressWarnings("unchecked") // The bundle wrote an array of objects.
    private Round round(Row row) {
        return new Round(
                row.getLong(1),
                Instant.ofEpochMilli(row.getLong(2)),
                Status.valueOf(requireNonNull(row.getString(3)).toUpperCase(Locale.ROOT)),
                (List<Map<String, Object>>) requireNonNull(binding.read(requireNonNull(row.getString(4)))));
    }
}
