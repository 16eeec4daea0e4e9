package svc.proto.imap.command;

import java.time.LocalDate;
import java.util.List;
import svc.proto.imap.grammar.SequenceSet;

/** A key of a search (RFC 9051 §6.4.4 and its extensions). */
public sealed interface SearchKey {

    /** All messages. */
    record All() implements SearchKey {}

    /** The messages with these message numbers. */
    record Numbers(SequenceSet set) implements SearchKey {}

    /** The messages with these UIDs. */
    record Uids(SequenceSet set) implements SearchKey {}

    /**
     * The messages with a keyword: ANSWERED, DRAFT, FLAGGED, SEEN, KEYWORD and their opposites.
     *
     * @param keyword the keyword, in lower case, such as {@code $seen}
     * @param present whether the messages have the keyword, or do not have it
     */
    record Keyword(String keyword, boolean present) implements SearchKey {}

    /** The messages with or without {@code \Deleted}: DELETED, UNDELETED. */
    record Deleted(boolean present) implements SearchKey {}

    /**
     * The messages with or without {@code \Recent} (RFC 3501 §6.4.4). NEW is {@code RECENT UNSEEN}. No message has this
     * flag.
     */
    record Recent(boolean present) implements SearchKey {}

    /**
     * The messages with a text in a header field.
     *
     * @param field the name of the field, such as {@code From} or any other
     * @param text the text; an empty text matches each message with the field
     */
    record Header(String field, String text) implements SearchKey {}

    /** The messages with a text in their body. */
    record Body(String text) implements SearchKey {}

    /** The messages with a text in their header or body. */
    record Text(String text) implements SearchKey {}

    /**
     * The messages with a date: BEFORE, ON, SINCE for the internal date, SENTBEFORE and so on for the Date field,
     * SAVEDBEFORE and so on for the date of filing (RFC 8514).
     *
     * @param field the date that is compared
     * @param order how it is compared
     * @param day the day, without time and zone
     */
    record Date(DateField field, DateOrder order, LocalDate day) implements SearchKey {}

    /** A date of a message. */
    enum DateField {
        /** The internal date. */
        INTERNAL,
        /** The Date field. */
        SENT,
        /** The date of filing in the mailbox. */
        SAVED
    }

    /** The comparison of a date. */
    enum DateOrder {
        /** Before the day. */
        BEFORE,
        /** Within the day. */
        ON,
        /** Within the day or later. */
        SINCE
    }

    /** All messages or none: whether the mailbox has dates of filing (RFC 8514 §4.3). */
    record SaveDateSupported() implements SearchKey {}

    /**
     * The messages whose internal date is within an interval before now (RFC 5032).
     *
     * @param older whether the messages are older, or younger
     * @param seconds the interval
     */
    record Age(boolean older, long seconds) implements SearchKey {}

    /**
     * The messages with a size.
     *
     * @param larger whether they are larger, or smaller
     * @param octets the size that is compared
     */
    record Size(boolean larger, long octets) implements SearchKey {}

    /** The messages with at least a mod-sequence value (RFC 7162 §3.1.5). */
    record ModSeq(long value) implements SearchKey {}

    /** The message with an EMAILID (RFC 8474 §5.4). */
    record EmailId(String id) implements SearchKey {}

    /** The messages with a THREADID (RFC 8474 §5.4). */
    record ThreadId(String id) implements SearchKey {}

    /** The messages that match similarly (RFC 6203). */
    record Fuzzy(SearchKey key) implements SearchKey {}

    /** The messages that do not match. */
    record Not(SearchKey key) implements SearchKey {}

    /** The messages that match one of two keys. */
    record Or(SearchKey first, SearchKey second) implements SearchKey {}

    /** The messages that match all keys of a list in parentheses. */
    record And(List<SearchKey> keys) implements SearchKey {

        /** Copies the list. */
        public And {
            keys = List.copyOf(keys);
        }
    }
}
