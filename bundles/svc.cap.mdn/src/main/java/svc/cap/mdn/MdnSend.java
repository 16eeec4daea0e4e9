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
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.NewObjects;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.Held;
import svc.cap.submission.api.Senders;
import svc.cap.submission.api.Senders.Sender;

/** {@code MDN/send} (RFC 9007 §2.1). */
@Component(service = MethodHandler.class)
public final class SendMdns implements MethodHandler<SendMdns.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final MailStore mail;
    private final Senders senders;
    private final MdnPost post;
    private final JmapLimits limits;

    /** Sends by this. */
    @Activate
    public SendMdns(
            @Reference Store store,
            @Reference MailStore mail,
            @Reference Senders senders,
            @Reference MdnPost post,
            @Reference JmapLimits limits) {
        this.store = store;
        this.mail = mail;
        this.senders = senders;
        this.post = post;
        this.limits = limits;
    }

    /** The arguments of the method. */
    record Arguments(
            String accountId,
            String identityId,
            Map<String, @Nullable Object> send,
            @Nullable Map<String, @Nullable Object> onSuccessUpdateEmail) {}

    /** Who sends in this call. */
    private record Sending(Call call, Reach reach, Scope scope, Sender sender) {}

    /** What was sent, and about which messages. */
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
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        if (!call.uses(MailStore.CAPABILITY)) {
            throw new MethodError("unknownCapability", "This method needs " + MailStore.CAPABILITY + " in using.");
        }
        Reach reach = call.reach(arguments.accountId(), Access.WRITE);
        Map<String, Map<String, @Nullable Object>> send =
                NewObjects.of("send", arguments.send(), limits.maxObjectsInSet());
        Marking marking = Marking.of(send, arguments.onSuccessUpdateEmail());
        Done done = new Done(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        if (senders.maySend(reach)) {
            Scope scope = call.scope(arguments.accountId(), Access.WRITE);
            Sending sending = new Sending(call, reach, scope, sender(call, scope, arguments.identityId()));
            send.forEach((key, given) -> send(sending, key, given, marking, done));
        } else {
            SetError forbidden = SetError.forbidden("Nothing may be sent in the name of this account.");
            send.keySet().forEach(key -> done.not().put(key, forbidden.members()));
        }
        if (!done.patches().isEmpty()) {
            call.then("Email/set", Map.of("accountId", reach.id(), "update", done.patches()));
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("sent", done.sent().isEmpty() ? null : done.sent());
        answer.put("notSent", done.not().isEmpty() ? null : done.not());
        return answer;
    }

    private Sender sender(Call call, Scope scope, String identityId) {
        OptionalLong identity = ObjectId.number(Senders.LETTER, call.id(identityId));
        return (identity.isEmpty()
                        ? Optional.<Sender>empty()
                        : store.read(scope, snapshot -> senders.identity(snapshot, identity.getAsLong())))
                .orElseThrow(() ->
                        MethodError.invalidArguments("The argument identityId names no Identity of the account."));
    }

    private void send(Sending sending, String key, Map<?, ?> sent, Marking marking, Done done) {
        sending.call().proceed();
        try {
            GivenMdn given = GivenMdn.of(sent);
            Held email = email(sending, given);
            MdnPost.Ready ready = post.ready(new MdnPost.Order(
                    sending.reach(), sending.call().caller().account(), sending.sender(), given, email));
            store.write(sending.scope(), Writing.named("svc.cap.mdn: MDN/send", tx -> {
                post.take(tx, ready);
                return tx;
            }));
            done.sent().put(key, ready.notification().others(sent));
            done.patches().put(ObjectId.text(MailStore.LETTER, email.n()), marking.patch(key));
        } catch (SetError e) {
            done.not().put(key, e.members());
        }
    }

    private Held email(Sending sending, GivenMdn given) {
        OptionalLong n = ObjectId.number(MailStore.LETTER, sending.call().id(given.forEmail()));
        if (n.isEmpty()) {
            throw SetError.notFound();
        }
        return store.read(sending.scope(), snapshot -> unmarked(snapshot, n.getAsLong()));
    }

    private Held unmarked(Snapshot snapshot, long n) {
        Held held = mail.find(snapshot, List.of(n)).get(n);
        if (held == null) {
            throw SetError.notFound();
        } else if (mail.marked(snapshot, n, MdnPost.SENT)) {
            throw MdnPost.sentAlready();
        }
        return held;
    }
}
