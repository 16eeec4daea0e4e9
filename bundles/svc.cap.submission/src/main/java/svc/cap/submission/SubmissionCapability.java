package svc.cap.submission;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailQueue;
import svc.api.jmap.Capability;
import svc.cap.mail.api.MailStore;

/** What the session says of sending (RFC 8621 §1.3.2). */
@Component
public final class SubmissionCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:submission";

    /** The second version of mail, under which messages are sent in one step. */
    static final String SECOND_MAIL = "urn:svc:params:jmap:v2:mail";

    /** How long a message may be held back (RFC 4865). */
    static final Duration LONGEST_HOLD = Duration.ofDays(30);

    /** Recipients of one message. */
    static final int MOST_RECIPIENTS = 1_000;

    /** Waits for what sends: no method shall be missing behind the URN. */
    @Activate
    public SubmissionCapability(@Reference MailQueue queue, @Reference MailStore mail) {}

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Map<String, @Nullable Object> accountObject() {
        return Map.of(
                "maxDelayedSend", LONGEST_HOLD.toSeconds(),
                "submissionExtensions", Map.of("FUTURERELEASE", List.of(Long.toString(LONGEST_HOLD.toSeconds()))));
    }
}
