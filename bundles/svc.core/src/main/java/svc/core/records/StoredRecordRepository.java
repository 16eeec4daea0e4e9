package svc.core.records;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import svc.api.jmap.RecordRepository;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.core.objects.ObjectObservers;
import svc.core.objects.ObjectObservers.Notes;
import svc.core.objects.Quoting;

/** The {@link RecordRepository} of a type. */
final class StoredRecordRepository<T extends Record> implements RecordRepository<T> {

    private final RecordModel<T> model;
    private final ObjectObservers observers;
    private final RecordBlobs blobs;
    private final UnaryOperator<String> ids;

    StoredRecordRepository(
            RecordModel<T> model, ObjectObservers observers, RecordBlobs blobs, UnaryOperator<String> ids) {
        this.model = model;
        this.observers = observers;
        this.blobs = blobs;
        this.ids = ids;
    }

    @Override
    public Optional<T> find(Snapshot snapshot, String id) {
        return version(snapshot, id).map(found -> found.version.object());
    }

    /** An object with its number. */
    private record Found<T extends Record>(long n, RecordVersion<T> version) {}

    private Optional<Found<T>> version(Snapshot snapshot, String id) {
        OptionalLong n = ObjectId.parse(model.descriptor().idPrefix(), ids.apply(id));
        return n.isEmpty()
                ? Optional.empty()
                : model.load(snapshot, List.of(n.getAsLong())).values().stream()
                        .map(version -> new Found<>(n.getAsLong(), version))
                        .findFirst();
    }

    @Override
    public Map<String, T> all(Snapshot snapshot) {
        Map<String, T> all = new LinkedHashMap<>();
        model.all(snapshot).forEach((n, version) -> all.put(id(n), version.object()));
        return all;
    }

    private String id(long n) {
        return ObjectId.format(model.descriptor().idPrefix(), n);
    }

    @Override
    public String create(Transaction tx, T object) {
        RecordWrites<T> writes = new RecordWrites<>(model, tx, blobs);
        long n = writes.create(RecordVersion.of(model.codec(), object));
        writes.flush();
        return id(n);
    }

    @Override
    public void update(Transaction tx, String id, T object) {
        Found<T> found = existing(tx, id);
        RecordVersion<T> after = RecordVersion.of(model.codec(), object);
        Set<String> differing = ObjectObservers.difference(found.version.values(), after.values());
        if (!differing.isEmpty()) {
            Notes notes = observers.notes(tx, model.descriptor(), List.of(found.n));
            RecordWrites<T> writes = new RecordWrites<>(model, tx, blobs);
            writes.update(found.n, found.version, after);
            notes.updated(found.n, differing);
            writes.flush();
        }
    }

    @Override
    public void destroy(Transaction tx, String id) {
        Found<T> found = existing(tx, id);
        RecordWrites<T> writes = new RecordWrites<>(model, tx, blobs);
        writes.destroy(found.n, found.version);
        writes.flush();
    }

    private Found<T> existing(Transaction tx, String id) {
        return version(tx, id)
                .orElseThrow(() -> new IllegalStateException("there is no " + model.name() + " " + Quoting.quoted(id)));
    }
}
