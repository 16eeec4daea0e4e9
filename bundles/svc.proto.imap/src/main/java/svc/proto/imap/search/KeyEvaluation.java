package svc.proto.imap.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.command.SearchKey;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/**
 * Evaluates search keys. Each key selects emails from a set, so that an expensive key reads only what the cheaper ones
 * left. Not thread-safe.
 */
final class KeyEvaluation {

    /** The number of emails whose rows are read rather than an index of the whole mailbox. */
    private static final int FEW = 500;

    /** The maximum number of changes that are read from the log. */
    private static final int MOST_CHANGES = 100_000;

    private final SelectedMailbox selected;
    private final MailAccess access;
    private final UidStore uids;
    private final MailboxRows rows;
    private final TextKeys texts;

    KeyEvaluation(SelectedMailbox selected) {
        this.selected = selected;
        this.access = selected.access();
        this.uids = access.services().uids();
        this.rows = new MailboxRows(selected);
        this.texts = new TextKeys(selected, rows);
    }

    /** Returns whether all messages could be searched for texts. */
    boolean isComplete() {
        return texts.isComplete();
    }

    /** Returns those messages that the client knows, that still exist, and that match all keys. */
    NumberSet matching(List<SearchKey> keys) throws RefusedException {
        NumberSet existing = access.read(snapshot ->
                UidView.ofRanges(uids.ranges(snapshot, selected.mailbox())).uids());
        return all(keys, UidSets.both(selected.view().uids(), existing), false);
    }

    private NumberSet all(List<SearchKey> keys, NumberSet among, boolean fuzzy) throws RefusedException {
        NumberSet left = among;
        for (SearchKey key : keys.stream()
                .sorted(Comparator.comparingInt(KeyEvaluation::cost))
                .toList()) {
            left = matching(key, left, fuzzy);
        }
        return left;
    }

    /** Returns the rank of a key: cheap keys are evaluated first. */
    private static int cost(SearchKey key) {
        if (key instanceof SearchKey.Not not) {
            return cost(not.key());
        } else if (key instanceof SearchKey.Fuzzy fuzzy) {
            return cost(fuzzy.key());
        } else if (key instanceof SearchKey.And and) {
            return and.keys().stream().mapToInt(KeyEvaluation::cost).min().orElse(0);
        } else if (key instanceof SearchKey.Or or) {
            return Math.max(cost(or.first()), cost(or.second()));
        } else if (key instanceof SearchKey.Body || key instanceof SearchKey.Text) {
            return 5;
        } else if (key instanceof SearchKey.Header) {
            return 4;
        } else if (key instanceof SearchKey.Size || key instanceof SearchKey.Date) {
            return 3;
        } else if (key instanceof SearchKey.Age || key instanceof SearchKey.ModSeq) {
            return 2;
        }
        return key instanceof SearchKey.Keyword || key instanceof SearchKey.Deleted ? 1 : 0;
    }

    /** Returns those of the messages that match a key. */
    NumberSet matching(SearchKey key, NumberSet among, boolean fuzzy) throws RefusedException {
        if (among.isEmpty()) {
            return among;
        } else if (key instanceof SearchKey.Not not) {
            return UidSets.without(among, matching(not.key(), among, fuzzy));
        } else if (key instanceof SearchKey.Or or) {
            NumberSet first = matching(or.first(), among, fuzzy);
            return UidSets.either(first, matching(or.second(), UidSets.without(among, first), fuzzy));
        } else if (key instanceof SearchKey.And and) {
            return all(and.keys(), among, fuzzy);
        } else if (key instanceof SearchKey.Fuzzy similar) {
            return matching(similar.key(), among, true);
        } else if (key instanceof SearchKey.Header header) {
            return texts.header(header, among, fuzzy);
        } else if (key instanceof SearchKey.Body body) {
            return texts.body(body.text(), among, fuzzy);
        } else if (key instanceof SearchKey.Text text) {
            return texts.text(text.text(), among, fuzzy);
        }
        return matchingValues(key, among);
    }

