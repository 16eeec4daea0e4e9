package svc.cap.mail.mailbox;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailbox.Mailbox.Properties;

/** All mailboxes of an account, with the rules on parents, names and roles (RFC 8621 §2). Not thread-safe. */
public final class MailboxTree {

    private final Map<Long, Properties> mailboxes = new LinkedHashMap<>();

    public MailboxTree(Collection<Mailbox> all) {
        all.forEach(mailbox -> mailboxes.put(mailbox.n(), mailbox.core()));
    }

    public int size() {
        return mailboxes.size();
    }

    public Optional<Properties> core(long n) {
        return Optional.ofNullable(mailboxes.get(n));
    }

    /** Returns whether the mailbox is the parent of another one. */
    public boolean hasChild(long n) {
        return mailboxes.values().stream().anyMatch(core -> core.parent() == n);
    }

    /** Returns the mailboxes whose parent is the mailbox. */
    public Set<Long> children(long n) {
        Set<Long> children = new HashSet<>();
        mailboxes.forEach((child, core) -> {
            if (core.parent() == n) {
                children.add(child);
            }
        });
        return children;
    }

    /** Returns the parents of all mailboxes outside a set. */
    public Set<Long> parentsOfOthers(Set<Long> these) {
        Set<Long> parents = new HashSet<>();
        mailboxes.forEach((n, core) -> {
            if (!these.contains(n)) {
                parents.add(core.parent());
            }
        });
        return parents;
    }

    /**
     * Rejects a mailbox with an invalid parent, a reserved name, or a name or role that is in use.
     *
     * @param n the number of the mailbox; 0 for a new mailbox
     */
    public void check(long n, Properties core) {
        parent(n, core.parent());
        reserved(n, core);
        sameRoleMailbox(n, core).ifPresent(other -> {
            if (sameName(requireNonNull(mailboxes.get(other)), core)) {
                throw alreadyExists("The parent has another mailbox with this name. Choose another name.", other);
            }
            throw SetError.invalidProperty(
                    "role", "Another mailbox has this role. Remove the role from that mailbox first.");
        });
    }

    /** Returns another mailbox that has the wanted name or role. */
    public Optional<Long> sameRoleMailbox(long n, Properties core) {
        Optional<Long> sameRole = Optional.empty();
        for (Map.Entry<Long, Properties> other : mailboxes.entrySet()) {
            if (other.getKey() != n && sameName(other.getValue(), core)) {
                return Optional.of(other.getKey());
            } else if (other.getKey() != n
                    && core.role().isPresent()
                    && other.getValue().role().equals(core.role())) {
                sameRole = Optional.of(other.getKey());
            }
        }
        return sameRole;
    }

    private static boolean sameName(Properties other, Properties core) {
        return other.parent() == core.parent() && other.name().equals(core.name());
    }

    /** Rejects the name of the Inbox for other mailboxes. A mailbox that has the name already keeps it. */
    public void reserved(long n, Properties core) {
        Properties before = mailboxes.get(n);
        boolean begins = before == null || !sameName(before, core);
        if (begins && core.isNamedInbox()) {
            mailboxes.forEach((other, one) -> {
                if (other != n && one.role().equals(Optional.of(MailboxValidation.INBOX))) {
                    throw alreadyExists("The name INBOX, in upper or lower case, is reserved for the inbox.", other);
                }
            });
        }
    }

    private static SetError alreadyExists(String description, long n) {
        return new SetError("alreadyExists", description, Map.of("existingId", ObjectId.format(Mailbox.LETTER, n)));
    }

    private void parent(long n, long parent) {
        int above = 0;
        for (long at = parent; at != Mailbox.TOP; above++) {
            Properties core = mailboxes.get(at);
            if (core == null) {
                throw SetError.invalidProperty("parentId", "There is no mailbox with this id.");
            }
            if (at == n || above > mailboxes.size()) {
                throw SetError.invalidProperty("parentId", "A mailbox cannot be its own ancestor.");
            }
            at = core.parent();
        }
        if (above + height(n) > MailCapability.DEEPEST) {
            throw SetError.invalidProperty(
                    "parentId", "Mailboxes can be nested at most " + MailCapability.DEEPEST + " levels deep.");
        }
    }

    /** Returns how many levels a mailbox and its descendants take. */
    private int height(long n) {
        int deepest = 1;
        if (n != 0) {
            for (Map.Entry<Long, Properties> entry : mailboxes.entrySet()) {
                int depth = 1;
                long at = entry.getKey();
                while (at != Mailbox.TOP && at != n && depth <= mailboxes.size()) {
                    at = requireNonNull(mailboxes.get(at)).parent();
                    depth++;
                }
                deepest = at == n ? Math.max(deepest, depth) : deepest;
            }
        }
        return deepest;
    }

    public void put(long n, Properties core) {
        mailboxes.put(n, core);
    }

    public void remove(long n) {
        mailboxes.remove(n);
    }
}
