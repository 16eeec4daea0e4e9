package svc.delivery.filing;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.delivery.Arrival;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.DeliveryPlan.Discard;
import svc.api.delivery.DeliveryPlan.Keep;
import svc.api.delivery.DeliveryPlan.Reject;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMessage;
import svc.api.delivery.QueuedMessage;
import svc.api.delivery.SmtpReply;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.delivery.filing.DeliveryResult.Deliverable;
import svc.delivery.filing.DeliveryResult.Failure;
import svc.delivery.filing.Destination.Local;
import svc.delivery.queue.DeliveryKey;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueEntry.ForwardedCopy;
import svc.delivery.trace.TraceEvent;
import svc.delivery.trace.TraceEvent.State;
import svc.delivery.trace.TraceRows;
import svc.delivery.trace.TracedMessage;

/** Files messages in accounts of this server. Thread-safe. */
@Component(service = LocalDelivery.class)
public final class LocalDelivery {

    private static final String INBOX = "inbox";

    /** The reply for an account over quota. It does not disclose the usage of the account. */
    public static final SmtpReply OVER_QUOTA = new SmtpReply(552, "5.2.2", "The recipient is over quota.");

    public static final SmtpReply SUSPENDED =
            new SmtpReply(450, "4.2.1", "The organization of the recipient is suspended.");
    public static final SmtpReply STORAGE_FULL =
            new SmtpReply(452, "4.3.1", "The storage of the server is full; try again later.");
    public static final SmtpReply DELIVERED = new SmtpReply(250, "2.1.5", "Delivered.");
    private static final SmtpReply RELAYED = new SmtpReply(250, "2.1.5", "Queued for the relay domain.");
    private static final SmtpReply ONLY_NOTIFICATIONS =
            new SmtpReply(550, "5.7.1", "This address accepts only notifications without a return path.");
    private static final SmtpReply DUPLICATE =
            new SmtpReply(250, "2.1.5", "Already delivered through another address of the recipient.");

    private final AccountBlobs blobs;
    private final MailStore mail;
    private final DeliveryPlanner planner;
    private final DurableQueue queue;
    private final ReturnPaths returnPaths;

    @Activate
    public LocalDelivery(
            @Reference AccountBlobs blobs,
            @Reference MailStore mail,
            @Reference DeliveryPlanner planner,
            @Reference DurableQueue queue,
            @Reference ReturnPaths returnPaths) {
        this.blobs = blobs;
        this.mail = mail;
        this.planner = planner;
        this.queue = queue;
        this.returnPaths = returnPaths;
    }

    /**
     * A message to be filed.
     *
     * @param envelope its envelope
     * @param arrival how it arrived from outside
     * @param key the key by which an account recognizes the message
     * @param junk whether it is filed as junk
     * @param copies its copies
     * @param at the time of the delivery
     * @param traced the message in the trace
     */
    public record Letter(
            Envelope envelope,
            Optional<Arrival> arrival,
            DeliveryKey key,
            boolean junk,
            FiledCopies copies,
            Instant at,
            TracedMessage traced) {}

    public FiledCopies copies(FiledCopies.Source source) {
        return new FiledCopies(blobs, mail, source);
    }

    /** Writes and parses the copy of a recipient and asks the filters, before the transaction that files it. */
    public DeliveryResult prepare(Letter letter, Local to, String recipient) throws IOException {
        if (!to.acceptsMail()) {
            return new Failure(SUSPENDED);
        }
        if (to.isReturnPath() && !letter.envelope().sender().isEmpty()) {
            return new Failure(ONLY_NOTIFICATIONS);
        }
        Scope scope = DurableQueue.scope(to.account().n());
        mail.open(scope);
        try {
            StoredBlob copy = letter.copies().in(to.account());
            MailStore.ParsedMessage parsed = letter.copies().parsed(copy);
            IncomingMessage incoming = new IncomingMessage(
                    to.account(), scope, letter.envelope().sender(), recipient, copy, letter.arrival(), letter.at());
            DeliveryPlan plan = to.forwards().isEmpty()
                    ? planner.plan(incoming, letter.junk())
                    : new DeliveryPlan(new Discard(), to.forwards(), List.of(), true);
            return plan.disposition() instanceof Reject reject
                    ? new Failure(reject.reply())
                    : new Deliverable(
                            letter,
                            key(letter, to, recipient),
                            to.account(),
                            recipient,
                            copy,
                            parsed,
                            plan,
                            returnPaths(letter, recipient, plan));
        } catch (OverQuotaException e) {
            return new Failure(OVER_QUOTA);
        } catch (StorageFullException e) {
            return new Failure(STORAGE_FULL);
        }
    }

