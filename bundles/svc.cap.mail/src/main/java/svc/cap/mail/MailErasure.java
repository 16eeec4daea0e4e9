package svc.cap.mail;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.erasure.Portions;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Erases the mail of an account. */
@Component(service = ErasureStep.class)
public final class MailErasure implements ErasureStep {

    private final Portions portions = Portions.none()
            .of("email_text", "n")
            .of("email_order", "n")
            .of("part", "hash, n, path")
            .of("keyword", "word, received, n")
            .of("in_mailbox", "mailbox, received, n")
            .of("thread_in_mailbox", "thread, mailbox")
            .of("msgid", "hash, subject")
            .of("thread_merged", "thread")
            .of("thread", "n")
            .of("email", "n")
            .of("mail_block", "list, received, n")
            .of("mail_word", "n")
            .of("label_leaving", "n")
            .of("label", "n")
            .of("mailbox_subscription", "who, mailbox")
            .of("mailbox", "n")
            .ofFew("mail_account");

    @Override
    public String namespace() {
        return "mail";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return portions.erase(tx, pace);
    }
}
