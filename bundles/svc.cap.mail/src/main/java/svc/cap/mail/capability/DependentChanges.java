package svc.cap.mail;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;

/** Makes changes of which one may make room for another. */
final class Attempts {

    private Attempts() {}

    /** Makes a change or throws. */
    interface Attempt<C> {
        void make(C change);
    }

    /** What one change makes room for, another may take: a name, a role, a place without children. */
    static <C extends SetBatch.Change> void untilNothingMoves(List<C> changes, Attempt<C> attempt) {
        Map<C, SetError> refused = new LinkedHashMap<>();
        List<C> open = changes;
        int before;
        do {
            before = open.size();
            refused.clear();
            List<C> rest = new ArrayList<>();
            for (C change : open) {
                try {
                    attempt.make(change);
                } catch (SetError e) {
                    refused.put(change, e);
                    rest.add(change);
                }
            }
            open = rest;
        } while (!open.isEmpty() && open.size() < before);
        refused.forEach(SetBatch.Change::refuse);
    }
}
