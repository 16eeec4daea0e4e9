package svc.cap.submission;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import svc.api.jmap.NewObjects;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.api.time.Clock;

/** {@code Email/send}: messages go out in one step, and wait for a moment in which they can be taken back. */
@Component(service = MethodHandler.class)
public final class SendEmails implements MethodHandler<SendEmails.Arguments, Map<String, @Nullable Object>> {

    private static final Set<String> MEMBERS =
            Set.of("emailId", "blobId", "identityId", "envelope", "sendAt", "undoSeconds");

    private final Store store;
    private final Orders orders;
    private final Dispatch dispatch;
    private final SendingRights rights;
    private final JmapLimits limits;
    private final Clock clock;

    /** Sends by this. */
    @Activate
    public SendEmails(
            @Reference Store store,
            @Reference Orders orders,
            @Reference Dispatch dispatch,
            @Reference SendingRights rights,
            @Reference JmapLimits limits,
            @Reference Clock clock) {
        this.store = store;
        this.orders = orders;
        this.dispatch = dispatch;
        this.rights = rights;
        this.limits = limits;
        this.clock = clock;
    }

    /** The arguments of the method. */
    record Arguments(String accountId, Map<String, @Nullable Object> send) {}

    @Override
    public String method() {
        return "Email/send";
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
        refuseWhoMayNotSend(reach);
        Map<String, Map<String, @Nullable Object>> send =
                NewObjects.of("send", arguments.send(), limits.maxObjectsInSet());
        Map<String, @Nullable Object> sent = new LinkedHashMap<>();
        Map<String, @Nullable Object> notSent = new LinkedHashMap<>();
        send.forEach((key, given) -> {
            call.proceed();
            try {
                Submission submission = send(call, reach, given);
                call.created(key, ObjectId.text(Submission.LETTER, submission.n()));
                sent.put(key, members(submission));
            } catch (SetError e) {
                notSent.put(key, e.members());
            }
        });
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("sent", sent.isEmpty() ? null : sent);
        answer.put("notSent", notSent.isEmpty() ? null : notSent);
        return answer;
    }

    /** The capability of the method is that of mail: whoever may write there may not send in the owner's name for that. */
    private void refuseWhoMayNotSend(Reach reach) {
        if (!rights.maySend(reach)) {
            throw new MethodError("forbidden", "Nothing may be sent in the name of this account.");
        }
    }

    private static Map<String, @Nullable Object> members(Submission submission) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("submissionId", ObjectId.text(Submission.LETTER, submission.n()));
        members.put("undoStatus", submission.undo().word());
        members.put("sendAt", SubmissionMembers.sendAt(submission));
        return members;
    }

    private Submission send(Call call, Reach reach, Map<String, @Nullable Object> given) {
        refuseOthers(given);
        Map<String, @Nullable Object> named = new HashMap<>(given);
        named.replaceAll((name, value) -> value instanceof String id ? call.id(id) : value);
        Instant now = clock.now();
        Scope scope = call.scope(reach.id(), Access.WRITE);
        Dispatch.Ready ready =
                orders.ready(new Orders.Asking(scope, reach, call.caller()), named, now, HoldTime.of(given, now));
        return store.write(scope, Writing.named("svc.cap.submission: Email/send", tx -> dispatch.take(tx, ready)));
    }

    private static void refuseOthers(Map<String, @Nullable Object> given) {
        List<String> others =
                given.keySet().stream().filter(name -> !MEMBERS.contains(name)).toList();
        if (!others.isEmpty()) {
            throw SetError.invalidProperties(others, "What is sent has no such properties.");
        }
        if ((given.get("emailId") == null) == (given.get("blobId") == null)) {
            throw SetError.invalidProperties(
                    List.of("emailId", "blobId"), "Name the message to send: by emailId or by blobId.");
        }
    }
}