    private Map<String, String> returnPaths(Letter letter, String recipient, DeliveryPlan plan) throws IOException {
        Map<String, String> paths = new HashMap<>();
        String sender = letter.envelope().sender();
        for (String target : plan.redirects()) {
            boolean isRewritten = letter.key().isFromOutside() && !sender.isEmpty();
            paths.put(target, isRewritten ? returnPaths.ofRedirect(sender, recipient, target) : sender);
        }
        return paths;
    }

    /** Returns the key by which an account recognizes the delivery of a message to a recipient. */
    public static DeliveryKey key(Letter letter, Local to, String recipient) {
        return to.forwards().isEmpty() ? letter.key() : letter.key().ofAlias(recipient);
    }

    /**
     * Carries out the plan, in a transaction of the recipient's account, unless the message was delivered to that account
     * before. Returns the reply for the delivery status.
     *
     * @throws OverQuotaException the account would exceed its quota; undo the changes
     */
    public SmtpReply file(Transaction tx, Deliverable message) {
        Letter letter = message.letter();
        if (!RecentDeliveries.isNew(tx.sql(), message.key(), letter.at())) {
            trace(tx, message, DUPLICATE, Set.of());
            return DUPLICATE;
        }
        if (message.isRelayed()) {
            relay(tx, message);
            return RELAYED;
        }
        Set<Long> mailboxes = Set.of();
        if (message.plan().disposition() instanceof Keep keep) {
            mailboxes = mailboxes(tx, keep);
            mail.file(tx, List.of(new NewEmail(message.parsed(), mailboxes, keep.keywords(), letter.at())));
        }
        trace(tx, message, DELIVERED, mailboxes);
        message.plan().effects().forEach(effect -> effect.apply(tx));
        for (String address : message.plan().redirects()) {
            TraceEvent event = TraceEvent.queue(State.REDIRECTED, address, "", 0);
            Envelope envelope = letter.envelope()
                    .from(message.returnPaths().getOrDefault(address, ""))
                    .to(List.of(Envelope.Recipient.of(address)));
            sendOn(tx, message, envelope, Optional.of(letter.key()), event);
        }
        return DELIVERED;
    }

    /** Queues a message for its recipient in a relay domain, with the conditions of notifications. */
    private void relay(Transaction tx, Deliverable message) {
        Envelope.Recipient recipient = message.letter().envelope().recipients().stream()
                .filter(one -> one.address().equals(message.recipient()))
                .findFirst()
                .orElse(Envelope.Recipient.of(message.recipient()));
        TraceEvent event = TraceEvent.queue(State.QUEUED, message.recipient(), RELAYED.toString(), 0);
        sendOn(tx, message, message.letter().envelope().to(List.of(recipient)), Optional.empty(), event);
    }

    private static void trace(Transaction tx, Deliverable message, SmtpReply reply, Set<Long> mailboxes) {
        Letter letter = message.letter();
        State state = letter.arrival().isEmpty()
                ? State.FILED
                : mailboxes.isEmpty() ? State.DISCARDED : letter.junk() ? State.QUARANTINED : State.DELIVERED;
        TraceRows.insert(
                tx.sql(),
                letter.traced(),
                TraceEvent.filed(state, message.recipient(), reply.toString(), mailboxes),
                letter.at());
    }

    private Set<Long> mailboxes(Transaction tx, Keep keep) {
        Set<Long> found = new HashSet<>();
        keep.roles().forEach(role -> mail.mailbox(tx, role).ifPresent(found::add));
        if (!keep.mailboxes().isEmpty()) {
            mail.mailboxes(tx).stream()
                    .map(MailboxInfo::n)
                    .filter(keep.mailboxes()::contains)
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            found.add(mail.mailbox(tx, INBOX).orElseThrow());
        }
        return found;
    }

    /**
     * Queues the copy of an account for another recipient, in a transaction of this account.
     *
     * @param envelope the envelope with this recipient
     * @param key the key by which the account of the recipient recognizes the message; empty for that of the queue
     * @param event what the trace records of it
     */
    public void sendOn(
            Transaction tx, Deliverable message, Envelope envelope, Optional<DeliveryKey> key, TraceEvent event) {
        Letter letter = message.letter();
        int skipped = letter.copies().skipped();
        queue.enqueue(
                tx,
                new QueuedMessage(message.copy().id(), message.copy().size() - skipped, envelope, letter.at()),
                new ForwardedCopy(skipped, key, letter.junk()),
                letter.traced(),
                event);
    }
}
