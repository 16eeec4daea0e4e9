package svc.cap.mail.mailboxset;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.jmap.type.SetBatch;
import svc.api.store.BackgroundTask;
import svc.api.store.Transaction;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.MailboxTree;
import svc.cap.mail.mailbox.MailboxValidation;
import svc.cap.mail.write.EmailWriter;

/**
 * Removes the emails of mailboxes that {@code Mailbox/set} destroys with {@code onDestroyRemoveEmails} (RFC 8621 §2.5).
 * The removal runs in portions before the mailbox itself is destroyed. If the server stops in between, the mailbox
 * remains with fewer emails. An instance belongs to one transaction.
 */
final class MailboxEmptying {

    /** The number of emails that are removed between two checks whether the transaction may continue. */
    static final int PORTION = 10;

    private final Transaction tx;
    private final EmailWriter emailWriter;

    MailboxEmptying(Transaction tx, EmailWriter emailWriter) {
        this.tx = tx;
        this.emailWriter = emailWriter;
    }

    /** Removes emails of the mailboxes that can be destroyed. Returns whether emails are left. */
    boolean empty(List<SetBatch.Destroy> destroys, BackgroundTask.Pace pace) {
        for (long mailbox : destroyed(destroys)) {
            while (emailWriter.empty(tx, mailbox, PORTION)) {
                if (!pace.mayContinue()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns those of the mailboxes that can be destroyed: they exist, are not the inbox, and have no child that
     * remains.
     */
    private Set<Long> destroyed(List<SetBatch.Destroy> destroys) {
        MailboxTree tree = new MailboxTree(MailboxRows.all(tx.sql(), Integer.MAX_VALUE));
        Set<Long> ending = new LinkedHashSet<>();
        for (SetBatch.Destroy destroy : destroys) {
            if (tree.core(destroy.n())
                    .filter(core -> !core.role().equals(Optional.of(MailboxValidation.INBOX)))
                    .isPresent()) {
                ending.add(destroy.n());
            }
        }
        boolean fewer;
        do {
            fewer = ending.removeAll(tree.parentsOfOthers(ending));
        } while (fewer);
        return ending;
    }
}
