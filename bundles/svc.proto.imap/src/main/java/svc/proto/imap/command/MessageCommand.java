package svc.proto.imap.command;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.name.MessageFlags;

/** A command about the selected mailbox and its messages. */
public sealed interface MessageCommand extends Command {

    /** CHECK (RFC 3501 §6.4.1). */
    record Check() implements MessageCommand {}

    /** CLOSE. */
    record Close() implements MessageCommand {}

    /** UNSELECT (RFC 3691). */
    record Unselect() implements MessageCommand {}

    /**
     * EXPUNGE or UID EXPUNGE.
     *
     * @param uids the UIDs of UID EXPUNGE
     */
    record Expunge(Optional<SequenceSet> uids) implements MessageCommand, Write {}

    /**
     * SEARCH.
     *
     * @param uid whether it is UID SEARCH
     * @param options the options of RETURN
     * @param program the criteria
     */
    record Search(boolean uid, SearchOptions options, SearchProgram program) implements MessageCommand {}

    /**
     * SORT (RFC 5256 §3, RFC 5267 §3).
     *
     * @param uid whether it is UID SORT
     * @param options the options of RETURN
     * @param order the sort criteria, the first one first
     * @param program the search criteria
     */
    record Sort(boolean uid, SearchOptions options, List<SortCriterion> order, SearchProgram program)
            implements MessageCommand {

        /** Copies the list. */
        public Sort {
            order = List.copyOf(order);
        }
    }

    /**
     * A sort criterion.
     *
     * @param key the value that is compared
     * @param reverse whether the order is descending
     */
    record SortCriterion(SortKey key, boolean reverse) {}

    /** A value by which messages are sorted (RFC 5256 §3, RFC 5957, RFC 6203 §6). */
    enum SortKey {
        /** ARRIVAL. */
        ARRIVAL,
        /** CC. */
        CC,
        /** DATE. */
        DATE,
        /** DISPLAYFROM. */
        DISPLAYFROM,
        /** DISPLAYTO. */
        DISPLAYTO,
        /** FROM. */
        FROM,
        /** RELEVANCY. */
        RELEVANCY,
        /** SIZE. */
        SIZE,
        /** SUBJECT. */
        SUBJECT,
        /** TO. */
        TO
    }

    /**
     * THREAD (RFC 5256).
     *
     * @param uid whether it is UID THREAD
     * @param algorithm the algorithm
     * @param program the search criteria
     */
    @SuppressWarnings("JavaLangClash") // The name of the command.
    record Thread(boolean uid, ThreadAlgorithm algorithm, SearchProgram program) implements MessageCommand {}

    /** An algorithm of THREAD. */
    enum ThreadAlgorithm {
        /** ORDEREDSUBJECT. */
        ORDEREDSUBJECT,
        /** REFERENCES. */
        REFERENCES
    }

    /**
     * FETCH.
     *
     * @param uid whether it is UID FETCH
     * @param messages the messages
     * @param items what to return of each message; macros are replaced
     * @param changedSince the modifier CHANGEDSINCE (RFC 7162 §3.1.4)
     * @param vanished whether the modifier VANISHED is present (RFC 7162 §3.2.6)
     * @param partial the modifier PARTIAL (RFC 9394 §3.3)
     */
    record Fetch(
            boolean uid,
            SequenceSet messages,
            List<FetchItem> items,
            OptionalLong changedSince,
            boolean vanished,
            Optional<PartialRange> partial)
            implements MessageCommand {

        /** Copies the list. */
        public Fetch {
            items = List.copyOf(items);
        }
    }

    /**
     * STORE.
     *
     * @param uid whether it is UID STORE
     * @param messages the messages
     * @param unchangedSince the modifier UNCHANGEDSINCE (RFC 7162 §3.1.3)
     * @param mode what happens with the flags
     * @param silent whether the client does not want the new flags
     * @param flags the flags
     */
    record Store(
            boolean uid,
            SequenceSet messages,
            OptionalLong unchangedSince,
            StoreMode mode,
            boolean silent,
            MessageFlags flags)
            implements MessageCommand, Write {}

    /** What STORE does with flags. */
    enum StoreMode {
        /** FLAGS. */
        REPLACE,
        /** +FLAGS. */
        ADD,
        /** -FLAGS. */
        REMOVE
    }

    /** COPY or MOVE (RFC 6851). */
    record Copy(boolean uid, SequenceSet messages, String mailbox, boolean move) implements MessageCommand, Write {}

    /**
     * REPLACE (RFC 8508).
     *
     * @param uid whether it is UID REPLACE
     * @param message the number or UID of the message to replace; empty for {@code *}
     * @param mailbox the mailbox of the new message
     * @param replacement the new message
     */
    record Replace(boolean uid, OptionalLong message, String mailbox, AppendMessage replacement)
            implements MessageCommand, Write {}
}
