package svc.cap.mail;

import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.Sql;
import svc.cap.mail.BlockRows.Block;
import svc.cap.mail.ThreadInMailboxRows.Place;

/**
 * A query whose results are a list that is in order already, or a stretch of one: a mailbox or the whole account by the time at
 * which messages were received. It costs what it shows, however long the list is. For one thread.
 */
final class ListPlan extends EmailPlan {

    /** Up to here entries are counted off, farther on blocks are. */
    private static final int NEAR = 256;

    private final long mailbox;
    private final long list;
    private final boolean rising;
    private final boolean whole;
    private final Key from;
    private final Key before;

    ListPlan(Sql sql, Wish wish, long mailbox) {
        super(sql, wish);
        this.mailbox = mailbox;
        this.list = wish.collapse() ? ListMoves.threads(mailbox) : ListMoves.emails(mailbox);
        this.rising = wish.order().rising();
        Clause.Received within = Driver.within(wish.clause());
        this.from = within.from() == Long.MIN_VALUE ? Key.FIRST : new Key(within.from(), 0);
        this.before = within.before() == Long.MAX_VALUE ? Key.LAST : new Key(within.before(), 0);
        this.whole = from.equals(Key.FIRST) && before.equals(Key.LAST);
    }

    @Override
    public long[] ids(int skip, int limit) {
        MailList entries = MailList.of(list);
        Start start = start(skip);
        List<Key> page = rising
                ? entries.rising(sql(), mailbox, start.bound, limit, start.offset)
                : entries.falling(sql(), mailbox, start.bound, limit, start.offset);
        return page.stream()
                .filter(key -> key.compareTo(from) >= 0 && key.compareTo(before) < 0)
                .mapToLong(Key::n)
                .toArray();
    }

    /**
     * Where to begin.
     *
     * @param bound the first entry at or before which, in the direction of the walk
     * @param offset how many to leave out
     */
    private record Start(Key bound, int offset) {}

    private Start start(int skip) {
        if (skip <= NEAR) {
            return new Start(rising ? from : before, skip);
        }
        List<Block> blocks = BlockRows.all(sql(), list);
        int all = blocks.stream().mapToInt(Block::entries).sum();
        int left = skip + (rising ? from(Key.FIRST, all) : after(before));
        if (!rising) {
            Collections.reverse(blocks);
        }
        Key bound = rising ? Key.FIRST : Key.LAST;
        for (Block block : blocks) {
            if (rising) {
                bound = block.from();
            }
            if (left < block.entries()) {
                return new Start(bound, left);
            }
            left -= block.entries();
            if (!rising) {
                bound = block.from();
            }
        }
        return new Start(rising ? Key.LAST : Key.FIRST, 0);
    }

    /** How many stand before the stretch. */
    private int from(Key first, int all) {
        return from.equals(first) ? 0 : all - after(from);
    }

    private int after(Key key) {
        return key.equals(Key.LAST) ? 0 : BlockRows.after(sql(), list, key);
    }

    @Override
    public int total() {
        if (whole && mailbox != ListMoves.ACCOUNT) {
            return MailboxRows.among(sql(), List.of(mailbox)).stream()
                    .mapToInt(one -> wish().collapse()
                            ? one.counts().threads()
                            : one.counts().emails())
                    .sum();
        }
        if (whole) {
            return BlockRows.all(sql(), list).stream().mapToInt(Block::entries).sum();
        }
        return Math.max(0, after(from) - after(before));
    }

    @Override
    public OptionalInt rank(long n) {
        EmailRows.Email row = EmailRows.among(sql(), List.of(n)).get(n);
        if (row == null || row.key().compareTo(from) < 0 || row.key().compareTo(before) >= 0 || !stands(row)) {
            return OptionalInt.empty();
        }
        int behind = after(row.key());
        return OptionalInt.of(rising ? after(from) - behind - 1 : behind - after(before));
    }

    @Override
    OptionalInt rankOf(long thread) {
        Tally tally = tally(thread);
        return tally == null || tally.gone()
                ? OptionalInt.empty()
                : rank(tally.newest().n());
    }

    private boolean stands(EmailRows.Email row) {
        if (!wish().collapse()) {
            return mailbox == ListMoves.ACCOUNT
                    || InMailboxRows.of(sql(), List.of(row.n()))
                            .getOrDefault(row.n(), Set.of())
                            .contains(mailbox);
        }
        Tally tally = tally(row.thread());
        return tally != null && tally.newest().equals(row.key());
    }

    private @Nullable Tally tally(long thread) {
        return mailbox == ListMoves.ACCOUNT
                ? ThreadRows.among(sql(), Set.of(thread)).get(thread)
                : ThreadInMailboxRows.of(sql(), Set.of(thread)).get(new Place(thread, mailbox));
    }
}
