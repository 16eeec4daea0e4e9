package svc.delivery.attempt;

import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.OverQuotaException;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.api.job.CrossAccountTaskHandler.Effect;
import svc.api.job.CrossAccountTasks;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.delivery.attempt.DeliveryRecorder.PendingDelivery;
import svc.delivery.attempt.DeliveryRecorder.Recording;
import svc.delivery.attempt.DeliveryRecorder.StaleResultException;
import svc.delivery.filing.DeliveryResult;
import svc.delivery.filing.DeliveryResult.Deliverable;
import svc.delivery.filing.DeliveryResult.Failure;
import svc.delivery.filing.Destination;
import svc.delivery.filing.Destination.Invalid;
import svc.delivery.filing.Destination.Local;
import svc.delivery.filing.LocalDelivery;
import svc.delivery.filing.Recipients;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueRows;
import svc.delivery.queue.QueuedRecipient;
import svc.delivery.queue.RetrySchedule;

/**
 * Delivers a queued message to one recipient. It files the message and records the result in one transaction of both
 * accounts. A message without a return path is a notification (a bounce, an MDN, a vacation response): the sending
 * account leaves a task for the account of the recipient, and {@link FilingTaskHandler} files it. Not thread-safe.
 */
@Component(service = RecipientDelivery.class)
public final class RecipientDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(RecipientDelivery.class);

    private final Store store;
    private final DurableQueue queue;
    private final Recipients recipients;
    private final DeliveryRecorder recorder;
    private final QueuedPreparation preparation;
    private final LocalDelivery local;
    private final CrossAccountTasks tasks;
    private final RetrySchedule retries;
    private final Clock clock;

    @Activate
    public RecipientDelivery(
            @Reference Store store,
            @Reference DurableQueue queue,
            @Reference Recipients recipients,
            @Reference DeliveryRecorder recorder,
            @Reference QueuedPreparation preparation,
            @Reference LocalDelivery local,
            @Reference CrossAccountTasks tasks,
            @Reference RetrySchedule retries,
            @Reference Clock clock) {
        this.store = store;
        this.queue = queue;
        this.recipients = recipients;
        this.recorder = recorder;
        this.preparation = preparation;
        this.local = local;
        this.tasks = tasks;
        this.retries = retries;
        this.clock = clock;
    }

    /**
     * Attempts the delivery. An unexpected failure of one message is recorded as a transient failure, so that it does
     * not block the others.
     *
     * @return whether an attempt was made; false if the message no longer exists or the sender's account is being
     *     deleted
     */
    boolean deliver(QueuedRecipient recipient) {
        Optional<PendingDelivery> delivery = recorder.find(recipient);
        delivery.ifPresent(this::deliver);
        return delivery.isPresent();
    }

    private void deliver(PendingDelivery delivery) {
        try {
            attemptOrDefer(delivery);
        } catch (StaleResultException e) {
            LOG.debug("Queued message q{} has changed; the next run continues", delivery.posting());
        }
    }

    private void attemptOrDefer(PendingDelivery delivery) {
        try {
            attempt(delivery);
        } catch (StaleResultException e) {
            throw e;
        } catch (IOException | RuntimeException | LinkageError e) {
            if (e instanceof StoreException problem && problem.kind() == Kind.FULL) {
                throw problem;
            }
            LOG.error("Delivery of queued message q{} failed; it will be retried", delivery.posting(), e);
            defer(delivery, "451 4.3.0 Internal server error; the log of the server has the details.");
        }
    }

    private void attempt(PendingDelivery delivery) throws IOException {
        Optional<SmtpReply> deferral =
                recipients.deferral(delivery.head(), delivery.recipient().address());
        if (deferral.isPresent()) {
            defer(delivery, deferral.get().toString());
            return;
        }
        Destination destination = recipients.find(delivery.recipient().address());
        if (destination instanceof Local to) {
            boolean isNotification = delivery.head().sender().isEmpty()
                    && to.acceptsMail()
                    && to.account().n() != delivery.from().n();
            if (isNotification) {
                leaveTask(delivery, to.account());
            } else {
                file(delivery, to);
            }
        } else if (destination instanceof Invalid invalid) {
            fail(delivery, invalid.reply());
        } else {
            leave(delivery);
        }
    }

    /** Moves a recipient of another server to the lane of its domain, with the others of the domain. */
    private void leave(PendingDelivery delivery) {
        QueuedRecipient recipient = delivery.recipient();
        if (queue.transport(recipient.address()).isEmpty()) {
            defer(delivery, "451 4.4.0 No transport for other mail servers is installed.");
        } else {
            record(delivery, DeliveryRecorder.ifWaiting(delivery, tx -> {
                QueueRows.ownRecipients(tx.sql(), recipient.posting()).stream()
                        .filter(one -> one.domain().equals(recipient.domain()))
                        .forEach(one -> QueueRows.setLane(tx.sql(), one, one.domain()));
                tx.afterCommit(queue::wake);
            }));
        }
    }

    private void defer(PendingDelivery delivery, String reply) {
        record(delivery, recorder.deferred(delivery, reply));
    }

    private void record(PendingDelivery delivery, Effect result) {
        store.write(scope(delivery), tx -> {
            result.apply(tx);
            return delivery;
        });
    }

    private static Scope scope(PendingDelivery delivery) {
        return DurableQueue.scope(delivery.recipient().account());
    }

    private void file(PendingDelivery delivery, Local to) throws IOException {
        DeliveryResult result = preparation.prepare(to, delivery);
        if (result instanceof Failure failure) {
            fail(delivery, failure.reply());
        } else if (result instanceof Deliverable deliverable) {
            file(delivery, to.account(), deliverable);
        }
    }

    private void fail(PendingDelivery delivery, SmtpReply reply) throws IOException {
        if (reply.isTransient()) {
            defer(delivery, reply.toString());
        } else {
            record(delivery, recorder.failed(delivery, reply.toString()));
        }
    }

    private void file(PendingDelivery delivery, Account to, Deliverable message) throws IOException {
        Scope source = scope(delivery);
        Scope target = DurableQueue.scope(to.n());
        Recording recording = recorder.delivered(delivery);
        try {
            store.write(new HashSet<>(List.of(source, target)), joint -> {
                Transaction tx = joint.of(source);
                if (DurableQueue.open(tx.sql(), delivery.recipient()).isPresent()) {
                    SmtpReply reply = local.file(joint.of(target), message);
                    recording.apply(tx, reply.toString());
                }
                return delivery;
            });
        } catch (OverQuotaException e) {
            fail(delivery, LocalDelivery.OVER_QUOTA);
        }
    }

    /** Leaves a task for the account of the recipient. The recipient waits until the result of the task is recorded. */
    private void leaveTask(PendingDelivery delivery, Account to) {
        Instant end = retries.backoff().end(delivery.head().due());
        if (clock.now().isBefore(end)) {
            record(delivery, DeliveryRecorder.ifWaiting(delivery, tx -> {
                QueueRows.postpone(tx.sql(), delivery.recipient(), end);
                tasks.add(
                        tx,
                        FilingTaskHandler.NAME,
                        to.n(),
                        DeliveryTask.of(delivery.recipient()).bytes());
            }));
        } else {
            defer(delivery, "451 4.3.0 The task that files the message has failed; see svc job list.");
        }
    }
}
