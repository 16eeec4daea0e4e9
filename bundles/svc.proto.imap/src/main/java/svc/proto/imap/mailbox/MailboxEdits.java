package svc.proto.imap.mailbox;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.MailboxCommand.Create;
import svc.proto.imap.command.MailboxCommand.Rename;
import svc.proto.imap.name.MailboxName;
import svc.proto.imap.response.ListResponse;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/** Creates, renames, deletes and subscribes mailboxes (RFC 9051 §6.3.4 to §6.3.8), by {@code Mailbox/set}. */
final class MailboxEdits {

    private final MailAccess own;
    private final ResponseWriter out;

    MailboxEdits(MailAccess own, ResponseWriter out) {
        this.own = own;
        this.out = out;
    }

    Reply create(Create command) throws IOException, RefusedException {
        Optional<String> role = SpecialUse.role(command.uses());
        MailboxPlace place = MailboxPlace.of(MailboxNames.read(own, command.mailbox()), command.mailbox());
        long n = place.create(role);
        announce(n, command.mailbox(), place);
        return Reply.ok(ResponseCode.mailboxId(NamedMailbox.id(n)), "CREATE completed");
    }

    /** Sends the name of a new or renamed mailbox if it is not the one that the client sent. */
    private void announce(long n, String sent, MailboxPlace place) throws IOException {
        String wanted = MailboxName.withoutFinalDelimiter(sent);
        Optional<NamedMailbox> mailbox = MailboxNames.read(own, sent).all().stream()
                .filter(one -> one.n() == n && place.isInAccountOf(one))
                .findFirst();
        if (mailbox.isPresent() && !mailbox.get().name().equals(MailboxName.normalized(wanted))) {
            boolean subscribed = mailbox.get().mailbox().subscribed();
            List<String> attributes = subscribed ? List.of("\\Subscribed") : List.of();
            new ListResponse(attributes, mailbox.get().name(), List.of(), wanted).write(out);
        }
    }

    Reply delete(String name) throws RefusedException {
        NamedMailbox mailbox = MailboxNames.read(own, name).require(name);
        if (mailbox.isInbox()) {
            throw new RefusedException(ResponseCode.CANNOT, "INBOX cannot be deleted.");
        }
        Map<?, ?> result = MailboxCalls.call(
                mailbox.access(),
                MailboxCalls.SET,
                Map.of("destroy", List.of(mailbox.id()), "onDestroyRemoveEmails", true));
        MailboxCalls.requireDone(result, "notDestroyed", mailbox.id());
        return Reply.ok("DELETE completed");
    }

    Reply rename(Rename command) throws IOException, RefusedException {
        MailboxNames names = MailboxNames.read(own);
        NamedMailbox mailbox = names.require(command.mailbox());
        MailboxPlace place = MailboxPlace.of(names, command.newName());
        if (!place.isInAccountOf(mailbox)) {
            throw new RefusedException(ResponseCode.CANNOT, "A mailbox cannot be moved to another account.");
        }
        long n = mailbox.n();
        if (!mailbox.isInbox()) {
            move(mailbox, place);
        } else if (mailbox.access().account().isPersonal()) {
            n = place.create(Optional.empty());
            new InboxMove(own, mailbox.n(), n).run();
        } else {
            throw new RefusedException(ResponseCode.NOPERM, "Only the owner can rename INBOX.");
        }
        announce(n, command.newName(), place);
        return Reply.ok("RENAME completed");
    }

    private static void move(NamedMailbox mailbox, MailboxPlace place) throws RefusedException {
        List<Long> above = place.createAbove();
        long parent = above.isEmpty() ? place.parent() : above.get(above.size() - 1);
        Map<String, @Nullable Object> patch = new HashMap<>();
        if (parent != mailbox.mailbox().parent()) {
            patch.put("parentId", NamedMailbox.parentId(parent));
        }
        // A name with a slash is shown with U+2215, and remains if the client sends it back.
        if (!place.level().equals(MailboxNames.level(mailbox.mailbox().name()))) {
            patch.put("name", place.level());
        }
        try {
            update(mailbox, patch);
        } catch (RefusedException e) {
            place.destroy(above);
            throw e;
        }
    }

    private static void update(NamedMailbox mailbox, Map<String, ?> patch) throws RefusedException {
        Map<?, ?> result =
                MailboxCalls.call(mailbox.access(), MailboxCalls.SET, Map.of("update", Map.of(mailbox.id(), patch)));
        MailboxCalls.requireDone(result, "notUpdated", mailbox.id());
    }

    Reply subscribe(String name) throws RefusedException {
        subscribe(MailboxNames.read(own, name).require(name), true);
        return Reply.ok("SUBSCRIBE completed");
    }

    /** A mailbox that does not exist is not subscribed (RFC 9051 §6.3.8). */
    Reply unsubscribe(String name) throws RefusedException {
        Optional<NamedMailbox> mailbox = MailboxNames.read(own, name).find(name);
        if (mailbox.isPresent()) {
            subscribe(mailbox.get(), false);
        }
        return Reply.ok("UNSUBSCRIBE completed");
    }

    private static void subscribe(NamedMailbox mailbox, boolean subscribed) throws RefusedException {
        MailAccess access = mailbox.access();
        if (access.account().isPersonal()) {
            update(mailbox, Map.of("isSubscribed", subscribed));
            return;
        }
        long user = access.caller().account().n();
        access.write("subscribe", tx -> {
            access.services().mail().subscribe(tx, mailbox.n(), user, subscribed);
            return tx;
        });
    }
}
