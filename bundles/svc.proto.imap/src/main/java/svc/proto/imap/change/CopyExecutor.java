package svc.proto.imap.change;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import svc.api.blob.OverQuotaException;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.command.MessageCommand.Copy;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.state.Filed;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;

/** Executes COPY (RFC 9051 §6.4.7) and MOVE (RFC 6851). */
public final class CopyExecutor {

    /** The number of messages in one transaction. */
    private static final int PORTION = 50;

    private CopyExecutor() {}

    /**
     * Copies or moves messages. The caller writes EXPUNGE responses after it.
     *
     * @param filed takes the new messages
     */
    public static Reply copy(
            MailAccess own, SelectedMailbox selected, ResponseWriter out, Copy command, Consumer<Filed> filed)
            throws IOException, RefusedException {
        NumberSet wanted = selected.messages(command.messages(), command.uid());
        NamedMailbox target = target(own, selected, command);
        Copied copied = copied(selected, target, command, wanted);
        if (copied.uids().isEmpty()) {
            return wanted.isEmpty() || command.uid()
                    ? Reply.ok(name(command) + " completed; there was no such message")
                    : Reply.no(ResponseCode.EXPUNGEISSUED, "The messages no longer exist");
        }
        NumberSet added = NumberSet.of(copied.uids().values());
        filed.accept(new Filed(target.key(), added));
        ResponseCode code = ResponseCode.copyUid(
                copied.validity(), NumberSet.of(copied.uids().keySet()), added);
        if (command.move()) {
            out.untagged(Status.OK, code, "Moved");
            return Reply.ok("MOVE completed");
        }
        return Reply.ok(code, "COPY completed");
    }

    private static String name(Copy command) {
        return command.move() ? "MOVE" : "COPY";
    }

    private static NamedMailbox target(MailAccess own, SelectedMailbox selected, Copy command) throws RefusedException {
        NamedMailbox target = MailboxNames.read(own, command.mailbox())
                .find(command.mailbox())
                .orElseThrow(() -> missing(command));
        target.require('i');
        if (command.move()) {
            selected.require('t');
            selected.require('e');
        }
        if (target.access().account().account().n()
                != selected.access().account().account().n()) {
            throw new RefusedException(
                    ResponseCode.CANNOT, "Messages cannot be copied between accounts; append them instead");
        }
        return target;
    }

    /** The UIDVALIDITY of the target, and the new UIDs by the old ones. */
    private record Copied(long validity, Map<Long, Long> uids) {}

    private static Copied copied(SelectedMailbox selected, NamedMailbox target, Copy command, NumberSet wanted)
            throws RefusedException {
        UidStore uids = selected.access().services().uids();
        uids.open(target.access().scope(), target.n());
        long validity = 0;
        Map<Long, Long> copied = new TreeMap<>();
        try {
            for (List<Long> messages : Portions.of(wanted, PORTION)) {
                Copied portion = selected.access()
                        .<Optional<Copied>>write(
                                name(command),
                                tx -> uids.mailbox(tx, target.n())
                                        .map(mailbox -> new Copied(
                                                mailbox.validity(),
                                                command.move()
                                                        ? uids.move(tx, selected.mailbox(), messages, target.n())
                                                        : uids.copy(tx, selected.mailbox(), messages, target.n()))))
                        .orElseThrow(() -> missing(command));
                validity = portion.validity();
                copied.putAll(portion.uids());
            }
        } catch (RuntimeException e) {
            // A part of the messages can stay moved (RFC 6851 §3.3), but not copied (RFC 9051 §6.4.7).
            if (!command.move()) {
                removeCopies(selected.access(), target, copied.values(), e);
            }
            if (e instanceof OverQuotaException) {
                throw new RefusedException(ResponseCode.OVERQUOTA, "The account would exceed its quota");
            }
            throw e;
        }
        return new Copied(validity, copied);
    }

    private static void removeCopies(
            MailAccess access, NamedMailbox target, Collection<Long> copies, RuntimeException cause) {
        UidStore uids = access.services().uids();
        try {
            for (List<Long> portion : Portions.of(NumberSet.of(copies), PORTION)) {
                access.write("remove the copies of a COPY that failed", tx -> {
                    uids.store(tx, target.n(), portion, new FlagChange(FlagMode.ADD, Set.of(), true));
                    return uids.expunge(tx, target.n(), portion);
                });
            }
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    private static RefusedException missing(Copy command) {
        return new RefusedException(ResponseCode.TRYCREATE, "There is no mailbox with the name " + command.mailbox());
    }
}
