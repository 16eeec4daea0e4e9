package svc.mail.transfer;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Sql;
import svc.mail.transfer.SeenRows.Seen;

/**
 * Some messages that go in together, parted into those that are new and those that an import brought before: of messages of the same
 * bytes in one mailbox as many are new as this run has met more than imports ever brought. One thread.
 */
final class Portion {

    private final long run;
    private final List<Incoming> fresh = new ArrayList<>();
    private final List<Incoming> known = new ArrayList<>();
    private final Map<SeenRows.Key, Seen> counts = new LinkedHashMap<>();

    /** Parts them by what the tables say. */
    Portion(Sql sql, long run, List<Incoming> messages) {
        this.run = run;
        Map<SeenRows.Key, Seen> rows = new HashMap<>();
        messages.stream()
                .collect(groupingBy(Incoming::mailbox))
                .forEach((mailbox, some) -> rows.putAll(SeenRows.of(
                        sql, mailbox, some.stream().map(Incoming::blob).toList())));
        Map<SeenRows.Key, Long> planned = new HashMap<>();
        for (Incoming message : messages) {
            SeenRows.Key key = key(message);
            Seen row = counts.getOrDefault(key, rows.getOrDefault(key, new Seen(0, run, 0)));
            Seen now = new Seen(row.times(), run, row.run() == run ? row.met() + 1 : 1);
            counts.put(key, now);
            if (now.met() > now.times() + planned.getOrDefault(key, 0L)) {
                planned.merge(key, 1L, Long::sum);
                fresh.add(message);
            } else {
                known.add(message);
            }
        }
    }

    private static SeenRows.Key key(Incoming message) {
        return new SeenRows.Key(message.mailbox(), message.blob());
    }

    /** Those that are to go in. */
    List<Incoming> fresh() {
        return fresh;
    }

    /** Those that are there. */
    List<Incoming> known() {
        return known;
    }

    /** The rows when some of them went in. */
    Map<SeenRows.Key, Seen> rows(List<Incoming> filed) {
        Map<SeenRows.Key, Seen> rows = new LinkedHashMap<>(counts);
        for (Incoming message : filed) {
            rows.computeIfPresent(key(message), (key, seen) -> new Seen(seen.times() + 1, run, seen.met()));
        }
        return rows;
    }
}
