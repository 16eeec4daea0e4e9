package svc.mail.verification;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Directory;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.mail.verification.AllowedLists.AllowedList;
import svc.mailauth.DomainName;

/** The operations {@code svc dmarc}. */
@Component
public final class AllowedListOperations implements OperationGroup {

    private static final String DOMAIN = "the domain for which SPF or DKIM authenticates the messages of the list";

    private final AllowedLists lists;
    private final Directory directory;

    @Activate
    public AllowedListOperations(@Reference AllowedLists lists, @Reference Directory directory) {
        this.lists = lists;
        this.directory = directory;
    }

    @Operation(
            command = "dmarc list",
            help = "List the mailing lists whose messages are accepted although they fail DMARC",
            needs = Needs.STORE)
    public List<AllowedList> list(@Help("the id of an organization; all if omitted") @Nullable String tenant) {
        return lists.all().stream()
                .filter(list -> tenant == null || list.tenantId().equals(tenant))
                .toList();
    }

    @Operation(
            command = "dmarc allow",
            help = "Accept the messages of a mailing list for an organization although they fail DMARC",
            needs = Needs.STORE)
    public AllowedList allow(
            @Positional @Help("the id of an organization with accounts") String tenantId,
            @Positional @Help(DOMAIN) String domain,
            AuditRecorder audit) {
        AllowedList list = new AllowedList(tenantId, domain(domain));
        if (!directory.hasAccounts(tenantId)) {
            throw new OperationException(
                    Reason.NOT_FOUND,
                    "There is no organization " + tenantId + " with accounts. Take an id from svc tenant list.",
                    List.of(new FieldError("tenant_id", "is no id of an organization with accounts")));
        }
        lists.add(list, audit);
        return list;
    }

    @Operation(
            command = "dmarc disallow",
            help = "Apply DMARC to the messages of a mailing list again",
            needs = Needs.STORE)
    public AllowedList disallow(
            @Positional @Help("the id of the organization") String tenantId,
            @Positional @Help(DOMAIN) String domain,
            AuditRecorder audit) {
        AllowedList list = new AllowedList(tenantId, domain(domain));
        if (!lists.remove(list, audit)) {
            throw new OperationException(
                    Reason.NOT_FOUND,
                    list.domain() + " is not allowed for " + tenantId + ". See svc dmarc list for all entries.");
        }
        return list;
    }

    private static String domain(String text) {
        DomainName domain = DomainName.of(text.strip());
        if (domain == null) {
            String what = "must be a domain name such as lists.example.org";
            throw new OperationException(
                    Reason.INVALID, "domain " + what + ".", List.of(new FieldError("domain", what)));
        }
        return domain.text();
    }
}
