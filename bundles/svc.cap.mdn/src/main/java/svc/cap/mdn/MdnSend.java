package svc.cap.mdn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.StoredEmail;
import svc.cap.submission.api.Senders;
import svc.cap.submission.api.Senders.Sender;

/** Implements {@code MDN/send} (RFC 9007 §2.1). */
@Component(service = MethodHandler.class)
public final class MdnSend implements MethodHandler<MdnSend.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final MailStore mail;
    private final Senders senders;
    private final MdnSender post;
    private final JmapLimits limits;

    @Activate
    public MdnSend(
            @Reference Store store,
            @Reference MailStore mail,
            @Reference Senders senders,
            @Reference MdnSender post,
            @Reference JmapLimits limits) {
        this.store = store;
        this.mail = mail;
        this.senders = senders;
        this.post = post;
        this.limits = limits;
    }

    record Arguments(
            String accountId,
            String identityId,
            Map<String, @Nullable Object> send,
            @Nullable Map<String, @Nullable Object> onSuccessUpdateEmail) {}

    /** The call, its account, and the identity that sends. */
    private record Sending(MethodCall call, AccessibleAccount accessible, Scope scope, Sender sender) {}

    /** The results of the call: sent MDNs and errors ({@code not}) by creation id, and the patches by email id. */
    private record Done(Map<String, @Nullable Object> sent, Map<String, Object> patches, Map<String, Object> not) {}

    @Override
    public String method() {
        return "MDN/send";
    }

    @Override
    public String capability() {
        return MdnCapability.URN;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        if (!call.isUsing(MailStore.CAPABILITY)) {
            throw new MethodError("unknownCapability", "This method requires " + MailStore.CAPABILITY + " in using.");
        }
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.WRITE);
        Map<String, Map<String, @Nullable Object>> send =
                CreateArgument.parse("send", arguments.send(), limits.maxObjectsInSet());
        MdnSentPatch patch = MdnSentPatch.of(send, arguments.onSuccessUpdateEmail());
        Done done = new Done(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        if (senders.maySend(accessible)) {
            Scope scope = call.scope(arguments.accountId(), Access.WRITE);
            Sending sending = new Sending(call, accessible, scope, sender(call, scope, arguments.identityId()));
            send.forEach((key, given) -> send(sending, key, given, patch, done));
        } else {
            SetError forbidden = SetError.forbidden("You may not send mail for this account.");
            send.keySet().forEach(key -> done.not().put(key, forbidden.members()));
        }
        if (!done.patches().isEmpty()) {
            call.addImplicitCall("Email/set", Map.of("accountId", accessible.id(), "update", done.patches()));
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("sent", done.sent().isEmpty() ? null : done.sent());
        answer.put("notSent", done.not().isEmpty() ? null : done.not());
        return answer;
    }

    private Sender sender(MethodCall call, Scope scope, String identityId) {
        OptionalLong identity = ObjectId.parse(Senders.LETTER, call.resolveId(identityId));
        return (identity.isEmpty()
                        ? Optional.<Sender>empty()
                        : store.read(scope, snapshot -> senders.identity(snapshot, identity.getAsLong())))
                .orElseThrow(() -> MethodError.invalidArguments(
                        "The argument identityId is not the id of an Identity of the account."));
    }

    private void send(Sending sending, String key, Map<?, ?> sent, MdnSentPatch patch, Done done) {
        sending.call().checkDeadline();
        try {
            MdnProperties given = MdnProperties.of(sent);
            StoredEmail email = email(sending, given);
            MdnSender.PreparedMdn prepared = post.prepare(new MdnSender.Request(
                    sending.accessible(), sending.call().caller().account(), sending.sender(), given, email));
            store.write(sending.scope(), TransactionCallback.named("svc.cap.mdn: MDN/send", tx -> {
                post.submit(tx, prepared);
                return tx;
            }));
            done.sent().put(key, prepared.notification().others(sent));
            done.patches().put(ObjectId.format(MailStore.LETTER, email.n()), patch.patch(key));
        } catch (SetError e) {
            done.not().put(key, e.members());
        }
    }

    private StoredEmail email(Sending sending, MdnProperties given) {
        OptionalLong n = ObjectId.parse(MailStore.LETTER, sending.call().resolveId(given.forEmail()));
        if (n.isEmpty()) {
            throw SetError.notFound();
        }
        return store.read(sending.scope(), snapshot -> unsentEmail(snapshot, n.getAsLong()));
    }

    private StoredEmail unsentEmail(Snapshot snapshot, long n) {
        StoredEmail emails = mail.find(snapshot, List.of(n)).get(n);
        if (emails == null) {
            throw SetError.notFound();
        } else if (mail.marked(snapshot, n, MdnSender.SENT)) {
            throw MdnSender.sentAlready();
        }
        return emails;
    }
}
