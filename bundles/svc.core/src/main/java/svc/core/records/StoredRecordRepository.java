package svc.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Records;
import svc.api.jmap.Shape;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Snapshot.Body;
import svc.api.store.Transaction;
import svc.core.Witnesses.Notes;

/** The objects of a type as a method of its own bundle sees them. */
final class StoredRecords<T extends Record> implements Records<T> {

    private static final int PAGE = 1000;

    private final Shape shape;
    private final RecordCodec<T> codec;
    private final Witnesses witnesses;
    private final UnaryOperator<String> ids;

    StoredRecords(Shape shape, RecordCodec<T> codec, Witnesses witnesses, UnaryOperator<String> ids) {
        this.shape = shape;
        this.codec = codec;
        this.witnesses = witnesses;
        this.ids = ids;
    }

    @Override
    public Optional<T> find(Snapshot snapshot, String id) {
        OptionalLong n = number(id);
        return n.isEmpty() ? Optional.empty() : find(snapshot, n.getAsLong());
    }

    private OptionalLong number(String id) {
        return ObjectId.number(shape.letter(), ids.apply(id));
    }

    private Optional<T> find(Snapshot snapshot, long n) {
        return snapshot.body(shape.type(), n).map(this::record);
    }

    private T record(byte[] body) {
        return codec.record(codec.decode(body));
    }

    @Override
    public Map<String, T> all(Snapshot snapshot) {
        Map<String, T> all = new LinkedHashMap<>();
        long after = 0;
        List<Body> page;
        do {
            page = snapshot.scan(shape.type(), after, PAGE);
            for (Body body : page) {
                all.put(ObjectId.text(shape.letter(), body.n()), record(body.bytes()));
                after = body.n();
            }
        } while (page.size() == PAGE);
        return all;
    }

    @Override
    public String create(Transaction tx, T object) {
        RecordWrite write = write(tx, Notes.NOBODY);
        Map<String, @Nullable Object> plain = codec.plain(object);
        long n = write.create(codec.encode(plain), codec.index().keys(plain));
        write.flush();
        return ObjectId.text(shape.letter(), n);
    }

    private RecordWrite write(Transaction tx, Notes notes) {
        return new RecordWrite(tx, shape.type(), codec.index(), notes);
    }

    @Override
    public void update(Transaction tx, String id, T object) {
        long n = living(tx, id);
        Map<String, @Nullable Object> before =
                codec.decode(tx.body(shape.type(), n).orElseThrow());
        Map<String, @Nullable Object> after = codec.plain(object);
        if (!before.equals(after)) {
            RecordWrite write = write(tx, witnesses.notes(tx, shape.type(), List.of(n)));
            write.update(
                    n,
                    codec.encode(after),
                    codec.index().keys(before),
                    codec.index().keys(after),
                    Witnesses.difference(before, after));
            write.flush();
        }
    }

    @Override
    public void destroy(Transaction tx, String id) {
        long n = living(tx, id);
        Map<String, @Nullable Object> before =
                codec.decode(tx.body(shape.type(), n).orElseThrow());
        RecordWrite write = write(tx, Notes.NOBODY);
        write.destroy(n, codec.index().keys(before));
        write.flush();
    }

    private long living(Transaction tx, String id) {
        OptionalLong n = number(id);
        if (n.isEmpty() || tx.body(shape.type(), n.getAsLong()).isEmpty()) {
            throw new IllegalStateException("there is no " + shape.type() + " " + Words.quoted(id));
        }
        return n.getAsLong();
    }
}
