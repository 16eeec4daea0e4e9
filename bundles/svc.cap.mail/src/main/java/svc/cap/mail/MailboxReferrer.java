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

/** The mailboxes in which they are. */
@Component(service = BlobReferrer.class)
public final class MailboxReferrer extends MailReferrer {

    /** As these are kept. */
    @Activate
    public MailboxReferrer(@Reference Blobs blobs) {
        super(blobs);
    }

    @Override
    public String type() {
        return Mailbox.TYPE;
    }

    @Override
    Map<Long, List<Owner>> of(Snapshot snapshot, Collection<Long> messages) {
        return owners(
                snapshot,
                "SELECT n, mailbox FROM in_mailbox WHERE account = :account AND n IN (??)",
                messages,
                n -> new Owner(type(), n, Mailbox.LETTER));
    }
}
