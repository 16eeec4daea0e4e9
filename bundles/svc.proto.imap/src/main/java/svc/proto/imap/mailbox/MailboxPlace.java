package svc.proto.imap.mailbox;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.name.MailboxName;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;

/**
 * The place of a mailbox that does not exist.
 *
 * @param access the account
 * @param parent the number of the lowest mailbox above that exists; 0 for the top level
 * @param levels the names of the levels below it
 */
record MailboxPlace(MailAccess access, long parent, List<String> levels) {

    /** The maximum number of levels of a name; {@code Mailbox/set} accepts fewer. */
    private static final int MOST_LEVELS = 50;

    /** The creation id of a new mailbox. */
    private static final String NEW = "new";

    /** Returns the place of a name that the client sent. */
    static MailboxPlace of(MailboxNames names, String wanted) throws RefusedException {
        String name = MailboxNames.canonical(MailboxName.withoutFinalDelimiter(wanted));
        if (!MailboxName.isCreatable(name) || MailboxName.levels(name).size() > MOST_LEVELS) {
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
                return new MailboxPlace(parent.get().access(), parent.get().n(), below);
            }
            Optional<MailAccess> root = names.root(at);
            if (root.isPresent()) {
                return top(root.get(), below);
            }
        }
    }

    private static MailboxPlace top(MailAccess access, List<String> levels) throws RefusedException {
        if (access.account().isPersonal() && levels.get(0).equals(MailboxNames.SHARED)) {
            throw new RefusedException(
                    ResponseCode.NOPERM, "The names below " + MailboxNames.SHARED + "/ are those of other users.");
        }
        return new MailboxPlace(access, 0, levels);
    }

    /** Returns the name of the mailbox itself. */
    String level() {
        return levels.get(levels.size() - 1);
    }

    /** Returns whether a mailbox is in the same account. */
    boolean isInAccountOf(NamedMailbox mailbox) {
        return access.scope().equals(mailbox.access().scope());
    }

    /** Creates the mailbox and the mailboxes above it that are missing. Returns its number. */
    long create(Optional<String> role) throws RefusedException {
        List<Long> created = create(levels, role);
        return created.get(created.size() - 1);
    }

    /** Creates the mailboxes above the place that are missing. Returns their numbers. */
    List<Long> createAbove() throws RefusedException {
        return create(levels.subList(0, levels.size() - 1), Optional.empty());
    }

    /**
     * Creates mailboxes, each in the one before, and each in a call of its own: a user with whom the mailbox above is
     * shared must see the new one before another is created in it. If one cannot be created, none is.
     */
    private List<Long> create(List<String> names, Optional<String> role) throws RefusedException {
        List<Long> created = new ArrayList<>();
        try {
            long above = parent;
            for (String name : names) {
                Map<String, @Nullable Object> mailbox = new HashMap<>();
                mailbox.put("name", name);
                mailbox.put("parentId", NamedMailbox.parentId(above));
                if (created.size() == names.size() - 1) {
                    mailbox.put("role", role.orElse(null));
                }
                above = create(mailbox);
                created.add(above);
            }
            return created;
        } catch (RefusedException e) {
            destroy(created);
            throw e;
        }
    }

    private long create(Map<String, @Nullable Object> mailbox) throws RefusedException {
        Map<?, ?> result = MailboxCalls.call(access, MailboxCalls.SET, Map.of("create", Map.of(NEW, mailbox)));
        MailboxCalls.requireDone(result, "notCreated", NEW);
        Map<?, ?> created = (Map<?, ?>) requireNonNull(result.get("created"));
        return NamedMailbox.number(String.valueOf(((Map<?, ?>) requireNonNull(created.get(NEW))).get("id")));
    }

    /** Destroys mailboxes that were created for one that could not be created or moved there. */
    void destroy(List<Long> created) throws RefusedException {
        if (!created.isEmpty()) {
            List<String> ids = created.stream().map(NamedMailbox::id).toList();
            MailboxCalls.call(access, MailboxCalls.SET, Map.of("destroy", ids));
        }
    }
}
