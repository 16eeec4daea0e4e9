package svc.core.records;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.jmap.SetError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.SetPortions;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.Json;
import svc.api.store.BackgroundTask;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.core.objects.ObjectObservers;

/** The source of a type declared as a record. The objects are stored in the generic table of the store. */
public final class RecordSource<T extends Record> implements TypeSource {

    /** The number of changes made between two checks of the time. */
    private static final int PORTION = 25;

    private final TypeDescriptor descriptor;
    private final RecordCodec<T> codec;
    private final RecordValidator<T> rules;
    private final IndexBuilder builder;
    private final ObjectObservers observers;

    public RecordSource(ObjectType<T> type, Json json, Store store, ObjectObservers observers) {
        this.observers = observers;
        this.codec = new RecordCodec<>(type.recordType(), json);
        this.rules = new RecordValidator<>(type, codec);
        List<Property> properties = codec.properties().values().stream()
                .map(p -> new Property(p.name(), Optional.empty(), p.refersTo(), p.serverSet()))
                .toList();
        this.builder = new IndexBuilder(store, type.name(), codec, codec.index());
        this.descriptor =
                new TypeDescriptor(type.name(), type.capability(), type.idPrefix(), properties, type.methods());
    }

    /** Returns the codec if the record class is the given one. */
    public <S extends Record> Optional<RecordCodec<S>> codec(Class<S> record) {
        return codec.of(record);
    }

    public ObjectObservers observers() {
        return observers;
    }

    @Override
    public TypeDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, int max) {
        return Arrays.stream(snapshot.numbers(descriptor.type(), 0, max))
                .boxed()
                .toList();
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        Map<Long, byte[]> bodies = snapshot.bodies(descriptor.type(), numbers);
        for (Long n : numbers) {
            byte[] body = bodies.get(n);
            if (body != null) {
                codec.write(body, selection.isDefault(), selection.names(), objects.begin(n));
                objects.end();
            }
        }
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        if (codec.index().properties().stream().anyMatch(property -> !snapshot.isIndexed(descriptor.type(), property))
                && snapshot.numbers(descriptor.type(), 0, 1).length > 0) {
            builder.need(snapshot.scope());
        }
        return IndexScanPlan.of(snapshot, descriptor.type(), codec, query)
                .orElseGet(() -> RecordPlan.of(snapshot, descriptor.type(), codec, query));
    }

    /** The result of a validation, and the stored body that it is based on. */
    @SuppressWarnings("ArrayRecordComponent") // the record is never compared
    private record Prepared(byte[] on, RecordValidator.Outcome outcome) {
        boolean stillFits(byte[] body) {
            return on == body || Arrays.equals(on, body);
        }
    }

    private static final byte[] NOTHING = {};

    @Override
    public void validate(Snapshot snapshot, SetBatch batch) {
        for (SetBatch.Create create : batch.creates()) {
            create.attempt(() -> create.attach(new Prepared(NOTHING, rules.create(create.properties(), batch))));
        }
        Map<Long, byte[]> bodies = snapshot.bodies(descriptor.type(), numbers(batch));
        for (SetBatch.Update update : batch.updates()) {
            byte[] body = bodies.get(update.n());
            if (body != null) {
                update.attempt(() -> update.attach(prepared(update, body, batch)));
            }
        }
    }

    private Prepared prepared(SetBatch.Update update, byte[] body, SetBatch batch) {
        return new Prepared(
                body, rules.update(body, update.patch(), batch, ObjectId.format(descriptor.idPrefix(), update.n())));
    }

    private static Collection<Long> numbers(SetBatch batch) {
        List<Long> numbers = new ArrayList<>();
        batch.updates().forEach(update -> numbers.add(update.n()));
        batch.destroys().forEach(destroy -> numbers.add(destroy.n()));
        return numbers;
    }

    @Override
    public boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        return new SetPortions(batch, PORTION).make(pace, portion -> apply(tx, portion));
    }

    private void apply(Transaction tx, SetPortions.Portion portion) {
        SetBatch batch = portion.of();
        RecordWriteBatch write = new RecordWriteBatch(tx, descriptor.type(), codec.index(), ObjectObservers.Notes.NONE);
        for (SetBatch.Create create : portion.creates()) {
            RecordValidator.Outcome outcome = ((Prepared) create.attachment().orElseThrow()).outcome();
            create.created(write.create(outcome.body(), outcome.after()), outcome.answer());
        }
        Map<Long, byte[]> bodies = tx.bodies(descriptor.type(), portion.numbers());
        for (SetBatch.Update update : portion.updates()) {
            update.attempt(() -> update(write, update, found(bodies, update.n()), batch));
        }
        for (SetBatch.Destroy destroy : portion.destroys()) {
            destroy.attempt(() -> {
                write.destroy(destroy.n(), rules.destroy(found(bodies, destroy.n()), batch));
                destroy.destroyed();
            });
        }
        write.flush();
    }

    private void update(RecordWriteBatch write, SetBatch.Update update, byte[] body, SetBatch batch) {
        // the result of the validation is valid only for the body that was validated
        RecordValidator.Outcome outcome = update.attachment()
                .map(Prepared.class::cast)
                .filter(kept -> kept.stillFits(body))
                .orElseGet(() -> prepared(update, body, batch))
                .outcome();
        if (!outcome.differing().isEmpty()) {
            write.update(update.n(), outcome.body(), outcome.before(), outcome.after(), outcome.differing());
        }
        update.updated(outcome.answer(), outcome.differing());
    }

    private static byte[] found(Map<Long, byte[]> bodies, long n) {
        byte[] body = bodies.get(n);
        if (body == null) {
            throw SetError.notFound();
        }
        return body;
    }
}
