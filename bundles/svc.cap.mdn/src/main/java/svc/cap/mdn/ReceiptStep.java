package svc.cap.mdn;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.delivery.DeliveryHook;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.api.Receipts;
import svc.cap.submission.api.Receipts.Receipt;

/**
 * Delivery hook that records incoming MDNs with the submission that they report on (RFC 8621 §7). Thread-safe.
 */
@Component(service = DeliveryHook.class)
public final class ReceiptStep implements DeliveryHook {

    private final Store store;
    private final MailStore mail;
    private final Receipts receipts;
    private final MdnReader reading = new MdnReader();

    @Activate
    public ReceiptStep(@Reference Store store, @Reference MailStore mail, @Reference Receipts receipts) {
        this.store = store;
        this.mail = mail;
        this.receipts = receipts;
    }

    @Override
    public Optional<Effect> beforeFiling(IncomingMessage message) throws IOException {
        StoredBlob bytes = message.message();
        if (!reading.mayBe(bytes::send, bytes.size())) {
            return Optional.empty();
        }
        Optional<ReceivedMdn> read = reading.read(bytes::send, bytes.size());
        Optional<String> about = read.flatMap(ReceivedMdn::messageId);
        if (read.isEmpty() || about.isEmpty()) {
            return Optional.empty();
        }
        List<Long> emails = store.read(message.scope(), snapshot -> mail.named(snapshot, about.get()));
        Receipt receipt = new Receipt(
                bytes.id(),
                read.get().recipients(),
                read.get().disposition().type().equals(Disposition.DISPLAYED));
        return emails.isEmpty() ? Optional.empty() : Optional.of(tx -> receipts.received(tx, emails, receipt));
    }
}
