package svc.store.memory;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import svc.api.store.IndexEntry;
import svc.api.store.KeyRange;

/** The indexes of one type in one account. */
final class Indexes {

    private static final Comparator<IndexEntry> ORDER =
            Comparator.comparing(IndexEntry::key, Arrays::compareUnsigned).thenComparingLong(IndexEntry::n);

    private final Map<String, NavigableSet<IndexEntry>> entries = new HashMap<>();
    private final Set<String> whole = new HashSet<>();

    Indexes copy() {
        Indexes copy = new Indexes();
        entries.forEach((property, set) -> copy.entries.put(property, new TreeSet<>(set)));
        copy.whole.addAll(whole);
        return copy;
    }

    void add(IndexEntry entry) {
        entries.computeIfAbsent(entry.property(), property -> new TreeSet<>(ORDER))
                .add(entry);
    }

    void remove(IndexEntry entry) {
        of(entry.property()).remove(entry);
    }

    void whole(String property) {
        whole.add(property);
    }

    boolean isWhole(String property) {
        return whole.contains(property);
    }

    private NavigableSet<IndexEntry> of(String property) {
        return entries.getOrDefault(property, new TreeSet<>(ORDER));
    }

    private NavigableSet<IndexEntry> within(KeyRange stretch) {
        IndexEntry from = new IndexEntry(stretch.property(), stretch.from(), 0);
        NavigableSet<IndexEntry> tail = of(stretch.property()).tailSet(from, true);
        return stretch.to()
                .map(key -> new IndexEntry(stretch.property(), key, 0))
                .map(before -> ORDER.compare(from, before) < 0 ? tail.headSet(before, false) : new TreeSet<>(ORDER))
                .orElse(tail);
    }

    LongStream walk(KeyRange stretch, boolean ascending) {
        NavigableSet<IndexEntry> within = within(stretch);
        return (ascending ? within : within.descendingSet()).stream().mapToLong(IndexEntry::n);
    }

    int count(KeyRange stretch) {
        return within(stretch).size();
    }

    int rank(IndexEntry entry) {
        return of(entry.property()).headSet(entry, false).size();
    }
}
