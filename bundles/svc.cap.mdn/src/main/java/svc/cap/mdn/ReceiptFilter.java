package svc.cap.mdn;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.delivery.DeliveryFilter;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.DeliveryPlan.Effect;
import svc.api.delivery.DeliveryPlan.Keep;
import svc.api.delivery.IncomingMessage;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.api.Receipts;
import svc.cap.submission.api.Receipts.Receipt;

/**
 * Delivery filter that records incoming MDNs with the submission that they report on (RFC 8621 §7). Thread-safe.
 */
@Component(service = DeliveryFilter.class)
public final class ReceiptFilter implements DeliveryFilter {

    private final Store store;
    private final MailStore mail;
    private final Receipts receipts;
    private final MdnReader reading = new MdnReader();

    @Activate
    public ReceiptFilter(@Reference Store store, @Reference MailStore mail, @Reference Receipts receipts) {
        this.store = store;
        this.mail = mail;
        this.receipts = receipts;
    }

    /** The receipt refers to the stored message, so the filter runs after those that decide whether it is stored. */
    @Override
    public int order() {
        return 80;
    }

    @Override
    public DeliveryPlan plan(IncomingMessage message, DeliveryPlan before) throws IOException {
        return before.disposition() instanceof Keep
                ? receipt(message).map(before::with).orElse(before)
                : before;
    }

    private Optional<Effect> receipt(IncomingMessage message) throws IOException {
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
