package svc.proto.imap.change;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import svc.api.blob.OverQuotaException;
import svc.cap.mail.api.UidStore;
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
        Map<Long, Long> copied = copied(selected, target, command, wanted);
        String name = name(command);
        if (copied.isEmpty()) {
            return wanted.isEmpty() || command.uid()
                    ? Reply.ok(name + " completed; there was no such message")
                    : Reply.no(ResponseCode.EXPUNGEISSUED, "The messages no longer exist");
        }
        NumberSet added =
                NumberSet.of(copied.values().stream().mapToLong(uid -> uid).toArray());
        filed.accept(new Filed(target.key(), added));
        ResponseCode code = code(selected.access(), target, copied, added);
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
                .orElseThrow(() -> new RefusedException(
                        ResponseCode.TRYCREATE, "There is no mailbox with the name " + command.mailbox()));
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

    /** Copies or moves the messages; returns the new UIDs by the old ones. */
    private static Map<Long, Long> copied(SelectedMailbox selected, NamedMailbox target, Copy command, NumberSet wanted)
            throws RefusedException {
        UidStore uids = selected.access().services().uids();
        uids.open(target.access().scope(), target.n());
        Map<Long, Long> copied = new TreeMap<>();
        for (List<Long> portion : Portions.of(wanted, PORTION)) {
            try {
                copied.putAll(selected.access()
                        .write(
                                name(command),
                                tx -> uids.mailbox(tx, target.n()).isEmpty()
                                        ? Map.<Long, Long>of()
                                        : command.move()
                                                ? uids.move(tx, selected.mailbox(), portion, target.n())
                                                : uids.copy(tx, selected.mailbox(), portion, target.n())));
            } catch (OverQuotaException e) {
                throw new RefusedException(ResponseCode.OVERQUOTA, "The account would exceed its quota");
            }
        }
        return copied;
    }

    private static ResponseCode code(MailAccess access, NamedMailbox target, Map<Long, Long> copied, NumberSet uids) {
        long validity = access.<Long>read(snapshot -> access.services()
                .uids()
                .mailbox(snapshot, target.n())
                .map(UidStore.UidMailbox::validity)
                .orElse(1L));
        return ResponseCode.copyUid(
                validity,
                NumberSet.of(copied.keySet().stream().mapToLong(uid -> uid).toArray()),
                uids);
    }
}
