package svc.cap.submission;

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
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;

/** {@code Email/cancel}: takes back messages that nobody has had yet. */
@Component(service = MethodHandler.class)
public final class CancelEmails implements MethodHandler<CancelEmails.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final Dispatch dispatch;
    private final JmapLimits limits;

    /** Takes them back here. */
    @Activate
    public CancelEmails(@Reference Store store, @Reference Dispatch dispatch, @Reference JmapLimits limits) {
        this.store = store;
        this.dispatch = dispatch;
        this.limits = limits;
    }

    /** The arguments of the method. */
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

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.WRITE);
        if (!SendingRights.shared(reach)) {
            throw new MethodError("forbidden", "What was sent in the name of this account is not yours to take back.");
        }
        if (arguments.submissionIds().size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge", "A call may take back " + limits.maxObjectsInSet() + " messages at most.");
        }
        Map<String, OptionalLong> numbers = new LinkedHashMap<>();
        for (String id : new LinkedHashSet<>(arguments.submissionIds())) {
            numbers.put(id, ObjectId.number(Submission.LETTER, call.id(id)));
        }
        Canceled canceled = store.write(
                call.scope(arguments.accountId(), Access.WRITE),
                Writing.named("svc.cap.submission: Email/cancel", tx -> cancel(tx, numbers)));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("canceled", canceled.done());
        answer.put("notCanceled", canceled.not().isEmpty() ? null : canceled.not());
        return answer;
    }

    private Canceled cancel(Transaction tx, Map<String, OptionalLong> numbers) {
        Canceled canceled = new Canceled(new ArrayList<>(), new LinkedHashMap<>());
        Map<Long, Submission> there = SubmissionRows.among(
                tx.sql(),
                numbers.values().stream()
                        .flatMapToLong(OptionalLong::stream)
                        .boxed()
                        .toList());
        numbers.forEach((id, n) -> {
            try {
                Submission submission = n.isEmpty() ? null : there.get(n.getAsLong());
                if (submission == null) {
                    throw SetError.notFound();
                }
                dispatch.recall(tx, submission);
                canceled.done().add(id);
            } catch (SetError e) {
                canceled.not().put(id, e.members());
            }
        });
        return canceled;
    }
}
