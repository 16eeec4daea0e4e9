package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;

/** The mailboxes in which they are. */
@Component(service = BlobReferrer.class)
public final class MailboxReferrer extends MailReferrer {

    /** As these are kept. */
    @Activate
    public MailboxReferrer(@Reference Blobs blobs) {
        super(
                blobs,
                Mailbox.TYPE,
                Mailbox.LETTER,
                Holders.found("SELECT n, mailbox FROM in_mailbox WHERE account = :account AND n IN (??)"));
    }
}
