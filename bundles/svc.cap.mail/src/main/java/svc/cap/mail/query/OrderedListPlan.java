package svc.cap.mail.query;

import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.Sql;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.ListBlockRows;
import svc.cap.mail.table.ListBlockRows.Block;
import svc.cap.mail.table.ListDeltas;
import svc.cap.mail.table.OrderedList;
import svc.cap.mail.table.ReceivedKey;
import svc.cap.mail.table.ThreadAggregate;
import svc.cap.mail.table.ThreadInMailboxRows;
import svc.cap.mail.table.ThreadInMailboxRows.Place;
import svc.cap.mail.table.ThreadRows;

/**
 * Answers a query from an ordered list or a range of this list: the emails or threads of a mailbox or of the whole
 * account, in {@code receivedAt} order. The cost depends on the size of the requested page, not on the length of the
 * list. Not thread-safe.
 */
final class OrderedListPlan extends EmailQueryPlan {

    /** Up to this position, the query skips single entries; beyond it, whole blocks of {@link ListBlockRows}. */
    private static final int NEAR = 256;

    private final long mailbox;
    private final long list;
    private final boolean ascending;
    private final boolean complete;
    private final ReceivedKey from;
    private final ReceivedKey before;

    OrderedListPlan(Sql sql, Criteria criteria, long mailbox) {
        super(sql, criteria);
        this.mailbox = mailbox;
        this.list = criteria.collapse() ? ListDeltas.threads(mailbox) : ListDeltas.emails(mailbox);
        this.ascending = criteria.order().isAscending();
        EmailFilter.ReceivedBetween range = AccessPath.receivedRange(criteria.filter());
        this.from = range.from() == Long.MIN_VALUE ? ReceivedKey.FIRST : new ReceivedKey(range.from(), 0);
        this.before = range.before() == Long.MAX_VALUE ? ReceivedKey.LAST : new ReceivedKey(range.before(), 0);
        this.complete = from.equals(ReceivedKey.FIRST) && before.equals(ReceivedKey.LAST);
    }

    @Override
    public long[] ids(int skip, int limit) {
        OrderedList entries = OrderedList.of(list);
        Start start = start(skip);
        List<ReceivedKey> page = ascending
                ? entries.ascending(sql(), mailbox, start.bound, limit, start.offset)
                : entries.descending(sql(), mailbox, start.bound, limit, start.offset);
        return page.stream()
                .filter(key -> key.compareTo(from) >= 0 && key.compareTo(before) < 0)
                .mapToLong(ReceivedKey::n)
                .toArray();
    }

    /**
     * The start of a page.
     *
     * @param bound the key to start at, in the direction of the order
     * @param offset the number of entries to skip from there
     */
    private record Start(ReceivedKey bound, int offset) {}

    private Start start(int skip) {
        if (skip <= NEAR) {
            return new Start(ascending ? from : before, skip);
        }
        List<Block> blocks = ListBlockRows.all(sql(), list);
        int all = blocks.stream().mapToInt(Block::entries).sum();
        int remaining = skip + (ascending ? from(ReceivedKey.FIRST, all) : after(before));
        if (!ascending) {
            Collections.reverse(blocks);
        }
        ReceivedKey bound = ascending ? ReceivedKey.FIRST : ReceivedKey.LAST;
        for (Block block : blocks) {
            if (ascending) {
                bound = block.from();
            }
            if (remaining < block.entries()) {
                return new Start(bound, remaining);
            }
            remaining -= block.entries();
            if (!ascending) {
                bound = block.from();
            }
        }
        return new Start(ascending ? ReceivedKey.LAST : ReceivedKey.FIRST, 0);
    }

    /** Returns how many entries precede the range. */
    private int from(ReceivedKey first, int all) {
        return from.equals(first) ? 0 : all - after(from);
    }

    private int after(ReceivedKey key) {
        return key.equals(ReceivedKey.LAST) ? 0 : ListBlockRows.after(sql(), list, key);
    }

    @Override
    public int total() {
        if (complete && mailbox != ListDeltas.ACCOUNT) {
            return MailboxRows.find(sql(), List.of(mailbox)).stream()
                    .mapToInt(one -> criteria().collapse()
                            ? one.counts().threads()
                            : one.counts().emails())
                    .sum();
        }
        if (complete) {
            return ListBlockRows.total(sql(), list);
        }
        return Math.max(0, after(from) - after(before));
    }

    @Override
    public OptionalInt position(long n) {
        EmailRows.Email row = EmailRows.find(sql(), List.of(n)).get(n);
        if (row == null || row.key().compareTo(from) < 0 || row.key().compareTo(before) >= 0 || !isListed(row)) {
            return OptionalInt.empty();
        }
        int offset = after(row.key());
        return OptionalInt.of(ascending ? after(from) - offset - 1 : offset - after(before));
    }

    @Override
    public OptionalInt rankOf(long thread) {
        ThreadAggregate aggregate = aggregate(thread);
        return aggregate == null || aggregate.isEmpty()
                ? OptionalInt.empty()
                : position(aggregate.newest().n());
    }

    private boolean isListed(EmailRows.Email row) {
        if (!criteria().collapse()) {
            return mailbox == ListDeltas.ACCOUNT
                    || InMailboxRows.of(sql(), List.of(row.n()))
                            .getOrDefault(row.n(), Set.of())
                            .contains(mailbox);
        }
        ThreadAggregate aggregate = aggregate(row.thread());
        return aggregate != null && aggregate.newest().equals(row.key());
    }

    private @Nullable ThreadAggregate aggregate(long thread) {
        return mailbox == ListDeltas.ACCOUNT
                ? ThreadRows.find(sql(), Set.of(thread)).get(thread)
                : ThreadInMailboxRows.of(sql(), Set.of(thread)).get(new Place(thread, mailbox));
    }
}
