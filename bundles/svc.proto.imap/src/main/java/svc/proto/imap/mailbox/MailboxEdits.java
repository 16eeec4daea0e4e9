package svc.proto.imap.mailbox;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
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

    private static final String SET = "Mailbox/set";

    /** The creation id of a new mailbox. */
    private static final String NEW = "new";

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
        long n = last(create(place, place.levels(), role));
        announce(n, MailboxName.withoutFinalDelimiter(command.mailbox()), place);
        return Reply.ok(ResponseCode.mailboxId(NamedMailbox.id(n)), "CREATE completed");
    }

    /**
     * Creates the mailboxes of the levels, each in the one before, and each in a call of its own: a user with whom the
     * mailbox above is shared must see the new one before another is created in it. If one cannot be created, none is.
     *
     * @param role the role of the last one
     * @return the numbers of the mailboxes
     */
    private static List<Long> create(Place place, List<String> levels, Optional<String> role) throws RefusedException {
        List<Long> created = new ArrayList<>();
        try {
            for (String level : levels) {
                Map<String, @Nullable Object> mailbox = new HashMap<>();
                mailbox.put("name", level);
                mailbox.put("parentId", parentId(created.isEmpty() ? place.parent() : last(created)));
                if (created.size() == levels.size() - 1) {
                    mailbox.put("role", role.orElse(null));
                }
                Map<?, ?> result = MailboxCalls.call(place.access(), SET, Map.of("create", Map.of(NEW, mailbox)));
                MailboxCalls.requireDone(result, "notCreated", NEW);
                created.add(number(requireNonNull(result.get("created"))));
            }
            return created;
        } catch (RefusedException e) {
            destroy(place.access(), created);
            throw e;
        }
    }

    private static long last(List<Long> numbers) {
        return numbers.get(numbers.size() - 1);
    }

    private static @Nullable String parentId(long parent) {
        return parent == 0 ? null : NamedMailbox.id(parent);
    }

    private static long number(Object created) {
        Object mailbox = requireNonNull(((Map<?, ?>) created).get(NEW));
        return NamedMailbox.number(String.valueOf(((Map<?, ?>) mailbox).get("id")));
    }

    /** Destroys the mailboxes above one that could not be created or moved there. */
    private static void destroy(MailAccess access, List<Long> created) throws RefusedException {
        if (!created.isEmpty()) {
            List<String> ids = created.stream().map(NamedMailbox::id).toList();
            MailboxCalls.call(access, SET, Map.of("destroy", ids));
        }
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
            n = last(create(place, place.levels(), Optional.empty()));
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
        List<String> levels = place.levels();
        List<Long> above = create(place, levels.subList(0, levels.size() - 1), Optional.empty());
        long parent = above.isEmpty() ? place.parent() : last(above);
        Map<String, @Nullable Object> patch = new HashMap<>();
        if (parent != mailbox.mailbox().parent()) {
            patch.put("parentId", parentId(parent));
        }
        String level = levels.get(levels.size() - 1);
        if (!level.equals(MailboxNames.level(mailbox.mailbox().name()))) {
            patch.put("name", level);
        }
        try {
            update(mailbox, patch);
        } catch (RefusedException e) {
            destroy(mailbox.access(), above);
            throw e;
        }
    }

    private static void update(NamedMailbox mailbox, Map<String, ?> patch) throws RefusedException {
        Map<?, ?> result = MailboxCalls.call(mailbox.access(), SET, Map.of("update", Map.of(mailbox.id(), patch)));
        MailboxCalls.requireDone(result, "notUpdated", mailbox.id());
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

    Reply subscribe(String name) throws RefusedException {
        subscribe(names.require(name), true);
        return Reply.ok("SUBSCRIBE completed");
    }

    /** A mailbox that does not exist is not subscribed (RFC 9051 §6.3.8). */
    Reply unsubscribe(String name) throws RefusedException {
        Optional<NamedMailbox> mailbox = names.find(name);
        if (mailbox.isPresent()) {
            subscribe(mailbox.get(), false);
        }
        return Reply.ok("UNSUBSCRIBE completed");
    }
}
