package svc.delivery.intake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.OverQuotaException;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.RecipientOutcome;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.store.MultiScopeCallback.Joint;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.delivery.filing.DeliveryResult;
import svc.delivery.filing.DeliveryResult.Deliverable;
import svc.delivery.filing.DeliveryResult.Failure;
import svc.delivery.filing.Destination;
import svc.delivery.filing.Destination.Local;
import svc.delivery.filing.Destination.Relay;
import svc.delivery.filing.Destination.Remote;
import svc.delivery.filing.FiledCopies;
import svc.delivery.filing.LocalDelivery;
import svc.delivery.filing.LocalDelivery.Letter;
import svc.delivery.filing.RecentDeliveries;
import svc.delivery.filing.Recipients;
import svc.delivery.queue.DeliveryKey;
import svc.delivery.queue.DurableQueue;
import svc.delivery.trace.StoredMailTrace;
import svc.delivery.trace.TraceEvent;
import svc.delivery.trace.TraceEvent.State;
import svc.delivery.trace.TraceRows;
import svc.delivery.trace.TracedMessage;

/**
 * Files a message from outside in the accounts of all its recipients, in one transaction. If SMTP accepts the message for
 * some recipients, the others are queued: the queue tries again, or reports the failure to the sender. Thread-safe.
 */
@Component(service = JointFiling.class)
public final class JointFiling {

    private static final Logger LOG = LoggerFactory.getLogger(JointFiling.class);
    private static final SmtpReply ERROR =
            new SmtpReply(451, "4.3.0", "Internal server error; the log of the server has the details.");

    private static final DeliveryResult FULL = new Failure(LocalDelivery.OVER_QUOTA);
    private static final DeliveryResult HOLDER_FULL = new Failure(StoredMailIntake.HOLDER_OVER_QUOTA);

    private final Store store;
    private final Recipients recipients;
    private final LocalDelivery local;
    private final StoredMailTrace trace;
    private final Clock clock;

    @Activate
    public JointFiling(
            @Reference Store store,
            @Reference Recipients recipients,
            @Reference LocalDelivery local,
            @Reference StoredMailTrace trace,
            @Reference Clock clock) {
        this.store = store;
        this.recipients = recipients;
        this.local = local;
        this.trace = trace;
        this.clock = clock;
    }

    /** One recipient with its account, if it has one, and the prepared delivery. */
    private record Prepared(Envelope.Recipient recipient, Optional<Local> to, DeliveryResult result) {}

