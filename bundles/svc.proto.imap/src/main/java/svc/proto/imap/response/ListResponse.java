package svc.proto.imap.response;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.StatusItem;

/**
 * A LIST response (RFC 9051 §7.3.1).
 *
 * @param attributes the attributes, such as {@code \HasChildren} and {@code \Sent}
 * @param mailbox the name of the mailbox
 * @param childInfo the selection options that mailboxes below match, such as {@code SUBSCRIBED}, for RECURSIVEMATCH;
 *     empty for none
 * @param oldName the former name after a rename; null for none
 */
public record ListResponse(
        Collection<String> attributes,
        String mailbox,
        Collection<String> childInfo,
        @Nullable String oldName) {

    /** Creates a response without extended data. */
    public ListResponse(Collection<String> attributes, String mailbox) {
        this(attributes, mailbox, List.of(), null);
    }

    /** Writes the response. */
    public void write(ResponseWriter out) throws IOException {
        write(out, "LIST");
    }

    /** Writes the response of LSUB (RFC 3501 §7.2.3). */
    public void writeLsub(ResponseWriter out) throws IOException {
        write(out, "LSUB");
    }

    private void write(ResponseWriter out, String name) throws IOException {
        out.raw("* ").raw(name).raw(" ").list(attributes).raw(" \"/\" ").mailbox(mailbox);
        if (!childInfo.isEmpty() || oldName != null) {
            out.raw(" (");
            if (!childInfo.isEmpty()) {
                out.raw("\"CHILDINFO\" (\"")
                        .raw(String.join("\" \"", childInfo))
                        .raw("\")");
            }
            if (oldName != null) {
                out.raw(childInfo.isEmpty() ? "" : " ")
                        .raw("\"OLDNAME\" (")
                        .mailbox(oldName)
                        .raw(")");
            }
            out.raw(")");
        }
        out.end();
    }

    /**
     * Writes a STATUS response (RFC 9051 §7.3.4).
     *
     * @param values the values of the items; of {@code MAILBOXID} see {@code id}
     * @param id the id of the mailbox; null to leave it out
     */
    public static void writeStatus(
            ResponseWriter out, String mailbox, Map<StatusItem, Long> values, @Nullable String id) throws IOException {
        out.raw("* STATUS ").mailbox(mailbox).raw(" (");
        String before = "";
        for (Map.Entry<StatusItem, Long> value : values.entrySet()) {
            out.raw(before).raw(value.getKey().wireName()).raw(" ").number(value.getValue());
            before = " ";
        }
        if (id != null) {
            out.raw(before).raw("MAILBOXID (").raw(id).raw(")");
        }
        out.raw(")");
        out.end();
    }
}
