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
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.JsonWriter;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** The source of the type {@code VacationResponse} (RFC 8621 §8): a singleton. Thread-safe. */
@Component(service = TypeSource.class)
public final class VacationSource implements TypeSource {

    /** The object number whose id is {@code singleton}. */
    private static final long ONLY =
            ObjectId.parse(VacationResponse.LETTER, VacationResponse.ID).orElseThrow();

    @Override
    public TypeDescriptor descriptor() {
        List<Property> properties = List.of(
                new Property("isEnabled"),
                new Property("fromDate"),
                new Property("toDate"),
                new Property("subject"),
                new Property("textBody"),
                new Property("htmlBody"));
        return new TypeDescriptor(
                VacationResponse.TYPE,
                VacationCapability.URN,
                VacationResponse.LETTER,
                properties,
                EnumSet.of(StandardMethod.GET, StandardMethod.SET));
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, int max) {
        return List.of(ONLY);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        if (numbers.contains(ONLY)) {
            JsonWriter sink = objects.begin(ONLY);
            VacationResponse.of(snapshot.sql()).members().forEach((name, value) -> {
                if (selection.contains(name)) {
                    sink.name(name).value(value);
                }
            });
            objects.end();
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        SetError only = new SetError(
                "singleton", "The VacationResponse is a singleton: it cannot be created or destroyed. Update it.");
        batch.creates().forEach(create -> create.reject(only));
        batch.destroys().forEach(destroy -> destroy.reject(destroy.n() == ONLY ? only : SetError.notFound()));
        batch.updates().forEach(update -> update.attempt(() -> update(tx, update)));
    }

    private static void update(Transaction tx, SetBatch.Update update) {
        if (update.n() != ONLY) {
            throw SetError.notFound();
        }
        VacationResponse before = VacationResponse.of(tx.sql());
        VacationResponse after = before;
        for (Map.Entry<String, @Nullable Object> one :
                PatchObject.of(update.patch()).whole().entrySet()) {
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
                VacationAnsweredRows.forget(tx.sql());
            }
            recordUpdate(tx);
        }
        update.updated(Map.of(), different);
    }

    /**
     * Advances the state of the type. The change log has no entries for the singleton, so this method logs that another
     * object is created and destroyed.
     */
    private static void recordUpdate(Transaction tx) {
        tx.logDestroyed(VacationResponse.TYPE, tx.logCreated(VacationResponse.TYPE, Facets.ALL));
    }
}
