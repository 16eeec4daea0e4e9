package svc.delivery.queue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/**
 * The messages that were in the queue of a backup when it was restored. They may have been sent since the backup was
 * made, so that they are held until an operator releases or removes them. A health check warns of them.
 */
@Component
public final class RestoredQueue implements RestoreStep, OperationGroup, HealthCheck {

    private static final String NAME = "queue-restored";
    private static final int PORTION = 400;

    private static final String HOLD = "UPDATE posting_recipient SET held = 1 WHERE (posting, i) IN"
            + " (SELECT posting, i FROM posting_recipient WHERE state = 'waiting' AND held = 0 LIMIT " + PORTION + ")";
    private static final String CHOSEN = " held = 1 AND (posting = ? OR ? = 0)";
    private static final String RESTART_TIME = "UPDATE posting SET due_at = ? WHERE due_at < ? AND n IN"
            + " (SELECT posting FROM posting_recipient WHERE" + CHOSEN + ")";
    private static final String RELEASE = "UPDATE posting_recipient SET held = 0,"
            + " next_at = CASE WHEN attempts = 0 AND next_at > ? THEN next_at ELSE ? END WHERE" + CHOSEN;
    private static final String COUNT = "SELECT count(DISTINCT posting) FROM posting_recipient WHERE held = 1";

    private final Store store;
    private final DurableQueue queue;
    private final Clock clock;

    @Activate
    public RestoredQueue(@Reference Store store, @Reference DurableQueue queue, @Reference Clock clock) {
        this.store = store;
        this.queue = queue;
        this.clock = clock;
    }

    @Override
    public String namespace() {
        return "delivery";
    }

    @Override
    public boolean change(RestoredBackup backup, Transaction tx, Pace pace) {
        int held;
        do {
            held = tx.sql().update(HOLD);
        } while (held == PORTION && pace.mayContinue());
        return held == PORTION;
    }

    /** The number of recipients that are not held any more. */
    public record ReleasedRestored(int recipients) {}

    @Operation(
            command = "queue release-restored",
            help = "Send the messages that are held since a backup was restored; they may have been sent before",
            needs = Needs.STORE)
    public ReleasedRestored releaseRestored(
            @Help("the id of one message in the queue; all messages if omitted") @Nullable String id) {
        int released =
                release(id == null ? 0 : ObjectId.parse(DurableQueue.LETTER, id).orElse(-1));
        if (released == 0) {
            throw new OperationException(
                    Reason.NOT_FOUND,
                    (id == null ? "No message is" : "The message " + id + " is not")
                            + " held since a restore; see svc queue list.");
        }
        return new ReleasedRestored(released);
    }

    /** Releases a message, or all if the number is 0. The time for delivery begins now. */
    private int release(long n) {
        Instant now = clock.now();
        long millis = now.toEpochMilli();
        int released = store.write(
                Scope.system(), TransactionCallback.named("svc.delivery: release messages after a restore", tx -> {
                    tx.sql().update(RESTART_TIME, millis, millis, n, n);
                    return tx.sql().update(RELEASE, millis, millis, n, n);
                }));
        queue.wake();
        return released;
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
        long held = queue.read(sql -> sql.number(COUNT));
        Finding finding = held == 0
                ? Finding.ok(NAME, "No message is held since a restore.")
                : Finding.warn(
                        NAME,
                        held + " messages of a restored backup are held, because they may have been sent before.",
                        "Look at them with `svc queue list`; send them with `svc queue release-restored`, or delete one"
                                + " with `svc queue remove ID`.");
        return List.of(finding.with(Map.of("held", held)));
    }
}