    /** Files the message. Returns the outcomes in the order of the recipients. */
    List<RecipientOutcome> file(
            Envelope envelope,
            Arrival arrival,
            FiledCopies.Source source,
            DeliveryKey key,
            boolean junk,
            TracedMessage traced)
            throws IOException {
        Letter letter =
                new Letter(envelope, Optional.of(arrival), key, junk, local.copies(source), clock.now(), traced);
        List<Prepared> all = new ArrayList<>();
        Set<Scope> scopes = new HashSet<>();
        for (Envelope.Recipient recipient : envelope.recipients()) {
            Prepared prepared = prepare(letter, recipient);
            all.add(prepared);
            prepared.to()
                    .ifPresent(to -> scopes.add(DurableQueue.scope(to.account().n())));
        }
        List<SmtpReply> replies = all.stream().anyMatch(one -> one.result() instanceof Deliverable)
                ? store.write(scopes, joint -> file(joint, all, arrival.isLmtp()))
                : all.stream().map(one -> ((Failure) one.result()).reply()).toList();
        boolean isAccepted = replies.stream().anyMatch(SmtpReply::isPositive);
        List<RecipientOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < replies.size(); i++) {
            String address = all.get(i).recipient().address();
            outcomes.add(new RecipientOutcome(address, replies.get(i)));
            if (!isAccepted) {
                trace.refused(traced, arrival, address, replies.get(i).toString());
            }
        }
        return outcomes;
    }

    private Prepared prepare(Letter letter, Envelope.Recipient recipient) throws IOException {
        Destination destination = recipients.find(recipient.address());
        if (destination instanceof Local to) {
            return new Prepared(recipient, Optional.of(to), local.prepare(letter, to, recipient.address()));
        } else if (destination instanceof Remote other
                && other.relay().flatMap(Relay::account).isPresent()) {
            return prepare(letter, recipient, other.relay().get().account().get());
        }
        return new Prepared(recipient, Optional.empty(), new Failure(StoredMailIntake.rejection(destination)));
    }

    /** Prepares a message to a relay domain: an account of the tenant only sends it on. */
    private Prepared prepare(Letter letter, Envelope.Recipient recipient, LocalAccount holder) throws IOException {
        Local to = new Local(holder.account(), holder.acceptsMail(), List.of(recipient.address()));
        DeliveryResult result = local.prepare(letter, to, recipient.address());
        return new Prepared(recipient, Optional.of(to), result.equals(FULL) ? HOLDER_FULL : result);
    }

    private List<SmtpReply> file(Joint joint, List<Prepared> all, boolean lmtp) {
        List<SmtpReply> replies = new ArrayList<>();
        Deliverable accepted = null;
        for (Prepared one : all) {
            SmtpReply reply = file(joint, one);
            replies.add(reply);
            if (accepted == null && reply.isPositive()) {
                accepted = (Deliverable) one.result();
            }
        }
        for (int i = 0; i < replies.size(); i++) {
            if (accepted != null && !replies.get(i).isPositive()) {
                handleFailure(joint, accepted, all.get(i), replies.get(i), lmtp);
            }
        }
        return replies;
    }

    /** Files the message for one recipient. A failure undoes only the changes for this recipient. */
    private SmtpReply file(Joint joint, Prepared one) {
        if (!(one.result() instanceof Deliverable deliverable)) {
            return ((Failure) one.result()).reply();
        }
        Transaction tx = joint.of(DurableQueue.scope(deliverable.to().n()));
        try {
            return tx.withSavepoint(() -> local.file(tx, deliverable));
        } catch (OverQuotaException e) {
            return deliverable.isRelayed() ? StoredMailIntake.HOLDER_OVER_QUOTA : LocalDelivery.OVER_QUOTA;
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error(
                    "A message could not be filed in account {}",
                    deliverable.to().id(),
                    e);
            return ERROR;
        }
    }

    /**
     * Handles a recipient that did not accept the message, while another one did. By SMTP, the message is queued in the
     * account of the other one. The account of the recipient remembers that the message was queued, because the client
     * repeats it if it does not receive the reply.
     */
    private void handleFailure(Joint joint, Deliverable accepted, Prepared other, SmtpReply reply, boolean lmtp) {
        if (!lmtp && !isNew(joint, accepted, other, reply)) {
            return;
        }
        Letter letter = accepted.letter();
        Optional<String> tenant = other.to().map(to -> to.account().organization());
        String address = other.recipient().address();
        // The sender of junk is usually forged, so it gets no notification.
        boolean isReported = !letter.envelope().sender().isEmpty() && !letter.junk();
        if (!lmtp && (isReported || reply.isTransient())) {
            TraceEvent event =
                    TraceEvent.queue(State.QUEUED, address, reply.toString(), 0).withTenant(tenant);
            Transaction tx = joint.of(DurableQueue.scope(accepted.to().n()));
            local.sendOn(tx, accepted, letter.envelope().to(List.of(other.recipient())), Optional.empty(), event);
        } else {
            TraceRows.insert(
                    joint.of(DurableQueue.scope(remembering(accepted, other).n()))
                            .sql(),
                    letter.traced(),
                    TraceEvent.refused(Optional.of(address), tenant, reply.toString()),
                    letter.at());
        }
    }

    /** Returns the account of a recipient that did not accept the message; that of the one that did if there is none. */
    private static Account remembering(Deliverable accepted, Prepared other) {
        return other.to().map(Local::account).orElse(accepted.to());
    }

    /** Returns whether the message was not queued before. After a permanent failure, it is filed if it is sent again. */
    private static boolean isNew(Joint joint, Deliverable accepted, Prepared other, SmtpReply reply) {
        Letter letter = accepted.letter();
        String address = other.recipient().address();
        DeliveryKey key = other.to()
                .filter(to -> reply.isTransient())
                .map(to -> LocalDelivery.key(letter, to, address))
                .orElse(letter.key().ofQueued(address));
        return RecentDeliveries.isNew(
                joint.of(DurableQueue.scope(remembering(accepted, other).n())).sql(), key, letter.at());
    }
}
