package svc.delivery.queue;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/**
 * The domains of other servers to which an operator lets no messages be sent. A health check warns of them, so that they
 * are not forgotten. Thread-safe.
 */
@Component(service = {HeldDomains.class, HealthCheck.class})
public final class HeldDomains implements HealthCheck {

    private static final String NAME = "queue-hold";

    private final Store store;
    private final DurableQueue queue;
    private final Clock clock;

    @Activate
    public HeldDomains(@Reference Store store, @Reference DurableQueue queue, @Reference Clock clock) {
        this.store = store;
        this.queue = queue;
        this.clock = clock;
    }

    /** Returns the held domains. */
    Set<String> all() {
        return queue.read(sql ->
                new HashSet<>(sql.select("SELECT domain FROM queue_hold", row -> requireNonNull(row.getString(1)))));
    }

    /** Holds a domain until {@link #release}. A message that is being sent is completed. */
    void hold(String domain) {
        long now = clock.now().toEpochMilli();
        store.write(
                Scope.system(),
                TransactionCallback.named(
                        "svc.delivery: hold a domain",
                        tx -> tx.sql()
                                .update(
                                        "INSERT INTO queue_hold (domain, since) VALUES (?, ?)"
                                                + " ON CONFLICT (domain) DO NOTHING",
                                        domain,
                                        now)));
    }

    /** Ends the hold of a domain. Returns the number of recipients that are due now; empty if it was not held. */
    OptionalInt release(String domain) {
        Instant now = clock.now();
        OptionalInt due = store.write(
                Scope.system(),
                TransactionCallback.named(
                        "svc.delivery: release a domain",
                        tx -> tx.sql().update("DELETE FROM queue_hold WHERE domain = ?", domain) > 0
                                ? OptionalInt.of(QueueRows.makeDue(tx.sql(), domain, now))
                                : OptionalInt.empty()));
        queue.wake();
        return due;
    }

    @Override
    public String family() {
        return "queue";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        List<String> held = all().stream().sorted().toList();
        if (held.isEmpty()) {
            return List.of(Finding.ok(NAME, "No domain is held."));
        }
        return List.of(Finding.warn(
                        NAME,
                        "No messages are sent to these domains, because an operator holds them: " + Finding.names(held)
                                + ".",
                        "Run `svc queue release --domain " + held.get(0) + "` when the reason has ended.")
                .with(Map.of("held", held.size())));
    }
}
