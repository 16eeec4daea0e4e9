package svc.proto.imap.change;

import java.util.ArrayList;
import java.util.List;
import svc.proto.imap.grammar.NumberSet;

/** Divides the messages of a command into portions, each for one transaction, so that other writers do not wait long. */
final class Portions {

    private Portions() {}

    static List<List<Long>> of(NumberSet uids, int size) {
        List<List<Long>> portions = new ArrayList<>();
        List<Long> portion = new ArrayList<>();
        for (int i = 0; i < uids.ranges(); i++) {
            for (long uid = uids.first(i); uid <= uids.last(i); uid++) {
                portion.add(uid);
                if (portion.size() == size) {
                    portions.add(portion);
                    portion = new ArrayList<>();
                }
            }
        }
        if (!portion.isEmpty()) {
            portions.add(portion);
        }
        return portions;
    }
}
