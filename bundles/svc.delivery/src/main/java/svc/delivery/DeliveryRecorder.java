package svc.delivery;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.QueuedMessage;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.job.CrossAccountTaskHandler.Effect;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.delivery.QueueRows.QueueEntry;
import svc.delivery.QueueRows.QueuedRecipient;

/**
 * Records the results of delivery attempts with the queued message. Each method prepares a change outside transactions;
 * the change is then made in a transaction of the sending account. Once the recipient no longer waits for delivery, the
 * change does nothing. Thread-safe.
 */
@Component(service = DeliveryRecorder.class)
public final class DeliveryRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRecorder.class);

    private final DurableQueue queue;
    private final Bounces bounces;
    private final Directory directory;
    private final QueueMonitor monitor;
    private final Clock clock;

    @Activate
    public DeliveryRecorder(
            @Reference DurableQueue queue,
            @Reference Bounces bounces,
            @Reference Directory directory,
            @Reference QueueMonitor monitor,
            @Reference Clock clock) {
        this.queue = queue;
        this.bounces = bounces;
        this.directory = directory;
        this.monitor = monitor;
        this.clock = clock;
    }

    /** A delivery to one recipient that is not finished. */
    record PendingDelivery(QueuedRecipient recipient, QueueEntry head, Account from) {

        long posting() {
            return head.n();
        }
    }

    /** Returns the delivery to a recipient; empty if the message or the account of its sender no longer exists. */
    Optional<PendingDelivery> find(QueuedRecipient recipient) {
        Optional<QueueEntry> head = queue.read(sql -> QueueRows.find(sql, recipient.posting()));
        Optional<Account> from = directory.account(recipient.account());
        return head.isEmpty() || from.isEmpty()
                ? Optional.empty()
                : Optional.of(new PendingDelivery(recipient, head.get(), from.get()));
    }

    /** Returns the delivery to a recipient of a message; empty if the recipient no longer waits. */
    Optional<PendingDelivery> find(long posting, int i) {
        return queue.read(sql -> QueueRows.recipients(sql, List.of(posting))).stream()
                .filter(recipient -> recipient.i() == i && recipient.state() == State.WAITING)
                .findFirst()
                .flatMap(this::find);
    }

    /** Records that the message was filed. */
    Effect delivered(PendingDelivery delivery, String reply) {
        return ifWaiting(delivery, tx -> finish(tx, delivery, State.DELIVERED, reply, Optional.empty()));
    }

    /** Records a temporary failure and the time of the next attempt; after the time for delivery, a permanent failure. */
    Effect deferred(PendingDelivery delivery, String reply) {
        int attempts = delivery.recipient().attempts() + 1;
        Optional<Instant> next = Backoff.USUAL.next(attempts, delivery.head().created(), clock.now());
        return next.isEmpty()
                ? expired(delivery, "554 5.4.7 Delivery time expired. Last reply: " + reply)
                : ifWaiting(delivery, tx -> {
                    queue.retryLater(tx, delivery.recipient(), reply, next.get());
                    tx.afterCommit(() -> monitor.count(State.WAITING));
                });
    }

    private Effect expired(PendingDelivery delivery, String reply) {
        try {
            return failed(delivery, reply);
        } catch (IOException e) {
            LOG.error("The bounce of queued message q{} could not be sent: {}", delivery.posting(), reply, e);
            return failed(delivery, reply, Optional.empty());
        }
    }

    /**
     * Records a permanent failure and queues the notification for the sender.
     *
     * @throws IOException the notification cannot be stored now; try the delivery again later
     */
    Effect failed(PendingDelivery delivery, String reply) throws IOException {
        DeliveryStatus status = new DeliveryStatus(delivery.recipient().address(), State.FAILED, reply);
        return failed(delivery, reply, bounces.compose(delivery.from(), delivery.head(), status));
    }

    private Effect failed(PendingDelivery delivery, String reply, Optional<QueuedMessage> bounce) {
        return ifWaiting(delivery, tx -> {
            bounce.ifPresent(message -> queue.enqueue(tx, message));
            finish(tx, delivery, State.FAILED, reply, bounce.map(QueuedMessage::blob));
        });
    }

    private void finish(Transaction tx, PendingDelivery delivery, State state, String reply, Optional<BlobId> report) {
        DeliveryStatus status = new DeliveryStatus(delivery.recipient().address(), state, reply);
        queue.finish(tx, delivery.recipient(), status, report);
        tx.afterCommit(() -> monitor.count(state));
    }

    /** Returns a change that is made only while the recipient waits for delivery. */
    static Effect ifWaiting(PendingDelivery delivery, Effect change) {
        return tx -> {
            if (DurableQueue.open(tx.sql(), delivery.recipient()).isPresent()) {
                change.apply(tx);
            }
        };
    }
}
