package svc.cap.vacationresponse;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the vacation response of an account and the record of answered senders. */
@Component
public final class VacationErasure implements ErasureStep {

    private final AccountTables portions =
            AccountTables.none().table("vacation_answered", "hash").smallTable("vacation");

    @Override
    public String namespace() {
        return "vacationresponse";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return portions.eraseSome(tx, pace);
    }
}
