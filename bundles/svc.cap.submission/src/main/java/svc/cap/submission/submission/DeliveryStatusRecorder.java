package svc.cap.submission.submission;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.delivery.DeliveryObserver;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.store.Transaction;
import svc.cap.submission.submission.Submission.Undo;

/**
 * Updates submissions when the delivery status of their recipients changes (RFC 8621 §7, {@code deliveryStatus}).
 * Thread-safe.
 */
@Component(service = DeliveryObserver.class)
public final class DeliveryStatusRecorder implements DeliveryObserver {

    private final AccountBlobs blobs;

    @Activate
    public DeliveryStatusRecorder(@Reference AccountBlobs blobs) {
        this.blobs = blobs;
    }

    public static AccountBlobs.BlobReference owner(long n) {
        return new AccountBlobs.BlobReference(Submission.TYPE, n, Submission.LETTER);
    }

    @Override
    public void changed(Transaction tx, long posting, List<DeliveryStatus> changed, Optional<BlobId> report) {
        SubmissionRows.ofQueuedMessage(tx.sql(), posting).ifPresent(submission -> {
            changed.forEach(status -> SubmissionRows.updateStatus(tx.sql(), submission.n(), status));
            boolean irrevocable = changed.stream().anyMatch(status -> status.state() != State.WAITING);
            if (irrevocable && submission.undo() == Undo.PENDING) {
                SubmissionRows.undo(tx.sql(), submission.n(), Undo.FINAL);
            }
            report.ifPresent(blob -> {
                if (blobs.addReference(tx, blob, owner(submission.n()))) {
                    SubmissionRows.report(tx.sql(), submission.n(), blob);
                }
            });
            tx.logUpdated(Submission.TYPE, submission.n(), Submission.WHOLE);
            EmailDeliveryStatus.changed(tx, submission);
        });
    }
}
