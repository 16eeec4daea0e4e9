package svc.push.web.send;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Resolves host names with a time limit, because a client waits for the result. A name counts as unknown if its lookup
 * takes too long, or if too many lookups run at the same time.
 */
public final class TimedHostResolver implements HostResolver {

    private static final int AT_ONCE = 8;
    private static final int SECONDS = 3;

    private final HostResolver names;
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, AT_ONCE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                Thread thread = new Thread(work, "svc-push-names");
                thread.setDaemon(true);
                return thread;
            });

    public TimedHostResolver(HostResolver names) {
        this.names = names;
    }

    @Override
    public List<InetAddress> addresses(String host) throws UnknownHostException {
        try {
            Future<List<InetAddress>> found = threads.submit(() -> names.addresses(host));
            return found.get(SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
            throw new UnknownHostException(); // the caller does not distinguish the reasons
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException();
        }
    }

    public void stop() {
        threads.shutdownNow();
    }
}
