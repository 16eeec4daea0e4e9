package svc.core.dispatch;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter;

/** Reports the processor time of the requests of an account to the rate limiter. Thread-safe. */
@Component(service = ProcessorTime.class)
public final class ProcessorTime {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable RateLimiter rateLimiter;

    /**
     * Begins to measure a request and returns the action that reports its processor time. The thread that runs the request
     * must run the action at its end. The processor time is not read if the rate limiter trusts the client.
     */
    public Runnable measure(Caller caller) {
        RateLimiter present = rateLimiter;
        Optional<InetAddress> client = present == null ? Optional.empty() : IpNetwork.address(caller.address());
        if (present == null || client.isEmpty() || present.isTrusted(client.get())) {
            return () -> {};
        }
        long began = THREADS.getCurrentThreadCpuTime();
        return () -> present.recordProcessorTime(
                caller.account().n(), client.get(), Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - began));
    }
}
