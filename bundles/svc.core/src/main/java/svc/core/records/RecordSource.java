package svc.core.records;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import svc.api.blob.BlobReferrer;
import svc.api.identity.Account;
import svc.api.jmap.RecordRepository;
import svc.api.jmap.SetError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;
import svc.api.json.Json;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Visibility;
import svc.core.objects.ObjectObservers;
import svc.core.records.RecordValidator.Valid;

/** The source of a type declared as a record. */
public final class RecordSource<T extends Record> implements TypeSource {

    private final RecordModel<T> model;
    private final RecordValidator<T> validator;
    private final InitialObjects<T> initialObjects;
    private final IndexBuilder builder;
    private final ObjectObservers observers;
    private final RecordBlobs blobs;

    public RecordSource(ObjectType<T> type, Json json, Store store, ObjectObservers observers, RecordBlobs blobs) {
        this.observers = observers;
        this.blobs = blobs;
        this.model = new RecordModel<>(type, json);
        this.validator = new RecordValidator<>(model, blobs);
        this.initialObjects = new InitialObjects<>(model, store, blobs);
        this.builder = new IndexBuilder(store, type.name(), model.codec());
    }

    /**
     * Returns the repository of the objects if the record class is the given one.
     *
     * @param ids resolves creation ids
     */
    @SuppressWarnings("unchecked") // the two classes are equal
    public <S extends Record> Optional<RecordRepository<S>> repository(Class<S> record, UnaryOperator<String> ids) {
        return model.type().recordType() == (Class<?>) record
                ? Optional.of((RecordRepository<S>) new StoredRecordRepository<>(model, observers, blobs, ids))
                : Optional.empty();
    }

    @Override
    public TypeDescriptor descriptor() {
        return model.descriptor();
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        model.type().beforeCall(scope, account);
        initialObjects.ensure(scope, account);
    }

    @Override
    public void shared(Transaction tx, long container, Set<Long> added) {
        model.type().shared(tx, container, added);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return model.numbers(snapshot, after, max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        if (!model.isPlain()) {
            model.visible(snapshot, selection.context(), model.load(snapshot, numbers))
                    .forEach((n, version) -> {
                        RecordCodec.write(version.values(), selection.names(), objects.begin(n));
                        objects.end();
                    });
            return;
        }
        Map<Long, byte[]> bodies = snapshot.bodies(model.name(), numbers);
        for (Long n : numbers) {
            byte[] body = bodies.get(n);
            if (body != null) {
                model.codec().write(body, selection.isDefault(), selection.names(), objects.begin(n));
                objects.end();
            }
        }
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        if (!model.isPlain() || !(model.descriptor().visibility(query.context().reach()) instanceof Visibility.All)) {
            return RecordPlan.of(snapshot, model, query);
        }
        List<String> properties = model.codec().index().properties();
        List<String> indexed = properties.stream()
                .filter(property -> snapshot.isIndexed(model.name(), property))
                .toList();
        if (indexed.size() < properties.size() && snapshot.numbers(model.name(), 0, 1).length > 0) {
            builder.need(snapshot.scope());
        }
        return IndexScanPlan.of(snapshot, model, query, indexed).orElseGet(() -> RecordPlan.of(snapshot, model, query));
    }

    @Override
    public void loadExternal(Scope scope, SetBatch batch) {
        if (model.codec().refersToBlobs()) {
            batch.creates().forEach(create -> blobs.load(model, batch.context(), create.properties()));
            batch.updates().forEach(update -> blobs.load(model, batch.context(), update.patch()));
        }
    }

    /** Returns a service that lists the objects that refer to blobs; empty for a type without {@code BlobRef}. */
    public Optional<BlobReferrer> blobReferrer() {
        return model.codec().refersToBlobs()
                ? Optional.of(
                        new RecordBlobReferrer(model.name(), model.descriptor().capability(), blobs))
                : Optional.empty();
    }

    @Override
    public void validate(Snapshot snapshot, SetBatch batch) {
        if (model.type().isSingleton()) {
            rejectSingleton(batch);
        }
        for (SetBatch.Create create : batch.creates()) {
            create.attempt(() -> create.attach(encoded(validator.create(snapshot, batch, create.properties()))));
        }
        List<Long> numbers = new ArrayList<>();
        batch.updates().forEach(update -> numbers.add(update.n()));
        batch.destroys().forEach(destroy -> numbers.add(destroy.n()));
        Map<Long, RecordVersion<T>> stored = numbers.isEmpty() ? Map.of() : model.load(snapshot, numbers);
        for (SetBatch.Update update : batch.updates()) {
            RecordVersion<T> before = stored.get(update.n());
            if (before != null) {
                update.attempt(() ->
                        update.attach(encoded(validator.update(snapshot, batch, update.n(), before, update.patch()))));
            }
        }
        for (SetBatch.Destroy destroy : batch.destroys()) {
            RecordVersion<T> before = stored.get(destroy.n());
            if (before != null) {
                destroy.attempt(() -> destroy.attach(validator.destroy(snapshot, batch, destroy.n(), before)));
            }
        }
    }

    /** Encodes the object, so that the transaction is short. */
    private Valid<T> encoded(Valid<T> valid) {
        if (model.storage().isEmpty() && valid.after() != null) {
            valid.after().body();
            valid.after().keys();
        }
        return valid;
    }

    private static void rejectSingleton(SetBatch batch) {
        SetError only = new SetError("singleton", "The object is a singleton: it can only be updated.");
        batch.creates().forEach(create -> create.reject(only));
        batch.destroys()
                .forEach(destroy -> destroy.reject(destroy.n() == RecordModel.SINGLETON ? only : SetError.notFound()));
    }

    @Override
    public boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        return new RecordChanges<>(model, validator, blobs, tx, batch).apply(pace);
    }
}
