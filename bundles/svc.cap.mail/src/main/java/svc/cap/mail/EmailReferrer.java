package svc.cap.mail;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;
import svc.api.blob.Blobs.Owner;
import svc.api.store.Snapshot;

/** The messages themselves. */
@Component(service = BlobReferrer.class)
public final class EmailReferrer extends MailReferrer {

    /** As these are kept. */
    @Activate
    public EmailReferrer(@Reference Blobs blobs) {
        super(blobs);
    }

    @Override
    public String type() {
        return Email.TYPE;
    }

    @Override
    Map<Long, List<Owner>> of(Snapshot snapshot, Collection<Long> messages) {
        return messages.stream()
                .collect(Collectors.toMap(Function.identity(), n -> List.of(new Owner(Email.TYPE, n, Email.LETTER))));
    }
}
