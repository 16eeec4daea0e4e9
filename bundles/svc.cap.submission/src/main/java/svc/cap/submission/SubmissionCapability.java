package svc.cap.submission;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailQueue;
import svc.api.jmap.Capability;
import svc.cap.mail.api.MailStore;

/** The capability {@code urn:ietf:params:jmap:submission} with its session object (RFC 8621 §1.3.2). */
@Component
public final class SubmissionCapability implements Capability {

    public static final String URN = "urn:ietf:params:jmap:submission";

    /** URN of the second version of the mail capability. Its method {@code Email/send} sends a message in one step. */
    public static final String SECOND_MAIL = "urn:svc:params:jmap:v2:mail";

    /** The longest time that a message may be held before delivery (FUTURERELEASE, RFC 4865). */
    public static final Duration LONGEST_HOLD = Duration.ofDays(30);

    /** The maximum number of recipients of one message. */
    public static final int MOST_RECIPIENTS = 1_000;

    /**
     * Creates the capability. It requires the services that the methods use, so that it is never announced without its
     * methods.
     */
    @Activate
    public SubmissionCapability(@Reference MailQueue queue, @Reference MailStore mail) {}

    @Override
    public String urn() {
        return URN;
    }

    /** Returns the mail capability, because a submission refers to an Email. */
    @Override
    public Set<String> requires() {
        return Set.of(MailStore.CAPABILITY);
    }

    @Override
    public Map<String, @Nullable Object> accountObject() {
        return Map.of(
                "maxDelayedSend", LONGEST_HOLD.toSeconds(),
                "submissionExtensions",
                        Map.of(
                                "FUTURERELEASE",
                                List.of(Long.toString(LONGEST_HOLD.toSeconds())),
                                "DSN",
                                List.of(),
                                "REQUIRETLS",
                                List.of()));
    }
}
