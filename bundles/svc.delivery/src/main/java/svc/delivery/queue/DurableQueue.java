package svc.delivery.queue;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.delivery.Arrival;
import svc.api.delivery.DeliveryObserver;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.MailQueue;
import svc.api.delivery.MailTransport;
import svc.api.delivery.QueuedMessage;
import svc.api.delivery.SmtpReply;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.Directory;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.delivery.queue.QueueEntry.ForwardedCopy;
import svc.delivery.trace.TraceEvent;
import svc.delivery.trace.TraceId;
import svc.delivery.trace.TraceRows;
import svc.delivery.trace.TracedMessage;

/** The mail queue in the database. Thread-safe. */
@Component(service = {MailQueue.class, DurableQueue.class})
public final class DurableQueue implements MailQueue {

    /** Prefix of the ids of queued messages. */
    public static final char LETTER = TraceId.QUEUED;

    private static final String REMOVED = "554 5.7.0 Removed from the queue by an operator.";

    private final Store store;
    private final AccountBlobs blobs;
    private final Clock clock;
    private final Directory directory;
    private final MessagesInTransit transit;
    private final BounceLimit bounces;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<DeliveryObserver> observers = List.of();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<MailTransport> transports = List.of();

    @Activate
    public DurableQueue(
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference Clock clock,
            @Reference Directory directory,
            @Reference MessagesInTransit transit,
            @Reference BounceLimit bounces) {
        this.store = store;
        this.blobs = blobs;
        this.clock = clock;
        this.directory = directory;
        this.transit = transit;
        this.bounces = bounces;
    }

    /** Adds a callback that runs after each commit that creates work for the lanes. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /** Notifies the lanes of new work. */
    public void wake() {
        listeners.forEach(Runnable::run);
    }

    public static Scope scope(long account) {
        return Scope.account(new ScopeKey(), account);
    }

    /** Returns the blob reference that keeps the bytes of a queued message. */
    private static AccountBlobs.BlobReference owner(long n) {
        return new AccountBlobs.BlobReference("QueuedMessage", n, LETTER);
    }

    @Override
    public long enqueue(Transaction tx, QueuedMessage message) {
        String trace = message.arrival()
                .map(Arrival::trace)
                .filter(id -> !id.isEmpty())
                .orElse(null);
        long n = insert(tx, message, ForwardedCopy.NONE, trace);
        TracedMessage traced = new TracedMessage(
                QueueEntry.trace(n, trace),
                message.arrival(),
                Optional.of(message.envelope().sender()),
                message.messageId(),
                message.size(),
                List.of());
        String reply = message.arrival().isEmpty() ? "" : "250 2.0.0 Queued as " + ObjectId.format(LETTER, n) + ".";
        message.envelope()
                .recipients()
                .forEach(to -> TraceRows.insert(
                        tx.sql(),
                        traced,
                        TraceEvent.queue(TraceEvent.State.QUEUED, to.address(), reply, n),
                        clock.now()));
        return n;
    }

    /**
     * Adds a message that was filed before. Its blob can begin with octets that are not a part of it.
     *
     * @param event what the trace records, without the number of the message
     */
    public long enqueue(
            Transaction tx, QueuedMessage message, ForwardedCopy copy, TracedMessage traced, TraceEvent event) {
        long n = insert(tx, message, copy, traced.id().toString());
        TraceRows.insert(tx.sql(), traced, event.withPosting(n), clock.now());
        return n;
    }

    private long insert(Transaction tx, QueuedMessage message, ForwardedCopy copy, @Nullable String trace) {
        long n = QueueRows.insert(tx.sql(), message, copy, trace, clock.now());
        if (!blobs.addReference(tx, message.blob(), owner(n))) {
            throw new IllegalStateException("The account does not hold the blob of the message to queue");
        }
        tx.afterCommit(this::wake);
        return n;
    }

    @Override
    public boolean cancel(Transaction tx, long posting) {
        List<QueuedRecipient> recipients = QueueRows.ownRecipients(tx.sql(), posting);
        boolean isFinal = recipients.stream().anyMatch(recipient -> recipient.state() != State.WAITING);
        if (recipients.isEmpty() || isFinal || transit.contains(posting)) {
            return false;
        }
        trace(tx, posting, TraceEvent.State.CANCELED, recipients, "");
        remove(tx, posting);
        return true;
    }

