package svc.proto.imap.select;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.fetch.FlagsResponse;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.SelectedMailbox;

/** Writes the flags of messages as FETCH responses. */
public final class FlagUpdates {

    /** The number of messages that are read together. */
    private static final int PORTION = 1_000;

    private FlagUpdates() {}

    /** Messages with their modification sequences by UID; without them the map is empty. */
    private record Page(List<UidEmail> emails, Map<Long, Long> modseqs) {}

    /**
     * Writes the flags of messages that the client knows. Messages that were removed meanwhile are left out.
     *
     * @param uids the UIDs
     * @param flags whether flags are written, or only modification sequences
     * @param modseq whether modification sequences are written
     */
    public static void write(
            ResponseWriter out, SelectedMailbox selected, NumberSet uids, boolean flags, boolean modseq)
            throws IOException {
        List<Long> portion = new ArrayList<>();
        for (int i = 0; i < uids.ranges(); i++) {
            for (long uid = uids.first(i); uid <= uids.last(i); uid++) {
                portion.add(uid);
                if (portion.size() == PORTION) {
                    write(out, selected, portion, flags, modseq);
                    portion.clear();
                }
            }
        }
        if (!portion.isEmpty()) {
            write(out, selected, portion, flags, modseq);
        }
    }

    private static void write(
            ResponseWriter out, SelectedMailbox selected, List<Long> uids, boolean flags, boolean modseq)
            throws IOException {
        MailAccess access = selected.access();
        UidStore store = access.services().uids();
        boolean sequences = modseq && selected.modseq() > 0;
        Page page = access.read(snapshot -> {
            List<UidEmail> emails = store.emails(snapshot, selected.mailbox(), uids);
            return new Page(emails, sequences ? store.modseqs(snapshot, selected.mailbox(), emails) : Map.of());
        });
        if (flags) {
            FlagsResponse.write(out, selected.view(), page.emails, page.modseqs, true);
        } else {
            FlagsResponse.writeModseqs(out, selected.view(), page.emails, page.modseqs, true);
        }
    }
}
