package svc.proto.imap.message;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.mime.BaseSubject;

/** Orders messages in threads for THREAD (RFC 5256 §3). */
public final class MessageThreads {

    private MessageThreads() {}

    /**
     * A message to order.
     *
     * @param number its message number or UID, above 0
     * @param sent the time of its Date field, or else its internal date, in any unit
     * @param subject its subject in the Text form of RFC 8621
     * @param messageId a key of its Message-ID, such as {@link svc.mime.ThreadKeys#id}; 0 without one
     * @param references keys of the ids in References, or else of the first id in In-Reply-To; the parent is the last
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record ThreadMessage(long number, long sent, String subject, long messageId, long[] references) {

        /** Returns the base subject as it is compared. */
        String baseSubject() {
            return BaseSubject.of(subject).toLowerCase(Locale.ROOT);
        }

        /**
         * Returns whether the subject is one of a reply or forward: more than tags of lists in front was removed from it.
         */
        boolean isReply() {
            String rest = subject.strip().replaceAll("\\s+", " ");
            String base = BaseSubject.of(subject);
            while (rest.startsWith("[") && !rest.equals(base)) {
                int end = rest.indexOf(']');
                String after = end < 0 || (rest.indexOf('[', 1) > 0 && rest.indexOf('[', 1) < end)
                        ? ""
                        : rest.substring(end + 1).strip();
                if (after.isEmpty()) {
                    return true;
                }
                rest = after;
            }
            return !rest.equals(base);
        }
    }

    /** The order of messages that are not in a thread of each other. */
    private static final Comparator<ThreadMessage> BY_DATE =
            Comparator.comparingLong(ThreadMessage::sent).thenComparingLong(ThreadMessage::number);

    /** Returns the threads of ORDEREDSUBJECT: all messages of a subject are replies to the first one. */
    public static List<ThreadNode> orderedSubject(List<ThreadMessage> messages) {
        Map<String, ThreadNode> threads = new LinkedHashMap<>();
        for (ThreadMessage message : messages.stream().sorted(BY_DATE).toList()) {
            ThreadNode node = new ThreadNode(message.number(), new ArrayList<>());
            ThreadNode first = threads.putIfAbsent(message.baseSubject(), node);
            if (first != null) {
                first.children().add(node);
            }
        }
        return List.copyOf(threads.values());
    }

    /**
     * Returns the threads of REFERENCES.
     *
     * @param messages the messages, in ascending order of their numbers
     */
    public static List<ThreadNode> references(List<ThreadMessage> messages) {
        List<Branch> top = new ReferenceLinks(messages).branches();
        top.sort(Branch.BY_DATE);
        return mergedBySubject(top).stream()
                .sorted(Branch.BY_DATE)
                .map(Branch::node)
                .toList();
    }

    /** A message under the root with what is known of it. */
    static final class Branch {

        static final Comparator<Branch> BY_DATE = Comparator.comparing(Branch::message, MessageThreads.BY_DATE);

        private final ThreadNode node;
        private final List<Branch> replies = new ArrayList<>();
        private final @Nullable ThreadMessage own;

        Branch(@Nullable ThreadMessage own) {
            this.own = own;
            this.node = new ThreadNode(own == null ? 0 : own.number(), new ArrayList<>());
        }

        boolean isDummy() {
            return own == null;
        }

        /** Returns the message; of a dummy its first reply. */
        ThreadMessage message() {
            return own != null ? own : replies.get(0).message();
        }

        ThreadNode node() {
            return node;
        }

        List<Branch> replies() {
            return replies;
        }

        /** Orders the replies by date. */
        void order() {
            replies.sort(BY_DATE);
            node.children().clear();
            replies.forEach(reply -> node.children().add(reply.node));
        }
    }

    /** Step 5: joins the threads with the same subject. */
    private static List<Branch> mergedBySubject(List<Branch> top) {
        Map<String, Branch> table = new HashMap<>();
        List<String> subjects = new ArrayList<>();
        for (Branch branch : top) {
            String subject = branch.message().baseSubject();
            subjects.add(subject);
            Branch other = subject.isEmpty() ? branch : table.putIfAbsent(subject, branch);
            if (other != null
                    && !other.isDummy()
                    && (branch.isDummy()
                            || (other.message().isReply() && !branch.message().isReply()))) {
                table.put(subject, branch);
            }
        }
        // The threads follow each other by date, so a thread that is replaced comes before the one that replaces it.
        Set<Branch> merged = new LinkedHashSet<>();
        for (int i = 0; i < top.size(); i++) {
            Branch branch = top.get(i);
            Branch other = subjects.get(i).isEmpty() ? branch : Objects.requireNonNull(table.get(subjects.get(i)));
            if (other == branch) {
                merged.add(branch);
            } else if (other.isDummy()) {
                other.replies().addAll(branch.isDummy() ? branch.replies() : List.of(branch));
            } else if (branch.message().isReply() && !other.message().isReply()) {
                other.replies().add(branch);
            } else {
                Branch dummy = new Branch(null);
                dummy.replies().addAll(List.of(other, branch));
                table.put(subjects.get(i), dummy);
                merged.add(dummy);
                merged.remove(other);
            }
        }
        for (Branch branch : merged) {
            // A message that got replies may have become a reply of a dummy afterwards.
            branch.replies().forEach(Branch::order);
            branch.order();
        }
        return List.copyOf(merged);
    }
}
