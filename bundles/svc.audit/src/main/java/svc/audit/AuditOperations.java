package svc.audit;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Page;
import svc.api.operation.StoreOperation;
import svc.api.store.ObjectId;

/** {@code svc audit list}; at the console only, because over the network the audit is read as JMAP objects (ADM-36). */
@Component(service = AdminOperation.class)
public final class ListAudit implements StoreOperation<ListAudit.Arguments, Page<EntryView>> {

    private final StoredAudit audit;

    /** Lists this. */
    @Activate
    public ListAudit(@Reference StoredAudit audit) {
        this.audit = audit;
    }

    /** Which part of it. */
    record Arguments(
            @Help("the id of an organization; all of them and the server when left out") @Nullable
            String tenant,

            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor) {}

    @Override
    public String noun() {
        return "audit";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Who did what, the newest first: administrative acts and sign-ins";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Page<EntryView> run(Arguments arguments) {
        OptionalLong cursor = OptionalLong.empty();
        if (arguments.cursor() != null) {
            cursor = StoredAudit.number(arguments.cursor());
            if (cursor.isEmpty()) {
                throw Page.badCursor();
            }
        }
        return audit.page(tenant(arguments.tenant()), cursor, Page.limit(arguments.limit()));
    }

    private static OptionalLong tenant(@Nullable String id) {
        OptionalLong n = id == null ? OptionalLong.empty() : ObjectId.number(AuditRows.TENANT, id);
        if (id != null && n.isEmpty()) {
            String what = "is no id of an organization; svc tenant list names them";
            throw new OperationProblem(Reason.INVALID, "tenant " + what + ".", List.of(new FieldError("tenant", what)));
        }
        return n;
    }

    @Override
    public String whenEmpty() {
        return "no entries";
    }
}
