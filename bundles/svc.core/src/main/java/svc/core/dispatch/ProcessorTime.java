package svc.core.dispatch;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter;

/** Reports the CPU time of the requests of an account to the rate limiter. Thread-safe. */
@Component(service = ProcessorTime.class)
public final class ProcessorTime {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable RateLimiter rateLimiter;

    /** Returns the CPU time of the calling thread in nanoseconds. */
    public static long now() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Reports the CPU time of a request. {@code began} is the CPU time of the calling thread at its start. */
    public void took(Caller caller, long began) {
        RateLimiter present = rateLimiter;
        if (present != null) {
            Duration took = Duration.ofNanos(now() - began);
            IpNetwork.address(caller.address())
                    .ifPresent(address ->
                            present.recordProcessorTime(caller.account().n(), address, took));
        }
    }
}
