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
import svc.api.blob.OverQuota;
import svc.api.delivery.Destiny;
import svc.api.delivery.Destiny.Fate;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.identity.Whereabouts;
import svc.api.store.JointWriting;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.api.time.Clock;
import svc.delivery.PostingRows.Head;
import svc.delivery.PostingRows.Leg;

/** Goes one way of a message: looks where it leads, and writes down what came of it in one transaction. For one thread. */
@Component(service = Carrier.class)
public final class Carrier {

    private static final Logger LOG = LoggerFactory.getLogger(Carrier.class);

    private final Store store;
    private final Directory directory;
    private final DurableQueue queue;
    private final LocalDelivery local;
    private final Bounces bounces;
    private final DeliveryTally tally;
    private final Clock clock;

    /** Carries for this queue. */
    @Activate
    public Carrier(
            @Reference Store store,
            @Reference Directory directory,
            @Reference DurableQueue queue,
            @Reference LocalDelivery local,
            @Reference Bounces bounces,
            @Reference DeliveryTally tally,
            @Reference Clock clock) {
        this.store = store;
        this.directory = directory;
        this.queue = queue;
        this.local = local;
        this.bounces = bounces;
        this.tally = tally;
        this.clock = clock;
    }

    /**
     * Goes it. What is wrong with one message stops no other: it waits for its next turn.
     *
     * @return whether it came to its end or has another turn; false while its account is about to go
     */
    boolean carry(Leg leg) {
        Optional<Head> head = queue.read(sql -> PostingRows.any(sql, leg.posting()));
        Optional<Account> from = account(leg.account());
        if (head.isEmpty() || from.isEmpty()) {
            return false;
        }
        Way way = new Way(leg, head.get(), from.get());
        try {
            go(way);
        } catch (IOException | RuntimeException | LinkageError e) {
            if (e instanceof StoreProblem problem && problem.kind() == StoreProblem.Kind.FULL) {
                throw problem;
            }
            LOG.error("Message q{} could not be brought to a recipient; it is tried again", leg.posting(), e);
            postpone(way, "451 4.3.0 The server had trouble, which its operator finds in the log.");
        }
        return true;
    }

    private void go(Way way) throws IOException {
        Attempt attempt = attempt(way.leg(), way.head(), way.from());
        if (attempt instanceof Attempt.Filed filed) {
            file(way, filed);
        } else if (attempt instanceof Attempt.Later later) {
            postpone(way, later.reply());
        } else if (attempt instanceof Attempt.Never never) {
            fail(way, never.reply());
        }
    }

    private record Way(Leg leg, Head head, Account from) {}

    private Optional<Account> account(long n) {
        return directory.accounts(n - 1, 1).stream().filter(one -> one.n() == n).findFirst();
    }

    private Attempt attempt(Leg leg, Head head, Account from) throws IOException {
        Whereabouts whereabouts = directory.whereabouts(leg.address());
        if (whereabouts instanceof Whereabouts.Here here) {
            return here.open()
                    ? local.prepare(
                            here.account(),
                            new LocalDelivery.Mailed(from, head.blob(), head.sender(), leg.address()),
                            clock.now())
                    : new Attempt.Later("450 4.2.1 The organization of the recipient is suspended.");
        } else if (whereabouts instanceof Whereabouts.Elsewhere) {
            return new Attempt.Later("451 4.4.0 Nothing in this server carries mail to other servers.");
        }
        return whereabouts instanceof Whereabouts.Nobody
                ? new Attempt.Never("550 5.1.1 There is no such recipient here.")
                : new Attempt.Never("553 5.1.3 That is no address.");
    }

    private void file(Way way, Attempt.Filed filed) {
        long n = filed.account().n();
        Scope own = DurableQueue.scope(way.leg().account());
        Scope theirs = DurableQueue.scope(n);
        boolean done;
        try {
            done = store.write(
                    new HashSet<>(List.of(own, theirs)), joint -> file(way.leg(), filed, joint, own, theirs));
        } catch (OverQuota e) {
            fail(way, LocalDelivery.full().reply());
            return;
        }
        if (done) {
            tally.count(Fate.DELIVERED);
        }
    }

    private boolean file(Leg leg, Attempt.Filed filed, JointWriting.Joint joint, Scope own, Scope theirs) {
        Transaction tx = joint.of(own);
        if (DurableQueue.open(tx.sql(), leg).isEmpty()) {
            return false;
        }
        boolean fresh = local.file(joint.of(theirs), filed.ready());
        String reply =
                fresh ? "250 2.1.5 Delivered." : "250 2.1.5 Delivered before: the same message is there already.";
        queue.settle(tx, leg, new Destiny(leg.address(), Fate.DELIVERED, reply), Optional.empty());
        return true;
    }

    private void postpone(Way way, String reply) {
        Instant now = clock.now();
        Instant since = way.head().created();
        Optional<Backoff.Turn> turn = Backoff.USUAL.after(way.leg().attempts() + 1, since, now);
        if (turn.isEmpty()) {
            fail(way, "554 5.4.7 It was tried for too long. At last: " + reply);
            return;
        }
        boolean done = write(way, tx -> {
            if (DurableQueue.open(tx.sql(), way.leg()).isEmpty()) {
                return false;
            }
            queue.again(tx, way.leg(), reply, turn.get());
            return true;
        });
        if (done) {
            tally.count(Fate.WAITING);
        }
    }

    private void fail(Way way, String reply) {
        Optional<Bounces.Composed> bounce =
                bounces.compose(way.from(), way.head(), new Destiny(way.leg().address(), Fate.FAILED, reply));
        boolean done = write(way, tx -> {
            if (DurableQueue.open(tx.sql(), way.leg()).isEmpty()) {
                return false;
            }
            bounce.ifPresent(composed -> queue.take(tx, composed.posting()));
            queue.settle(
                    tx,
                    way.leg(),
                    new Destiny(way.leg().address(), Fate.FAILED, reply),
                    bounce.map(composed -> composed.posting().blob()));
            return true;
        });
        if (done) {
            tally.count(Fate.FAILED);
        }
    }

    private boolean write(Way way, Writing<Boolean> work) {
        return store.write(DurableQueue.scope(way.leg().account()), work);
    }
}
