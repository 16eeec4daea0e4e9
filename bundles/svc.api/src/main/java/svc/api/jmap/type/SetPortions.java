package svc.api.jmap.type;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import svc.api.store.BackgroundTask;

/**
 * Divides the changes of a {@code /set} that have been neither made nor rejected into portions: creates, then updates,
 * then destroys. Not thread-safe.
 */
public final class SetPortions {

    private final SetBatch batch;
    private final int size;

    /**
     * Divides a batch.
     *
     * @param batch the batch to divide
     * @param size the number of changes in a portion
     */
    public SetPortions(SetBatch batch, int size) {
        this.batch = batch;
        this.size = size;
    }

    /**
     * Changes that are made together.
     *
     * @param of the batch that contains the changes
     * @param creates the objects to create
     * @param updates the objects to update
     * @param destroys the objects to destroy
     */
    public record Portion(
            SetBatch of,
            List<SetBatch.Create> creates,
            List<SetBatch.Update> updates,
            List<SetBatch.Destroy> destroys) {

        /** Returns the numbers of the objects that are updated or destroyed. */
        public List<Long> numbers() {
            List<Long> numbers = new ArrayList<>();
            updates.forEach(update -> numbers.add(update.n()));
            destroys.forEach(destroy -> numbers.add(destroy.n()));
            return numbers;
        }

        private boolean isEmpty() {
            return creates.isEmpty() && updates.isEmpty() && destroys.isEmpty();
        }
    }

    /**
     * Makes one portion, and further portions while the pace allows. Implementations of {@link TypeSource#applySome}
     * call this method.
     *
     * @param pace whether another portion may be made
     * @param apply makes or rejects each change of a portion
     * @return whether changes are left
     */
    public boolean make(BackgroundTask.Pace pace, Consumer<Portion> apply) {
        Portion portion = next();
        do {
            apply.accept(portion);
            portion = next();
        } while (!portion.isEmpty() && pace.mayContinue());
        return !portion.isEmpty();
    }

    private Portion next() {
        List<SetBatch.Create> creates = some(batch.creates(), size);
        List<SetBatch.Update> updates = some(batch.updates(), size - creates.size());
        List<SetBatch.Destroy> destroys = some(batch.destroys(), size - creates.size() - updates.size());
        return new Portion(batch, creates, updates, destroys);
    }

    private static <T> List<T> some(List<T> all, int most) {
        return List.copyOf(all.subList(0, Math.min(most, all.size())));
    }
}
