package svc.proto.imap.notify;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.command.AccountCommand.SetMetadata;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MailboxCommand.Create;
import svc.proto.imap.command.MailboxCommand.Delete;
import svc.proto.imap.command.MailboxCommand.Rename;
import svc.proto.imap.command.MailboxCommand.Subscribe;
import svc.proto.imap.command.MailboxCommand.Unsubscribe;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.name.MailboxName;
import svc.proto.imap.state.Filed;
import svc.proto.imap.state.MailAccess;

/**
 * What a command of the client itself has changed, about which the client is not notified (RFC 5465 §5).
 *
 * @param names the names of mailboxes in the command
 * @param filed the messages that the command has added; null for none
 * @param metadata SETMETADATA; null for another command
 */
record OwnChanges(
        Set<String> names, @Nullable Filed filed, @Nullable SetMetadata metadata) {

    /** No changes. */
    static final OwnChanges NONE = new OwnChanges(Set.of(), null, null);

    /** The maximum number of changes that are compared with those of the client itself. */
    private static final int MOST_COMPARED = 1_000;

    /** Returns the changes of a command. */
    static OwnChanges of(MailboxCommand command) {
        if (command instanceof Create create) {
            return named(create.mailbox());
        } else if (command instanceof Delete delete) {
            return named(delete.mailbox());
        } else if (command instanceof Rename rename) {
            return named(rename.mailbox(), rename.newName());
        } else if (command instanceof Subscribe subscribe) {
            return named(subscribe.mailbox());
        } else if (command instanceof Unsubscribe unsubscribe) {
            return named(unsubscribe.mailbox());
        }
        return NONE;
    }

    private static OwnChanges named(String... sent) {
        Set<String> names = new HashSet<>();
        for (String name : sent) {
            names.add(MailboxNames.canonical(MailboxName.withoutFinalDelimiter(name)));
        }
        return new OwnChanges(Set.copyOf(names), null, null);
    }

    /** Returns whether the command has changed an annotation of a mailbox, or of the server for an empty name. */
    boolean annotated(String mailbox, String entry) {
        return metadata != null
                && MailboxNames.canonical(metadata.mailbox()).equals(mailbox)
                && metadata.values().stream().anyMatch(value -> value.entry().equals(entry));
    }

    /** Returns whether a name, or a name below it, is in the command. */
    boolean names(String name) {
        return names.contains(name) || names.stream().anyMatch(one -> one.startsWith(name + MailboxName.DELIMITER));
    }

    /**
     * Returns whether all changes of a mailbox are those of the command.
     *
     * @param before the state of which the client knows
     * @param now the state now
     */
    boolean areAllOf(NamedMailbox mailbox, MailboxState before, MailboxState now) {
        if (before.modseq() == 0 && names(mailbox.name())) {
            return true;
        } else if (filed == null
                || !filed.mailbox().equals(mailbox.key())
                || before.modseq() == 0
                || now.messages() - before.messages() != filed.uids().count()) {
            return false;
        }
        MailAccess access = mailbox.access();
        UidStore uids = access.services().uids();
        return access.read(snapshot -> uids.changes(snapshot, mailbox.n(), before.modseq(), MOST_COMPARED))
                .map(changed -> LongStream.of(changed.uids()).allMatch(filed.uids()::contains))
                .orElse(false);
    }
}
