package svc.delivery.filing;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobStore;
import svc.api.blob.OverQuotaException;
import svc.api.delivery.Envelope;
import svc.api.delivery.OutgoingMail.Content;
import svc.api.delivery.QueuedMessage;
import svc.api.delivery.ServerMail;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.delivery.queue.DurableQueue;

/** Sends messages of the server from the account of the postmaster or of a recipient. Thread-safe. */
@Component
public final class PostmasterMail implements ServerMail {

    private final Recipients recipients;
    private final AccountBlobs blobs;
    private final Store store;
    private final DurableQueue queue;
    private final Clock clock;

    @Activate
    public PostmasterMail(
            @Reference Recipients recipients,
            @Reference AccountBlobs blobs,
            @Reference Store store,
            @Reference DurableQueue queue,
            @Reference Clock clock) {
        this.recipients = recipients;
        this.blobs = blobs;
        this.store = store;
        this.queue = queue;
        this.clock = clock;
    }

    @Override
    public Optional<String> send(String domain, Envelope envelope, Content content) throws IOException {
        Optional<Account> from = holder(domain, envelope);
        if (from.isEmpty()) {
            return Optional.empty();
        }
        try (BlobStore.BlobWriter draft = blobs.newBlob(from.get())) {
            content.writeTo(draft.out());
            draft.out().close();
            QueuedMessage message =
                    new QueuedMessage(blobs.keep(from.get(), draft), draft.size(), envelope, clock.now());
            long n = store.write(DurableQueue.scope(from.get().n()), tx -> queue.enqueue(tx, message));
            return Optional.of(ObjectId.format(DurableQueue.LETTER, n));
        } catch (OverQuotaException e) {
            return Optional.empty();
        }
    }

    private Optional<Account> holder(String domain, Envelope envelope) {
        Stream<Destination> local =
                envelope.recipients().stream().map(recipient -> recipients.find(recipient.address()));
        return Stream.concat(recipients.administrator(domain).stream(), local)
                .filter(Destination.Local.class::isInstance)
                .map(to -> ((Destination.Local) to).account())
                .findFirst();
    }
}
