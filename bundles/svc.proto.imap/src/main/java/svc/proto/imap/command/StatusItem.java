package svc.proto.imap.command;

import java.util.Locale;

/** An item of STATUS. */
public enum StatusItem {
    /** The number of messages. */
    MESSAGES,
    /** The number of messages with {@code \Recent} (RFC 3501 §6.3.10). */
    RECENT,
    /** The next UID. */
    UIDNEXT,
    /** The UIDVALIDITY. */
    UIDVALIDITY,
    /** The number of messages without {@code \Seen}. */
    UNSEEN,
    /** The number of messages with {@code \Deleted}. */
    DELETED,
    /** The size of the messages with {@code \Deleted} (RFC 9208 §4.3.2). */
    DELETED_STORAGE,
    /** The size of all messages (RFC 8438). */
    SIZE,
    /** The highest mod-sequence value (RFC 7162 §3.1.7). */
    HIGHESTMODSEQ,
    /** The limit of APPEND (RFC 7889 §4). */
    APPENDLIMIT,
    /** The id of the mailbox (RFC 8474 §4.3). */
    MAILBOXID;

    /** Returns the name on the wire. */
    public String wireName() {
        return name().toUpperCase(Locale.ROOT).replace('_', '-');
    }
}
