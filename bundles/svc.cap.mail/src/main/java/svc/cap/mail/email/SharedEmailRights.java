package svc.cap.mail.email;

import java.util.HashSet;
import java.util.Set;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.cap.mail.label.Label;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailUpdate;

/**
 * The rules for changes of emails by users with whom single mailboxes and labels are shared (RFC 8621 §2, V2-03). If an
 * email is in several visible mailboxes, a right is needed in all of them. If it is in none, because only a label is
 * shared, the caller can change nothing but labels. Mailboxes and labels that are not visible stay as they are.
 *
 * @param visible the mailboxes and labels that the caller sees
 */
record SharedEmailRights(VisibleContainers visible) {

    private static final String SEEN = "$seen";

    static SharedEmailRights of(AccessibleAccount reach) {
        return new SharedEmailRights(VisibleContainers.of(reach));
    }

    /**
     * Checks that the caller may create an email. Mailboxes and labels that are not visible cause the same errors as those
     * that do not exist.
     *
     * @throws SetError if the caller does not see one of the mailboxes and labels, or has not the rights
     */
    void checkCreate(Set<Long> mailboxes, Set<String> keywords, Set<Long> labels) {
        if (visible.isAll()) {
            return;
        }
        for (long mailbox : mailboxes) {
            if (!visible.contains(mailbox)) {
                throw EmailPropertyValidation.unknownMailbox(ObjectId.format(Mailbox.LETTER, mailbox));
            }
        }
        for (long label : labels) {
            if (!visible.containsLabel(label)) {
                throw EmailPropertyValidation.unknownLabel(ObjectId.format(Label.LETTER, label));
            }
        }
        require(mailboxes, VisibleContainers.ADD, "add emails to this mailbox");
        requireKeywords(mailboxes, keywords);
        check(visible.mayWrite(labels), "add this label");
    }

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
                        visible.labelsAmong(email.labels()),
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
        Set<Long> added = difference(update.mailboxes(), before);
        check(!before.isEmpty() || added.isEmpty(), "add this email to mailboxes");
        require(added, VisibleContainers.ADD, "add emails to this mailbox");
        require(difference(before, update.mailboxes()), VisibleContainers.REMOVE, "remove emails from this mailbox");
        check(visible.mayWrite(differences(update.before().labels(), update.labels())), "add or remove this label");
        requireKeywords(before, differences(stored.keywords(), update.keywords()));
        Set<Long> mailboxes = new HashSet<>(update.mailboxes());
        mailboxes.addAll(visible.hiddenAmong(stored.mailboxes()));
        Set<Long> labels = new HashSet<>(update.labels());
        labels.addAll(difference(stored.labels(), update.before().labels()));
        return new EmailUpdate(stored, update.keywords(), labels, mailboxes);
    }

    /**
     * Checks that the caller may destroy an email.
     *
     * @throws SetError if the caller may not remove it from each visible mailbox
     */
    void checkDestroy(EmailMetadata stored) {
        if (!visible.isAll()) {
            requireAll(visible.among(stored.mailboxes()), VisibleContainers.REMOVE, "destroy this email");
        }
    }

    /** Returns the mailboxes that keep an email that the caller destroys. */
    Set<Long> remaining(EmailMetadata stored) {
        return visible.hiddenAmong(stored.mailboxes());
    }

    /** Requires a right in the visible mailboxes of an email. There must be at least one. */
    private void requireAll(Set<Long> mailboxes, String right, String action) {
        check(!mailboxes.isEmpty() && visible.may(mailboxes, right), action);
    }

    /** Requires the rights to set or remove keywords of an email in these mailboxes. */
    private void requireKeywords(Set<Long> mailboxes, Set<String> keywords) {
        if (keywords.contains(SEEN)) {
            requireAll(mailboxes, VisibleContainers.SET_SEEN, "mark this email as seen or unseen");
        }
        if (keywords.stream().anyMatch(keyword -> !keyword.equals(SEEN))) {
            requireAll(mailboxes, VisibleContainers.SET_KEYWORDS, "change the keywords of this email");
        }
    }

    private void require(Set<Long> mailboxes, String right, String action) {
        check(visible.may(mailboxes, right), action);
    }

    private static void check(boolean allowed, String action) {
        if (!allowed) {
            throw SetError.forbidden("You may not " + action + ".");
        }
    }

    private static <E> Set<E> differences(Set<E> one, Set<E> other) {
        Set<E> all = difference(one, other);
        all.addAll(difference(other, one));
        return all;
    }

    private static <E> Set<E> difference(Set<E> all, Set<E> others) {
        Set<E> rest = new HashSet<>(all);
        rest.removeAll(others);
        return rest;
    }
}
