package svc.proto.imap.command;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.proto.imap.grammar.NumberSet;

/** A command about mailboxes. */
public sealed interface MailboxCommand extends Command {

    /**
     * SELECT or EXAMINE.
     *
     * @param mailbox the name of the mailbox
     * @param readOnly whether it is EXAMINE
     * @param condstore whether the parameter CONDSTORE is present (RFC 7162 §3.1.8)
     * @param resync the parameter QRESYNC
     */
    record Select(String mailbox, boolean readOnly, boolean condstore, Optional<Resync> resync)
            implements MailboxCommand {}

    /**
     * The parameter QRESYNC (RFC 7162 §3.2.5).
     *
     * @param uidValidity the UIDVALIDITY that the client knows
     * @param modSeq the mod-sequence value that the client knows
     * @param knownUids the UIDs that the client knows; empty for all
     * @param match known message numbers and their UIDs
     */
    record Resync(long uidValidity, long modSeq, Optional<NumberSet> knownUids, Optional<SequenceMatch> match) {}

    /**
     * Message numbers and the UIDs of the same messages (RFC 7162 §3.2.5.2).
     *
     * @param numbers the message numbers
     * @param uids as many UIDs
     */
    record SequenceMatch(NumberSet numbers, NumberSet uids) {}

    /**
     * CREATE.
     *
     * @param mailbox the name; it may end with the delimiter
     * @param uses the special uses (RFC 6154 §5.2), such as {@code \Sent}, in the case of the client
     */
    record Create(String mailbox, List<String> uses) implements MailboxCommand, Write {

        /** Copies the list. */
        public Create {
            uses = List.copyOf(uses);
        }
    }

    /** DELETE. */
    record Delete(String mailbox) implements MailboxCommand, Write {}

    /** RENAME. */
    record Rename(String mailbox, String newName) implements MailboxCommand, Write {}

    /** SUBSCRIBE. */
    record Subscribe(String mailbox) implements MailboxCommand, Write {}

    /** UNSUBSCRIBE. */
    record Unsubscribe(String mailbox) implements MailboxCommand, Write {}

    /**
     * LIST (RFC 9051 §6.3.9, RFC 5258).
     *
     * @param reference the reference, decoded
     * @param patterns the patterns, decoded; an empty one asks for the delimiter, unless the command is extended
     * @param extended whether the command has selection options, a list of patterns or return options
     * @param select the selection options
     * @param returns the return options
     * @param status the items of the return option STATUS (RFC 5819); empty without it
     */
    record ListMailboxes(
            String reference,
            List<String> patterns,
            boolean extended,
            Set<ListSelection> select,
            Set<ListReturn> returns,
            Set<StatusItem> status)
            implements MailboxCommand {

        /** Copies the collections. */
        public ListMailboxes {
            patterns = List.copyOf(patterns);
            select = Set.copyOf(select);
            returns = Set.copyOf(returns);
            status = Set.copyOf(status);
        }
    }

    /** A selection option of LIST. */
    enum ListSelection {
        /** SUBSCRIBED. */
        SUBSCRIBED,
        /** REMOTE. */
        REMOTE,
        /** RECURSIVEMATCH. */
        RECURSIVEMATCH,
        /** SPECIAL-USE (RFC 6154 §3). */
        SPECIAL_USE
    }

    /** A return option of LIST other than STATUS. */
    enum ListReturn {
        /** SUBSCRIBED. */
        SUBSCRIBED,
        /** CHILDREN. */
        CHILDREN,
        /** SPECIAL-USE (RFC 6154 §4). */
        SPECIAL_USE,
        /** MYRIGHTS (RFC 8440). */
        MYRIGHTS
    }

    /** LSUB (RFC 3501 §6.3.9). */
    record Lsub(String reference, String pattern) implements MailboxCommand {}

    /** NAMESPACE (RFC 2342). */
    record Namespace() implements MailboxCommand {}

    /** STATUS. */
    record Status(String mailbox, Set<StatusItem> items) implements MailboxCommand {

        /** Copies the set. */
        public Status {
            items = Set.copyOf(items);
        }
    }

    /**
     * APPEND, with several messages as in RFC 3502. The octets of the messages are not part of the command: the session
     * has taken them when they arrived.
     *
     * @param mailbox the name of the mailbox
     * @param messages the messages in their order
     */
    record Append(String mailbox, List<AppendMessage> messages) implements MailboxCommand, Write {

        /** Copies the list. */
        public Append {
            messages = List.copyOf(messages);
        }
    }
}
