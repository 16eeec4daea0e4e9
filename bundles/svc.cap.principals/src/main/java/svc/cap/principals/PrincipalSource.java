package svc.cap.principals;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.SessionAccounts;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.DataOwner;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.JsonWriter;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The type {@code Principal} (RFC 9670 §2). All accounts of a tenant have the same principals; only {@code accounts}
 * depends on the caller.
 */
@Component(service = TypeSource.class)
public final class PrincipalSource implements TypeSource {

    static final String TYPE = "Principal";

    private static final TypeDescriptor DESCRIPTOR = new TypeDescriptor(
            TYPE,
            PrincipalsCapability.URN,
            Account.LETTER,
            Stream.concat(
                            Stream.of("type", "name", "description", "email", "timeZone")
                                    .map(Property::new),
                            Stream.of("capabilities", "accounts")
                                    .map(name -> new Property(name, Mutability.SERVER_SET)))
                    .toList(),
            EnumSet.complementOf(EnumSet.of(StandardMethod.COPY)));

    private final PrincipalSync sync;
    private final Directory directory;
    private final SessionAccounts accounts;
    private final PrincipalChanges changes;

    @Activate
    public PrincipalSource(
            @Reference PrincipalSync sync,
            @Reference Directory directory,
            @Reference SessionAccounts accounts,
            @Reference PrincipalChanges changes) {
        this.sync = sync;
        this.directory = directory;
        this.accounts = accounts;
        this.changes = changes;
    }

    @Override
    public TypeDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public DataOwner owner() {
        return DataOwner.TENANT;
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        sync.ensure(account.organization(), scope);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return PrincipalRows.numbers(snapshot.sql(), after, max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        Caller caller = selection.context().caller();
        Map<Long, AccessibleAccount> accessible = new HashMap<>();
        directory
                .accounts(caller)
                .forEach(account -> accessible.put(account.account().n(), account));
        PrincipalRows.find(snapshot.sql(), numbers).forEach((n, principal) -> {
            JsonWriter out = objects.begin(n);
            write(principal, selection.names(), out);
            if (selection.contains("accounts")) {
                AccessibleAccount account = accessible.get(n);
                out.name("accounts");
                if (account == null) {
                    out.nullValue();
                } else {
                    accounts.write(caller, account, out.beginObject().name(account.id()));
                    out.end();
                }
            }
            objects.end();
        });
    }

    private static void write(Principal principal, Set<String> names, JsonWriter out) {
        for (String name : names) {
            switch (name) {
                case "type" -> out.stringMember(name, principal.kind().word());
                case "name" -> out.stringMember(name, principal.name());
                case "description" -> out.name(name).value(principal.description());
                case "email" -> out.name(name).value(principal.email());
                case "timeZone" -> out.name(name).value(principal.timeZone());
                case "capabilities" -> out.name(name).value(Map.of());
                default -> {}
            }
        }
    }

    @Override
    public void validate(Snapshot snapshot, SetBatch batch) {
        changes.validate(snapshot, batch);
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        changes.apply(tx, batch);
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return PrincipalPlan.of(
                snapshot, query, directory.accounts(query.context().caller()));
    }
}
