package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobReferrer;
import svc.cap.mail.mailbox.Mailbox;

/** Reports the mailboxes whose emails refer to a blob. */
@Component(service = BlobReferrer.class)
public final class MailboxReferrer extends MailReferrer {

    @Activate
    public MailboxReferrer(@Reference AccountBlobs blobs) {
        super(
                blobs,
                Mailbox.TYPE,
                Mailbox.LETTER,
                Holders.queried("SELECT n, mailbox FROM in_mailbox WHERE account = :account AND n IN (??)"));
    }
}
