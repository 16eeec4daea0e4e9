package svc.proto.imap.fetch;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.CorruptBlobException;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.StoredMessage;
import svc.cap.mail.api.UidStore.StoredStructure;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.FetchItem.Binary;
import svc.proto.imap.command.FetchItem.BinarySize;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.fetch.MessageResponse.OpenMessage;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/** The execution of one FETCH: its chunks, and what happened to its messages. Not thread-safe. */
final class FetchRun {

    private final SelectedMailbox selected;
    private final MailAccess access;
    private final UidStore uids;
    private final ResponseWriter out;
    private final FetchPlan plan;
    private final FetchPlan seenPlan;
    private final long since;
    private final FlagsResponse.Names names = new FlagsResponse.Names();
    private final FetchWrites writes;
    private boolean expunged;
    private boolean unreadable;
    private boolean undecodable;

    /**
     * Creates the execution.
     *
     * @param since only messages with a higher modification sequence are returned
     */
    FetchRun(SelectedMailbox selected, ResponseWriter out, Features features, FetchPlan plan, long since) {
        this.selected = selected;
        this.access = selected.access();
        this.uids = access.services().uids();
        this.out = out;
        this.plan = plan;
        // RFC 7162 §3.2.4
        this.seenPlan = features.has(Feature.CONDSTORE) && selected.modseq() > 0
                ? plan.with(Simple.FLAGS, Simple.UID, Simple.MODSEQ)
                : plan.with(Simple.FLAGS);
        this.since = since;
        this.writes = new FetchWrites(selected);
    }

    Reply execute(NumberSet wanted, boolean uid) throws IOException {
        UidView all = new UidView(wanted);
        for (long first = 1; first <= all.size(); first += plan.most()) {
            NumberSet chunk = all.uidsOf(NumberSet.range(first, Math.min(all.size(), first + plan.most() - 1)));
            chunk(read(chunk, plan, since));
        }
        return reply(uid);
    }

    /** Writes the responses of messages that were read already, in one chunk. */
    Reply execute(FetchRows rows, boolean uid) throws IOException {
        chunk(rows);
        return reply(uid);
    }

    private Reply reply(boolean uid) {
        if (unreadable) {
            return Reply.no(ResponseCode.CORRUPTION, "Some messages cannot be read; tell the operator of the server");
        }
        if (undecodable) {
            return Reply.no(
                    ResponseCode.UNKNOWN_CTE, "Some parts have an unknown transfer encoding; fetch BODY instead");
        }
        return expunged && !uid
                ? Reply.no(ResponseCode.EXPUNGEISSUED, "Some messages do not exist any more")
                : Reply.ok("FETCH completed");
    }

    private void chunk(FetchRows found) throws IOException {
        Set<Long> seen = plan.marksSeen() && selected.may('s') ? writes.markSeen(found.emails()) : Set.of();
        FetchRows rows = seen.isEmpty() ? found : read(uidsOf(found.emails()), seenPlan, FetchRows.ALL);
        MessageResponse response = new MessageResponse(out, rows, names);
        for (int from = 0; from < rows.emails().size(); from += FetchPlan.MOST_PARTS) {
            List<UidEmail> group =
                    rows.emails().subList(from, Math.min(rows.emails().size(), from + FetchPlan.MOST_PARTS));
            Map<Long, StoredMessage> messages = plan.needsParts() ? rows.messages() : unknownStructures(group, rows);
            for (UidEmail email : group) {
                write(response, email, seen.contains(email.uid()) ? seenPlan : plan, rows, messages.get(email.uid()));
            }
            writes.keepStructures();
        }
    }

    private FetchRows read(NumberSet chunk, FetchPlan items, long after) {
        FetchRows rows =
                access.read(snapshot -> FetchRows.read(snapshot, uids, selected.mailbox(), chunk, items, after));
        expunged |= rows.missing() > 0;
        return rows;
    }

    private static NumberSet uidsOf(List<UidEmail> emails) {
        return NumberSet.of(emails.stream().mapToLong(UidEmail::uid).toArray());
    }

    /** Returns the messages whose structures are needed and not stored, by UID. */
    private Map<Long, StoredMessage> unknownStructures(List<UidEmail> group, FetchRows rows) {
        NumberSet unknown = uidsOf(
                !plan.needsStructures()
                        ? List.of()
                        : group.stream()
                                .filter(email -> !rows.structures().containsKey(email.n()))
                                .toList());
        return unknown.isEmpty()
                ? Map.of()
                : access.read(snapshot -> FetchRows.messages(
                        snapshot, uids, FetchRows.emails(snapshot, uids, selected.mailbox(), unknown)));
    }

    private void write(
            MessageResponse response, UidEmail email, FetchPlan items, FetchRows rows, @Nullable StoredMessage stored)
            throws IOException {
        StoredStructure structure = rows.structures().get(email.n());
        boolean unknown = items.needsStructures() && structure == null;
        OpenMessage message = null;
        if (unknown || items.needsParts()) {
            message = stored == null ? null : open(email, stored);
            if (message == null) {
                expunged |= stored == null;
                return;
            }
        }
        if (unknown && message != null) {
            structure = writes.structure(email, message);
        }
        List<FetchItem> possible = message == null ? items.items() : decodable(items.items(), message);
        if (!possible.isEmpty()) {
            response.write(selected.view().number(email.uid()), email, possible, structure, message);
        }
    }

    private @Nullable OpenMessage open(UidEmail email, StoredMessage stored) throws IOException {
        try {
            Optional<MessageContent> content = MessageContent.open(
                    access.services().blobs(), access.account().account(), stored.blob());
            if (content.isPresent()) {
                return new OpenMessage(stored.root(), content.get());
            }
        } catch (CorruptBlobException | NoSuchFileException e) {
            // The same as a blob that is missing.
        }
        boolean exists = access.read(snapshot ->
                !uids.emails(snapshot, selected.mailbox(), List.of(email.uid())).isEmpty());
        unreadable |= exists;
        expunged |= !exists;
        return null;
    }

    private List<FetchItem> decodable(List<FetchItem> items, OpenMessage message) {
        Set<FetchItem> refused = new HashSet<>();
        for (FetchItem item : items) {
            if ((item instanceof Binary binary && SectionWriter.isUndecodable(message.root(), binary.section()))
                    || (item instanceof BinarySize size
                            && SectionWriter.isUndecodable(message.root(), size.section()))) {
                refused.add(item);
            }
        }
        undecodable |= !refused.isEmpty();
        return refused.isEmpty()
                ? items
                : items.stream().filter(item -> !refused.contains(item)).toList();
    }
}
