package svc.cap.v2.streaming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The difference between two versions of a window. A client first removes all removed ids and then inserts the added
 * ids in order, each at its index.
 *
 * @param removed the ids that left the window or moved in it
 * @param added the ids that entered or moved, in the order of their indexes
 */
record WindowDelta(List<String> removed, List<Added> added) {

    /**
     * An id to insert.
     *
     * @param index its index in the whole list
     */
    record Added(String id, int index) {}

    /** Returns the difference between two windows at the same position of a list. */
    static WindowDelta between(List<String> before, List<String> now, int position) {
        Map<String, Integer> positions = new HashMap<>();
        for (int i = 0; i < now.size(); i++) {
            positions.put(now.get(i), i);
        }
        Set<String> staying = unchanged(before, positions);
        List<Added> added = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            if (!staying.contains(now.get(i))) {
                added.add(new Added(now.get(i), position + i));
            }
        }
        return new WindowDelta(
                before.stream().filter(id -> !staying.contains(id)).toList(), added);
    }

    /** Returns the ids that need not be moved: those of the longest common subsequence of both windows. */
    private static Set<String> unchanged(List<String> before, Map<String, Integer> positions) {
        List<String> common = before.stream().filter(positions::containsKey).toList();
        int[] at = common.stream().mapToInt(positions::get).toArray();
        int[] last = new int[at.length]; // for each length of a subsequence, the position of the smallest last element
        int[] previous = new int[at.length];
        int longest = 0;
        for (int i = 0; i < at.length; i++) {
            int low = 0;
            int high = longest;
            while (low < high) {
                int middle = (low + high) / 2;
                if (at[last[middle]] < at[i]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            previous[i] = low == 0 ? -1 : last[low - 1];
            last[low] = i;
            longest = Math.max(longest, low + 1);
        }
        Set<String> staying = new HashSet<>();
        for (int i = longest == 0 ? -1 : last[longest - 1]; i >= 0; i = previous[i]) {
            staying.add(common.get(i));
        }
        return staying;
    }
}
