package svc.cap.submission.submission;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.delivery.DeliveryStatus;
import svc.api.store.Transaction;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.api.Receipts;
import svc.cap.submission.api.Senders;
import svc.cap.submission.submission.Submission.RecipientStatus;

/** Adds received MDNs to submissions (RFC 8621 §7, {@code mdnBlobIds} and {@code displayed}). Thread-safe. */
@Component
public final class ReceiptRecorder implements Receipts {

    /** Maximum number of MDNs of one submission: one for each recipient that a message may have. */
    private static final int MOST = SubmissionCapability.MOST_RECIPIENTS;

    private final AccountBlobs blobs;

    @Activate
    public ReceiptRecorder(@Reference AccountBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public void received(Transaction tx, Collection<Long> emails, Receipt receipt) {
        List<Long> newest = ReceiptRows.submissions(tx.sql(), emails);
        if (newest.isEmpty()) {
            return;
        }
        Map<Long, RecipientStatus> status = SubmissionRows.recipientStatus(tx.sql(), newest);
        Set<String> keys = receipt.recipients().stream().map(Senders::key).collect(Collectors.toSet());
        long n = newest.stream()
                .filter(one ->
                        recipientKey(requireNonNull(status.get(one)), keys).isPresent())
                .findFirst()
                .orElse(newest.get(0));
        RecipientStatus one = requireNonNull(status.get(n));
        int known = one.receipts().size();
        if (known < MOST
                && !one.receipts().contains(receipt.blob().toString())
                && blobs.addReference(tx, receipt.blob(), DeliveryStatusRecorder.owner(n))) {
            String shown = receipt.displayed() ? recipientKey(one, keys).orElse("") : "";
            ReceiptRows.insert(tx.sql(), n, known, receipt.blob(), shown);
            tx.logUpdated(Submission.TYPE, n, Submission.WHOLE);
        }
    }

    /**
     * Returns the recipient of the submission that the MDN names; empty if the MDN names no recipient of the
     * submission.
     */
    private static Optional<String> recipientKey(RecipientStatus status, Set<String> keys) {
        return status.statuses().stream()
                .map(DeliveryStatus::recipient)
                .filter(address -> keys.contains(Senders.key(address)))
                .findFirst();
    }
}
