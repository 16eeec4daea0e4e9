package svc.cap.vacationresponse;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** {@code VacationResponse} (RFC 8621 §8): one object that is always there. Any thread. */
@Component(service = TypeSource.class)
public final class VacationSource implements TypeSource {

    /** The number that is written {@code singleton}. */
    private static final long ONLY =
            ObjectId.number(Vacation.LETTER, Vacation.ID).orElseThrow();

    @Override
    public Shape shape() {
        List<Property> properties = List.of(
                new Property("isEnabled"),
                new Property("fromDate"),
                new Property("toDate"),
                new Property("subject"),
                new Property("textBody"),
                new Property("htmlBody"));
        return new Shape(
                Vacation.TYPE, VacationCapability.URN, Vacation.LETTER, properties, EnumSet.of(Verb.GET, Verb.SET));
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return List.of(ONLY);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        if (numbers.contains(ONLY)) {
            JsonSink sink = objects.begin(ONLY);
            Vacation.of(snapshot.sql()).members().forEach((name, value) -> {
                if (selection.has(name)) {
                    sink.name(name).value(value);
                }
            });
            objects.end();
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        SetError only = new SetError("singleton", "There is one VacationResponse, and it stays. Update it.");
        batch.creates().forEach(create -> create.refuse(only));
        batch.destroys().forEach(destroy -> destroy.refuse(destroy.n() == ONLY ? only : SetError.notFound()));
        batch.updates().forEach(update -> update.attempt(() -> update(tx, update)));
    }

    private static void update(Transaction tx, SetBatch.Update update) {
        if (update.n() != ONLY) {
            throw SetError.notFound();
        }
        Vacation before = Vacation.of(tx.sql());
        Vacation after = before;
        for (Map.Entry<String, @Nullable Object> one : update.patch().entrySet()) {
            after = after.with(one.getKey(), one.getValue());
        }
        Set<String> different = new HashSet<>();
        Map<String, @Nullable Object> now = after.members();
        before.members().forEach((name, value) -> {
            if (!Objects.equals(value, now.get(name))) {
                different.add(name);
            }
        });
        if (!different.isEmpty()) {
            after.put(tx.sql());
            if (!before.enabled() && after.enabled()) {
                VacationAnswers.forget(tx.sql());
            }
            moved(tx);
        }
        update.done(Map.of(), different);
    }

    /** The state moves by an object that lives for this transaction alone: the one that always was there has no number of the log. */
    private static void moved(Transaction tx) {
        tx.destroyed(Vacation.TYPE, tx.created(Vacation.TYPE, Facets.ALL));
    }
}
