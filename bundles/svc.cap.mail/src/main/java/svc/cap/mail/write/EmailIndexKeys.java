package svc.cap.mail;

import java.util.HashSet;
import java.util.Set;

/**
 * A message as the tables have it.
 *
 * @param thread its thread
 * @param key its place in lists
 * @param flags the bits of {@link Flags}
 * @param words the numbers of its further keywords
 * @param mailboxes where it is
 */
record Standing(long thread, Key key, int flags, Set<Long> words, Set<Long> mailboxes) {

    /** Copies the sets. */
    Standing {
        words = Set.copyOf(words);
        mailboxes = Set.copyOf(mailboxes);
    }

    /** Whether it counts as unread (RFC 8621 §2). */
    boolean unread() {
        return Flags.unread(flags);
    }

    /** Whether it is anywhere but in the trash. */
    boolean live(long trash) {
        return mailboxes.size() > 1 || !mailboxes.contains(trash);
    }

    /** The words under which the table {@code keyword} has it. */
    Set<Long> indexed() {
        Set<Long> all = new HashSet<>(words);
        all.addAll(Flags.words(flags));
        return all;
    }
}
