package svc.extensions.operations;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.time.Clock;
import svc.extensions.framework.ComponentStates;
import svc.extensions.lifecycle.Extensions;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.ExtensionStatusTable.Entry;

/**
 * Checks the bundles. As a health check, it returns one finding for all bundles of the server, and one for each
 * extension that is not active. As the last step before the server opens, it waits for the statuses of the initial
 * extensions, and fails the start when a component of the server does not work.
 */
@Component
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class BundlesHealthCheck implements HealthCheck, Callable<String> {

    /**
     * The time to wait for components that do not work yet, because they receive their configurations on a separate
     * thread.
     */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private static final Duration STEP = Duration.ofMillis(50);

    private final Extensions extensions;
    private final Clock clock;
    private final CoreBundles core;

    @Activate
    public BundlesHealthCheck(
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

    @Override
    public String family() {
        return "bundles";
    }

    @Override
    public List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        List<Entry> entries = extensions.statuses().entries();
        Optional<String> fault = core.fault();
        Map<String, Object> facts = Map.of("core", core.rows().size(), "extensions", entries.size());
        findings.add(fault.map(what -> Finding.fail(
                        "core-bundles", what, "Look into the log with `svc logs summary`, then restart the server."))
                .orElseGet(() -> Finding.ok("core-bundles", "All of the server's own bundles work."))
                .with(facts));
        for (Entry entry : entries) {
            ExtensionStatus verdict = entry.verdict();
            if (!verdict.is(ExtensionStatus.State.ACTIVE)) {
                findings.add(Finding.warn(
                                "extension-" + verdict.state().word(),
                                "The extension " + entry.name() + " is "
                                        + verdict.state().word() + ": " + verdict.reason(),
                                verdict.remedy())
                        .with(Map.of("bundle", entry.name())));
            }
        }
        return findings;
    }
}
