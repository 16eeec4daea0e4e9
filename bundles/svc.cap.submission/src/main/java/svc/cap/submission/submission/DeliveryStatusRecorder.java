package svc.cap.submission;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.delivery.DeliveryObserver;
import svc.api.delivery.Destiny;
import svc.api.delivery.Destiny.Fate;
import svc.api.store.Transaction;
import svc.cap.submission.Submission.Undo;

/** Writes down how what was sent fares (RFC 8621 §7, deliveryStatus). Any thread. */
@Component(service = DeliveryObserver.class)
public final class SubmissionFates implements DeliveryObserver {

    private final Blobs blobs;

    /** Keeps reports here. */
    @Activate
    public SubmissionFates(@Reference Blobs blobs) {
        this.blobs = blobs;
    }

    static Blobs.Owner owner(long n) {
        return new Blobs.Owner(Submission.TYPE, n, Submission.LETTER);
    }

    @Override
    public void changed(Transaction tx, long posting, List<Destiny> changed, Optional<BlobId> report) {
        SubmissionRows.ofPosting(tx.sql(), posting).ifPresent(submission -> {
            changed.forEach(destiny -> SubmissionRows.fares(tx.sql(), submission.n(), destiny));
            boolean irrevocable = changed.stream().anyMatch(destiny -> destiny.fate() != Fate.WAITING);
            if (irrevocable && submission.undo() == Undo.PENDING) {
                SubmissionRows.undo(tx.sql(), submission.n(), Undo.FINAL);
            }
            report.ifPresent(blob -> {
                if (blobs.refer(tx, blob, owner(submission.n()))) {
                    SubmissionRows.report(tx.sql(), submission.n(), blob);
                }
            });
            tx.updated(Submission.TYPE, submission.n(), Submission.WHOLE);
            SentMail.changed(tx, submission);
        });
    }
}
