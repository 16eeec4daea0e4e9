package svc.proto.imap.fetch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.name.MessageFlags;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.UidView;

/** Writes FETCH responses with flags: the answers to STORE, and untagged updates (RFC 9051 §7.5.2, RFC 7162 §3.2). */
public final class FlagsResponse {

    private FlagsResponse() {}

    /**
     * Writes the flags of messages. Emails without a message number are left out.
     *
     * @param view the messages that the client knows
     * @param emails the emails
     * @param modseqs the modification sequences by UID; MODSEQ is left out where there is none
     * @param uid whether the responses contain the UID
     */
    public static void write(
            ResponseWriter out, UidView view, Collection<UidEmail> emails, Map<Long, Long> modseqs, boolean uid)
            throws IOException {
        write(out, view, emails, modseqs, uid, true);
    }

    /**
     * Writes the modification sequences of messages without their flags, as a client wants them that set the flags
     * itself (RFC 7162 §3.1.3). Emails without a message number or modification sequence are left out.
     */
    public static void writeModseqs(
            ResponseWriter out, UidView view, Collection<UidEmail> emails, Map<Long, Long> modseqs, boolean uid)
            throws IOException {
        write(
                out,
                view,
                emails.stream()
                        .filter(email -> modseqs.containsKey(email.uid()))
                        .toList(),
                modseqs,
                uid,
                false);
    }

    private static void write(
            ResponseWriter out,
            UidView view,
            Collection<UidEmail> emails,
            Map<Long, Long> modseqs,
            boolean uid,
            boolean flags)
            throws IOException {
        Names names = new Names();
        for (UidEmail email : emails) {
            long number = view.number(email.uid());
            if (number == 0) {
                continue;
            }
            out.raw("* ").number(number).raw(" FETCH (");
            String before = "";
            if (uid) {
                out.raw("UID ").number(email.uid());
                before = " ";
            }
            if (flags) {
                out.raw(before).raw("FLAGS ").raw(names.of(email));
                before = " ";
            }
            Long modseq = modseqs.get(email.uid());
            if (modseq != null) {
                out.raw(before).raw("MODSEQ (").number(modseq).raw(")");
            }
            out.raw(")");
            out.end();
        }
    }

    /** The flags of messages in parentheses. Most messages of a mailbox have one of a few sets of flags. */
    static final class Names {

        private final Map<Set<String>, byte[]> known = new HashMap<>();

        byte[] of(UidEmail email) {
            return email.deleted() ? encode(email) : known.computeIfAbsent(email.keywords(), none -> encode(email));
        }

        private static byte[] encode(UidEmail email) {
            String names = String.join(" ", MessageFlags.names(email.keywords(), email.deleted()));
            return ('(' + names + ')').getBytes(StandardCharsets.US_ASCII);
        }
    }
}
