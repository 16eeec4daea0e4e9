package svc.cap.submission.method;

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
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.CreateArgument;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.identity.SendingRights;
import svc.cap.submission.send.HoldTime;
import svc.cap.submission.send.MessageSubmitter;
import svc.cap.submission.send.SubmissionPreparation;
import svc.cap.submission.submission.Submission;
import svc.cap.submission.submission.SubmissionJson;

/** {@code Email/send}: submits messages in one step. A submission can be canceled until its send time. */
@Component(service = MethodHandler.class)
public final class EmailSend implements MethodHandler<EmailSend.Arguments, Map<String, @Nullable Object>> {

    private static final Set<String> MEMBERS =
            Set.of("emailId", "blobId", "identityId", "envelope", "sendAt", "undoSeconds");

    private final Store store;
    private final SubmissionPreparation orders;
    private final MessageSubmitter dispatch;
    private final SendingRights rights;
    private final JmapLimits limits;
    private final Clock clock;

    @Activate
    public EmailSend(
            @Reference Store store,
            @Reference SubmissionPreparation orders,
            @Reference MessageSubmitter dispatch,
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

    record Arguments(String accountId, Map<String, @Nullable Object> send) {}

    @Override
    public String method() {
        return "Email/send";
    }

    @Override
    public String capability() {
        return SubmissionCapability.SECOND_MAIL;
    }

    /** A caller with the right in a mailbox sends the emails of this mailbox only. */
    @Override
    public boolean supportsSharedContainers() {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.WRITE);
        refuseWhoMayNotSend(accessible);
        Map<String, Map<String, @Nullable Object>> send =
                CreateArgument.parse("send", arguments.send(), limits.maxObjectsInSet());
        Map<String, @Nullable Object> sent = new LinkedHashMap<>();
        Map<String, @Nullable Object> notSent = new LinkedHashMap<>();
        send.forEach((key, given) -> {
            call.checkDeadline();
            try {
                Submission submission = send(call, accessible, given);
                call.putCreatedId(key, ObjectId.format(Submission.LETTER, submission.n()));
                sent.put(key, members(submission));
            } catch (SetError e) {
                notSent.put(key, e.members());
            }
        });
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("sent", sent.isEmpty() ? null : sent);
        answer.put("notSent", notSent.isEmpty() ? null : notSent);
        return answer;
    }

    /**
     * Rejects a caller without the right to send. The check is necessary because the method belongs to the mail
     * capability, and write access to mail alone does not permit sending in the name of the account.
     */
    private void refuseWhoMayNotSend(AccessibleAccount accessible) {
        if (!rights.maySend(accessible)) {
            throw new MethodError("forbidden", "You may not send mail for this account.");
        }
    }

    private static Map<String, @Nullable Object> members(Submission submission) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("submissionId", ObjectId.format(Submission.LETTER, submission.n()));
        members.put("undoStatus", submission.undo().word());
        members.put("sendAt", SubmissionJson.sendAt(submission));
        return members;
    }

    private Submission send(MethodCall call, AccessibleAccount accessible, Map<String, @Nullable Object> given) {
        refuseOthers(given);
        Map<String, @Nullable Object> named = new HashMap<>(given);
        named.replaceAll((name, value) -> value instanceof String id ? call.resolveId(id) : value);
        Instant now = clock.now();
        Scope scope = call.scope(accessible.id(), Access.WRITE);
        MessageSubmitter.PreparedSubmission prepared = orders.prepare(
                new SubmissionPreparation.Requester(scope, accessible, call.caller()),
                named,
                now,
                HoldTime.of(given, now));
        return store.write(
                scope,
                TransactionCallback.named("svc.cap.submission: Email/send", tx -> dispatch.submit(tx, prepared)));
    }

    private static void refuseOthers(Map<String, @Nullable Object> given) {
        List<String> others =
                given.keySet().stream().filter(name -> !MEMBERS.contains(name)).toList();
        if (!others.isEmpty()) {
            throw SetError.invalidProperties(others, "Email/send has no such properties.");
        }
        if ((given.get("emailId") == null) == (given.get("blobId") == null)) {
            throw SetError.invalidProperties(List.of("emailId", "blobId"), "Give exactly one of emailId and blobId.");
        }
    }
}
