package svc.core.records;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.jmap.query.Query;
import svc.api.store.KeyRange;
import svc.api.store.Snapshot;
import svc.api.store.Snapshot.Body;

/** Reads the objects that a query may match, a page at a time: those in an index key range, or all. */
final class RecordScan {

    private static final int PAGE = 200;

    private final Snapshot snapshot;
    private final String type;
    private final Optional<KeyRange> keyRange;
    private final Runnable pace;

    private RecordScan(Snapshot snapshot, String type, Optional<KeyRange> keyRange, Runnable pace) {
        this.snapshot = snapshot;
        this.type = type;
        this.keyRange = keyRange;
        this.pace = pace;
    }

    static RecordScan of(Snapshot snapshot, String type, Query query, RecordFilter filter) {
        return new RecordScan(
                snapshot,
                type,
                query.filter().flatMap(root -> filter.keyRange(root, property -> snapshot.isIndexed(type, property))),
                query.checkDeadline());
    }

    void forEach(Consumer<Body> reader) {
        if (keyRange.isPresent()) {
            candidates(keyRange.get(), reader);
        } else {
            all(reader);
        }
    }

    private void candidates(KeyRange within, Consumer<Body> reader) {
        long[] numbers = snapshot.scanIndex(type, within, true, 0, Integer.MAX_VALUE);
        for (int i = 0; i < numbers.length; i += PAGE) {
            pace.run();
            List<Long> page = Arrays.stream(numbers, i, Math.min(i + PAGE, numbers.length))
                    .boxed()
                    .toList();
            snapshot.bodies(type, page).forEach((n, bytes) -> reader.accept(new Body(n, bytes)));
        }
    }

    private void all(Consumer<Body> reader) {
        long after = 0;
        List<Body> page;
        do {
            pace.run();
            page = snapshot.scan(type, after, PAGE);
            page.forEach(reader);
            after = page.isEmpty() ? after : page.get(page.size() - 1).n();
        } while (page.size() == PAGE);
    }
}
