package svc.proto.imap.search;

import java.util.ArrayList;
import java.util.List;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.state.UidView;

/** Operations on sets of UIDs. Their cost depends on the number of ranges, not of UIDs. */
final class UidSets {

    private UidSets() {}

    /** Returns the UIDs that are in both sets. */
    static NumberSet both(NumberSet one, NumberSet other) {
        return one.ranges() > other.ranges() ? new UidView(one).existing(other) : new UidView(other).existing(one);
    }

    /** Returns the UIDs that are in at least one of the sets. */
    static NumberSet either(NumberSet one, NumberSet other) {
        NumberSet.Builder all = new NumberSet.Builder();
        int i = 0;
        int k = 0;
        while (i < one.ranges() || k < other.ranges()) {
            if (k == other.ranges() || (i < one.ranges() && one.first(i) <= other.first(k))) {
                all.add(one.first(i), one.last(i));
                i++;
            } else {
                all.add(other.first(k), other.last(k));
                k++;
            }
        }
        return all.build();
    }

    /** Returns the UIDs of a set that are not in another one. */
    static NumberSet without(NumberSet all, NumberSet removed) {
        return new UidView(removed).missing(all);
    }

    /** Returns the UIDs of a set in ascending order. */
    static long[] numbers(NumberSet set) {
        long[] numbers = new long[Math.toIntExact(set.count())];
        int at = 0;
        for (int i = 0; i < set.ranges(); i++) {
            for (long number = set.first(i); number <= set.last(i); number++) {
                numbers[at++] = number;
            }
        }
        return numbers;
    }

    /** Returns the UIDs of a set as a list, in ascending order. */
    static List<Long> list(NumberSet set) {
        List<Long> list = new ArrayList<>();
        set.forEach(list::add);
        return list;
    }

    /** Returns the highest UIDs of a set, at most {@code max}. */
    static NumberSet highest(NumberSet set, int max) {
        UidView view = new UidView(set);
        return view.size() <= max ? set : view.uidsOf(NumberSet.range(view.size() - max + 1, view.size()));
    }

    /** Divides a set into sets of at most {@code size} UIDs, in ascending order. */
    static List<NumberSet> slices(NumberSet set, int size) {
        List<NumberSet> slices = new ArrayList<>();
        NumberSet.Builder slice = new NumberSet.Builder();
        long room = size;
        for (int i = 0; i < set.ranges(); i++) {
            long first = set.first(i);
            while (first <= set.last(i)) {
                long last = Math.min(set.last(i), first + room - 1);
                slice.add(first, last);
                room -= last - first + 1;
                first = last + 1;
                if (room == 0) {
                    slices.add(slice.build());
                    slice = new NumberSet.Builder();
                    room = size;
                }
            }
        }
        if (room < size) {
            slices.add(slice.build());
        }
        return slices;
    }
}
