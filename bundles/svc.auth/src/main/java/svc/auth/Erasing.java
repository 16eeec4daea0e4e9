package svc.auth;

import java.util.List;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice;
import svc.api.store.Transaction;

/** The slices of one erasure: one step after another, then all of them once more, and the end when none has anything left. */
final class Erasing implements Slice {

    private final List<ErasureStep> steps;
    private final Erased who;
    private int first;

    Erasing(List<ErasureStep> steps, Erased who) {
        this.steps = steps;
        this.who = who;
    }

    @Override
    public boolean run(Transaction tx, Pace pace) {
        for (int i = first; i < steps.size(); i++) {
            if (steps.get(i).erase(who, tx, pace)) {
                first = i;
                return true;
            }
        }
        if (first > 0) {
            first = 0;
            return true;
        }
        steps.forEach(step -> step.end(tx));
        return false;
    }

    @Override
    public String name() {
        return "svc.auth: erase an account";
    }
}
