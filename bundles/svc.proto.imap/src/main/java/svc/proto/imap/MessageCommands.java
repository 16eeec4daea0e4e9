package svc.proto.imap;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.change.AppendUpload;
import svc.proto.imap.change.CopyExecutor;
import svc.proto.imap.change.ExpungeExecutor;
import svc.proto.imap.change.StoreExecutor;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.fetch.FetchExecutor;
import svc.proto.imap.notify.Notifications;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.search.SearchExecutor;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;

/** Executes the commands of one connection on the messages of the selected mailbox. Not thread-safe. */
final class MessageCommands {

    private final Selection selection;
    private final SelectionUpdates updates;
    private final ResponseWriter out;
    private final Features features;
    private final Notifications notifications;
    private final FetchExecutor fetches = new FetchExecutor();
    private final SearchExecutor searches = new SearchExecutor();

    MessageCommands(
            Selection selection,
            SelectionUpdates updates,
            ResponseWriter out,
            Features features,
            Notifications notifications) {
        this.selection = selection;
        this.updates = updates;
        this.out = out;
        this.features = features;
        this.notifications = notifications;
    }

    /** Executes a command. */
    Reply execute(MailAccess access, Step.Complete complete, MessageCommand command, @Nullable AppendUpload upload)
            throws IOException, RefusedException {
        SelectedMailbox mailbox = selection.require(complete.name());
        if (command instanceof MessageCommand.Check) {
            updates.mayHaveChanged();
            return Reply.ok("CHECK completed");
        } else if (command instanceof MessageCommand.Unselect) {
            selection.deselect();
            return Reply.ok("UNSELECT completed");
        } else if (command instanceof MessageCommand.Close) {
            if (mailbox.may('e') && !access.isReadOnly()) { // as in a read-only mailbox (RFC 9051 §6.4.1)
                ExpungeExecutor.expunge(mailbox, Optional.empty());
            }
            selection.deselect();
            return Reply.ok("CLOSE completed");
        } else if (command instanceof MessageCommand.Store store) {
            updates.permitExpunges(store.uid());
            updates.mayHaveChanged();
            StoreExecutor.Result result = StoreExecutor.store(mailbox, out, features, store);
            updates.known(result.known());
            return result.reply();
        } else if (command instanceof MessageCommand.Copy copy) {
            updates.mayHaveChanged();
            updates.removes(copy.move());
            return CopyExecutor.copy(access, mailbox, out, copy, notifications::filed);
        } else if (command instanceof MessageCommand.Expunge expunge) {
            mailbox.require('e');
            updates.mayHaveChanged();
            updates.removes(true);
            ExpungeExecutor.expunge(mailbox, expunge.uids());
            return completed(mailbox, "EXPUNGE completed");
        } else if (command instanceof MessageCommand.Replace replace) {
            return replace(mailbox, replace, upload);
        }
        return read(complete.tag(), mailbox, command);
    }

    private Reply read(String tag, SelectedMailbox mailbox, MessageCommand command)
            throws IOException, RefusedException {
        if (command instanceof MessageCommand.Fetch fetch) {
            updates.permitExpunges(fetch.uid());
            return fetches.fetch(mailbox, out, features, fetch);
        } else if (command instanceof MessageCommand.Search search) {
            updates.permitExpunges(search.uid());
            return searches.search(mailbox, out, features, tag, search);
        } else if (command instanceof MessageCommand.Sort sort) {
            updates.permitExpunges(sort.uid());
            return searches.sort(mailbox, out, features, tag, sort);
        } else if (command instanceof MessageCommand.Thread thread) {
            updates.permitExpunges(thread.uid());
            return searches.thread(mailbox, out, features, thread);
        }
        throw new IllegalStateException("unknown command " + command);
    }

    /** Returns the reply of a command that removes messages, with the modification sequence (RFC 7162 §3.2.7). */
    private Reply completed(SelectedMailbox mailbox, String text) {
        if (!features.has(Feature.QRESYNC)) {
            return Reply.ok(text);
        }
        MailAccess access = mailbox.access();
        long modseq = access.<Long>read(snapshot -> access.services().uids().modseq(snapshot, mailbox.mailbox()));
        return modseq == 0 ? Reply.ok(text) : Reply.ok(ResponseCode.highestModSeq(modseq), text);
    }

    private Reply replace(SelectedMailbox mailbox, MessageCommand.Replace command, @Nullable AppendUpload upload)
            throws IOException, RefusedException {
        if (upload == null) {
            throw new IllegalStateException("The message of REPLACE is missing");
        }
        mailbox.require('t');
        mailbox.require('e');
        long named = command.message()
                .orElse(
                        command.uid()
                                ? mailbox.view().highest()
                                : mailbox.view().size());
        long uid = command.uid()
                ? named
                : named <= mailbox.view().size() ? mailbox.view().uid(named) : 0;
        if (mailbox.view().number(uid) == 0) {
            throw new RefusedException(Reply.no(ResponseCode.NONEXISTENT, "There is no message " + named));
        }
        if (!upload.isInAccountOf(mailbox)) {
            throw new RefusedException(
                    ResponseCode.CANNOT, "A message cannot be replaced in another account; append it instead");
        }
        updates.mayHaveChanged();
        updates.removes(true);
        Reply reply = upload.file("REPLACE", Optional.of(new AppendUpload.Replaced(mailbox.mailbox(), uid)));
        upload.filed().ifPresent(notifications::filed);
        return reply;
    }
}
