package svc.store.memory;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;

/** A scope's part of a running write. */
final class MemoryTransaction extends MemorySnapshot implements Transaction {

    private final Work work;
    private final Draft draft;

    MemoryTransaction(Scope scope, Work work) {
        super(scope, work);
        this.work = work;
        this.draft = work.draft();
    }

    @Override
    public long logCreated(String type, Facets facets) {
        TypeKey key = key(type);
        long seq = draft.take(key);
        draft.own(key).changed(seq, Thing.born(seq, facets), seq);
        return seq;
    }

    @Override
    public void logRecreated(String type, long n) {
        TypeKey key = key(type);
        Thing known = thing(key, n, false);
        long seq = draft.take(key);
        draft.own(key).changed(n, known == null ? Thing.born(seq, Facets.ALL) : known.reborn(seq), seq);
    }

    @Override
    public void logUpdated(String type, long n, Facets facets) {
        TypeKey key = key(type);
        Thing known = living(key, n);
        long seq = draft.take(key);
        draft.own(key).changed(n, known.touched(seq, facets), seq);
    }

    @Override
    public void logDestroyed(String type, long n) {
        TypeKey key = key(type);
        Thing known = living(key, n);
        long seq = draft.take(key);
        draft.own(key).changed(n, known.dead(seq), seq);
    }

    private Thing living(TypeKey key, long n) {
        Thing thing = thing(key, n, true);
        if (thing == null) {
            throw new IllegalStateException("The " + key.type() + " " + n + " does not live and cannot change");
        }
        return thing;
    }

    private @Nullable Thing thing(TypeKey key, long n, boolean alive) {
        if (n < 1 || n >= draft.root().account(key.account()).next()) {
            throw new IllegalStateException("No " + key.type() + " was ever born with the number " + n);
        }
        Thing thing = draft.read(key).things().get(n);
        if ((thing != null && thing.alive()) != alive) {
            throw new IllegalStateException("The " + key.type() + " " + n
                    + (alive ? " does not live and cannot change" : " lives already and cannot be born again"));
        }
        return thing;
    }

    @Override
    public <R> R withSavepoint(Supplier<R> part) {
        work.check();
        Draft.Mark mark = draft.mark();
        int later = work.later().size();
        boolean done = false;
        try {
            R result = part.get();
            done = true;
            return result;
        } finally {
            if (!done) {
                draft.back(mark);
                work.later().subList(later, work.later().size()).clear();
            }
        }
    }

    @Override
    public void afterCommit(Runnable task) {
        work.check();
        work.later().add(task);
    }

    @Override
    public void put(String type, long n, byte[] body) {
        put(type, Map.of(n, body));
    }

    @Override
    public void put(String type, Map<Long, byte[]> bodies) {
        draft.own(key(type)).bodies().putAll(bodies);
    }

    @Override
    public void remove(String type, Collection<Long> numbers) {
        draft.own(key(type)).bodies().keySet().removeAll(numbers);
    }

    @Override
    public void updateIndex(String type, Collection<IndexEntry> out, Collection<IndexEntry> in) {
        Indexes indexes = draft.own(key(type)).indexes();
        out.forEach(indexes::remove);
        in.forEach(indexes::add);
    }

    @Override
    public void markIndexComplete(String type, String property) {
        draft.own(key(type)).indexes().whole(property);
    }

    @Override
    public OptionalLong purgeChanges(String type, Instant before) {
        return draft.own(key(type)).purge(before);
    }

    @Override
    public long createAccount(String organization, String name) {
        systemOnly();
        if (organization.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("An account has an organization and a name");
        }
        if (findAccount(organization, name).isPresent()) {
            throw new IllegalStateException("The organization already has an account of this name");
        }
        return draft.enrol(organization, name);
    }

    @Override
    public SqlWriter sql() {
        throw noTables();
    }
}
