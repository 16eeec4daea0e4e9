package svc.core.records;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.Collation;
import svc.api.jmap.type.Filterable.By;
import svc.api.store.IndexEntry;

/** The indexed properties of a record, and the index keys of an object. */
final class RecordIndex {

    private final List<RecordProperty> indexed;
    private final List<String> properties;

    RecordIndex(Collection<RecordProperty> all) {
        indexed = all.stream().filter(RecordIndex::covers).toList();
        properties = indexed.stream().map(RecordProperty::name).toList();
    }

    private static boolean covers(RecordProperty property) {
        return !property.computed()
                && property.filterable()
                        .filter(filterable -> List.of(filterable.value()).contains(By.VALUE)
                                || List.of(filterable.value()).contains(By.RANGE))
                        .isPresent();
    }

    List<String> properties() {
        return properties;
    }

    /**
     * The keys of an object.
     *
     * @param values one key per indexed property
     */
    record Keys(List<byte[]> values) {
        static final Keys NONE = new Keys(List.of());
    }

    Keys keys(Map<String, @Nullable Object> object) {
        return indexed.isEmpty()
                ? Keys.NONE
                : new Keys(indexed.stream()
                        .map(property -> property.key(object.get(property.name()), Collation.UNICODE_CASEMAP))
                        .toList());
    }

    /** Collects the index entries to remove and to add when the keys of an object change. */
    void difference(long n, Keys before, Keys after, Collection<IndexEntry> out, Collection<IndexEntry> in) {
        for (int i = 0; i < properties.size(); i++) {
            byte @Nullable [] old = i < before.values().size() ? before.values().get(i) : null;
            byte @Nullable [] fresh = i < after.values().size() ? after.values().get(i) : null;
            if (old != null && fresh != null && Arrays.equals(old, fresh)) {
                continue;
            }
            if (old != null) {
                out.add(new IndexEntry(properties.get(i), old, n));
            }
            if (fresh != null) {
                in.add(new IndexEntry(properties.get(i), fresh, n));
            }
        }
    }
}
