package svc.cap.submission;

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
import svc.api.blob.Blobs;
import svc.api.delivery.Destiny;
import svc.api.store.Transaction;
import svc.cap.submission.Submission.Fares;
import svc.cap.submission.api.Receipts;
import svc.cap.submission.api.Senders;

/** Writes down what recipients tell of what was sent (RFC 8621 §7, mdnBlobIds and displayed). Any thread. */
@Component
public final class SubmissionReceipts implements Receipts {

    /** One for each recipient that a message may have. */
    private static final int MOST = SubmissionCapability.MOST_RECIPIENTS;

    private final Blobs blobs;

    /** Keeps them here. */
    @Activate
    public SubmissionReceipts(@Reference Blobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public void received(Transaction tx, Collection<Long> emails, Receipt receipt) {
        List<Long> newest = ReceiptRows.submissions(tx.sql(), emails);
        if (newest.isEmpty()) {
            return;
        }
        Map<Long, Fares> fares = SubmissionRows.fares(tx.sql(), newest);
        Set<String> keys = receipt.recipients().stream().map(Senders::key).collect(Collectors.toSet());
        long n = newest.stream()
                .filter(one -> named(requireNonNull(fares.get(one)), keys).isPresent())
                .findFirst()
                .orElse(newest.get(0));
        Fares one = requireNonNull(fares.get(n));
        int known = one.receipts().size();
        if (known < MOST
                && !one.receipts().contains(receipt.blob().toString())
                && blobs.refer(tx, receipt.blob(), SubmissionFates.owner(n))) {
            String shown = receipt.displayed() ? named(one, keys).orElse("") : "";
            ReceiptRows.insert(tx.sql(), n, known, receipt.blob(), shown);
            tx.updated(Submission.TYPE, n, Submission.WHOLE);
        }
    }

    /** The recipient of a submission who is among those of a receipt. */
    private static Optional<String> named(Fares fares, Set<String> keys) {
        return fares.destinies().stream()
                .map(Destiny::address)
                .filter(address -> keys.contains(Senders.key(address)))
                .findFirst();
    }
}
