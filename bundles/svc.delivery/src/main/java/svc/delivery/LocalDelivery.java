package svc.delivery;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.delivery.DeliveryHook;
import svc.api.delivery.DeliveryHook.Effect;
import svc.api.delivery.DeliveryHook.IncomingMessage;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.delivery.DeliveryRecorder.PendingDelivery;
import svc.delivery.DeliveryResult.Deliverable;
import svc.delivery.DeliveryResult.PermanentFailure;
import svc.delivery.DeliveryResult.TransientFailure;
import svc.mime.Headers;
import svc.mime.MessageReader;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;

/** Files messages in accounts of this server. Thread-safe. */
@Component(service = LocalDelivery.class)
public final class LocalDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(LocalDelivery.class);

    /** The maximum number of Received fields. A message with more is in a mail loop (RFC 5321 §6.3). */
    private static final int MOST_HOPS = 50;

    private static final String INBOX = "inbox";

    /** The reply for an account over quota. It does not disclose the usage of the account. */
    static final String OVER_QUOTA = "552 5.2.2 The recipient is over quota.";

    private final AccountBlobs blobs;
    private final MailStore mail;
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<DeliveryHook> steps = List.of();

    @Activate
    public LocalDelivery(@Reference AccountBlobs blobs, @Reference MailStore mail) {
        this.blobs = blobs;
        this.mail = mail;
    }

    /** Copies and parses the message and runs the delivery hooks, before the transaction that files it. */
    DeliveryResult prepare(Account to, PendingDelivery delivery, Instant at) throws IOException {
        Account from = delivery.from();
        Optional<StoredBlob> bytes = blobs.find(from, delivery.head().blob());
        if (bytes.isEmpty()) {
            return new PermanentFailure("554 5.6.0 The data of the message is missing.");
        }
        Scope scope = DurableQueue.scope(to.n());
        Headers headers = reader.read(bytes.get()::send, bytes.get().size(), ReadOptions.STRUCTURE)
                .headers();
        if (headers.all("Received").size() > MOST_HOPS) {
            return new PermanentFailure(
                    "554 5.4.6 Mail loop detected: the message passed more than " + MOST_HOPS + " servers.");
        }
        mail.open(scope);
        try {
            StoredBlob copy = copy(bytes.get(), from, to);
            Optional<ParsedMessage> message = mail.read(copy);
            if (message.isEmpty()) {
                return new PermanentFailure("554 5.6.0 The data is not a message.");
            }
            IncomingMessage incoming = new IncomingMessage(
                    to, scope, delivery.head().sender(), delivery.recipient().address(), copy, at);
            return new Deliverable(delivery.posting(), message.get(), effects(incoming), at);
        } catch (OverQuotaException e) {
            return new PermanentFailure(OVER_QUOTA);
        } catch (StorageFullException e) {
            return new TransientFailure("452 4.3.1 The storage of the server is full.");
        }
    }

    /** Copies the blob to the account of the recipient, because each account holds its own blobs. */
    private StoredBlob copy(StoredBlob bytes, Account from, Account to) throws IOException {
        return from.n() == to.n()
                ? bytes
                : blobs.copy(from, to, to, bytes.id())
                        .orElseThrow(() -> new IOException("The data of the message was removed during delivery."));
    }

    private List<Effect> effects(IncomingMessage incoming) {
        List<Effect> effects = new ArrayList<>();
        for (DeliveryHook step : steps) {
            try {
                step.beforeFiling(incoming).ifPresent(effects::add);
            } catch (IOException | RuntimeException | LinkageError e) {
                LOG.error("A delivery hook failed; the message is delivered without it: {}", step.getClass(), e);
            }
        }
        return effects;
    }

    /**
     * Files the message, in a transaction of the recipient's account, unless the queued message was already filed in
     * that account. Returns the reply for the delivery status.
     */
    String file(Transaction tx, Deliverable message) {
        if (!RecentDeliveries.isNew(tx.sql(), RecentDeliveries.key(message.posting()), message.at())) {
            return "250 2.1.5 Already delivered through another address of the recipient.";
        }
        OptionalLong inbox = mail.mailbox(tx, INBOX);
        mail.file(tx, List.of(new NewEmail(message.parsed(), Set.of(inbox.orElseThrow()), Set.of(), message.at())));
        message.effects().forEach(effect -> effect.apply(tx));
        return "250 2.1.5 Delivered.";
    }
}
