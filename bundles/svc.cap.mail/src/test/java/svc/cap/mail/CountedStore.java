package svc.cap.mail;

import java.util.HashMap;
import java.util.Map;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.testkit.ForwardingStore;

/**
 * A store that counts transactions by name and can run an action before one of them. Delegates every call. Not
 * thread-safe.
 */
public final class CountedStore extends ForwardingStore {

    private final Map<String, Integer> writes = new HashMap<>();
    private String awaited = "";
    private Runnable act = () -> {};

    public CountedStore(Store store) {
        super(store);
    }

    /** Runs an action once, before the second transaction of this name from now on. */
    public void beforeTheSecond(String name, Runnable what) {
        writes.clear();
        awaited = name;
        act = what;
    }

    /** Returns how many transactions had this name since the last call. */
    public int taken(String name) {
        Integer taken = writes.remove(name);
        return taken == null ? 0 : taken;
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        if (writes.merge(callback.name(), 1, Integer::sum) == 2
                && callback.name().equals(awaited)) {
            awaited = "";
            act.run();
        }
        return super.write(scope, callback);
    }
}
