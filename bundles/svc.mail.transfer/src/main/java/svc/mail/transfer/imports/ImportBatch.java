package svc.mail.transfer.imports;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Sql;
import svc.mail.transfer.imports.ImportedMessageRows.Seen;

/**
 * A batch of messages, divided into new messages and messages that an earlier import filed. Identical messages of one
 * mailbox are counted: a message is new if this run has found more copies than all imports together have filed. Not
 * thread-safe.
 */
final class ImportBatch {

    private final long run;
    private final List<PendingMessage> added = new ArrayList<>();
    private final List<PendingMessage> known = new ArrayList<>();
    private final Map<ImportedMessageRows.Key, Seen> counts = new LinkedHashMap<>();

    /** Divides the messages into new and known messages, by the rows that earlier imports stored. */
    ImportBatch(Sql sql, long run, List<PendingMessage> messages) {
        this.run = run;
        Map<ImportedMessageRows.Key, Seen> rows = new HashMap<>();
        messages.stream()
                .collect(groupingBy(PendingMessage::mailbox))
                .forEach((mailbox, portion) -> rows.putAll(ImportedMessageRows.of(
                        sql, mailbox, portion.stream().map(PendingMessage::blob).toList())));
        Map<ImportedMessageRows.Key, Long> planned = new HashMap<>();
        for (PendingMessage message : messages) {
            ImportedMessageRows.Key key = key(message);
            Seen row = counts.getOrDefault(key, rows.getOrDefault(key, new Seen(0, run, 0)));
            Seen now = new Seen(row.times(), run, row.run() == run ? row.met() + 1 : 1);
            counts.put(key, now);
            if (now.met() > now.times() + planned.getOrDefault(key, 0L)) {
                planned.merge(key, 1L, Long::sum);
                added.add(message);
            } else {
                known.add(message);
            }
        }
    }

    private static ImportedMessageRows.Key key(PendingMessage message) {
        return new ImportedMessageRows.Key(message.mailbox(), message.blob());
    }

    /** Returns the messages to be filed. */
    List<PendingMessage> fresh() {
        return added;
    }

    /** Returns the messages that were filed before. */
    List<PendingMessage> known() {
        return known;
    }

    /** Returns the rows to store after these messages were filed. */
    Map<ImportedMessageRows.Key, Seen> rows(List<PendingMessage> filed) {
        Map<ImportedMessageRows.Key, Seen> rows = new LinkedHashMap<>(counts);
        for (PendingMessage message : filed) {
            rows.computeIfPresent(key(message), (key, seen) -> new Seen(seen.times() + 1, run, seen.met()));
        }
        return rows;
    }
}
