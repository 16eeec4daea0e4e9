package svc.proto.imap.mailbox;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    private static final String SET = "Mailbox/set";

    /** The maximum number of levels of a name; {@code Mailbox/set} accepts fewer. */
    private static final int MOST_LEVELS = 50;

    private final MailAccess own;
    private final MailboxNames names;
    private final ResponseWriter out;

    MailboxEdits(MailAccess own, ResponseWriter out) {
        this.own = own;
        this.names = MailboxNames.read(own);
        this.out = out;
    }

    /**
     * The place of a mailbox that does not exist.
     *
     * @param access the account
     * @param parent the number of the lowest mailbox above that exists; 0 for the top level
     * @param levels the names of the levels below
     */
    private record Place(MailAccess access, long parent, List<String> levels) {}

    private Place place(String wanted) throws RefusedException {
        String name = MailboxNames.canonical(MailboxName.withoutFinalDelimiter(wanted));
        List<String> levels = MailboxName.levels(name);
        if (!MailboxName.isCreatable(name) || levels.size() > MOST_LEVELS) {
            throw new RefusedException(
                    ResponseCode.CANNOT,
                    "Each level of the name must have a character, and there are at most " + MOST_LEVELS + " levels.");
        } else if (names.find(name).isPresent()) {
            throw new RefusedException(ResponseCode.ALREADYEXISTS, "There is a mailbox with the name " + name);
        }
        List<String> below = new ArrayList<>();
        String at = name;
        while (true) {
            below.add(0, at.substring(at.lastIndexOf(MailboxName.DELIMITER) + 1));
            at = MailboxNames.parent(at);
            Optional<NamedMailbox> parent = names.find(at);
            if (parent.isPresent()) {
                return new Place(parent.get().access(), parent.get().n(), below);
            }
            Optional<MailAccess> root = names.root(at);
            if (root.isPresent()) {
                if (at.isEmpty() && below.get(0).equals(MailboxNames.SHARED)) {
                    throw new RefusedException(
                            ResponseCode.NOPERM,
                            "The names below " + MailboxNames.SHARED + "/ are those of other users.");
                }
                return new Place(root.get(), 0, below);
            }
        }
    }

    Reply create(Create command) throws IOException, RefusedException {
        Optional<String> role = SpecialUse.role(command.uses());
        Place place = place(command.mailbox());
        long n = create(place, role);
        announce(n, MailboxName.withoutFinalDelimiter(command.mailbox()), place);
        return Reply.ok(ResponseCode.mailboxId(NamedMailbox.id(n)), "CREATE completed");
    }

    /** Creates a mailbox and the mailboxes above it that are missing. Returns the number of the mailbox. */
    private static long create(Place place, Optional<String> role) throws RefusedException {
        Map<String, Map<String, @Nullable Object>> creates = creates(place.parent(), place.levels());
        String last = String.valueOf(creates.size() - 1);
        role.ifPresent(name -> requireNonNull(creates.get(last)).put("role", name));
        Map<?, ?> result = set(place.access(), creates, Map.of());
        return number(result.get("created") instanceof Map<?, ?> created ? created.get(last) : null);
    }

    /** Returns the mailboxes to create, each in the one before, by creation id. */
    private static Map<String, Map<String, @Nullable Object>> creates(long parent, List<String> levels) {
        Map<String, Map<String, @Nullable Object>> creates = new LinkedHashMap<>();
        for (int i = 0; i < levels.size(); i++) {
            Map<String, @Nullable Object> mailbox = new HashMap<>();
            mailbox.put("name", levels.get(i));
            mailbox.put("parentId", i > 0 ? "#" + (i - 1) : parentId(parent));
            creates.put(String.valueOf(i), mailbox);
        }
        return creates;
    }

    private static @Nullable String parentId(long parent) {
        return parent == 0 ? null : NamedMailbox.id(parent);
    }

    private static long number(@Nullable Object created) {
        return NamedMailbox.number(String.valueOf(((Map<?, ?>) requireNonNull(created)).get("id")));
    }

    /** Makes all changes or, if one is refused, none. */
    private static Map<?, ?> set(MailAccess access, Map<String, ?> creates, Map<String, ?> updates)
            throws RefusedException {
        Map<?, ?> result = MailboxCalls.call(access, SET, Map.of("create", creates, "update", updates));
        Map<?, ?> created = result.get("created") instanceof Map<?, ?> some ? some : Map.of();
        if (result.get("notCreated") instanceof Map<?, ?> || result.get("notUpdated") instanceof Map<?, ?>) {
            List<String> ids = created.values().stream()
                    .map(mailbox -> NamedMailbox.id(number(mailbox)))
                    .toList();
            MailboxCalls.call(access, SET, Map.of("destroy", ids));
        }
        for (String key : creates.keySet()) {
            MailboxCalls.requireDone(result, "notCreated", key);
        }
        for (String id : updates.keySet()) {
            MailboxCalls.requireDone(result, "notUpdated", id);
        }
        return result;
    }

    /** Tells the client the name of a new or renamed mailbox if it is not the one that the client sent. */
    private void announce(long n, String wanted, Place place) throws IOException {
        Optional<NamedMailbox> mailbox = MailboxNames.read(own).all().stream()
                .filter(one -> one.n() == n
                        && one.access().scope().equals(place.access().scope()))
                .findFirst();
        if (mailbox.isPresent() && !mailbox.get().name().equals(MailboxName.normalized(wanted))) {
            boolean subscribed = mailbox.get().mailbox().subscribed();
            new ListResponse(
                            subscribed ? List.of("\\Subscribed") : List.of(),
                            mailbox.get().name(),
                            List.of(),
                            wanted)
                    .write(out);
        }
    }

    Reply delete(String name) throws RefusedException {
        NamedMailbox mailbox = names.require(name);
        if (mailbox.isInbox()) {
            throw new RefusedException(ResponseCode.CANNOT, "INBOX cannot be deleted.");
        }
        Map<?, ?> result = MailboxCalls.call(
                mailbox.access(), SET, Map.of("destroy", List.of(mailbox.id()), "onDestroyRemoveEmails", true));
        MailboxCalls.requireDone(result, "notDestroyed", mailbox.id());
        return Reply.ok("DELETE completed");
    }

    Reply rename(Rename command) throws IOException, RefusedException {
        NamedMailbox mailbox = names.require(command.mailbox());
        Place place = place(command.newName());
        long n = mailbox.n();
        if (mailbox.isInbox() && mailbox.access().account().isPersonal()) {
            if (!place.access().account().isPersonal()) {
                throw new RefusedException(ResponseCode.CANNOT, "Messages cannot be moved to another account.");
            }
            n = create(place, Optional.empty());
            new InboxMove(own, mailbox.n(), n).run();
        } else if (mailbox.isInbox()) {
            throw new RefusedException(ResponseCode.NOPERM, "Only the owner can rename INBOX.");
        } else {
            move(mailbox, place);
        }
        announce(n, MailboxName.withoutFinalDelimiter(command.newName()), place);
        return Reply.ok("RENAME completed");
    }

    private static void move(NamedMailbox mailbox, Place place) throws RefusedException {
        if (!place.access().scope().equals(mailbox.access().scope())) {
            throw new RefusedException(ResponseCode.CANNOT, "A mailbox cannot be moved to another account.");
        }
        int above = place.levels().size() - 1;
        Map<String, @Nullable Object> patch = new HashMap<>();
        if (above > 0) {
            patch.put("parentId", "#" + (above - 1));
        } else if (place.parent() != mailbox.mailbox().parent()) {
            patch.put("parentId", parentId(place.parent()));
        }
        String level = place.levels().get(above);
        if (!level.equals(MailboxNames.level(mailbox.mailbox().name()))) {
            patch.put("name", level);
        }
        set(mailbox.access(), creates(place.parent(), place.levels().subList(0, above)), Map.of(mailbox.id(), patch));
    }

    private static void update(NamedMailbox mailbox, Map<String, ?> patch) throws RefusedException {
        set(mailbox.access(), Map.of(), Map.of(mailbox.id(), patch));
    }

    Reply subscribe(String name) throws RefusedException {
        update(names.require(name), Map.of("isSubscribed", true));
        return Reply.ok("SUBSCRIBE completed");
    }

    /** A mailbox that does not exist is not subscribed (RFC 9051 §6.3.8). */
    Reply unsubscribe(String name) throws RefusedException {
        Optional<NamedMailbox> mailbox = names.find(name);
        if (mailbox.isPresent()) {
            update(mailbox.get(), Map.of("isSubscribed", false));
        }
        return Reply.ok("UNSUBSCRIBE completed");
    }
}
