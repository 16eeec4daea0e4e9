package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobReferrer;
import svc.cap.mail.capability.EmailType;

/** Reports the emails that refer to a blob. */
@Component(service = BlobReferrer.class)
public final class EmailReferrer extends MailReferrer {

    @Activate
    public EmailReferrer(@Reference AccountBlobs blobs) {
        super(
                blobs,
                EmailType.TYPE,
                EmailType.LETTER,
                Holders.queried("SELECT n, n FROM email WHERE account = :account AND n IN (??)"));
    }
}
