package svc.proto.imap.fetch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.FetchItem.Binary;
import svc.proto.imap.command.FetchItem.BinarySize;
import svc.proto.imap.command.FetchItem.Body;
import svc.proto.imap.command.FetchItem.Preview;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.command.MessageCommand.Fetch;

/**
 * What a FETCH returns of each message, and what must be read for it.
 *
 * @param items the items, each once; first those that need no literal, because some clients search a line for them
 */
record FetchPlan(List<FetchItem> items) {

    /** Maximum number of messages in a chunk, if only their rows are read. */
    private static final int MOST_ROWS = 2_000;

    /** Maximum number of messages in a chunk, if stored text of each is held in memory. */
    private static final int MOST_TEXTS = 500;

    /** Maximum number of messages in a chunk, if the parts of each are held in memory, or the messages become seen. */
    static final int MOST_PARTS = 50;

    private static final List<Simple> FIRST = List.of(Simple.UID, Simple.FLAGS, Simple.MODSEQ);
    private static final Set<Simple> LONG = Set.of(Simple.ENVELOPE, Simple.BODYSTRUCTURE, Simple.BODY);

    static FetchPlan of(Fetch command) {
        Set<FetchItem> items = new LinkedHashSet<>(command.items());
        if (command.uid()) {
            items.add(Simple.UID);
        }
        if (command.changedSince().isPresent()) {
            items.add(Simple.MODSEQ);
        }
        return new FetchPlan(List.copyOf(items));
    }

    FetchPlan {
        items = items.stream().sorted(Comparator.comparingInt(FetchPlan::rank)).toList();
    }

    private static int rank(FetchItem item) {
        if (item instanceof Simple simple) {
            int first = FIRST.indexOf(simple);
            return first >= 0 ? first : LONG.contains(simple) ? FIRST.size() + 1 : FIRST.size();
        }
        return FIRST.size() + (item instanceof Preview ? 1 : 2);
    }

    /** Returns the plan with more items. */
    FetchPlan with(Simple... more) {
        Set<FetchItem> all = new LinkedHashSet<>(items);
        all.addAll(List.of(more));
        return new FetchPlan(new ArrayList<>(all));
    }

    boolean has(Simple item) {
        return items.contains(item);
    }

    boolean needsStructures() {
        return has(Simple.ENVELOPE) || has(Simple.BODYSTRUCTURE);
    }

    boolean needsPreviews() {
        return items.stream().anyMatch(Preview.class::isInstance);
    }

    /** Returns whether the parts of each message are needed. */
    boolean needsParts() {
        return has(Simple.BODY) || items.stream().anyMatch(FetchPlan::isContent);
    }

    private static boolean isContent(FetchItem item) {
        return item instanceof Body || item instanceof Binary || item instanceof BinarySize;
    }

    /** Returns whether the messages become seen (RFC 9051 §6.4.5). */
    boolean marksSeen() {
        return items.stream()
                .anyMatch(item -> (item instanceof Body body && !body.peek())
                        || (item instanceof Binary binary && !binary.peek()));
    }

    /** Returns the maximum number of messages in a chunk. */
    int most() {
        if (needsParts()) {
            return MOST_PARTS;
        }
        return needsStructures() || needsPreviews() || has(Simple.EMAILID) ? MOST_TEXTS : MOST_ROWS;
    }
}