    /** Records the end of a message for recipients that waited for it. */
    private void trace(Transaction tx, long n, TraceEvent.State state, List<QueuedRecipient> recipients, String reply) {
        QueueRows.ofCurrentAccount(tx.sql(), n)
                .ifPresent(head -> recipients.stream()
                        .filter(to -> to.state() == State.WAITING)
                        .forEach(to -> TraceRows.insert(
                                tx.sql(),
                                head.traced(),
                                TraceEvent.queue(state, to.address(), reply, n),
                                clock.now())));
    }

    @Override
    public boolean accepts(String address) {
        return !(directory.resolve(address) instanceof AddressResolution.RemoteDomain)
                || transport(address).isPresent();
    }

    /** Returns the transport for an address of another server: the one with the highest service ranking that accepts it. */
    public Optional<MailTransport> transport(String address) {
        // Declarative Services sorts the list by ascending ranking.
        return transports.stream()
                .filter(transport -> transport.accepts(address))
                .reduce((lower, higher) -> higher);
    }

    /** Deletes a queued message and its blob reference. The blob is removed later if nothing else refers to it. */
    public void remove(Transaction tx, long n) {
        QueueRows.ofCurrentAccount(tx.sql(), n).ifPresent(head -> {
            QueueRows.delete(tx.sql(), n);
            blobs.removeReference(tx, head.blob(), owner(n));
        });
    }

    /**
     * Returns the current state of a recipient of a message of the transaction's account; empty if the recipient no
     * longer waits for delivery.
     */
    public static Optional<QueuedRecipient> open(Sql sql, QueuedRecipient recipient) {
        return QueueRows.ownRecipients(sql, recipient.posting()).stream()
                .filter(one -> one.i() == recipient.i() && one.state() == State.WAITING)
                .findFirst();
    }

    /** Returns the current state of the recipients of a message. */
    public List<QueuedRecipient> recipients(long posting) {
        return read(sql -> QueueRows.recipients(sql, List.of(posting)));
    }

    @Override
    public Optional<SmtpReply> deferral(Account account) {
        return bounces.deferral(account);
    }

    /** Notifies the observers, in a transaction of the sender's account. */
    public void announce(Transaction tx, long posting, List<DeliveryStatus> statuses, Optional<BlobId> report) {
        observers.forEach(observer -> observer.changed(tx, posting, statuses, report));
    }

    /**
     * Removes a message without notifying its sender. Returns false if no recipient of the message waits for delivery.
     */
    public boolean discard(long n) {
        Optional<QueueEntry> head = read(sql -> QueueRows.find(sql, n));
        return head.isPresent()
                && store.write(
                        scope(head.get().account()),
                        TransactionCallback.named("svc.delivery: remove a message", tx -> discard(tx, n)));
    }

    private boolean discard(Transaction tx, long n) {
        List<QueuedRecipient> recipients = QueueRows.ownRecipients(tx.sql(), n);
        List<DeliveryStatus> given = recipients.stream()
                .filter(to -> to.state() == State.WAITING)
                .map(to -> new DeliveryStatus(to.address(), State.FAILED, REMOVED))
                .toList();
        if (given.isEmpty()) {
            return false;
        }
        observers.forEach(observer -> observer.changed(tx, n, given, Optional.empty()));
        trace(tx, n, TraceEvent.State.REMOVED, recipients, REMOVED);
        remove(tx, n);
        return true;
    }

    /**
     * Sets the time of the next attempt to now for the recipients that wait for a retry: the recipients of one message,
     * or of all messages if {@code n} is 0.
     */
    public int makeDue(long n) {
        int count = write(sql -> QueueRows.makeDue(sql, n, clock.now()));
        wake();
        return count;
    }

    /** Reads the queue of all accounts. */
    public <R> R read(Function<Sql, R> callback) {
        return store.read(Scope.system(), snapshot -> callback.apply(snapshot.sql()));
    }

    private <R> R write(Function<SqlWriter, R> callback) {
        return store.write(
                Scope.system(),
                TransactionCallback.named("svc.delivery: update the queue", tx -> callback.apply(tx.sql())));
    }
}
