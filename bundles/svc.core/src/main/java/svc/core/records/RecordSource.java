package svc.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.jmap.ObjectType;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/** The source of the types that are records: their objects lie in the store's generic table. */
final class RecordSource<T extends Record> implements TypeSource {

    private final Shape shape;
    private final RecordCodec<T> codec;
    private final RecordRules<T> rules;
    private final IndexBuilder builder;
    private final Witnesses witnesses;

    RecordSource(ObjectType<T> type, Json json, Store store, Witnesses witnesses) {
        this.witnesses = witnesses;
        this.codec = new RecordCodec<>(type.shape(), json);
        this.rules = new RecordRules<>(type, codec);
        List<Property> properties = codec.properties().values().stream()
                .map(p -> new Property(p.name(), Optional.empty(), p.refersTo(), p.serverSet()))
                .toList();
        this.builder = new IndexBuilder(store, type.name(), codec, codec.index());
        this.shape = new Shape(type.name(), type.capability(), type.letter(), properties, type.verbs());
    }

    /** The codec, for whoever knows the record. */
    <S extends Record> Optional<RecordCodec<S>> codec(Class<S> record) {
        return codec.of(record);
    }

    /** Those who want to hear in what its objects differ from what they were. */
    Witnesses witnesses() {
        return witnesses;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return Arrays.stream(snapshot.numbers(shape.type(), 0, max)).boxed().toList();
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        Map<Long, byte[]> bodies = snapshot.bodies(shape.type(), numbers);
        for (Long n : numbers) {
            byte[] body = bodies.get(n);
            if (body != null) {
                codec.write(body, selection.all(), selection.names(), objects.begin(n));
                objects.end();
            }
        }
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        if (codec.index().properties().stream().anyMatch(property -> !snapshot.isIndexed(shape.type(), property))
                && snapshot.numbers(shape.type(), 0, 1).length > 0) {
            builder.need(snapshot.scope());
        }
        return WalkPlan.of(snapshot, shape.type(), codec, query)
                .orElseGet(() -> RecordPlan.of(snapshot, shape.type(), codec, query));
    }

    /** What a change was found to be, and on which body it stands. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Prepared(byte[] on, RecordRules.Outcome outcome) {
        boolean stillFits(byte[] body) {
            return on == body || Arrays.equals(on, body);
        }
    }

    private static final byte[] NOTHING = {};

    @Override
    public void prepare(Snapshot snapshot, SetBatch batch) {
        for (SetBatch.Create create : batch.creates()) {
            create.attempt(() -> create.keep(new Prepared(NOTHING, rules.create(create.properties(), batch))));
        }
        Map<Long, byte[]> bodies = snapshot.bodies(shape.type(), numbers(batch));
        for (SetBatch.Update update : batch.updates()) {
            byte[] body = bodies.get(update.n());
            if (body != null) {
                update.attempt(() -> update.keep(prepared(update, body, batch)));
            }
        }
    }

    private Prepared prepared(SetBatch.Update update, byte[] body, SetBatch batch) {
        return new Prepared(body, rules.update(body, update.patch(), batch, ObjectId.text(shape.letter(), update.n())));
    }

    private static Collection<Long> numbers(SetBatch batch) {
        List<Long> numbers = new ArrayList<>();
        batch.updates().forEach(update -> numbers.add(update.n()));
        batch.destroys().forEach(destroy -> numbers.add(destroy.n()));
        return numbers;
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        RecordWrite write = new RecordWrite(tx, shape.type(), codec.index(), Witnesses.Notes.NOBODY);
        for (SetBatch.Create create : batch.creates()) {
            RecordRules.Outcome outcome = ((Prepared) create.kept().orElseThrow()).outcome();
            create.done(write.create(outcome.body(), outcome.after()), outcome.answer());
        }
        Map<Long, byte[]> bodies = tx.bodies(shape.type(), numbers(batch));
        for (SetBatch.Update update : batch.updates()) {
            update.attempt(() -> update(write, update, found(bodies, update.n()), batch));
        }
        for (SetBatch.Destroy destroy : batch.destroys()) {
            destroy.attempt(() -> {
                write.destroy(destroy.n(), rules.destroy(found(bodies, destroy.n()), batch));
                destroy.done();
            });
        }
        write.flush();
    }

    private void update(RecordWrite write, SetBatch.Update update, byte[] body, SetBatch batch) {
        // What was prepared stands only on the very object it was prepared from.
        RecordRules.Outcome outcome = update.kept()
                .map(Prepared.class::cast)
                .filter(kept -> kept.stillFits(body))
                .orElseGet(() -> prepared(update, body, batch))
                .outcome();
        if (!outcome.differing().isEmpty()) {
            write.update(update.n(), outcome.body(), outcome.before(), outcome.after(), outcome.differing());
        }
        update.done(outcome.answer(), outcome.differing());
    }

    private static byte[] found(Map<Long, byte[]> bodies, long n) {
        byte[] body = bodies.get(n);
        if (body == null) {
            throw SetError.notFound();
        }
        return body;
    }
}
