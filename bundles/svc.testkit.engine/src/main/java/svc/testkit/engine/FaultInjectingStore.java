package svc.testkit.engine;

import java.io.Serial;
import java.util.Set;
import java.util.function.Supplier;
import svc.api.store.Job;
import svc.api.store.JointWriting;
import svc.api.store.Reading;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Store;
import svc.api.store.Writing;

/** A store that breaks down when it is told to: at the end of a work, when everything has been done and nothing kept. */
final class BreakableStore implements Store {

    private final Store store;
    private int left = Integer.MAX_VALUE;
    private boolean broken;

    BreakableStore(Store store) {
        this.store = store;
    }

    /** Without a stack: the log says it in one line. */
    private static final class Breakdown extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;

        Breakdown() {
            super("The store breaks down, because the test wants it to.", null, false, false);
        }
    }

    /** Lets so many works pass, and breaks down in the next. */
    void breakAfter(int works) {
        left = works;
        broken = false;
    }

    /** Works as ever; whether it broke down meanwhile. */
    boolean mend() {
        left = Integer.MAX_VALUE;
        return broken;
    }

    private <R> R counted(Supplier<R> work) {
        R result = work.get();
        if (left-- == 0) {
            broken = true;
            throw new Breakdown();
        }
        return result;
    }

    @Override
    public <R> R read(Scope scope, Reading<R> work) {
        return store.read(scope, snapshot -> counted(() -> work.in(snapshot)));
    }

    @Override
    public <R> R write(Scope scope, Writing<R> work) {
        return store.write(scope, tx -> counted(() -> work.in(tx)));
    }

    @Override
    public <R> R write(Set<Scope> scopes, JointWriting<R> work) {
        return store.write(scopes, joint -> counted(() -> work.in(joint)));
    }

    @Override
    public Job job(Scope scope, Slice slice) {
        return store.job(scope, slice);
    }
}
