package svc.cap.mail;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.Blobs;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Capability;
import svc.api.store.Store;

/** Labels of messages (V2-03). Whoever may see or change the mail of an account may do so with its labels. */
@Component
public final class LabelsCapability implements Capability {

    static final String URN = "urn:svc:params:jmap:v2:labels";

    /** Labels of one message. */
    static final int MOST_ON_EMAIL = 100;

    /** Waits for what the methods need as well. */
    @Activate
    public LabelsCapability(@Reference Blobs blobs, @Reference Store store) {}

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Set<String> goesWith() {
        return Set.of(MailCapability.URN, SecondMailCapability.URN);
    }

    /** Whether labels may be changed in an account: also where its mail is shared for that. */
    static boolean writes(Reach reach) {
        return Stream.of(URN, MailCapability.URN, SecondMailCapability.URN)
                .flatMap(urn -> reach.access(urn).stream())
                .anyMatch(access -> access == Access.WRITE);
    }

    @Override
    public Map<String, @Nullable Object> accountObject(Access access) {
        return Map.of(
                "maxLabels",
                LabelChanges.MOST,
                "maxLabelsPerEmail",
                MOST_ON_EMAIL,
                "maxSizeLabelName",
                Label.LONGEST_NAME,
                "mayCreateLabel",
                access == Access.WRITE);
    }
}
