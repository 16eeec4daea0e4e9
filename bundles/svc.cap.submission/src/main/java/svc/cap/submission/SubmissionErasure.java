package svc.cap.submission;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.erasure.Portions;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Forgets who an account was when it sent, and what. */
@Component
public final class SubmissionErasure implements ErasureStep {

    private final Portions portions = Portions.none()
            .of("submission_receipt", "n, i")
            .of("submission_report", "n, i")
            .of("submission_recipient", "n, i")
            .of("submission", "n")
            .of("identity", "n")
            .ofFew("identity_account");

    @Override
    public String namespace() {
        return "submission";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return portions.erase(tx, pace);
    }
}
