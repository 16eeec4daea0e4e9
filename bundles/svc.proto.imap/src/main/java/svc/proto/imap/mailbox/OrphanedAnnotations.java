package svc.proto.imap.mailbox;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import svc.cap.mail.api.AnnotationStore;
import svc.proto.imap.state.MailAccess;

/**
 * Removes the annotations of a user on mailboxes of other users that were destroyed or are no longer shared. They are in the
 * account of the user, which a transaction of the owner cannot change; an account has at most
 * {@link AnnotationStore#MOST_OF_ACCOUNT}.
 *
 * @param own the user's own account
 * @param annotated the numbers of mailboxes of other users that have annotations, by owner
 */
record OrphanedAnnotations(MailAccess own, Map<Long, Set<Long>> annotated) {

    /** Reads which mailboxes of other users have annotations. Call it before the names of the mailboxes are read. */
    static OrphanedAnnotations candidates(MailAccess own) {
        return new OrphanedAnnotations(own, own.read(own.services().annotations()::ofOtherUsers));
    }

    /** Removes the annotations of mailboxes that are not among those that the user sees. */
    void remove(MailboxNames visible) {
        annotated.forEach((owner, mailboxes) -> {
            Set<Long> orphaned = new HashSet<>(mailboxes);
            visible.all().stream()
                    .filter(mailbox -> mailbox.key().account() == owner)
                    .forEach(mailbox -> orphaned.remove(mailbox.n()));
            if (!orphaned.isEmpty()) {
                own.write("remove annotations", tx -> {
                    own.services().annotations().remove(tx, owner, orphaned);
                    return tx;
                });
            }
        });
    }
}
