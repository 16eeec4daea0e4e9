package svc.proto.imap.fetch;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.store.Snapshot;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.command.MessageCommand.Fetch;
import svc.proto.imap.command.PartialRange;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.response.SearchResponse;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/** Executes FETCH and UID FETCH (RFC 9051 §6.4.5, RFC 7162, RFC 3516, RFC 9394). Threading: thread-safe. */
public final class FetchExecutor {

    /** The maximum number of changes that are read from the log; beyond it all messages of the set are compared. */
    private static final int MOST_CHANGES = 10_000;

    /**
     * Writes the responses of a command. Messages are read in chunks, and nothing is written while a snapshot is open.
     *
     * @param selected the selected mailbox; its view does not change
     * @param features the enabled extensions; the command can enable CONDSTORE
     * @return the tagged response
     * @throws RefusedException the command names a message that does not exist, or an extension that is not available
     * @throws IOException the connection failed, or a message that is being sent cannot be read further
     */
    public Reply fetch(SelectedMailbox selected, ResponseWriter out, Features features, Fetch command)
            throws IOException, RefusedException {
        FetchPlan plan = FetchPlan.of(command);
        if (command.vanished() && !features.has(Feature.QRESYNC)) {
            // RFC 7162 §3.2.6
            throw new RefusedException(Reply.bad("VANISHED needs ENABLE QRESYNC"));
        }
        if (plan.has(Simple.MODSEQ) && selected.modseq() == 0) {
            // RFC 7162 §3.1.2.2
            throw new RefusedException(Reply.bad("The mailbox has no modification sequences now; select it again"));
        }
        NumberSet wanted = partial(selected.messages(command.messages(), command.uid()), command.partial());
        if (plan.has(Simple.MODSEQ) && features.enable(Feature.CONDSTORE)) {
            // RFC 7162 §3.1
            out.untagged(Status.OK, ResponseCode.highestModSeq(selected.modseq()), "CONDSTORE is enabled");
        }
        if (command.changedSince().isPresent()) {
            return fetchChanges(selected, out, features, plan, command, wanted);
        }
        return new FetchRun(selected, out, features, plan, FetchRows.ALL).execute(wanted, command.uid());
    }

    private static Reply fetchChanges(
            SelectedMailbox selected,
            ResponseWriter out,
            Features features,
            FetchPlan plan,
            Fetch command,
            NumberSet wanted)
            throws IOException {
        Changed changed = changed(selected, plan, command, wanted);
        SearchResponse.vanished(out, true, changed.vanished);
        FetchRun run = new FetchRun(
                selected, out, features, plan, command.changedSince().orElse(0));
        return changed.rows.isPresent()
                ? run.execute(changed.rows.get(), command.uid())
                : run.execute(changed.uids, command.uid());
    }

    /**
     * Writes FETCH responses of messages that the client has not asked for (RFC 5465 §5.2). Messages that were removed
     * meanwhile are left out.
     *
     * @param uids the UIDs
     * @param items what is sent, besides the UIDs
     */
    public void send(
            SelectedMailbox selected, ResponseWriter out, Features features, NumberSet uids, List<FetchItem> items)
            throws IOException {
        Set<FetchItem> all = new LinkedHashSet<>(items);
        all.add(Simple.UID);
        if (selected.modseq() == 0) {
            all.remove(Simple.MODSEQ);
        } else if (all.contains(Simple.FLAGS) && features.has(Feature.CONDSTORE)) {
            all.add(Simple.MODSEQ); // RFC 7162 §3.2.4
        }
        new FetchRun(selected, out, features, new FetchPlan(List.copyOf(all)), FetchRows.ALL).execute(uids, true);
    }

    /** Returns a range of the messages (RFC 9394 §3.3). */
    private static NumberSet partial(NumberSet messages, Optional<PartialRange> range) {
        if (range.isEmpty()) {
            return messages;
        }
        UidView all = new UidView(messages);
        PartialRange part = range.get();
        int size = Math.toIntExact(all.size());
        int from = part.from(size);
        int to = part.to(size);
        return from == to ? NumberSet.EMPTY : all.uidsOf(NumberSet.range(from + 1, to));
    }

    /**
     * The changes that a client asks for.
     *
     * @param rows the changed messages, if they fit in one chunk
     * @param uids otherwise, the messages that can have changed
     * @param vanished the UIDs without a message
     */
    private record Changed(Optional<FetchRows> rows, NumberSet uids, NumberSet vanished) {}

    private static Changed changed(SelectedMailbox selected, FetchPlan plan, Fetch command, NumberSet wanted) {
        UidStore uids = selected.access().services().uids();
        long mailbox = selected.mailbox();
        long since = command.changedSince().orElse(0);
        return selected.access().read(snapshot -> {
            // The changes do not contain messages that were added and removed later than the client's sequence number.
            boolean removed = command.vanished() && uids.modseq(snapshot, mailbox) != since;
            NumberSet vanished = removed ? vanished(snapshot, selected, command) : NumberSet.EMPTY;
            Optional<FetchRows> rows = uids.changedEmails(snapshot, mailbox, since, plan.most())
                    .map(changed -> FetchRows.read(snapshot, uids, changed, wanted, plan));
            if (rows.isPresent()) {
                return new Changed(rows, NumberSet.EMPTY, vanished);
            }
            Optional<NumberSet> changed = uids.changes(snapshot, mailbox, since, MOST_CHANGES)
                    .map(found -> new UidView(wanted).existing(NumberSet.of(found.uids())));
            return new Changed(rows, changed.orElse(wanted), vanished);
        });
    }

    /** Returns the UIDs of a set that were given to messages and are not in the mailbox now (RFC 7162 §3.2.6). */
    private static NumberSet vanished(Snapshot snapshot, SelectedMailbox selected, Fetch command) {
        UidStore uids = selected.access().services().uids();
        long last = uids.mailbox(snapshot, selected.mailbox())
                .map(mailbox -> mailbox.next() - 1)
                .orElse(0L);
        if (last == 0) {
            return NumberSet.EMPTY;
        }
        NumberSet wanted = command.messages().isSaved()
                ? selected.saved()
                : command.messages().resolve(last);
        NumberSet given = UidView.ofRanges(1, last).existing(wanted);
        return UidView.ofRanges(uids.ranges(snapshot, selected.mailbox())).missing(given);
    }
}
