package svc.cap.submission;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.Json;
import svc.api.json.JsonSink;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** {@code Identity} (RFC 8621 §6). Each account begins with one for each of its addresses. Any thread. */
@Component(service = TypeSource.class)
public final class IdentitySource implements TypeSource {

    private static final int MOST = 500;

    private final FirstIdentities first;
    private final SendingRights rights;
    private final IdentityRows rows;

    /** Begins with these. */
    @Activate
    public IdentitySource(@Reference FirstIdentities first, @Reference SendingRights rights, @Reference Json json) {
        this.first = first;
        this.rights = rights;
        this.rows = new IdentityRows(json);
    }

    @Override
    public Shape shape() {
        List<Property> properties = List.of(
                new Property("name"),
                new Property("email"),
                new Property("replyTo"),
                new Property("bcc"),
                new Property("textSignature"),
                new Property("htmlSignature"),
                new Property("mayDelete", Optional.empty(), Optional.empty(), true));
        return new Shape(
                Identity.TYPE,
                SubmissionCapability.URN,
                Identity.LETTER,
                properties,
                EnumSet.of(Verb.GET, Verb.CHANGES, Verb.SET));
    }

    @Override
    public void enter(Scope scope) {
        first.enter(scope);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return IdentityRows.numbers(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        rows.among(snapshot.sql(), numbers).forEach((n, identity) -> {
            JsonSink sink = objects.begin(n);
            members(identity).forEach((name, value) -> {
                if (selection.has(name)) {
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
    public void apply(Transaction tx, SetBatch batch) {
        batch.creates().forEach(create -> create.attempt(() -> create(tx, create)));
        Set<Long> numbers = new HashSet<>();
        batch.updates().forEach(update -> numbers.add(update.n()));
        batch.destroys().forEach(destroy -> numbers.add(destroy.n()));
        Map<Long, Identity> there = rows.among(tx.sql(), numbers);
        batch.updates().forEach(update -> update.attempt(() -> update(tx, there.get(update.n()), update)));
        batch.destroys().forEach(destroy -> destroy.attempt(() -> destroy(tx, there.get(destroy.n()), destroy)));
    }

    @Override
    public void gather(Scope scope, SetBatch batch) {
        batch.creates()
                .forEach(create -> create.attempt(() -> check(batch.reach().account(), create)));
    }

    private void check(Account account, SetBatch.Create create) {
        if (!(create.properties().get("email") instanceof String email)) {
            throw SetError.invalidProperty("email", "Say by which address it sends.");
        }
        if (!rights.mayUse(account, email)) {
            throw new SetError(
                    "forbiddenFrom", "The account may not send by " + email + ", which is no address of it.");
        }
    }

    private void create(Transaction tx, SetBatch.Create create) {
        Map<String, @Nullable Object> given = create.properties();
        if (IdentityRows.numbers(tx.sql(), MOST).size() == MOST) {
            throw SetError.overQuota("An account may have " + MOST + " identities.");
        }
        Identity identity = Identity.of("", "", false);
        for (Map.Entry<String, @Nullable Object> one : given.entrySet()) {
            identity = identity.with(one.getKey(), one.getValue());
        }
        long n = tx.created(Identity.TYPE, Facets.ALL);
        rows.put(tx.sql(), n, identity);
        Map<String, @Nullable Object> others = members(identity);
        others.keySet().removeAll(given.keySet());
        create.done(n, others);
    }

    private void update(Transaction tx, @Nullable Identity before, SetBatch.Update update) {
        if (before == null) {
            throw SetError.notFound();
        }
        Identity after = before;
        for (Map.Entry<String, @Nullable Object> one : update.patch().entrySet()) {
            if (one.getKey().equals("mayDelete") && Objects.equals(one.getValue(), !before.main())) {
                continue;
            }
            after = after.with(one.getKey(), one.getValue());
        }
        if (!after.email().equals(before.email())) {
            throw SetError.invalidProperty("email", "The address of an Identity stays. Make another one.");
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
            tx.updated(Identity.TYPE, update.n(), Facets.ALL);
        }
        update.done(Map.of(), different);
    }

    private static void destroy(Transaction tx, @Nullable Identity before, SetBatch.Destroy destroy) {
        if (before == null) {
            throw SetError.notFound();
        }
        if (before.main()) {
            throw SetError.forbidden("The identity of the account's own address stays.");
        }
        IdentityRows.delete(tx.sql(), destroy.n());
        tx.destroyed(Identity.TYPE, destroy.n());
        destroy.done();
    }
}
