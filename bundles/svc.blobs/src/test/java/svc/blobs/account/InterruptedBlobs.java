package svc.blobs.account;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore;

/** Runs an action of a test once before or after a method of a blob store is called. Thread-safe. */
public final class InterruptedBlobs implements UnaryOperator<BlobStore> {

    private final AtomicReference<@Nullable Interruption> next = new AtomicReference<>();

    private record Interruption(String method, boolean after, Runnable action) {}

    /** Runs the action before the next call of the method. */
    public void before(String method, Runnable action) {
        next.set(new Interruption(method, false, action));
    }

    /** Runs the action after the next call of the method. */
    public void after(String method, Runnable action) {
        next.set(new Interruption(method, true, action));
    }

    @Override
    public BlobStore apply(BlobStore blobs) {
        return (BlobStore) Proxy.newProxyInstance(
                BlobStore.class.getClassLoader(), new Class<?>[] {BlobStore.class}, (proxy, method, arguments) -> {
                    Interruption found = next.get();
                    Interruption now =
                            found != null && found.method().equals(method.getName()) && next.compareAndSet(found, null)
                                    ? found
                                    : null;
                    if (now != null && !now.after()) {
                        now.action().run();
                    }
                    try {
                        return method.invoke(blobs, arguments);
                    } catch (InvocationTargetException e) {
                        throw requireNonNull(e.getCause());
                    } finally {
                        if (now != null && now.after()) {
                            now.action().run();
                        }
                    }
                });
    }
}
