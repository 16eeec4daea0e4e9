package svc.cap.mail;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;

/** The messages themselves. */
@Component(service = BlobReferrer.class)
public final class EmailReferrer extends MailReferrer {

    /** As these are kept. */
    @Activate
    public EmailReferrer(@Reference Blobs blobs) {
        super(
                blobs,
                Email.TYPE,
                Email.LETTER,
                (snapshot, messages) -> messages.stream().collect(Collectors.toMap(Function.identity(), List::of)));
    }
}
