package svc.proto.imap.select;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.LongStream;
import svc.api.store.Snapshot;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.SearchResponse;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/** Tells a client what has changed in the selected mailbox (RFC 9051 §7.4 and §7.5). */
public final class Updates {

    /** The maximum number of changes that are calculated; beyond it no flags are sent. */
    private static final int MOST_CHANGES = 20_000;

    private Updates() {}

    /**
     * Flags that a client knows.
     *
     * @param uids the UIDs
     * @param upTo the highest modification sequence of the mailbox when the flags were changed or read
     */
    public record Told(NumberSet uids, long upTo) {

        /** The client knows nothing. */
        public static final Told NOTHING = new Told(NumberSet.EMPTY, 0);

        private boolean isNews(long uid, long modseq) {
            return modseq != upTo || !uids.contains(uid);
        }
    }

    /**
     * The mailbox as it is now.
     *
     * @param modseq the highest modification sequence; 0 while it cannot be calculated
     * @param view the messages
     * @param changes the UIDs of messages that were changed, if they are known
     */
    private record News(long modseq, UidView view, Optional<long[]> changes) {}

    /**
     * Writes the changes since the last call.
     *
     * @param expunges whether EXPUNGE can be sent; otherwise removed messages keep their message numbers
     * @param known the flags that the client knows already; if others have changed the mailbox since, they are sent again
     * @return false if the mailbox no longer exists
     */
    public static boolean write(
            ResponseWriter out, SelectedMailbox selected, Features features, boolean expunges, Told known)
            throws IOException {
        Optional<News> found = selected.access().read(snapshot -> news(snapshot, selected));
        if (found.isEmpty()) {
            return false;
        }
        News news = found.get();
        UidView before = selected.view();
        UidView now = news.view;
        NumberSet removed = now.missing(before.uids());
        UidView told = now;
        if (!removed.isEmpty() && !expunges) {
            told = new UidView(union(before.uids(), now.uids()));
        } else if (!removed.isEmpty()) {
            writeRemoved(out, before, removed, features.has(Feature.QRESYNC));
        }
        long remaining = expunges ? before.size() - removed.count() : before.size();
        if (told.size() > remaining) {
            out.raw("* ").number(told.size()).raw(" EXISTS").end();
        }
        selected.update(told, now, news.modseq);
        if (news.changes.isPresent()) {
            NumberSet changed = NumberSet.of(LongStream.of(news.changes.get())
                    .filter(uid -> uid <= before.highest() && known.isNews(uid, news.modseq))
                    .toArray());
            FlagUpdates.write(out, selected, changed, true, features.has(Feature.CONDSTORE));
        }
        return true;
    }

    /** Reads the mailbox; not its messages if it has not changed since the last call. */
    private static Optional<News> news(Snapshot snapshot, SelectedMailbox selected) {
        UidStore uids = selected.access().services().uids();
        long mailbox = selected.mailbox();
        long before = selected.modseq();
        return uids.mailbox(snapshot, mailbox).map(now -> {
            if (before == 0 || now.modseq() != before) {
                return new News(
                        now.modseq(),
                        UidView.ofRanges(uids.ranges(snapshot, mailbox)),
                        before > 0 && now.modseq() > before
                                ? uids.changes(snapshot, mailbox, before, MOST_CHANGES)
                                : Optional.empty());
            }
            return new News(before, selected.current(), Optional.empty());
        });
    }

    private static void writeRemoved(ResponseWriter out, UidView before, NumberSet removed, boolean vanished)
            throws IOException {
        if (vanished) {
            SearchResponse.vanished(out, false, removed);
            return;
        }
        for (int i = removed.ranges() - 1; i >= 0; i--) {
            for (long uid = removed.last(i); uid >= removed.first(i); uid--) {
                out.raw("* ").number(before.number(uid)).raw(" EXPUNGE").end();
            }
        }
    }

    private static NumberSet union(NumberSet a, NumberSet b) {
        NumberSet.Builder union = new NumberSet.Builder();
        int i = 0;
        int j = 0;
        while (i < a.ranges() || j < b.ranges()) {
            if (j == b.ranges() || (i < a.ranges() && a.first(i) <= b.first(j))) {
                union.add(a.first(i), a.last(i));
                i++;
            } else {
                union.add(b.first(j), b.last(j));
                j++;
            }
        }
        return union.build();
    }
}
