package svc.cap.submission;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Forgets who an account was when it sent, and what. */
@Component
public final class SubmissionErasure implements ErasureStep {

    private static final int PORTION = 400;

    private static final List<String> PORTIONS = List.of(
            portion("submission_report", "n, i"),
            portion("submission_recipient", "n, i"),
            portion("submission", "n"),
            portion("identity", "n"),
            "DELETE FROM identity_account WHERE account = :account");

    private static String portion(String table, String key) {
        return "DELETE FROM " + table + " WHERE account = :account AND (" + key + ") IN (SELECT " + key + " FROM "
                + table + " WHERE account = :account LIMIT " + PORTION + ")";
    }

    @Override
    public String namespace() {
        return "submission";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        for (String portion : PORTIONS) {
            if (tx.sql().change(portion) > 0) {
                return true;
            }
        }
        return false;
    }
}
