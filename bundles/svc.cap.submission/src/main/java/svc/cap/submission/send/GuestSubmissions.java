package svc.cap.submission.send;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Outcome;
import svc.api.audit.AuditEvent.Target;
import svc.api.audit.AuditLog;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.cap.submission.submission.Submission;

/**
 * Records the submissions of users who send in the name of another account: in the membership log, from which the user
 * gets the changes of these submissions only, and in the audit log. Thread-safe.
 */
@Component(service = GuestSubmissions.class)
public final class GuestSubmissions {

    private static final char TENANT = 't';

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable AuditLog audit;

    /** Records a submission that was just created. */
    void record(Transaction tx, Account account, Caller by, Submission submission) {
        long user = by.account().n();
        tx.watch(Submission.TYPE, user, List.of(), true);
        tx.joined(Submission.TYPE, submission.n(), user);
        AuditLog log = audit;
        if (log != null) {
            log.record(
                    tx,
                    new AuditEvent(
                            Actor.account(by.account(), by.address()),
                            "submission.create",
                            ObjectId.parse(TENANT, account.organization()).orElse(AuditEvent.INSTANCE),
                            Optional.of(new Target("account", account.id())),
                            Outcome.DONE,
                            Map.of("submission", ObjectId.format(Submission.LETTER, submission.n()))));
        }
    }
}
