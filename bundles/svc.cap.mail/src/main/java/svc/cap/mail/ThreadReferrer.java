package svc.cap.mail;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;
import svc.api.blob.Blobs.Owner;
import svc.api.store.Snapshot;

/** Their threads. */
@Component(service = BlobReferrer.class)
public final class ThreadReferrer extends MailReferrer {

    /** As these are kept. */
    @Activate
    public ThreadReferrer(@Reference Blobs blobs) {
        super(blobs);
    }

    @Override
    public String type() {
        return MailThread.TYPE;
    }

    @Override
    Map<Long, List<Owner>> of(Snapshot snapshot, Collection<Long> messages) {
        return owners(
                snapshot,
                "SELECT n, thread FROM email WHERE account = :account AND n IN (??)",
                messages,
                n -> new Owner(type(), n, MailThread.LETTER));
    }
}
