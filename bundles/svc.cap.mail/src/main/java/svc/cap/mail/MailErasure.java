package svc.cap.mail;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erasure step that erases the mail of an account. */
@Component(service = ErasureStep.class)
public final class MailErasure implements ErasureStep {

    private final AccountTables portions = AccountTables.none()
            .table("email_text", "n")
            .table("email_order", "n")
            .table("email_imap", "n")
            .table("email_first", "n")
            .table("part", "hash, n, path")
            .table("keyword", "word, received, n")
            .table("mail_uid", "mailbox, uid")
            .table("mail_run", "mailbox, first")
            .table("mail_hidden", "n")
            .table("in_mailbox", "mailbox, received, n")
            .table("thread_in_mailbox", "thread, mailbox")
            .table("msgid", "hash, subject")
            .table("thread_merged", "thread")
            .table("thread", "n")
            .table("email", "n")
            .table("mail_block", "list, received, n")
            .table("mail_word", "n")
            .table("label_leaving", "n")
            .table("label", "n")
            .table("mailbox_subscription", "who, mailbox")
            .table("mailbox_annotation", "owner, mailbox, entry")
            .table("container_watch", "container")
            .table("mailbox", "n")
            .smallTable("uid_assignment")
            .smallTable("trash_move")
            .smallTable("mail_account");

    @Override
    public String namespace() {
        return "mail";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return portions.eraseSome(tx, pace);
    }
}
