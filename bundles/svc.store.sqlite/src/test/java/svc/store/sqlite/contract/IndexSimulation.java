package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.KeyRange;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * A random sequence of changes to one index. Each step is compared with a sorted list: entries that are added, moved
 * and removed, and changes that are rolled back.
 */
final class IndexSimulation {

    private static final String TYPE = "Foo";
    private static final String PROPERTY = "rank";
    private static final Comparator<IndexEntry> ORDER =
            Comparator.comparing(IndexEntry::key, Arrays::compareUnsigned).thenComparingLong(IndexEntry::n);

    private final Store store;
    private final Scope scope;
    private final Random random;
    private final Map<Long, byte[]> keys = new TreeMap<>();

    IndexSimulation(Store store, Scope scope, long seed) {
        this.store = store;
        this.scope = scope;
        this.random = new Random(seed);
    }

    void runSteps(int steps) {
        for (int i = 0; i < steps; i++) {
            Map<Long, byte[]> after = new TreeMap<>(keys);
            store.write(scope, tx -> {
                change(tx, after);
                try {
                    tx.withSavepoint(() -> {
                        tx.updateIndex(
                                TYPE, entries(after), List.of(new IndexEntry(PROPERTY, new byte[] {1}, 999_999)));
                        throw new IllegalStateException("taken back");
                    });
                } catch (IllegalStateException expected) {
                    assertThat(expected).hasMessage("taken back");
                }
                return true;
            });
            keys.clear();
            keys.putAll(after);
            store.read(scope, this::compare);
        }
    }

    private void change(Transaction tx, Map<Long, byte[]> after) {
        if (after.isEmpty() || random.nextInt(3) > 0) {
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.put(TYPE, n, new byte[] {1});
            after.put(n, key());
            tx.updateIndex(TYPE, List.of(), List.of(new IndexEntry(PROPERTY, after.get(n), n)));
            return;
        }
        List<Long> numbers = List.copyOf(after.keySet());
        long n = numbers.get(random.nextInt(numbers.size()));
        IndexEntry old = new IndexEntry(PROPERTY, after.getOrDefault(n, new byte[0]), n);
        if (random.nextBoolean()) {
            after.put(n, key());
            tx.updateIndex(TYPE, List.of(old), List.of(new IndexEntry(PROPERTY, after.get(n), n)));
        } else {
            tx.logDestroyed(TYPE, n);
            tx.remove(TYPE, List.of(n));
            after.remove(n);
            tx.updateIndex(TYPE, List.of(old), List.of());
        }
    }

    /**
     * Returns a short key of few distinct bytes, so that many keys are equal or prefixes of each other. Some bytes are
     * negative.
     */
    private byte[] key() {
        byte[] key = new byte[random.nextInt(3)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(4) * 80);
        }
        return key;
    }

    private static List<IndexEntry> entries(Map<Long, byte[]> keys) {
        List<IndexEntry> entries = new ArrayList<>();
        keys.forEach((n, key) -> entries.add(new IndexEntry(PROPERTY, key, n)));
        entries.sort(ORDER);
        return entries;
    }

    private boolean compare(Snapshot snapshot) {
        byte[] from = key();
        Optional<byte[]> before = random.nextBoolean() ? Optional.of(key()) : Optional.empty();
        boolean ascending = random.nextBoolean();
        int skip = random.nextInt(4);
        int limit = random.nextInt(6);
        List<IndexEntry> all = entries(keys);
        List<IndexEntry> within = new ArrayList<>(all.stream()
                .filter(entry -> Arrays.compareUnsigned(entry.key(), from) >= 0)
                .filter(entry -> before.map(end -> Arrays.compareUnsigned(entry.key(), end) < 0)
                        .orElse(true))
                .toList());
        KeyRange range = new KeyRange(PROPERTY, from, before);
        assertThat(snapshot.count(TYPE, range)).isEqualTo(within.size());
        if (!ascending) {
            Collections.reverse(within);
        }
        long[] expected =
                within.stream().skip(skip).limit(limit).mapToLong(IndexEntry::n).toArray();
        assertThat(snapshot.scanIndex(TYPE, range, ascending, skip, limit)).isEqualTo(expected);
        assertThat(snapshot.count(TYPE)).isEqualTo(keys.size());
        assertThat(snapshot.numbers(TYPE, skip, limit))
                .isEqualTo(keys.keySet().stream()
                        .skip(skip)
                        .limit(limit)
                        .mapToLong(n -> n)
                        .toArray());
        for (int i = 0; i < all.size(); i++) {
            assertThat(snapshot.rank(TYPE, all.get(i))).isEqualTo(i);
        }
        return true;
    }
}
