package svc.cap.submission.method;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.identity.SendingRights;
import svc.cap.submission.send.MessageSubmitter;
import svc.cap.submission.submission.Submission;
import svc.cap.submission.submission.SubmissionRows;

/** {@code Email/cancel}: cancels submissions while all their recipients still wait for delivery. */
@Component(service = MethodHandler.class)
public final class EmailCancel implements MethodHandler<EmailCancel.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final MessageSubmitter dispatch;
    private final JmapLimits limits;

    @Activate
    public EmailCancel(@Reference Store store, @Reference MessageSubmitter dispatch, @Reference JmapLimits limits) {
        this.store = store;
        this.dispatch = dispatch;
        this.limits = limits;
    }

    record Arguments(String accountId, List<String> submissionIds) {}

    private record Canceled(List<String> done, Map<String, @Nullable Object> not) {}

    @Override
    public String method() {
        return "Email/cancel";
    }

    @Override
    public String capability() {
        return SubmissionCapability.SECOND_MAIL;
    }

    /** A caller who does not see all submissions cancels only his or her own. */
    @Override
    public boolean supportsSharedContainers() {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.WRITE);
        if (!SendingRights.isShared(accessible)) {
            throw new MethodError("forbidden", "You may not cancel submissions of this account.");
        }
        if (arguments.submissionIds().size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge", "A call can cancel at most " + limits.maxObjectsInSet() + " submissions.");
        }
        Map<String, OptionalLong> numbers = new LinkedHashMap<>();
        for (String id : new LinkedHashSet<>(arguments.submissionIds())) {
            numbers.put(id, ObjectId.parse(Submission.LETTER, call.resolveId(id)));
        }
        Canceled canceled = store.write(
                call.scope(arguments.accountId(), Access.WRITE),
                TransactionCallback.named("svc.cap.submission: Email/cancel", tx -> cancel(tx, accessible, numbers)));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("canceled", canceled.done());
        answer.put("notCanceled", canceled.not().isEmpty() ? null : canceled.not());
        return answer;
    }

    private Canceled cancel(Transaction tx, AccessibleAccount accessible, Map<String, OptionalLong> numbers) {
        Canceled canceled = new Canceled(new ArrayList<>(), new LinkedHashMap<>());
        Map<Long, Submission> existing = SubmissionRows.find(
                tx.sql(),
                numbers.values().stream()
                        .flatMapToLong(OptionalLong::stream)
                        .boxed()
                        .toList());
        numbers.forEach((id, n) -> {
            try {
                Submission submission = n.isEmpty() ? null : existing.get(n.getAsLong());
                if (submission == null || !SendingRights.sees(accessible, submission.sender())) {
                    throw SetError.notFound();
                }
                dispatch.cancel(tx, submission);
                canceled.done().add(id);
            } catch (SetError e) {
                canceled.not().put(id, e.members());
            }
        });
        return canceled;
    }
}
