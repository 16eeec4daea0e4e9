package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobReferrer;
import svc.cap.mail.capability.ThreadType;

/** Reports the threads whose emails refer to a blob. */
@Component(service = BlobReferrer.class)
public final class ThreadReferrer extends MailReferrer {

    @Activate
    public ThreadReferrer(@Reference AccountBlobs blobs) {
        super(
                blobs,
                ThreadType.TYPE,
                ThreadType.LETTER,
                Holders.queried("SELECT n, thread FROM email WHERE account = :account AND n IN (??)"));
    }
}
