package svc.proto.imap.change;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import svc.api.store.Transaction;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.command.MessageCommand.Store;
import svc.proto.imap.command.MessageCommand.StoreMode;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.select.FlagUpdates;
import svc.proto.imap.select.Updates;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/** Executes STORE (RFC 9051 §6.4.6, RFC 7162 §3.1.3). */
public final class StoreExecutor {

    /** The number of messages in one transaction. */
    private static final int PORTION = 50;

    private static final String SEEN = "$seen";

    private StoreExecutor() {}

    /**
     * The result of a STORE.
     *
     * @param reply the tagged response
     * @param known the flags that the client knows from the responses, or does not want to know
     */
    public record Result(Reply reply, Updates.KnownFlags known) {}

    /**
     * The result of a portion.
     *
     * @param changed the messages that were changed
     * @param news those of them that others had changed before, which the client does not know
     * @param modified the messages that were not changed, because others had changed them
     * @param missing whether some messages are gone
     * @param before the highest modification sequence of the mailbox before the change
     * @param after the highest modification sequence of the mailbox after the change
     */
    private record Portion(
            List<Long> changed, Set<Long> news, List<Long> modified, boolean missing, long before, long after) {}

    /** The results of the portions of one STORE. Not thread-safe. */
    private static final class Stored {

        private final List<Long> changed = new ArrayList<>();

        /** The messages whose flags the client knows from the responses, or does not want to know. */
        private final List<Long> known = new ArrayList<>();

        private final List<Long> modified = new ArrayList<>();
        private boolean missing;

        /** Whether no other client has changed the mailbox since the client has received its changes. */
        private boolean isOnlyChange;

        /** The modification sequence of the mailbox after the last portion. */
        private long upTo;

        Stored(SelectedMailbox selected) {
            isOnlyChange = selected.currentModseq() == selected.modseq();
            upTo = selected.modseq();
        }

        void add(Portion portion, boolean silent) {
            if (portion.before != upTo) {
                known.clear(); // Others have changed the mailbox since the last portion.
                isOnlyChange = false;
            }
            upTo = portion.after;
            changed.addAll(portion.changed);
            portion.changed.stream()
                    .filter(uid -> !silent || !portion.news.contains(uid))
                    .forEach(known::add);
            modified.addAll(portion.modified);
            missing |= portion.missing;
        }
    }

    /** Changes flags, and writes the FETCH responses. */
    public static Result store(SelectedMailbox selected, ResponseWriter out, Features features, Store command)
            throws IOException, RefusedException {
        checkRights(selected, command);
        NumberSet wanted = selected.messages(command.messages(), command.uid());
        if (command.unchangedSince().isPresent()) {
            features.enable(Feature.CONDSTORE);
            if (selected.modseq() == 0) {
                throw new RefusedException(
                        Reply.bad("The mailbox has no modification sequences yet; select it again later"));
            }
        }
        Stored stored = new Stored(selected);
        FlagChange change = change(command);
        for (List<Long> uids : Portions.of(wanted, PORTION)) {
            stored.add(
                    selected.access().write("STORE", tx -> store(tx, selected, uids, change, command.unchangedSince())),
                    command.silent());
        }
        if (stored.isOnlyChange) {
            selected.advanceTo(stored.upTo);
        }
        NumberSet known = NumberSet.of(stored.known);
        boolean modseq = features.has(Feature.CONDSTORE);
        if (!command.silent() || modseq) {
            NumberSet written = command.silent() ? known : NumberSet.of(stored.changed);
            FlagUpdates.write(out, selected, written, !command.silent(), modseq);
        }
        return new Result(
                reply(selected, command, stored.modified, stored.missing), new Updates.KnownFlags(known, stored.upTo));
    }

    private static FlagChange change(Store command) {
        FlagMode mode = switch (command.mode()) {
            case ADD -> FlagMode.ADD;
            case REMOVE -> FlagMode.REMOVE;
            case REPLACE -> FlagMode.REPLACE;
        };
        return new FlagChange(mode, command.flags().keywords(), command.flags().deleted());
    }

    /** Checks the rights for the flags that the command names, or for all of them if it replaces the flags. */
    private static void checkRights(SelectedMailbox selected, Store command) throws RefusedException {
        boolean all = command.mode() == StoreMode.REPLACE;
        boolean seen = command.flags().keywords().contains(SEEN);
        if (all || seen) {
            selected.require('s');
        }
        if (all || command.flags().deleted()) {
            selected.require('t');
        }
        if (all || command.flags().keywords().size() > (seen ? 1 : 0)) {
            selected.require('w');
        }
    }

    private static Portion store(
            Transaction tx, SelectedMailbox selected, List<Long> uids, FlagChange change, OptionalLong unchangedSince) {
        UidStore store = selected.access().services().uids();
        List<UidEmail> emails = store.emails(tx, selected.mailbox(), uids);
        List<Long> changed = new ArrayList<>();
        List<Long> modified = new ArrayList<>();
        long before = store.modseq(tx, selected.mailbox());
        boolean others = before > selected.modseq();
        Map<Long, Long> modseqs =
                others || unchangedSince.isPresent() ? store.modseqs(tx, selected.mailbox(), emails) : Map.of();
        Set<Long> news = new HashSet<>();
        for (UidEmail email : emails) {
            boolean stale = unchangedSince.isPresent()
                    && modseqs.getOrDefault(email.uid(), Long.MAX_VALUE) > unchangedSince.getAsLong();
            (stale ? modified : changed).add(email.uid());
            if (others && modseqs.getOrDefault(email.uid(), 0L) > selected.modseq()) {
                news.add(email.uid());
            }
        }
        store.store(tx, selected.mailbox(), changed, change);
        long after = store.modseq(tx, selected.mailbox());
        return new Portion(changed, news, modified, emails.size() < uids.size(), before, after);
    }

    private static Reply reply(SelectedMailbox selected, Store command, List<Long> modified, boolean missing) {
        if (!modified.isEmpty()) {
            UidView view = selected.view();
            NumberSet numbers = command.uid()
                    ? NumberSet.of(modified)
                    : NumberSet.of(modified.stream().mapToLong(view::number).toArray());
            return Reply.ok(ResponseCode.modified(numbers), "Some messages were changed by others");
        }
        return missing && !command.uid()
                ? Reply.no(ResponseCode.EXPUNGEISSUED, "Some of the messages no longer exist")
                : Reply.ok("STORE completed");
    }
}
