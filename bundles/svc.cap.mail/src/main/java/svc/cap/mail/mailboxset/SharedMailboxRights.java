package svc.cap.mail.mailboxset;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.store.ObjectId;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.Mailbox.Properties;
import svc.cap.mail.mailbox.MailboxCountDeltas.Counts;
import svc.cap.mail.mailbox.MailboxProperty;
import svc.cap.mail.mailbox.MailboxTree;
import svc.cap.mail.mailbox.MailboxValidation;
import svc.cap.mail.mailbox.MailboxView;
import svc.cap.mail.mailbox.VisibleContainers;

/**
 * The rules for changes of mailboxes by users with whom single mailboxes are shared (RFC 8621 §2). Mailboxes that such a
 * user does not see can prevent a change, for example because of their names. The errors then name no mailbox. An owner
 * may make all changes.
 *
 * @param view the mailboxes as the caller sees them
 */
record SharedMailboxRights(MailboxView view) {

    private static final Set<MailboxProperty> OF_THE_OWNER = Set.of(MailboxProperty.ROLE, MailboxProperty.SORT_ORDER);

    private VisibleContainers visible() {
        return view.visible();
    }

    /** Checks that the caller may create a mailbox. */
    void checkCreate(Properties wanted) {
        if (!visible().isAll()) {
            checkParent(wanted.parent());
            if (wanted.role().isPresent()) {
                throw ofTheOwner();
            }
        }
    }

    /**
     * Checks that the caller may update a mailbox. Returns the values that the update changes: a value that the caller
     * sees already is left out.
     */
    Map<MailboxProperty, @Nullable Object> checkUpdate(
            long n, Properties before, Map<MailboxProperty, @Nullable Object> given) {
        if (visible().isAll()) {
            return given;
        }
        Map<MailboxProperty, @Nullable Object> changed = new EnumMap<>(MailboxProperty.class);
        changed.putAll(given);
        Mailbox seen = new Mailbox(n, seen(before), Counts.NONE);
        changed.entrySet().removeIf(one -> Objects.equals(one.getValue(), view.value(seen, one.getKey())));
        if (changed.keySet().stream().anyMatch(OF_THE_OWNER::contains)) {
            throw ofTheOwner();
        }
        if (changed.containsKey(MailboxProperty.NAME) || changed.containsKey(MailboxProperty.PARENT_ID)) {
            require(n, VisibleContainers.RENAME, "rename or move this mailbox");
        }
        return changed;
    }

    /** Checks that a mailbox may get a name and a parent, which {@link #checkUpdate} has returned. */
    void checkPlace(Properties before, Properties wanted) {
        if (visible().isAll()) {
            return;
        }
        if (wanted.parent() != before.parent()) {
            checkParent(wanted.parent());
        }
        boolean inbox = before.role().equals(Optional.of(MailboxValidation.INBOX));
        if (!inbox && !wanted.name().equals(before.name()) && seen(wanted).isNamedInbox()) {
            throw nameInUse(); // The error is the same if the mailbox is below a mailbox that the caller does not see.
        }
    }

    private Properties seen(Properties core) {
        long parent = visible().contains(core.parent()) ? core.parent() : Mailbox.TOP;
        return new Properties(core.name(), parent, core.role(), core.sort(), core.subscribed());
    }

    private void checkParent(long parent) {
        if (parent == Mailbox.TOP) {
            throw SetError.forbidden("Only the owner can create mailboxes, or move them, to the top level.");
        } else if (!visible().contains(parent)) {
            throw SetError.invalidProperty("parentId", "There is no mailbox with this id.");
        }
        require(parent, VisibleContainers.CREATE_CHILD, "create mailboxes in this mailbox, or move them there");
    }

    /** Checks that the caller may destroy a mailbox. */
    void checkDestroy(long n, MailboxTree tree, boolean removesEmails) {
        if (visible().isAll()) {
            return;
        }
        require(n, VisibleContainers.DELETE, "destroy this mailbox");
        Set<Long> children = tree.children(n);
        if (!children.isEmpty() && visible().among(children).isEmpty()) {
            throw SetError.forbidden("Only the owner can destroy this mailbox.");
        }
        if (removesEmails) {
            require(n, VisibleContainers.REMOVE, "remove emails from this mailbox");
        }
    }

    /** Returns those of the mailboxes whose emails the caller may remove in order to destroy them. */
    List<SetBatch.Destroy> emptied(List<SetBatch.Destroy> destroys) {
        return destroys.stream()
                .filter(destroy -> visible().may(Set.of(destroy.n()), VisibleContainers.DELETE)
                        && visible().may(Set.of(destroy.n()), VisibleContainers.REMOVE))
                .toList();
    }

    /** Checks a mailbox in the tree. An error does not name a mailbox that the caller does not see. */
    void check(MailboxTree tree, long n, Properties wanted) {
        try {
            tree.check(n, wanted);
        } catch (SetError e) {
            boolean hidden = e.members().get("existingId") instanceof String id
                    && !visible().contains(ObjectId.parse(Mailbox.LETTER, id).orElse(Mailbox.TOP));
            throw hidden ? nameInUse() : e;
        }
    }

    private void require(long mailbox, String right, String action) {
        if (!visible().may(Set.of(mailbox), right)) {
            throw SetError.forbidden("You may not " + action + ".");
        }
    }

    private static SetError nameInUse() {
        return SetError.invalidProperty("name", "The mailbox cannot have this name here. Choose another name.");
    }

    private static SetError ofTheOwner() {
        return SetError.forbidden("Only the owner can change the role and the sort order of a mailbox.");
    }
}
