package svc.extensions.operations;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.time.Clock;
import svc.extensions.framework.ComponentStates;
import svc.extensions.lifecycle.Extensions;

/**
 * The last step before the server opens: waits for the statuses of the initial extensions, and fails the start when a
 * component of the server does not work.
 */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class VerifyBundlesStep implements Callable<String> {

    /** Configurations are delivered to components on a separate thread. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private static final Duration STEP = Duration.ofMillis(50);

    private final Extensions extensions;
    private final Clock clock;
    private final CoreBundles core;

    @Activate
    public VerifyBundlesStep(
            BundleContext context,
            @Reference Extensions extensions,
            @Reference Clock clock,
            @Reference ServiceComponentRuntime runtime) {
        this.extensions = extensions;
        this.clock = clock;
        this.core = new CoreBundles(context, new ComponentStates(runtime));
    }

    @Override
    public String call() throws InterruptedException {
        extensions.awaitBoot();
        long since = clock.nanos();
        Optional<String> fault = core.fault();
        while (fault.isPresent() && clock.nanos() - since < SETTLE.toNanos()) {
            CountDownLatch moment = new CountDownLatch(1);
            clock.schedule(STEP, moment::countDown);
            moment.await();
            fault = core.fault();
        }
        if (fault.isPresent()) {
            throw new StartupException(
                    fault.get(),
                    "Correct what the log above names, where it names a cause; otherwise unpack the distribution anew.");
        }
        return "";
    }
}
