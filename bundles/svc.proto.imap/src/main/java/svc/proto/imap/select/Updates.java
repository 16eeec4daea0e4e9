package svc.proto.imap.select;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.LongStream;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.SearchResponse;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/** Sends a client what has changed in the selected mailbox (RFC 9051 §7.4 and §7.5). */
public final class Updates {

    private Updates() {}

    /**
     * Flags that a client knows.
     *
     * @param uids the UIDs
     * @param upTo the highest modification sequence of the mailbox when the flags were changed or read
     */
    public record KnownFlags(NumberSet uids, long upTo) {

        /** The client knows nothing. */
        public static final KnownFlags NOTHING = new KnownFlags(NumberSet.EMPTY, 0);

        private boolean isNews(long uid, long modseq) {
            return modseq != upTo || !uids.contains(uid);
        }
    }

    /**
     * What is sent.
     *
     * @param arrivals whether new messages are sent; otherwise they remain unknown
     * @param removals whether EXPUNGE can be sent; otherwise removed messages keep their message numbers
     * @param flags whether changed flags are sent; otherwise they are sent when they are permitted
     */
    public record Permitted(boolean arrivals, boolean removals, boolean flags) {}

    /**
     * Writes the changes since the last call.
     *
     * @param found what has changed since the modification sequence of the selected mailbox; empty if the mailbox does not
     *     exist
     * @param known the flags that the client knows already; if others have changed the mailbox since, they are sent again
     * @return false if the mailbox no longer exists
     */
    public static boolean write(
            ResponseWriter out,
            SelectedMailbox selected,
            Features features,
            Optional<MailboxNews> found,
            Permitted permitted,
            KnownFlags known)
            throws IOException {
        if (found.isEmpty()) {
            return false;
        }
        MailboxNews news = found.get();
        UidView before = selected.view();
        UidView now = news.view();
        NumberSet removed = now.missing(before.uids());
        if (!removed.isEmpty() && permitted.removals) {
            writeRemoved(out, before, removed, features.has(Feature.QRESYNC));
        }
        UidView shown = shown(before, now, permitted, removed.isEmpty());
        long remaining = permitted.removals ? before.size() - removed.count() : before.size();
        if (shown.size() > remaining) {
            out.raw("* ").number(shown.size()).raw(" EXISTS").end();
        }
        selected.update(shown, permitted.flags ? news.modseq() : selected.modseq(), now, news.modseq());
        if (news.changes().isPresent() && permitted.flags) {
            NumberSet changed = NumberSet.of(LongStream.of(news.changes().get())
                    .filter(uid -> uid <= before.highest() && known.isNews(uid, news.modseq()))
                    .toArray());
            FlagUpdates.write(out, selected, changed, true, features.has(Feature.CONDSTORE));
        }
        return true;
    }

    /** Returns the messages that the client knows afterwards. */
    private static UidView shown(UidView before, UidView now, Permitted permitted, boolean isComplete) {
        if (permitted.removals || isComplete) {
            return permitted.arrivals ? now : new UidView(now.existing(before.uids()));
        }
        return permitted.arrivals ? new UidView(union(before.uids(), now.uids())) : before;
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
