package svc.proto.imap.notify;

import java.util.List;
import svc.proto.imap.command.FetchItem;

/**
 * The events of the selected mailbox that a client wants (RFC 5465 §6.1).
 *
 * @param immediate whether EXPUNGE is sent at any time: SELECTED instead of SELECTED-DELAYED
 * @param messages whether new and removed messages are sent
 * @param flags whether changed flags are sent
 * @param fetch what is sent of new messages; empty for nothing
 */
public record SelectedEvents(boolean immediate, boolean messages, boolean flags, List<FetchItem> fetch) {

    /** The events of a client that has never used NOTIFY. */
    public static final SelectedEvents DEFAULT = new SelectedEvents(false, true, true, List.of());

    /** No events. */
    public static final SelectedEvents NONE = new SelectedEvents(false, false, false, List.of());

    /** Copies the list. */
    public SelectedEvents {
        fetch = List.copyOf(fetch);
    }
}
