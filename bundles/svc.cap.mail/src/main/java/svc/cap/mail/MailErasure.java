package svc.cap.mail;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Erases the mail of an account, a portion of one table at a time. */
@Component
public final class MailErasure implements ErasureStep {

    private static final int PORTION = 400;

    /** Each takes a portion; those of few rows take all. */
    private static final List<String> PORTIONS = List.of(
            portion("email_text", "n"),
            portion("email_order", "n"),
            portion("part", "hash, n, path"),
            portion("keyword", "word, received, n"),
            portion("in_mailbox", "mailbox, received, n"),
            portion("thread_in_mailbox", "thread, mailbox"),
            portion("msgid", "hash, subject"),
            portion("thread_merged", "thread"),
            portion("thread", "n"),
            portion("email", "n"),
            portion("mail_block", "list, received, n"),
            portion("mail_word", "n"),
            portion("mailbox_subscription", "who, mailbox"),
            portion("mailbox", "n"),
            "DELETE FROM mail_account WHERE account = :account");

    private static String portion(String table, String key) {
        return "DELETE FROM " + table + " WHERE account = :account AND (" + key + ") IN (SELECT " + key + " FROM "
                + table + " WHERE account = :account LIMIT " + PORTION + ")";
    }

    @Override
    public String namespace() {
        return "mail";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        for (String portion : PORTIONS) {
            if (tx.sql().change(portion) > 0) {
                return true;
            }
        }
        return false;
    }
}
