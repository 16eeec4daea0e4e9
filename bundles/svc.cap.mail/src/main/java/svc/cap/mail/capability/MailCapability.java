package svc.cap.mail;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.Blobs;
import svc.api.identity.Access;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;

/** What the session says of mail (RFC 8621 §1.3.1). */
@Component
public final class MailCapability implements Capability {

    static final String URN = MailStore.CAPABILITY;

    /** Mailboxes of one message. */
    static final int MOST_MAILBOXES = 100;

    /** Keywords of one message. */
    static final int MOST_KEYWORDS = 100;

    /** One more than the ancestors that a mailbox may have. */
    static final int DEEPEST = 16;

    /** Octets of a mailbox's name in UTF-8. */
    static final int LONGEST_NAME = 255;

    /** All the steps of a sort that {@code Email/query} knows (RFC 8621 §4.4.2). */
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

    /** Waits for what the methods need as well: none of them shall be missing behind the URN. */
    @Activate
    public MailCapability(@Reference JmapLimits limits, @Reference Blobs blobs, @Reference Store store) {
        this.limits = limits;
    }

    @Override
    public String urn() {
        return URN;
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
}
