package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;

/** Their threads. */
@Component(service = BlobReferrer.class)
public final class ThreadReferrer extends MailReferrer {

    /** As these are kept. */
    @Activate
    public ThreadReferrer(@Reference Blobs blobs) {
        super(
                blobs,
                MailThread.TYPE,
                MailThread.LETTER,
                Holders.found("SELECT n, thread FROM email WHERE account = :account AND n IN (??)"));
    }
}
