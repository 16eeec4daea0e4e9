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
     * Applies changes. A change can fail because it needs a name, a role or a parent that another change creates or
     * frees. Therefore the failed changes are tried again until no further change succeeds; then they are rejected.
     *
     * @param attempt applies a change, or throws a {@link SetError}
     */
    public static <C extends SetBatch.Change> void applyAll(List<C> changes, Consumer<C> attempt) {
        applyAll(changes, attempt, pending -> List.of());
    }

    /**
     * Applies changes like {@link #applyAll(List, Consumer)}, and also changes that wait for each other in a circle.
     *
     * @param cycles receives the failed changes, applies each circle among them completely or not at all, and returns
     *     the applied changes
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
