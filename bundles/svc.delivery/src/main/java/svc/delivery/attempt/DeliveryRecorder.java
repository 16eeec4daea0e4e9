package svc.delivery.attempt;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.QueuedMessage;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.job.CrossAccountTaskHandler.Effect;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.delivery.MailConfig;
import svc.delivery.filing.LocalDelivery;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueEntry;
import svc.delivery.queue.QueueMonitor;
import svc.delivery.queue.QueueRows;
import svc.delivery.queue.QueuedRecipient;
import svc.delivery.queue.RetrySchedule;
import svc.delivery.trace.TraceEvent;
import svc.delivery.trace.TraceRows;

/**
 * Records the results of delivery attempts with the queued message. Each method prepares a change outside transactions;
 * the change is then made in a transaction of the sending account. Once the recipient no longer waits for delivery, the
 * change does nothing. The change of the last recipient without an attempt contains the notification of the sender about
 * all recipients so far. Thread-safe.
 */
@Component(service = DeliveryRecorder.class, configurationPid = "svc.mail")
public final class DeliveryRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRecorder.class);

    private final DurableQueue queue;
    private final DeliveryReports reports;
    private final Directory directory;
    private final QueueMonitor monitor;
    private final RetrySchedule retries;
    private final Clock clock;
    private final Duration delay;

    @Activate
    public DeliveryRecorder(
            MailConfig config,
            @Reference DurableQueue queue,
            @Reference DeliveryReports reports,
            @Reference Directory directory,
            @Reference QueueMonitor monitor,
            @Reference RetrySchedule retries,
            @Reference Clock clock) {
        this.queue = queue;
        this.reports = reports;
        this.directory = directory;
        this.monitor = monitor;
        this.retries = retries;
        this.clock = clock;
        this.delay = Duration.ofHours(config.delay_notice_hours());
    }

    /** A delivery to one recipient that is not finished. */
    record PendingDelivery(QueuedRecipient recipient, QueueEntry head, Account from) {

        long posting() {
            return head.n();
        }

        /** Returns this delivery without a notification by this server. */
        PendingDelivery reported() {
            return new PendingDelivery(recipient.asReported(), head, from);
        }
    }

    /** A change was prepared for recipients that have changed since. Prepare it again. */
    static final class StaleResultException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        StaleResultException() {
            super("The other recipients of the message have changed.", null, false, false);
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
        return queue.recipients(posting).stream()
                .filter(recipient -> recipient.i() == i && recipient.state() == State.WAITING)
                .findFirst()
                .flatMap(this::find);
    }

    /** A prepared change of a delivery whose reply is known in the transaction. */
    @FunctionalInterface
    interface Recording {

        /** Makes the change in a transaction of the sending account. */
        void apply(Transaction tx, String reply);
    }

    /**
     * Records that the message was filed.
     *
     * @throws IOException a notification for the sender cannot be stored now; try the delivery again later
     */
    Recording delivered(PendingDelivery delivery) throws IOException {
        Expected expected = expected(delivery, status(delivery, State.DELIVERED, LocalDelivery.DELIVERED.toString()));
        Optional<QueuedMessage> report = compose(delivery, expected);
        return (tx, reply) -> change(
                        delivery, expected, status(delivery, State.DELIVERED, reply), Optional.empty(), report)
                .apply(tx);
    }

    /**
     * Records a permanent failure.
     *
     * @throws IOException a notification for the sender cannot be stored now; try the delivery again later
     */
    Effect failed(PendingDelivery delivery, String reply) throws IOException {
        return finished(delivery, State.FAILED, reply);
    }

    /**
     * Records that another server has accepted the message.
     *
     * @param hostNotifiesSender whether the other server sends the notification of success
     * @throws IOException a notification for the sender cannot be stored now
     */
    Effect relayed(PendingDelivery delivery, String reply, boolean hostNotifiesSender) throws IOException {
        return finished(hostNotifiesSender ? delivery.reported() : delivery, State.RELAYED, reply);
    }

    /** Records the final reply of another server without a notification, because none can be stored. */
    Effect unreported(PendingDelivery delivery, SmtpReply reply) {
        DeliveryStatus result = status(delivery, reply.isPositive() ? State.RELAYED : State.FAILED, reply.toString());
        return change(delivery, expected(delivery, result), result, Optional.empty(), Optional.empty());
    }

    private Effect finished(PendingDelivery delivery, State state, String reply) throws IOException {
        DeliveryStatus result = status(delivery, state, reply);
        Expected expected = expected(delivery, result);
        return change(delivery, expected, result, Optional.empty(), compose(delivery, expected));
    }

    private static DeliveryStatus status(PendingDelivery delivery, State state, String reply) {
        return new DeliveryStatus(delivery.recipient().address(), state, reply);
    }

    /** Records a temporary failure and the time of the next attempt; after the time for delivery, a permanent failure. */
    Effect deferred(PendingDelivery delivery, String reply) {
        Optional<Instant> next = next(delivery);
        DeliveryStatus result = next.isPresent()
                ? status(delivery, State.WAITING, reply)
                : status(delivery, State.FAILED, "554 5.4.7 Delivery time expired. Last reply: " + reply);
        Expected expected = expected(delivery, result);
        Optional<QueuedMessage> report;
        try {
            report = compose(delivery, expected);
        } catch (IOException e) {
            LOG.error("The bounce of queued message q{} could not be sent: {}", delivery.posting(), reply, e);
            report = Optional.empty();
        }
        return change(delivery, expected, result, next, report);
    }

    /** Returns the time of the next attempt. One attempt is made when the sender is to be notified of a delay. */
    private Optional<Instant> next(PendingDelivery delivery) {
        QueuedRecipient recipient = delivery.recipient();
        Instant now = clock.now();
        Instant notice = delivery.head().due().plus(delay);
        boolean isNoticePending = DeliveryReports.isDelayReportable(recipient) && now.isBefore(notice);
        return retries.backoff()
                .next(recipient.attempts() + 1, delivery.head().due(), now)
                .map(next -> isNoticePending && notice.isBefore(next) ? notice : next);
    }

    /**
     * The recipients for which a change is prepared.
     *
     * @param others the other recipients
     * @param reported the recipients with a final state that the notification contains
     * @param delayed the waiting recipients that the notification contains
     */
    private record Expected(
            List<QueuedRecipient> others, List<QueuedRecipient> reported, List<QueuedRecipient> delayed) {

        List<QueuedRecipient> all() {
            return Stream.concat(reported.stream(), delayed.stream()).toList();
        }
    }

    private Expected expected(PendingDelivery delivery, DeliveryStatus result) {
        // The recipient may have changed since its attempt began: another one can have reported its delay.
        List<QueuedRecipient> current = queue.recipients(delivery.posting());
        List<QueuedRecipient> all = current.stream()
                .map(one -> one.i() == delivery.recipient().i() ? after(delivery, one, result) : one)
                .toList();
        boolean isEarly = all.stream().anyMatch(one -> one.state() == State.WAITING && one.attempts() == 0);
        List<QueuedRecipient> reported = isEarly || !isReportable(delivery.head())
                ? List.of()
                : all.stream()
                        .filter(one -> !one.reported() && DeliveryReports.isReported(one))
                        .toList();
        return new Expected(
                others(current, delivery),
                reported,
                result.state() == State.WAITING ? delayed(delivery.head(), all) : List.of());
    }

    private static QueuedRecipient after(PendingDelivery delivery, QueuedRecipient stored, DeliveryStatus result) {
        QueuedRecipient after = stored.after(result);
        return delivery.recipient().reported() ? after.asReported() : after;
    }

    private List<QueuedRecipient> delayed(QueueEntry head, List<QueuedRecipient> all) {
        boolean isDelayed = !delay.isZero() && !clock.now().isBefore(head.due().plus(delay));
        return isDelayed && isReportable(head)
                ? all.stream()
                        .filter(one -> one.attempts() > 0 && DeliveryReports.isDelayReportable(one))
                        .toList()
                : List.of();
    }

    /** Returns whether the sender gets notifications. The sender of junk is usually forged. */
    private static boolean isReportable(QueueEntry head) {
        return !head.sender().isEmpty() && !head.copy().junk();
    }

    private static List<QueuedRecipient> others(List<QueuedRecipient> all, PendingDelivery delivery) {
        return all.stream().filter(one -> one.i() != delivery.recipient().i()).toList();
    }

    private Optional<QueuedMessage> compose(PendingDelivery delivery, Expected expected) throws IOException {
        return expected.all().isEmpty()
                ? Optional.empty()
                : reports.compose(delivery.from(), delivery.head(), expected.all());
    }

    private Effect change(
            PendingDelivery delivery,
            Expected expected,
            DeliveryStatus result,
            Optional<Instant> next,
            Optional<QueuedMessage> report) {
        Optional<String> tenant = delivery.head().copy().isFromOtherServer()
                ? directory.tenantOfDomain(delivery.recipient().domain())
                : Optional.empty();
        return ifWaiting(delivery, tx -> {
            List<QueuedRecipient> others = others(QueueRows.ownRecipients(tx.sql(), delivery.posting()), delivery);
            if (!delivery.head().sender().isEmpty() && !others.equals(expected.others())) {
                throw new StaleResultException();
            }
            next.ifPresentOrElse(
                    time -> QueueRows.retryLater(tx.sql(), delivery.recipient(), result.smtpReply(), time),
                    () -> QueueRows.finish(tx.sql(), delivery.recipient(), result));
            trace(tx, delivery, result, next, tenant);
            if (delivery.recipient().reported()) {
                QueueRows.markReported(tx.sql(), delivery.recipient());
            }
            expected.reported().forEach(one -> QueueRows.markReported(tx.sql(), one));
            expected.delayed().forEach(one -> QueueRows.markDelayReported(tx.sql(), one));
            report.ifPresent(message -> queue.enqueue(tx, message));
            queue.announce(tx, delivery.posting(), changed(expected, result, report), report.map(QueuedMessage::blob));
            tx.afterCommit(() -> monitor.count(result.state()));
            if (next.isEmpty() && others.stream().noneMatch(one -> one.state() == State.WAITING)) {
                queue.remove(tx, delivery.posting());
            }
        });
    }

    private void trace(
            Transaction tx,
            PendingDelivery delivery,
            DeliveryStatus result,
            Optional<Instant> next,
            Optional<String> tenant) {
        TraceEvent.State state = switch (result.state()) {
            case DELIVERED -> TraceEvent.State.DELIVERED;
            case RELAYED -> TraceEvent.State.RELAYED;
            case FAILED -> TraceEvent.State.FAILED;
            case WAITING -> TraceEvent.State.DEFERRED;
        };
        TraceEvent event = TraceEvent.queue(state, result.recipient(), result.smtpReply(), delivery.posting());
        TraceRows.insert(
                tx.sql(), delivery.head().traced(), event.withNext(next).withTenant(tenant), clock.now());
    }

    private static List<DeliveryStatus> changed(
            Expected expected, DeliveryStatus result, Optional<QueuedMessage> report) {
        List<DeliveryStatus> changed = new ArrayList<>(List.of(result));
        if (report.isPresent()) {
            expected.reported().stream()
                    .map(QueuedRecipient::status)
                    .filter(status -> !status.equals(result))
                    .forEach(changed::add);
        }
        return changed;
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
