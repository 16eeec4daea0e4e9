package svc.cap.submission;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.PropertyContribution;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;

/**
 * How messages fare that were sent, as a property of the messages themselves in the second version of mail (CAP-06): what the newest
 * submission of each says. Whoever sees a message there sees it, also in the account of another. Any thread.
 */
@Component(service = PropertyContribution.class)
public final class SentMail implements PropertyContribution {

    private static final String DELIVERY_STATUS = "deliveryStatus";

    /** Needs nothing but the tables. */
    @Activate
    public SentMail() {}

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
    public Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot, Collection<Long> numbers, Set<String> wanted) {
        Map<Long, Long> newest = SubmissionRows.newest(snapshot.sql(), numbers);
        Map<Long, Submission.Fares> fares = SubmissionRows.fares(snapshot.sql(), newest.values());
        Map<Long, Map<String, @Nullable Object>> read = new HashMap<>();
        newest.forEach((email, submission) -> {
            Submission.Fares one = fares.get(submission);
            if (one != null) {
                read.put(email, Map.of(DELIVERY_STATUS, SubmissionMembers.status(one)));
            }
        });
        return read;
    }

    /** A submission begins, fares otherwise or is no more: so its message, where it lives, says something else (RFC 8620 §5.1). */
    static void changed(Transaction tx, Submission submission) {
        if (tx.lastChanges(MailStore.TYPE, List.of(submission.email())).containsKey(submission.email())) {
            tx.updated(MailStore.TYPE, submission.email(), MailStore.DELIVERY);
        }
    }
}
