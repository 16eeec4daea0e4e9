package svc.proto.imap.select;

import java.io.IOException;
import java.util.Optional;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.UidChanges;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.SearchResponse;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.MailAccess;
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

        private boolean isNews(long uid, UidMailbox now) {
            return now.modseq() != upTo || !uids.contains(uid);
        }
    }

    private record News(UidMailbox mailbox, Optional<UidChanges> changes) {}

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
        MailAccess access = selected.access();
        UidStore uids = access.services().uids();
        Optional<News> found = access.read(snapshot -> uids.mailbox(snapshot, selected.mailbox())
                .map(mailbox -> new News(
                        mailbox,
                        selected.modseq() > 0 && mailbox.modseq() > selected.modseq()
                                ? uids.changes(snapshot, selected.mailbox(), selected.modseq(), MOST_CHANGES)
                                : Optional.empty())));
        if (found.isEmpty()) {
            return false;
        }
        News news = found.get();
        UidView before = selected.view();
        UidView now = UidView.ofRanges(news.mailbox.uids());
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
        selected.update(told, news.mailbox.modseq());
        if (news.changes.isPresent()) {
            NumberSet changed = NumberSet.of(news.changes.get().changed().stream()
                    .mapToLong(uid -> uid)
                    .filter(uid -> uid <= before.highest() && known.isNews(uid, news.mailbox))
                    .toArray());
            FlagUpdates.write(out, selected, changed, true, features.has(Feature.CONDSTORE));
        }
        return true;
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
