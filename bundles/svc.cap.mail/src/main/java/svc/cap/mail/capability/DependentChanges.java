package svc.cap.mail.capability;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;

/** Applies the changes of a {@code /set} that can depend on each other. */
public final class DependentChanges {

    private DependentChanges() {}

    /**
     * Applies changes until no more succeed, and rejects the rest. A change can free a name, a role or a parent that
     * another one needs.
     *
     * @param attempt applies a change, or throws a {@link SetError}
     */
    public static <C extends SetBatch.Change> void applyAll(List<C> changes, Consumer<C> attempt) {
        applyAll(changes, attempt, pending -> List.of());
    }

    /**
     * Does the same for changes that can wait for each other in a circle.
     *
     * @param cycles applies those of the waiting changes that wait for each other in a circle: all of a circle or none.
     *     It returns the applied ones.
     */
    public static <C extends SetBatch.Change> void applyAll(
            List<C> changes, Consumer<C> attempt, UnaryOperator<List<C>> cycles) {
        Map<C, SetError> refused = new LinkedHashMap<>();
        List<C> open = changes;
        int before;
        do {
            before = open.size();
            refused.clear();
            List<C> rest = new ArrayList<>();
            for (C change : open) {
                try {
                    attempt.accept(change);
                } catch (SetError e) {
                    refused.put(change, e);
                    rest.add(change);
                }
            }
            if (rest.size() == before) {
                List<C> made = cycles.apply(rest);
                rest.removeAll(made);
                made.forEach(refused::remove);
            }
            open = rest;
        } while (!open.isEmpty() && open.size() < before);
        refused.forEach(SetBatch.Change::reject);
    }
}
