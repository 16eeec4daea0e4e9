package svc.cap.mail.capability;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.jmap.Capability;
import svc.api.store.Store;

/** The capability of labels of emails (V2-03). Access to the mail of an account includes its labels. */
@Component
public final class LabelsCapability implements Capability {

    public static final String URN = "urn:svc:params:jmap:v2:labels";

    public static final String TYPE = "Label";

    /** Maximum number of labels of an account. */
    public static final int MAX_LABELS = 1000;

    /** Maximum length of the name of a label, in characters. */
    public static final int MAX_NAME_LENGTH = 255;

    /** Maximum number of labels of an email. */
    public static final int MOST_ON_EMAIL = 100;

    /** Creates the capability. The references only delay it until the services that the methods need are available. */
    @Activate
    public LabelsCapability(@Reference AccountBlobs blobs, @Reference Store store) {}

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Set<String> sharedWith() {
        return Set.of(MailCapability.URN, MailV2Capability.URN);
    }

    /**
     * Returns whether the caller may change labels in an account. Write access to the mail of the account is enough.
     */
    public static boolean writes(AccessibleAccount accessible) {
        return Stream.of(URN, MailCapability.URN, MailV2Capability.URN)
                .flatMap(urn -> accessible.accessTo(urn).stream())
                .anyMatch(access -> access == Access.WRITE);
    }

    /** A user with whom single labels are shared cannot create others. */
    @Override
    public @Nullable Map<String, @Nullable Object> accountObject(Account caller, AccessibleAccount account) {
        return account.seesAll(URN) ? null : accountObject(Access.READ);
    }

    @Override
    public Map<String, @Nullable Object> accountObject(Access access) {
        return Map.of(
                "maxLabels",
                MAX_LABELS,
                "maxLabelsPerEmail",
                MOST_ON_EMAIL,
                "maxSizeLabelName",
                MAX_NAME_LENGTH,
                "mayCreateLabel",
                access == Access.WRITE);
    }
}
