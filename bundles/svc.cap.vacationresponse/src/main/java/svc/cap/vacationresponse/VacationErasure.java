package svc.cap.vacationresponse;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Forgets what an account answered, and whom. */
@Component
public final class VacationErasure implements ErasureStep {

    private static final int PORTION = 400;

    @Override
    public String namespace() {
        return "vacationresponse";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        tx.sql().change("DELETE FROM vacation WHERE account = :account");
        return tx.sql()
                        .change(
                                "DELETE FROM vacation_answered WHERE account = :account AND hash IN"
                                        + " (SELECT hash FROM vacation_answered WHERE account = :account LIMIT ?)",
                                PORTION)
                == PORTION;
    }
}
