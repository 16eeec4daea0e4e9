package svc.cap.submission;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the identities and submissions of an account. */
@Component
public final class SubmissionErasure implements ErasureStep {

    private final AccountTables portions = AccountTables.none()
            .table("submission_receipt", "n, i")
            .table("submission_report", "n, i")
            .table("submission_recipient", "n, i")
            .table("submission", "n")
            .table("identity", "n")
            .smallTable("identity_account");

    @Override
    public String namespace() {
        return "submission";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return portions.eraseSome(tx, pace);
    }
}
