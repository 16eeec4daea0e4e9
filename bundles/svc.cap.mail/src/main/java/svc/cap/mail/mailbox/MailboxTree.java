package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.cap.mail.Mailbox.Core;

/** All mailboxes of an account, and what they must not be to each other (RFC 8621 §2). For one thread. */
final class MailboxTree {

    private final Map<Long, Core> mailboxes = new LinkedHashMap<>();

    MailboxTree(Collection<Mailbox> all) {
        all.forEach(mailbox -> mailboxes.put(mailbox.n(), mailbox.core()));
    }

    int size() {
        return mailboxes.size();
    }

    Optional<Core> core(long n) {
        return Optional.ofNullable(mailboxes.get(n));
    }

    /** Whether others stand under it. */
    boolean hasChild(long n) {
        return mailboxes.values().stream().anyMatch(core -> core.parent() == n);
    }

    /** Refuses what a mailbox must not become; 0 is one that is still to be made. */
    void check(long n, Core core) {
        parent(n, core.parent());
        for (Map.Entry<Long, Core> other : mailboxes.entrySet()) {
            if (other.getKey() != n) {
                alike(other.getKey(), other.getValue(), core);
            }
        }
    }

    private static void alike(long n, Core other, Core core) {
        if (other.parent() == core.parent() && other.name().equals(core.name())) {
            throw new SetError(
                    "alreadyExists",
                    "Another mailbox of this name has the same parent. Choose another name.",
                    Map.of("existingId", ObjectId.text(Mailbox.LETTER, n)));
        }
        if (core.role().isPresent() && other.role().equals(core.role())) {
            throw SetError.invalidProperty(
                    "role", "Another mailbox has this role, and only one can. Take it from that one first.");
        }
    }

    private void parent(long n, long parent) {
        int above = 0;
        for (long at = parent; at != Mailbox.TOP; above++) {
            Core core = mailboxes.get(at);
            if (core == null) {
                throw SetError.invalidProperty("parentId", "This is the id of no mailbox.");
            }
            if (at == n) {
                throw SetError.invalidProperty("parentId", "A mailbox does not stand under itself.");
            }
            at = core.parent();
        }
        if (above + height(n) > MailCapability.DEEPEST) {
            throw SetError.invalidProperty(
                    "parentId",
                    "Mailboxes stand in one another " + MailCapability.DEEPEST + " deep at most, this one included.");
        }
    }

    /** How many levels there are from here down. */
    private int height(long n) {
        int deepest = 1;
        if (n != 0) {
            for (Map.Entry<Long, Core> entry : mailboxes.entrySet()) {
                int depth = 1;
                long at = entry.getKey();
                while (at != Mailbox.TOP && at != n) {
                    at = requireNonNull(mailboxes.get(at)).parent();
                    depth++;
                }
                deepest = at == n ? Math.max(deepest, depth) : deepest;
            }
        }
        return deepest;
    }

    void put(long n, Core core) {
        mailboxes.put(n, core);
    }

    void remove(long n) {
        mailboxes.remove(n);
    }
}
