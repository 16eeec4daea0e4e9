package svc.audit;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasureStep;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/**
 * Takes the person out of the audit when an account is erased: what the account did goes, with its addresses; of what operators did
 * to it stays that they did, without any detail.
 */
@Component(service = ErasureStep.class)
public final class AuditErasure implements ErasureStep {

    private static final int PORTION = 400;
    private static final String OWN =
            "DELETE FROM audit_entry WHERE :account > 0 AND n IN (SELECT n FROM audit_entry WHERE"
                    + " (actor = 'account' AND actor_id = ?) OR (target = 'account' AND target_id = ? AND action = 'account.sign-in')"
                    + " LIMIT " + PORTION + ")";
    private static final String DETAILS = "UPDATE audit_entry SET details = '{}' WHERE :account > 0 AND n IN"
            + " (SELECT n FROM audit_entry WHERE target = 'account' AND target_id = ? AND details <> '{}' LIMIT "
            + PORTION
            + ")";

    @Override
    public String namespace() {
        return "audit";
    }

    @Override
    public boolean erase(Transaction tx, Pace pace) {
        String id = ObjectId.text(Account.LETTER, tx.scope().n());
        return tx.sql().change(OWN, id, id) == PORTION || tx.sql().change(DETAILS, id) == PORTION;
    }
}
