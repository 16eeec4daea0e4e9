package svc.core;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.jmap.Query;
import svc.api.store.Snapshot;
import svc.api.store.Snapshot.Body;
import svc.api.store.Stretch;

/** The objects that a query may have to look at, a page at a time: those in a stretch of an index, or else all. */
final class RecordPages {

    private static final int PAGE = 200;

    private final Snapshot snapshot;
    private final String type;
    private final Optional<Stretch> stretch;
    private final Runnable pace;

    private RecordPages(Snapshot snapshot, String type, Optional<Stretch> stretch, Runnable pace) {
        this.snapshot = snapshot;
        this.type = type;
        this.stretch = stretch;
        this.pace = pace;
    }

    static RecordPages of(Snapshot snapshot, String type, Query query, RecordFilter filter) {
        return new RecordPages(
                snapshot,
                type,
                query.filter().flatMap(root -> filter.stretch(root, property -> snapshot.isIndexed(type, property))),
                query.pace());
    }

    void forEach(Consumer<Body> reader) {
        if (stretch.isPresent()) {
            candidates(stretch.get(), reader);
        } else {
            all(reader);
        }
    }

    private void candidates(Stretch within, Consumer<Body> reader) {
        long[] numbers = snapshot.walk(type, within, true, 0, Integer.MAX_VALUE);
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
