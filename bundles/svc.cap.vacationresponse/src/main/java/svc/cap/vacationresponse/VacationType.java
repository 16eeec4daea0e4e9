package svc.cap.vacationresponse;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RecordStorage;
import svc.api.jmap.type.TransactionRules;
import svc.api.store.Transaction;

/** The type {@code VacationResponse} (RFC 8621 §8). */
@Component(service = ObjectType.class)
public final class VacationType implements ObjectType<VacationResponse>, TransactionRules<VacationResponse> {

    @Override
    public String capability() {
        return VacationCapability.URN;
    }

    @Override
    public Class<VacationResponse> recordType() {
        return VacationResponse.class;
    }

    @Override
    public boolean isSingleton() {
        return true;
    }

    @Override
    public Optional<RecordStorage<VacationResponse>> storage() {
        return Optional.of(new VacationRows());
    }

    /** During a new absence, every sender gets a response again. */
    @Override
    public void changed(Transaction tx, long n, @Nullable VacationResponse before, @Nullable VacationResponse after) {
        if (before != null && !before.isEnabled() && after != null && after.isEnabled()) {
            VacationAnsweredRows.forget(tx.sql());
        }
    }
}
