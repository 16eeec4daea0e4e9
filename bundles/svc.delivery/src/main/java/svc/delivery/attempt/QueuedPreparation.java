package svc.delivery.attempt;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.delivery.SmtpReply;
import svc.api.time.Clock;
import svc.delivery.attempt.DeliveryRecorder.PendingDelivery;
import svc.delivery.filing.DeliveryResult;
import svc.delivery.filing.DeliveryResult.Failure;
import svc.delivery.filing.Destination.Local;
import svc.delivery.filing.FiledCopies;
import svc.delivery.filing.LocalDelivery;
import svc.delivery.filing.LocalDelivery.Letter;
import svc.delivery.filing.MessageHead;
import svc.delivery.filing.TraceFields;
import svc.delivery.trace.TracedMessage;
import svc.mime.Octets;

/** Prepares the filing of queued messages. Thread-safe. */
@Component(service = QueuedPreparation.class)
public final class QueuedPreparation {

    private final AccountBlobs blobs;
    private final LocalDelivery local;
    private final Clock clock;

    @Activate
    public QueuedPreparation(@Reference AccountBlobs blobs, @Reference LocalDelivery local, @Reference Clock clock) {
        this.blobs = blobs;
        this.local = local;
        this.clock = clock;
    }

    /** Prepares the filing in the account of a recipient, before the transaction that files the message. */
    DeliveryResult prepare(Local to, PendingDelivery delivery) throws IOException {
        Optional<StoredBlob> blob = blobs.find(delivery.from(), delivery.head().blob());
        if (blob.isEmpty()) {
            return new Failure(new SmtpReply(554, "5.6.0", "The data of the message is missing."));
        }
        long skipped = delivery.head().copy().skipped();
        Octets message = (from, length, out) -> blob.get().send(skipped + from, length, out);
        long size = blob.get().size() - skipped;
        MessageHead head = MessageHead.read(message, size);
        Optional<SmtpReply> rejection = head.rejection();
        if (rejection.isPresent()) {
            return new Failure(rejection.get());
        }
        FiledCopies.Source source = new FiledCopies.Source(
                message, size, head, TraceFields.returnPath(delivery.head().sender()), "", List.of());
        Letter letter = new Letter(
                delivery.head().envelope(),
                Optional.empty(),
                delivery.head().key(),
                delivery.head().copy().junk(),
                local.copies(source),
                clock.now(),
                new TracedMessage(
                        delivery.head().trace(),
                        Optional.empty(),
                        Optional.of(delivery.head().sender()),
                        head.headers().messageId(),
                        size,
                        List.of()));
        return local.prepare(letter, to, delivery.recipient().address());
    }
}
