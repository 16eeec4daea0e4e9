package svc.audit;

import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/**
 * What was done stays in the audit, with the id of the account; what tells who that was goes: the addresses of its machines,
 * and the details of every entry that is about the account or names one of its addresses.
 */
@Component(service = ErasureStep.class)
public final class AuditErasure implements ErasureStep {

    private static final int PORTION = 200;
    private static final String CLEAR = "UPDATE audit_entry SET details = '{}', address = NULL, target_id ="
            + " CASE WHEN target_id = ? THEN target_id END WHERE n IN (SELECT n FROM audit_entry WHERE"
            + " scope IN (0, :account) AND (((actor_id = ? OR target_id = ?) AND (details <> '{}' OR address IS NOT NULL))";
    private static final String NAMED = " OR instr(lower(details), ?) > 0 OR instr(lower(target_id), ?) > 0";

    @Override
    public String namespace() {
        return "audit";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        List<Object> arguments = new ArrayList<>();
        String id = who.account().id();
        arguments.addAll(List.of(id, id, id));
        for (String address : who.addresses()) {
            arguments.addAll(List.of(address, address));
        }
        String statement = CLEAR + NAMED.repeat(who.addresses().size()) + ") LIMIT " + PORTION + ")";
        return tx.sql().change(statement, arguments.toArray()) == PORTION;
    }
}
