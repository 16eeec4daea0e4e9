package svc.delivery.intake;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobStore;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MailQueue;
import svc.api.delivery.MessageCheck;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.delivery.ServerIdentity;
import svc.delivery.filing.Destination;
import svc.delivery.filing.Destination.Invalid;
import svc.delivery.filing.Destination.Local;
import svc.delivery.filing.Destination.Relay;
import svc.delivery.filing.Destination.Remote;
import svc.delivery.filing.LocalDelivery;
import svc.delivery.filing.Recipients;
import svc.delivery.queue.DurableQueue;
import svc.delivery.trace.StoredMailTrace;

/**
 * The {@link MailIntake} that files messages in accounts of this server, and queues messages to relay domains.
 * Thread-safe.
 */
@Component
public final class StoredMailIntake implements MailIntake {

    private static final SmtpReply ACCEPTED = new SmtpReply(250, "2.1.5", "Recipient accepted.");

    private static final SmtpReply NO_RELAY =
            new SmtpReply(550, "5.7.1", "This server does not relay mail for other servers.");

    private static final SmtpReply NO_TRANSPORT =
            new SmtpReply(451, "4.4.0", "No transport for other mail servers is installed.");

    private static final SmtpReply NO_HOLDER =
            new SmtpReply(451, "4.3.5", "The relay domain has no account that holds its messages.");

    /** The reply if the account that holds the messages of a relay domain is over quota. The client tries again. */
    static final SmtpReply HOLDER_OVER_QUOTA =
            new SmtpReply(452, "4.3.1", "This server has no space for messages to the domain of the recipient now.");

    private final Directory directory;
    private final Recipients recipients;
    private final MailQueue queue;
    private final Store store;
    private final AccountBlobs blobs;
    private final BlobStore bytes;
    private final Clock clock;
    private final ServerIdentity identity;
    private final JointFiling filing;
    private final StoredMailTrace trace;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(task -> new Thread(task, "svc-message-check"));

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<MessageCheck> checks = List.of();

    @Activate
    public StoredMailIntake(
            @Reference Directory directory,
            @Reference Recipients recipients,
            @Reference MailQueue queue,
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference BlobStore bytes,
            @Reference Clock clock,
            @Reference ServerIdentity identity,
            @Reference JointFiling filing,
            @Reference StoredMailTrace trace) {
        this.directory = directory;
        this.recipients = recipients;
        this.queue = queue;
        this.store = store;
        this.blobs = blobs;
        this.bytes = bytes;
        this.clock = clock;
        this.identity = identity;
        this.filing = filing;
        this.trace = trace;
    }

    @Deactivate
    public void stop() {
        threads.shutdownNow();
    }

    @Override
    public SmtpReply checkRecipient(String address) {
        Destination destination = recipients.find(address);
        if (destination instanceof Remote other && other.relay().isPresent()) {
            return checkRelay(address, other.relay().get());
        }
        if (!(destination instanceof Local to)) {
            return rejection(destination);
        } else if (!to.acceptsMail()) {
            return LocalDelivery.SUSPENDED;
        } else if (!to.forwards().isEmpty() && to.forwards().stream().noneMatch(queue::accepts)) {
            return NO_RELAY;
        }
        return isFull(to.account()) ? LocalDelivery.OVER_QUOTA : ACCEPTED;
    }

    private SmtpReply checkRelay(String address, Relay relay) {
        Optional<SmtpReply> deferral = recipients.recipientDeferral(address);
        if (deferral.isPresent()) {
            return deferral.get();
        } else if (!queue.accepts(address)) {
            return NO_TRANSPORT;
        } else if (relay.account().isEmpty()) {
            return NO_HOLDER;
        } else if (!relay.account().get().acceptsMail()) {
            return LocalDelivery.SUSPENDED;
        }
        return isFull(relay.account().get().account()) ? HOLDER_OVER_QUOTA : ACCEPTED;
    }

    /** Returns the reply to an address that leads to no account. */
    static SmtpReply rejection(Destination destination) {
        if (destination instanceof Remote other) {
            return other.relay().isPresent() ? NO_HOLDER : NO_RELAY;
        }
        return destination instanceof Invalid invalid ? invalid.reply() : NO_RELAY;
    }

    private static Stream<String> tenant(Destination destination) {
        if (destination instanceof Remote other) {
            return other.relay().map(Relay::tenant).stream();
        }
        return destination instanceof Local to ? Stream.of(to.account().organization()) : Stream.empty();
    }

    private boolean isFull(Account account) {
        return store.read(DurableQueue.scope(account.n()), snapshot -> {
            OptionalLong quota = directory.quota(snapshot);
            return quota.isPresent() && blobs.usedBytes(snapshot) >= quota.getAsLong();
        });
    }

    @Override
    public IncomingMail receive(Envelope envelope, Arrival arrival) {
        if (envelope.recipients().isEmpty()) {
            throw new IllegalArgumentException("a message has at least one recipient");
        }
        String tenant = envelope.recipients().stream()
                .map(recipient -> recipients.find(recipient.address()))
                .flatMap(StoredMailIntake::tenant)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no recipient is local or in a relay domain"));
        return new ArrivingMessage(
                envelope,
                arrival,
                new MessageSpool(bytes, tenant),
                new RunningChecks(checks, envelope, arrival),
                new ArrivingMessage.Services(threads, clock, identity, filing, trace));
    }
}
