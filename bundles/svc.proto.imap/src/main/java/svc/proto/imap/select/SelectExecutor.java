package svc.proto.imap.select;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.UidChanges;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.proto.imap.command.MailboxCommand.Resync;
import svc.proto.imap.command.MailboxCommand.Select;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.name.MessageFlags;
import svc.proto.imap.response.ListResponse;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.response.SearchResponse;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/** Executes SELECT and EXAMINE (RFC 9051 §6.3.2), with the parameters of RFC 7162. Thread-safe. */
public final class SelectExecutor {

    /** The maximum number of keywords in FLAGS. */
    private static final int MOST_KEYWORDS = 100;

    /** The maximum number of changes that the membership log is asked for; beyond it all flags are sent. */
    private static final int MOST_CHANGES = 50_000;

    /** The rights of which one is enough to change messages (RFC 4314 §5.2). */
    private static final String RIGHTS_TO_CHANGE = "swte";

    private static final List<String> SYSTEM_FLAGS =
            List.of("\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft");

    private SelectExecutor() {}

    /** What is read of a mailbox in one snapshot. */
    private record Opened(
            UidMailbox mailbox, UidView view, long firstUnseen, List<String> keywords, Optional<long[]> changes) {}

    /** Selects a mailbox and writes the untagged responses. */
    public static SelectedMailbox select(MailAccess own, ResponseWriter out, Features features, Select command)
            throws IOException, RefusedException {
        if (command.resync().isPresent() && !features.has(Feature.QRESYNC)) {
            throw new RefusedException(Reply.bad("Enable QRESYNC before its parameter is used"));
        }
        NamedMailbox named = MailboxNames.read(own, command.mailbox()).require(command.mailbox());
        named.require('r');
        Opened opened = open(named, features, command);
        UidMailbox mailbox = opened.mailbox();
        SelectedMailbox selected = new SelectedMailbox(
                named.access(),
                named.n(),
                command.readOnly() || RIGHTS_TO_CHANGE.chars().noneMatch(right -> named.has((char) right)),
                named.rights(),
                mailbox.validity(),
                opened.view(),
                mailbox.modseq());
        if (command.condstore()) {
            features.enable(Feature.CONDSTORE);
        }
        write(out, features, named, opened, selected);
        if (command.resync().isPresent()
                && command.resync().get().uidValidity() == mailbox.validity()
                && mailbox.modseq() > 0) {
            resynchronize(out, selected, command.resync().get(), opened);
        }
        return selected;
    }

    private static Opened open(NamedMailbox named, Features features, Select command) throws RefusedException {
        MailAccess access = named.access();
        UidStore uids = access.services().uids();
        uids.open(access.scope(), named.n());
        return access.<Optional<Opened>>read(snapshot -> uids.mailbox(snapshot, named.n())
                        .map(mailbox -> new Opened(
                                mailbox,
                                UidView.ofRanges(uids.ranges(snapshot, named.n())),
                                features.has(Feature.IMAP4REV2) ? 0 : uids.firstUnseen(snapshot, named.n()),
                                uids.keywords(snapshot, MOST_KEYWORDS),
                                command.resync()
                                        .filter(resync -> resync.uidValidity() == mailbox.validity())
                                        .flatMap(resync ->
                                                uids.changes(snapshot, named.n(), resync.modSeq(), MOST_CHANGES))
                                        .map(UidChanges::uids))))
                .orElseThrow(() -> new RefusedException(
                        ResponseCode.NONEXISTENT, "There is no mailbox with the name " + command.mailbox()));
    }

    private static void write(
            ResponseWriter out, Features features, NamedMailbox named, Opened opened, SelectedMailbox selected)
            throws IOException {
        UidMailbox mailbox = opened.mailbox();
        List<String> flags = new ArrayList<>(SYSTEM_FLAGS);
        opened.keywords().stream()
                .filter(MessageFlags::isKeyword)
                .filter(word -> !flags.contains(word))
                .forEach(flags::add);
        out.raw("* FLAGS ").list(flags).end();
        out.raw("* ").number(selected.view().size()).raw(" EXISTS").end();
        if (!features.has(Feature.IMAP4REV2)) {
            out.raw("* 0 RECENT").end();
        }
        long unseen = opened.firstUnseen() == 0 ? 0 : selected.view().number(opened.firstUnseen());
        if (unseen > 0) {
            out.untagged(Status.OK, ResponseCode.unseen(unseen), "First unseen message");
        }
        out.untagged(Status.OK, ResponseCode.uidValidity(mailbox.validity()), "UIDs are valid");
        out.untagged(Status.OK, ResponseCode.uidNext(mailbox.next()), "Next UID");
        List<String> permanent = new ArrayList<>();
        if (!selected.isReadOnly()) {
            permanent.addAll(flags);
            permanent.add("\\*");
        }
        out.untagged(Status.OK, ResponseCode.permanentFlags(permanent), "Flags that can be changed");
        if (mailbox.modseq() > 0) {
            out.untagged(Status.OK, ResponseCode.highestModSeq(mailbox.modseq()), "Highest modification sequence");
        } else {
            out.untagged(Status.OK, ResponseCode.NOMODSEQ, "Modification sequences are being calculated");
        }
        out.untagged(Status.OK, ResponseCode.mailboxId(named.id()), "Id of the mailbox");
        if (features.has(Feature.IMAP4REV2)) {
            new ListResponse(List.of(), named.name()).write(out);
        }
    }

    /** Sends what has changed since the client was connected (RFC 7162 §3.2.5). */
    private static void resynchronize(ResponseWriter out, SelectedMailbox selected, Resync resync, Opened opened)
            throws IOException {
        NumberSet known = resync.knownUids()
                .orElseGet(() -> opened.mailbox().next() > 1
                        ? NumberSet.range(1, opened.mailbox().next() - 1)
                        : NumberSet.EMPTY);
        Optional<long[]> changes = opened.changes();
        // The changes do not contain messages that were added and removed later than the client's sequence number, of
        // which the client can know nevertheless.
        if (opened.mailbox().modseq() != resync.modSeq()) {
            SearchResponse.vanished(
                    out,
                    true,
                    selected.view().missing(belowNext(known, opened.mailbox().next())));
        }
        NumberSet changed = changes.isPresent()
                ? NumberSet.of(
                        LongStream.of(changes.get()).filter(known::contains).toArray())
                : selected.view().existing(known);
        FlagUpdates.write(out, selected, changed, true, true);
    }

    private static NumberSet belowNext(NumberSet known, long next) {
        NumberSet.Builder below = new NumberSet.Builder();
        for (int i = 0; i < known.ranges() && known.first(i) < next; i++) {
            below.add(known.first(i), Math.min(known.last(i), next - 1));
        }
        return below.build();
    }
}
