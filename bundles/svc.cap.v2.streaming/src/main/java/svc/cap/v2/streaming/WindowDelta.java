package svc.cap.v2.streaming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What makes of one part of a list another one: first all that is removed is taken out, then what is added is put in, one after the
 * other, each at its index.
 *
 * @param removed what has gone from the part, or stands elsewhere in it
 * @param added what came, or stands elsewhere, in the order of the indexes
 */
record WindowDelta(List<String> removed, List<Added> added) {

    /**
     * Something to put in.
     *
     * @param index where it stands in the whole list
     */
    record Added(String id, int index) {}

    /** What is different between two parts that begin at the same position of a list. */
    static WindowDelta between(List<String> before, List<String> now, int position) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < now.size(); i++) {
            places.put(now.get(i), i);
        }
        Set<String> staying = staying(before, places);
        List<Added> added = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            if (!staying.contains(now.get(i))) {
                added.add(new Added(now.get(i), position + i));
            }
        }
        return new WindowDelta(
                before.stream().filter(id -> !staying.contains(id)).toList(), added);
    }

    /** As many as can stay where they are: of those that are in both parts the longest row in the same order. */
    private static Set<String> staying(List<String> before, Map<String, Integer> places) {
        List<String> common = before.stream().filter(places::containsKey).toList();
        int[] at = common.stream().mapToInt(places::get).toArray();
        int[] last = new int[at.length]; // of the rows of each length, the one that ends earliest
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
