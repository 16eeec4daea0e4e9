package svc.audit;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.store.ObjectId;

/**
 * The operation {@code svc audit list}. It has no REST route, because the audit log must not be accessible under
 * {@code /admin/v1} (ADM-36).
 */
@Component
public final class AuditOperations implements OperationGroup {

    private final StoredAuditLog audit;

    @Activate
    public AuditOperations(@Reference StoredAuditLog audit) {
        this.audit = audit;
    }

    @Operation(
            command = "audit list",
            help = "List administrative actions and sign-ins, the newest first",
            needs = Needs.STORE,
            emptyMessage = "no entries")
    public Page<AuditEntryView> list(
            @Help("the id of an organization; all organizations and the server if omitted") @Nullable String tenant,
            PageRequest page) {
        OptionalLong cursor = OptionalLong.empty();
        if (!page.cursor().isEmpty()) {
            cursor = StoredAuditLog.number(page.cursor());
            if (cursor.isEmpty()) {
                throw Page.badCursor();
            }
        }
        return audit.page(tenant(tenant), cursor, page.checkedLimit());
    }

    private static OptionalLong tenant(@Nullable String id) {
        OptionalLong n = id == null ? OptionalLong.empty() : ObjectId.parse(AuditRows.TENANT, id);
        if (id != null && n.isEmpty()) {
            String what = "is no id of an organization; svc tenant list names them";
            throw new OperationException(
                    Reason.INVALID, "tenant " + what + ".", List.of(new FieldError("tenant", what)));
        }
        return n;
    }
}
