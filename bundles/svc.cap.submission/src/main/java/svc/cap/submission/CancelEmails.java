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
        if (reach.access(SubmissionCapability.URN)
                .filter(access -> access == Access.WRITE)
                .isEmpty()) {
            throw new MethodError("forbidden", "What was sent in the name of this account is not yours to take back.");
        }
        if (arguments.submissionIds().size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge", "A call may take back " + limits.maxObjectsInSet() + " messages at most.");
        }
        Map<String, OptionalLong> numbers = new LinkedHashMap<>();
        for (String id : new LinkedHashSet<>(arguments.submissionIds())) {
            String named = id.startsWith("#") ? call.created(id.substring(1)).orElse(id) : id;
            numbers.put(id, ObjectId.number(Submission.LETTER, named));
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
        numbers.forEach((id, n) -> {
            Submission there = n.isEmpty()
                    ? null
                    : SubmissionRows.among(tx.sql(), List.of(n.getAsLong())).get(n.getAsLong());
            if (there == null) {
                canceled.not().put(id, SetError.notFound().members());
            } else if (dispatch.recall(tx, there)) {
                canceled.done().add(id);
            } else {
                canceled.not()
                        .put(
                                id,
                                new SetError(
                                                "cannotUnsend",
                                                "It is too late: a recipient has the message, or never gets it.")
                                        .members());
            }
        });
        return canceled;
    }
}
