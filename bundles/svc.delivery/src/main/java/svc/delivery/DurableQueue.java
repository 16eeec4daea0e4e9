package svc.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.delivery.DeliveryObserver;
import svc.api.delivery.Destiny;
import svc.api.delivery.Destiny.Fate;
import svc.api.delivery.MailQueue;
import svc.api.delivery.Posting;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.api.time.Clock;
import svc.delivery.PostingRows.Head;
import svc.delivery.PostingRows.Leg;

/** The queue in the tables. Any thread. */
@Component(service = {MailQueue.class, DurableQueue.class})
public final class DurableQueue implements MailQueue {

    /** The letter of a message's id. */
    static final char LETTER = 'q';

    private final Store store;
    private final Blobs blobs;
    private final Clock clock;
    private volatile Runnable bell = () -> {};

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<DeliveryObserver> observers = List.of();

    /** Kept here. */
    @Activate
    public DurableQueue(@Reference Store store, @Reference Blobs blobs, @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.clock = clock;
    }

    /** Who is told that there is something to do. */
    void tell(Runnable told) {
        bell = told;
    }

    static Scope scope(long account) {
        return Scope.account(new ScopeKey(), account);
    }

    /** What keeps the bytes of a message while it is on its way. */
    private static Blobs.Owner owner(long n) {
        return new Blobs.Owner("QueuedMessage", n, LETTER);
    }

    @Override
    public long take(Transaction tx, Posting posting) {
        long n = PostingRows.insert(tx.sql(), posting, clock.now());
        if (!blobs.refer(tx, posting.blob(), owner(n))) {
            throw new IllegalStateException("The account does not hold the blob of a message that it sends");
        }
        tx.afterCommit(bell);
        return n;
    }

    @Override
    public boolean recall(Transaction tx, long posting) {
        List<Leg> legs = PostingRows.ownLegs(tx.sql(), posting);
        if (legs.isEmpty() || legs.stream().anyMatch(leg -> leg.fate() != Fate.WAITING)) {
            return false;
        }
        remove(tx, posting);
        return true;
    }

    /** Forgets a message; its bytes go when nobody else keeps them. */
    private void remove(Transaction tx, long n) {
        PostingRows.own(tx.sql(), n).ifPresent(head -> {
            PostingRows.delete(tx.sql(), n);
            blobs.release(tx, head.blob(), owner(n));
        });
    }

    /** A way as it stands in the account of the transaction, where it is still to be gone. */
    static Optional<Leg> open(Sql sql, Leg leg) {
        return PostingRows.ownLegs(sql, leg.posting()).stream()
                .filter(one -> one.i() == leg.i() && one.fate() == Fate.WAITING)
                .findFirst();
    }

    /** Writes down that a way has come to its end, in a transaction of its account; the last one takes the message with it. */
    void settle(Transaction tx, Leg leg, Destiny destiny, Optional<BlobId> report) {
        PostingRows.settle(tx.sql(), leg, destiny.fate(), destiny.reply());
        announce(tx, leg.posting(), destiny, report);
        if (PostingRows.ownLegs(tx.sql(), leg.posting()).stream().noneMatch(one -> one.fate() == Fate.WAITING)) {
            remove(tx, leg.posting());
        }
    }

    /** Writes down that it is tried again. */
    void again(Transaction tx, Leg leg, String reply, Backoff.Turn turn) {
        PostingRows.again(tx.sql(), leg, reply, turn.at());
        announce(tx, leg.posting(), new Destiny(leg.address(), Fate.WAITING, reply), Optional.empty());
    }

    private void announce(Transaction tx, long posting, Destiny destiny, Optional<BlobId> report) {
        observers.forEach(observer -> observer.changed(tx, posting, List.of(destiny), report));
    }

    /** Gives a message up without a word to its sender; false when there is none. */
    boolean discard(long n) {
        Optional<Head> head = read(sql -> PostingRows.any(sql, n));
        return head.isPresent()
                && store.write(
                        scope(head.get().account()),
                        Writing.named("svc.delivery: an operator takes a message away", tx -> discard(tx, n)));
    }

    private boolean discard(Transaction tx, long n) {
        List<Destiny> given = new ArrayList<>();
        for (Leg leg : PostingRows.ownLegs(tx.sql(), n)) {
            if (leg.fate() == Fate.WAITING) {
                given.add(new Destiny(leg.address(), Fate.FAILED, "554 5.7.0 An operator took the message away."));
            }
        }
        if (given.isEmpty()) {
            return false;
        }
        observers.forEach(observer -> observer.changed(tx, n, given, Optional.empty()));
        remove(tx, n);
        return true;
    }

    /** What waits has its turn now: of one message, or of all where {@code n} is 0. */
    int hurry(long n) {
        int count = write(sql -> PostingRows.hurry(sql, n, clock.now()));
        bell.run();
        return count;
    }

    /** Reads the queue as a whole. */
    <R> R read(Function<Sql, R> work) {
        return store.read(Scope.system(), snapshot -> work.apply(snapshot.sql()));
    }

    private <R> R write(Function<SqlWriter, R> work) {
        return store.write(
                Scope.system(), Writing.named("svc.delivery: the queue as a whole", tx -> work.apply(tx.sql())));
    }
}
