package svc.extensions;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.boot.BootRefusal;
import svc.api.boot.BootStep;
import svc.api.time.Clock;

/**
 * The last step before the server opens: the extensions that were there have their verdicts, and every part of the server
 * itself works. A part that does not is a refusal to start, never just a line of the log.
 */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.VERIFY)
public final class VerifyStep implements Callable<String> {

    /** Configurations reach components on a thread of their own. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private static final Duration STEP = Duration.ofMillis(50);

    private final Extensions extensions;
    private final Clock clock;
    private final CoreBundles core;

    /** Looks at nothing yet. */
    @Activate
    public VerifyStep(
            BundleContext context,
            @Reference Extensions extensions,
            @Reference Clock clock,
            @Reference ServiceComponentRuntime runtime) {
        this.extensions = extensions;
        this.clock = clock;
        this.core = new CoreBundles(context, new Components(runtime));
    }

    @Override
    public String call() throws InterruptedException {
        extensions.awaitBoot();
        long since = clock.nanos();
        Optional<String> fault = core.fault();
        while (fault.isPresent() && clock.nanos() - since < SETTLE.toNanos()) {
            CountDownLatch moment = new CountDownLatch(1);
            clock.after(STEP, moment::countDown);
            moment.await();
            fault = core.fault();
        }
        if (fault.isPresent()) {
            throw new BootRefusal(
                    fault.get(),
                    "Correct what the log above names, where it names a cause; otherwise unpack the distribution anew.");
        }
        return "";
    }
}
