package svc.cap.vacationresponse;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.erasure.Portions;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Forgets what an account answered, and whom. */
@Component
public final class VacationErasure implements ErasureStep {

    private final Portions portions =
            Portions.none().of("vacation_answered", "hash").ofFew("vacation");

    @Override
    public String namespace() {
        return "vacationresponse";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return portions.erase(tx, pace);
    }
}