    private NumberSet matchingValues(SearchKey key, NumberSet among) throws RefusedException {
        if (key instanceof SearchKey.Numbers numbers) {
            return UidSets.both(among, selected.messages(numbers.set(), false));
        } else if (key instanceof SearchKey.Uids named) {
            return UidSets.both(among, selected.messages(named.set(), true));
        } else if (key instanceof SearchKey.Keyword keyword) {
            return keyword(keyword, among);
        } else if (key instanceof SearchKey.Deleted deleted) {
            return deleted.present() ? UidSets.both(among, rows.deleted()) : UidSets.without(among, rows.deleted());
        } else if (key instanceof SearchKey.Recent recent) {
            return recent.present() ? NumberSet.EMPTY : among;
        }
        return matchingStored(key, among);
    }

    private NumberSet matchingStored(SearchKey key, NumberSet among) throws RefusedException {
        if (key instanceof SearchKey.Date date) {
            return date(date, among);
        } else if (key instanceof SearchKey.Age age) {
            long target = access.services().clock().now().getEpochSecond() - age.seconds();
            return received(age.older() ? Long.MIN_VALUE : target, age.older() ? target + 1 : Long.MAX_VALUE, among);
        } else if (key instanceof SearchKey.Size size) {
            return rows.matching(among, row -> size.larger() ? row.size() > size.octets() : row.size() < size.octets());
        } else if (key instanceof SearchKey.ModSeq modseq) {
            return changedSince(modseq.value(), among);
        } else if (key instanceof SearchKey.EmailId id) {
            OptionalLong n = ObjectId.parse(MailStore.LETTER, id.id());
            return n.isEmpty()
                    ? NumberSet.EMPTY
                    : access.read(snapshot ->
                            rows.withNumbers(snapshot, uids.withFirstNumber(snapshot, n.getAsLong()), among));
        }
        // The remaining keys are ALL and SAVEDATESUPPORTED, and THREADID, which is NIL for all messages.
        return key instanceof SearchKey.ThreadId ? NumberSet.EMPTY : among;
    }

    private NumberSet keyword(SearchKey.Keyword key, NumberSet among) {
        boolean indexed = !key.keyword().equals("$seen");
        if (among.count() > FEW) {
            Optional<long[]> found = access.read(
                    snapshot -> uids.withKeyword(snapshot, selected.mailbox(), key.keyword(), 2 * among.count()));
            if (found.isPresent()) {
                NumberSet entries = NumberSet.of(found.get());
                return key.present() == indexed ? UidSets.both(among, entries) : UidSets.without(among, entries);
            }
        }
        return rows.withKeyword(among, key.keyword(), key.present());
    }

    private NumberSet date(SearchKey.Date key, NumberSet among) {
        DayCondition condition = new DayCondition(key.order(), key.day());
        return switch (key.field()) {
            case INTERNAL -> received(condition.from(), condition.end(), among);
            case SAVED -> rows.matching(among, row -> condition.test(row.saved()));
            case SENT -> rows.sent(among, condition);
        };
    }

    private NumberSet received(long from, long end, NumberSet among) {
        if (among.count() > FEW) {
            Optional<long[]> found =
                    access.read(snapshot -> uids.received(snapshot, selected.mailbox(), from, end, among.count() / 2));
            if (found.isPresent()) {
                return UidSets.both(among, NumberSet.of(found.get()));
            }
        }
        return rows.matching(among, row -> row.received() >= from && row.received() < end);
    }

    private NumberSet changedSince(long modseq, NumberSet among) throws RefusedException {
        if (access.read(snapshot -> uids.modseq(snapshot, selected.mailbox())) == 0) {
            throw new RefusedException(
                    ResponseCode.UNAVAILABLE,
                    "The mod-sequence values of this mailbox are being calculated; try later");
        }
        if (modseq <= 1) {
            return among;
        }
        return access.read(snapshot -> uids.changes(snapshot, selected.mailbox(), modseq - 1, MOST_CHANGES))
                .map(changed -> UidSets.both(among, NumberSet.of(changed.uids())))
                .orElseGet(() -> rows.changedSince(among, modseq));
    }
}
