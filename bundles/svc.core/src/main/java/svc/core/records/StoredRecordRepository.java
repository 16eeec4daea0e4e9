package svc.core.records;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.RecordRepository;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Snapshot.Body;
import svc.api.store.Transaction;
import svc.core.objects.ObjectObservers;
import svc.core.objects.ObjectObservers.Notes;
import svc.core.objects.Quoting;

/** The {@link RecordRepository} of a type, for methods of the bundle that provides the type. */
public final class StoredRecordRepository<T extends Record> implements RecordRepository<T> {

    private static final int PAGE = 1000;

    private final TypeDescriptor descriptor;
    private final RecordCodec<T> codec;
    private final ObjectObservers observers;
    private final UnaryOperator<String> ids;

    public StoredRecordRepository(
            TypeDescriptor descriptor, RecordCodec<T> codec, ObjectObservers observers, UnaryOperator<String> ids) {
        this.descriptor = descriptor;
        this.codec = codec;
        this.observers = observers;
        this.ids = ids;
    }

    @Override
    public Optional<T> find(Snapshot snapshot, String id) {
        OptionalLong n = number(id);
        return n.isEmpty() ? Optional.empty() : find(snapshot, n.getAsLong());
    }

    private OptionalLong number(String id) {
        return ObjectId.parse(descriptor.idPrefix(), ids.apply(id));
    }

    private Optional<T> find(Snapshot snapshot, long n) {
        return snapshot.body(descriptor.type(), n).map(this::record);
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
            page = snapshot.scan(descriptor.type(), after, PAGE);
            for (Body body : page) {
                all.put(ObjectId.format(descriptor.idPrefix(), body.n()), record(body.bytes()));
                after = body.n();
            }
        } while (page.size() == PAGE);
        return all;
    }

    @Override
    public String create(Transaction tx, T object) {
        RecordWriteBatch write = write(tx, Notes.NONE);
        Map<String, @Nullable Object> plain = codec.plain(object);
        long n = write.create(codec.encode(plain), codec.index().keys(plain));
        write.flush();
        return ObjectId.format(descriptor.idPrefix(), n);
    }

    private RecordWriteBatch write(Transaction tx, Notes notes) {
        return new RecordWriteBatch(tx, descriptor.type(), codec.index(), notes);
    }

    @Override
    public void update(Transaction tx, String id, T object) {
        long n = existing(tx, id);
        Map<String, @Nullable Object> before =
                codec.decode(tx.body(descriptor.type(), n).orElseThrow());
        Map<String, @Nullable Object> after = codec.plain(object);
        if (!before.equals(after)) {
            RecordWriteBatch write = write(tx, observers.notes(tx, descriptor, List.of(n)));
            write.update(
                    n,
                    codec.encode(after),
                    codec.index().keys(before),
                    codec.index().keys(after),
                    ObjectObservers.difference(before, after));
            write.flush();
        }
    }

    @Override
    public void destroy(Transaction tx, String id) {
        long n = existing(tx, id);
        Map<String, @Nullable Object> before =
                codec.decode(tx.body(descriptor.type(), n).orElseThrow());
        RecordWriteBatch write = write(tx, Notes.NONE);
        write.destroy(n, codec.index().keys(before));
        write.flush();
    }

    private long existing(Transaction tx, String id) {
        OptionalLong n = number(id);
        if (n.isEmpty() || tx.body(descriptor.type(), n.getAsLong()).isEmpty()) {
            throw new IllegalStateException("there is no " + descriptor.type() + " " + Quoting.quoted(id));
        }
        return n.getAsLong();
    }
}
