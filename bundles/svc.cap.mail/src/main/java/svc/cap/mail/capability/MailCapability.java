package svc.cap.mail.capability;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;

/** The mail capability and its account object in the session (RFC 8621 §1.3.1). */
@Component
public final class MailCapability implements Capability {

    public static final String URN = MailStore.CAPABILITY;

    /** Maximum number of mailboxes of an email. */
    public static final int MOST_MAILBOXES = 100;

    /** Maximum number of keywords of an email. */
    public static final int MOST_KEYWORDS = 100;

    /** Maximum depth of a mailbox: the number of its ancestors plus one. */
    public static final int DEEPEST = 16;

    /** Maximum length of the name of a mailbox, in octets of UTF-8. */
    public static final int LONGEST_NAME = 255;

    /** The sort properties of {@code Email/query} (RFC 8621 §4.4.2). */
    static final List<String> SORTS = List.of(
            "receivedAt",
            "size",
            "from",
            "to",
            "subject",
            "sentAt",
            "hasKeyword",
            "allInThreadHaveKeyword",
            "someInThreadHaveKeyword");

    private final JmapLimits limits;

    /**
     * Creates the capability. The references to {@code blobs} and {@code store} only delay the capability until the
     * services that the methods need are available.
     */
    @Activate
    public MailCapability(@Reference JmapLimits limits, @Reference AccountBlobs blobs, @Reference Store store) {
        this.limits = limits;
    }

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Set<String> pushOnlyTypes() {
        return Set.of(EmailType.DELIVERY);
    }

    @Override
    public Map<String, @Nullable Object> accountObject(Access access) {
        return Map.of(
                "maxMailboxesPerEmail", MOST_MAILBOXES,
                "maxMailboxDepth", DEEPEST,
                "maxSizeMailboxName", LONGEST_NAME,
                "maxSizeAttachmentsPerEmail", limits.maxSizeUpload(),
                "emailQuerySortOptions", SORTS,
                "mayCreateTopLevelMailbox", access == Access.WRITE);
    }

    /** A user with whom single mailboxes are shared cannot create others. */
    @Override
    public @Nullable Map<String, @Nullable Object> accountObject(Account caller, AccessibleAccount account) {
        return account.seesAll(URN) ? null : accountObject(Access.READ);
    }
}
