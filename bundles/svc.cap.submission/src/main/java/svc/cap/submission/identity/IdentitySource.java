package svc.cap.submission.identity;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.SetPortions;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.Json;
import svc.api.json.JsonWriter;
import svc.api.store.BackgroundTask;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.submission.SubmissionCapability;

/**
 * The type {@code Identity} (RFC 8621 §6). Each account starts with one identity for each of its addresses.
 * Thread-safe.
 */
@Component(service = TypeSource.class)
public final class IdentitySource implements TypeSource {

    private static final int MOST = 500;

    /** The maximum number of changes in one transaction. */
    private static final int PORTION = 20;

    private final DefaultIdentities first;
    private final SendingRights rights;
    private final IdentityRows rows;

    @Activate
    public IdentitySource(@Reference DefaultIdentities first, @Reference SendingRights rights, @Reference Json json) {
        this.first = first;
        this.rights = rights;
        this.rows = new IdentityRows(json);
    }

    @Override
    public TypeDescriptor descriptor() {
        List<Property> properties = List.of(
                new Property("name"),
                new Property("email"),
                new Property("replyTo"),
                new Property("bcc"),
                new Property("textSignature"),
                new Property("htmlSignature"),
                new Property("mayDelete", TypeDescriptor.Mutability.SERVER_SET));
        return new TypeDescriptor(
                Identity.TYPE,
                SubmissionCapability.URN,
                Identity.LETTER,
                properties,
                EnumSet.of(StandardMethod.GET, StandardMethod.CHANGES, StandardMethod.SET));
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        first.enter(scope);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, int max) {
        return IdentityRows.numbers(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        rows.find(snapshot.sql(), numbers).forEach((n, identity) -> {
            JsonWriter sink = objects.begin(n);
            members(identity).forEach((name, value) -> {
                if (selection.contains(name)) {
                    sink.name(name).value(value);
                }
            });
            objects.end();
        });
    }

    private static Map<String, @Nullable Object> members(Identity identity) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("name", identity.name());
        members.put("email", identity.email());
        members.put("replyTo", identity.replyTo());
        members.put("bcc", identity.bcc());
        members.put("textSignature", identity.text());
        members.put("htmlSignature", identity.html());
        members.put("mayDelete", !identity.main());
        return members;
    }

    @Override
    public boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        return new SetPortions(batch, PORTION).make(pace, portion -> apply(tx, portion));
    }

    private void apply(Transaction tx, SetPortions.Portion portion) {
        portion.creates().forEach(create -> create.attempt(() -> create(tx, create)));
        Map<Long, Identity> existing = rows.find(tx.sql(), portion.numbers());
        portion.updates().forEach(update -> update.attempt(() -> update(tx, existing.get(update.n()), update)));
        portion.destroys().forEach(destroy -> destroy.attempt(() -> destroy(tx, existing.get(destroy.n()), destroy)));
    }

    @Override
    public void loadExternal(Scope scope, SetBatch batch) {
        batch.creates()
                .forEach(create ->
                        create.attempt(() -> check(batch.context().reach().account(), create)));
    }

    private void check(Account account, SetBatch.Create create) {
        if (!(create.properties().get("email") instanceof String email)) {
            throw SetError.invalidProperty("email", "email is required: the address to send from.");
        }
        if (!rights.mayUse(account, email)) {
            throw new SetError(
                    "forbiddenFrom",
                    "The account may not send from " + email + ": it is not an address of the account.");
        }
    }

    private void create(Transaction tx, SetBatch.Create create) {
        Map<String, @Nullable Object> given = create.properties();
        if (IdentityRows.numbers(tx.sql(), MOST).size() == MOST) {
            throw SetError.overQuota("An account can have at most " + MOST + " identities.");
        }
        Identity identity = Identity.of("", "", false);
        for (Map.Entry<String, @Nullable Object> one : given.entrySet()) {
            identity = identity.with(one.getKey(), one.getValue());
        }
        long n = tx.logCreated(Identity.TYPE, Facets.ALL);
        rows.put(tx.sql(), n, identity);
        Map<String, @Nullable Object> others = members(identity);
        others.keySet().removeAll(given.keySet());
        create.created(n, others);
    }

    private void update(Transaction tx, @Nullable Identity before, SetBatch.Update update) {
        if (before == null) {
            throw SetError.notFound();
        }
        Identity after = before;
        for (Map.Entry<String, @Nullable Object> one :
                PatchObject.of(update.patch()).whole().entrySet()) {
            if (one.getKey().equals("mayDelete") && Objects.equals(one.getValue(), !before.main())) {
                continue;
            }
            after = after.with(one.getKey(), one.getValue());
        }
        if (!after.email().equals(before.email())) {
            throw SetError.invalidProperty(
                    "email", "The email of an Identity cannot be changed. Create another Identity.");
        }
        Set<String> different = new HashSet<>();
        Map<String, @Nullable Object> now = members(after);
        members(before).forEach((name, value) -> {
            if (!Objects.equals(value, now.get(name))) {
                different.add(name);
            }
        });
        if (!different.isEmpty()) {
            rows.put(tx.sql(), update.n(), after);
            tx.logUpdated(Identity.TYPE, update.n(), Facets.ALL);
        }
        update.updated(Map.of(), different);
    }

    private static void destroy(Transaction tx, @Nullable Identity before, SetBatch.Destroy destroy) {
        if (before == null) {
            throw SetError.notFound();
        }
        if (before.main()) {
            throw SetError.forbidden("The identity of the primary address of the account cannot be destroyed.");
        }
        IdentityRows.delete(tx.sql(), destroy.n());
        tx.logDestroyed(Identity.TYPE, destroy.n());
        destroy.destroyed();
    }
}
