package svc.cap.mail.write;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.ReceivedKey;

/**
 * The values with which the index rows of an email are found.
 *
 * @param thread the number of its thread
 * @param key its sort key
 * @param flags the bits of {@link Flags}
 * @param words the numbers of its keywords that have no bit in {@link Flags}
 * @param mailboxes the mailboxes of the email
 * @param labels its labels, with the numbers of their words
 */
record EmailIndexKeys(
        long thread, ReceivedKey key, int flags, Set<Long> words, Set<Long> mailboxes, Map<Long, Long> labels) {

    /** The word of a mailbox. */
    static final long NO_WORD = -1;

    EmailIndexKeys {
        words = Set.copyOf(words);
        mailboxes = Set.copyOf(mailboxes);
        labels = Map.copyOf(labels);
    }

    /** Returns the keys of the email after a move. */
    EmailIndexKeys inMailboxes(Set<Long> others) {
        return new EmailIndexKeys(thread, key, flags, words, others, labels);
    }

    /** Returns whether another version of the email differs in its containers at most. */
    boolean hasKeywordsOf(EmailIndexKeys other) {
        // A label sets MORE, too.
        return (flags | Flags.MORE) == (other.flags | Flags.MORE) && keywords().equals(other.keywords());
    }

    private Set<Long> keywords() {
        Set<Long> keywords = new HashSet<>(words);
        keywords.removeAll(labels.values());
        return keywords;
    }

    boolean hasContainersOf(EmailIndexKeys other) {
        return mailboxes.equals(other.mailboxes) && labels.equals(other.labels);
    }

    /** Returns the containers of the email: its mailboxes, with {@link #NO_WORD}, and its labels with their words. */
    Map<Long, Long> containers() {
        Map<Long, Long> containers = new HashMap<>(labels);
        mailboxes.forEach(mailbox -> containers.put(mailbox, NO_WORD));
        return containers;
    }

    /** Returns whether the email counts as unread (RFC 8621 §2). */
    boolean unread() {
        return Flags.unread(flags);
    }

    /** Returns whether the email is in a mailbox other than the trash. */
    boolean outsideTrash(long trash) {
        return mailboxes.size() > 1 || !mailboxes.contains(trash);
    }

    /** Returns the numbers of the keywords under which the table {@code keyword} contains the email. */
    Set<Long> indexed() {
        Set<Long> all = new HashSet<>(words);
        all.addAll(Flags.keywordNumbers(flags));
        return all;
    }
}
