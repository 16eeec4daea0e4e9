package svc.extensions.lifecycle;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.extensions.status.Causes;

/**
 * Uninstalls a bundle. Extensions that use its packages are stopped before the removal and started again afterwards; no
 * other bundle is affected. Stopping waits for calls in progress.
 */
final class BundleUninstaller {

    /**
     * The time limit of a removal. It is long, because several bundles may each wait five seconds for calls in
     * progress.
     */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(BundleUninstaller.class);

    private final LifecycleServices services;

    BundleUninstaller(LifecycleServices services) {
        this.services = services;
    }

    /** Uninstalls a bundle, then runs {@code then} on the extension thread. */
    void uninstall(Bundle bundle, Runnable then) {
        exchange(bundle, true, then);
    }

    /** Stops a bundle, refreshes it, and starts it again. The refresh attaches new fragments. */
    void restart(Bundle bundle) {
        exchange(bundle, false, () -> {});
    }

    private void exchange(Bundle bundle, boolean uninstall, Runnable then) {
        Collection<Bundle> closure = services.wiring().users(bundle);
        List<Extension> paused = services.all().get().stream()
                .filter(extension -> closure.stream().anyMatch(extension::owns))
                .toList();
        paused.forEach(Extension::pause);
        services.thread()
                .run(
                        "extension-stop-" + bundle.getSymbolicName(),
                        () -> exchange(bundle, closure, uninstall),
                        LONGEST,
                        failure -> {
                            if (failure instanceof TimeoutException) {
                                LOG.warn(
                                        "{} does not stop; restart the server to remove it completely",
                                        bundle.getSymbolicName());
                            } else if (failure != null) {
                                LOG.warn(
                                        "{} did not stop cleanly: {}", bundle.getSymbolicName(), Causes.brief(failure));
                            }
                            then.run();
                            paused.forEach(Extension::resume);
                            services.thread().soon();
                        });
    }

    private void exchange(Bundle bundle, Collection<Bundle> closure, boolean uninstall)
            throws BundleException, InterruptedException {
        closure.stream().filter(user -> !user.equals(bundle)).forEach(BundleUninstaller::stop);
        stop(bundle);
        try {
            if (uninstall) {
                bundle.uninstall();
            }
        } finally {
            services.wiring().refresh(closure);
        }
    }

    /** Stops a bundle. A failure is logged, because the bundle is removed in any case. */
    private static void stop(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0) {
            return;
        }
        try {
            bundle.stop();
        } catch (BundleException | IllegalStateException e) {
            LOG.warn("{} did not stop cleanly: {}", bundle.getSymbolicName(), Causes.brief(e));
        }
    }
}
