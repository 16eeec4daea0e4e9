package svc.cap.submission.submission;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.CallContext;
import svc.api.jmap.type.PropertyContribution;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.SubmissionCapability;

/**
 * The property {@code deliveryStatus} of Email in the second version of mail (CAP-06): the delivery status of the
 * newest submission of the email. For a user who does not see all emails of the account, only the submissions of this
 * user count, because the property contains the recipients. Thread-safe.
 */
@Component(service = PropertyContribution.class)
public final class EmailDeliveryStatus implements PropertyContribution {

    private static final String DELIVERY_STATUS = "deliveryStatus";

    @Override
    public String type() {
        return MailStore.TYPE;
    }

    @Override
    public String capability() {
        return SubmissionCapability.SECOND_MAIL;
    }

    @Override
    public Set<String> properties() {
        return Set.of(DELIVERY_STATUS);
    }

    @Override
    public OptionalInt facet() {
        return OptionalInt.of(MailStore.DELIVERY_FACET);
    }

    @Override
    public Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot, Collection<Long> numbers, Set<String> wanted) {
        return read(snapshot, SubmissionRows.newest(snapshot.sql(), numbers));
    }

    @Override
    public Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot, Collection<Long> numbers, Set<String> wanted, CallContext context) {
        AccessibleAccount reach = context.reach();
        return reach.seesAll(MailStore.CAPABILITY)
                ? read(snapshot, numbers, wanted)
                : read(snapshot, SubmissionRows.newestOf(snapshot.sql(), reach.user(), numbers));
    }

    private static Map<Long, Map<String, @Nullable Object>> read(Snapshot snapshot, Map<Long, Long> newest) {
        Map<Long, Submission.RecipientStatus> status = SubmissionRows.recipientStatus(snapshot.sql(), newest.values());
        Map<Long, Map<String, @Nullable Object>> read = new HashMap<>();
        newest.forEach((email, submission) -> {
            Submission.RecipientStatus one = status.get(submission);
            if (one != null) {
                read.put(email, Map.of(DELIVERY_STATUS, SubmissionJson.status(one)));
            }
        });
        return read;
    }

    /**
     * Logs an update of the email after its submission was created, updated or destroyed, if the email still exists
     * (RFC 8620 §5.1).
     */
    public static void changed(Transaction tx, Submission submission) {
        if (tx.lastChanges(MailStore.TYPE, List.of(submission.email())).containsKey(submission.email())) {
            tx.logUpdated(MailStore.TYPE, submission.email(), MailStore.DELIVERY);
        }
    }
}
