package svc.cap.mail.email;

import java.util.HashSet;
import java.util.Set;
import svc.api.jmap.SetError;
import svc.cap.mail.mailbox.VisibleMailboxes;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailUpdate;

/**
 * The rules for changes of emails by users with whom single mailboxes are shared (RFC 8621 §2). If an email is in several
 * visible mailboxes, a right is needed in all of them. Mailboxes that are not visible, and labels, stay as they are.
 *
 * @param visible the mailboxes that the caller sees
 */
record SharedEmailRights(VisibleMailboxes visible) {

    private static final String SEEN = "$seen";

    /** Returns the email as the caller sees it. */
    EmailMetadata seen(EmailMetadata email) {
        return visible.isAll()
                ? email
                : new EmailMetadata(
                        email.n(),
                        email.thread(),
                        email.received(),
                        email.flags(),
                        email.keywords(),
                        Set.of(),
                        visible.among(email.mailboxes()));
    }

    /**
     * Returns the update to store for an update of the email as the caller sees it.
     *
     * @param stored the stored email
     * @throws SetError if the caller has not the rights
     */
    EmailUpdate stored(EmailMetadata stored, EmailUpdate update) {
        if (visible.isAll()) {
            return update;
        }
        Set<Long> before = update.before().mailboxes();
        require(difference(update.mailboxes(), before), VisibleMailboxes.ADD, "add emails to this mailbox");
        require(difference(before, update.mailboxes()), VisibleMailboxes.REMOVE, "remove emails from this mailbox");
        Set<String> keywords = difference(update.keywords(), stored.keywords());
        keywords.addAll(difference(stored.keywords(), update.keywords()));
        if (keywords.remove(SEEN)) {
            require(before, VisibleMailboxes.SET_SEEN, "mark this email as seen or unseen");
        }
        if (!keywords.isEmpty()) {
            require(before, VisibleMailboxes.SET_KEYWORDS, "change the keywords of this email");
        }
        Set<Long> mailboxes = new HashSet<>(update.mailboxes());
        mailboxes.addAll(visible.hiddenAmong(stored.mailboxes()));
        return new EmailUpdate(stored, update.keywords(), stored.labels(), mailboxes);
    }

    /**
     * Checks that the caller may destroy an email.
     *
     * @throws SetError if the caller may not remove it from each visible mailbox
     */
    void checkDestroy(EmailMetadata stored) {
        if (!visible.isAll()) {
            require(visible.among(stored.mailboxes()), VisibleMailboxes.REMOVE, "destroy this email");
        }
    }

    /** Returns the mailboxes that keep an email that the caller destroys. */
    Set<Long> remaining(EmailMetadata stored) {
        return visible.hiddenAmong(stored.mailboxes());
    }

    private void require(Set<Long> mailboxes, String right, String action) {
        if (!visible.may(mailboxes, right)) {
            throw SetError.forbidden("You may not " + action + ".");
        }
    }

    private static <E> Set<E> difference(Set<E> all, Set<E> others) {
        Set<E> rest = new HashSet<>(all);
        rest.removeAll(others);
        return rest;
    }
}
