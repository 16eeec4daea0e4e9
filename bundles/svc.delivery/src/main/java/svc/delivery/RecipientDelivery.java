package svc.delivery;

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
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.QueuedMessage;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.AddressResolution.RemoteDomain;
import svc.api.identity.AddressResolution.UnknownUser;
import svc.api.identity.Directory;
import svc.api.store.MultiScopeCallback.Joint;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.delivery.DeliveryResult.Deliverable;
import svc.delivery.DeliveryResult.PermanentFailure;
import svc.delivery.DeliveryResult.TransientFailure;
import svc.delivery.LocalDelivery.LocalMessage;
import svc.delivery.QueueRows.QueueEntry;
import svc.delivery.QueueRows.QueuedRecipient;

/**
 * Delivers a queued message to one recipient. It resolves the recipient, files the message, and records the result in
 * one transaction. Not thread-safe.
 */
@Component(service = RecipientDelivery.class)
public final class RecipientDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(RecipientDelivery.class);

    private final Store store;
    private final Directory directory;
    private final DurableQueue queue;
    private final LocalDelivery local;
    private final Bounces bounces;
    private final QueueMonitor monitor;
    private final Clock clock;

    @Activate
    public RecipientDelivery(
            @Reference Store store,
            @Reference Directory directory,
            @Reference DurableQueue queue,
            @Reference LocalDelivery local,
            @Reference Bounces bounces,
            @Reference QueueMonitor monitor,
            @Reference Clock clock) {
        this.store = store;
        this.directory = directory;
        this.queue = queue;
        this.local = local;
        this.bounces = bounces;
        this.monitor = monitor;
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
        Optional<QueueEntry> head = queue.read(sql -> QueueRows.find(sql, recipient.posting()));
        Optional<Account> from = account(recipient.account());
        if (head.isEmpty() || from.isEmpty()) {
            return false;
        }
        Route route = new Route(recipient, head.get(), from.get());
        try {
            route(route);
        } catch (IOException | RuntimeException | LinkageError e) {
            if (e instanceof StoreException problem && problem.kind() == Kind.FULL) {
                throw problem;
            }
            LOG.error("Delivery of queued message q{} failed; it will be retried", recipient.posting(), e);
            retryLater(route, "451 4.3.0 Internal server error; the log of the server has the details.");
        }
        return true;
    }

    private void route(Route route) throws IOException {
        DeliveryResult attempt = attempt(route.leg(), route.head(), route.from());
        if (attempt instanceof Deliverable filed) {
            file(route, filed);
        } else if (attempt instanceof TransientFailure transientFailure) {
            retryLater(route, transientFailure.reply());
        } else if (attempt instanceof PermanentFailure permanentFailure) {
            fail(route, permanentFailure.reply());
        }
    }

    private record Route(QueuedRecipient leg, QueueEntry head, Account from) {}

    private Optional<Account> account(long n) {
        return directory.accounts(n - 1, 1).stream().filter(one -> one.n() == n).findFirst();
    }

    private DeliveryResult attempt(QueuedRecipient recipient, QueueEntry head, Account from) throws IOException {
        AddressResolution resolution = directory.resolve(recipient.address());
        if (resolution instanceof LocalAccount localAccount) {
            return localAccount.acceptsMail()
                    ? local.prepare(
                            localAccount.account(),
                            new LocalMessage(head.n(), from, head.blob(), head.sender(), recipient.address()),
                            clock.now())
                    : new TransientFailure("450 4.2.1 The tenant of the recipient is suspended.");
        } else if (resolution instanceof RemoteDomain) {
            return new TransientFailure("451 4.4.0 No transport for other mail servers is installed.");
        }
        return resolution instanceof UnknownUser
                ? new PermanentFailure("550 5.1.1 Unknown recipient.")
                : new PermanentFailure("553 5.1.3 Invalid address.");
    }

    private void file(Route route, Deliverable filed) {
        long n = filed.account().n();
        Scope senderScope = DurableQueue.scope(route.leg().account());
        Scope recipientScope = DurableQueue.scope(n);
        boolean done;
        try {
            done = store.write(
                    new HashSet<>(List.of(senderScope, recipientScope)),
                    transaction -> file(route.leg(), filed, transaction, senderScope, recipientScope));
        } catch (OverQuotaException e) {
            fail(route, LocalDelivery.overQuota().reply());
            return;
        }
        if (done) {
            monitor.count(State.DELIVERED);
        }
    }

    private boolean file(
            QueuedRecipient recipient, Deliverable filed, Joint transaction, Scope senderScope, Scope recipientScope) {
        Transaction tx = transaction.of(senderScope);
        if (DurableQueue.open(tx.sql(), recipient).isEmpty()) {
            return false;
        }
        boolean isNew = local.file(transaction.of(recipientScope), filed.ready());
        String reply = isNew
                ? "250 2.1.5 Delivered."
                : "250 2.1.5 Already delivered through another address of the recipient.";
        queue.finish(tx, recipient, new DeliveryStatus(recipient.address(), State.DELIVERED, reply), Optional.empty());
        return true;
    }

    private void retryLater(Route route, String reply) {
        Instant now = clock.now();
        Instant since = route.head().created();
        Optional<Instant> next = Backoff.USUAL.next(route.leg().attempts() + 1, since, now);
        if (next.isEmpty()) {
            fail(route, "554 5.4.7 Delivery time expired. Last reply: " + reply);
            return;
        }
        boolean done = write(route, tx -> {
            if (DurableQueue.open(tx.sql(), route.leg()).isEmpty()) {
                return false;
            }
            queue.retryLater(tx, route.leg(), reply, next.get());
            return true;
        });
        if (done) {
            monitor.count(State.WAITING);
        }
    }

    private void fail(Route route, String reply) {
        Optional<QueuedMessage> bounce = bounces.compose(
                route.from(), route.head(), new DeliveryStatus(route.leg().address(), State.FAILED, reply));
        boolean done = write(route, tx -> {
            if (DurableQueue.open(tx.sql(), route.leg()).isEmpty()) {
                return false;
            }
            bounce.ifPresent(message -> queue.enqueue(tx, message));
            queue.finish(
                    tx,
                    route.leg(),
                    new DeliveryStatus(route.leg().address(), State.FAILED, reply),
                    bounce.map(QueuedMessage::blob));
            return true;
        });
        if (done) {
            monitor.count(State.FAILED);
        }
    }

    private boolean write(Route route, TransactionCallback<Boolean> callback) {
        return store.write(DurableQueue.scope(route.leg().account()), callback);
    }
}
