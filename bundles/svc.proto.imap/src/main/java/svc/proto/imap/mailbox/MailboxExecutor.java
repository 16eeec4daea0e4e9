package svc.proto.imap.mailbox;

import java.io.IOException;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MailboxCommand.Append;
import svc.proto.imap.command.MailboxCommand.Create;
import svc.proto.imap.command.MailboxCommand.Delete;
import svc.proto.imap.command.MailboxCommand.ListMailboxes;
import svc.proto.imap.command.MailboxCommand.Lsub;
import svc.proto.imap.command.MailboxCommand.Namespace;
import svc.proto.imap.command.MailboxCommand.Rename;
import svc.proto.imap.command.MailboxCommand.Select;
import svc.proto.imap.command.MailboxCommand.Status;
import svc.proto.imap.command.MailboxCommand.Subscribe;
import svc.proto.imap.command.MailboxCommand.Unsubscribe;
import svc.proto.imap.command.StatusItem;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/** Executes the commands about mailboxes other than SELECT, EXAMINE and APPEND. Threading: thread-safe. */
public final class MailboxExecutor {

    private final MailboxStatus status;

    /**
     * Creates the executor.
     *
     * @param appendLimit the maximum size of a message (RFC 7889)
     */
    public MailboxExecutor(long appendLimit) {
        status = new MailboxStatus(appendLimit);
    }

    /**
     * Executes a command.
     *
     * @param own the user's own account
     * @param out takes the untagged responses
     * @param features the enabled extensions; a command that asks for HIGHESTMODSEQ enables CONDSTORE (RFC 7162 §3.1)
     * @return the tagged response
     */
    public Reply execute(MailAccess own, ResponseWriter out, Features features, MailboxCommand command)
            throws IOException, RefusedException {
        if (command instanceof ListMailboxes list) {
            return list(own, out, features, list);
        } else if (command instanceof Lsub lsub) {
            new MailboxListing(MailboxNames.read(own), out, status).lsub(lsub);
            return Reply.ok("LSUB completed");
        } else if (command instanceof Status one) {
            return status(own, out, features, one);
        } else if (command instanceof Create create) {
            return new MailboxEdits(own, out).create(create);
        } else if (command instanceof Delete delete) {
            return new MailboxEdits(own, out).delete(delete.mailbox());
        } else if (command instanceof Rename rename) {
            return new MailboxEdits(own, out).rename(rename);
        } else if (command instanceof Subscribe subscribe) {
            return new MailboxEdits(own, out).subscribe(subscribe.mailbox());
        } else if (command instanceof Unsubscribe unsubscribe) {
            return new MailboxEdits(own, out).unsubscribe(unsubscribe.mailbox());
        } else if (command instanceof Namespace) {
            out.raw("* NAMESPACE ((\"\" \"/\")) ((\"" + MailboxNames.SHARED + "/\" \"/\")) NIL");
            out.end();
            return Reply.ok("NAMESPACE completed");
        } else if (command instanceof Select || command instanceof Append) {
            throw new IllegalStateException("The session executes SELECT, EXAMINE and APPEND.");
        }
        throw new IllegalStateException("unknown command " + command);
    }

    private Reply list(MailAccess own, ResponseWriter out, Features features, ListMailboxes command)
            throws IOException {
        if (command.status().contains(StatusItem.HIGHESTMODSEQ)) {
            features.enable(Feature.CONDSTORE);
        }
        if (!command.extended() && command.patterns().contains("")) {
            MailboxListing.writeRoot(out);
        } else {
            OrphanedAnnotations annotations = OrphanedAnnotations.candidates(own);
            MailboxNames names = MailboxNames.read(own);
            annotations.remove(names);
            new MailboxListing(names, out, status).list(command);
        }
        return Reply.ok("LIST completed");
    }

    private Reply status(MailAccess own, ResponseWriter out, Features features, Status command)
            throws IOException, RefusedException {
        NamedMailbox mailbox = MailboxNames.read(own, command.mailbox()).require(command.mailbox());
        mailbox.require('r');
        if (command.items().contains(StatusItem.HIGHESTMODSEQ)) {
            features.enable(Feature.CONDSTORE);
        }
        status.write(out, mailbox, command.items());
        return Reply.ok("STATUS completed");
    }
}
