package svc.core.registry;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Reports the start and stop of bundles to the registry. While a bundle starts or stops, the registry hides its
 * capabilities from clients. The component runtime registers the services of a bundle during the synchronous STARTED
 * event, so an asynchronous listener is called after their registration.
 */
public final class BundleStartListener {

    private final BundleContext context;
    private final ContributionRegistry registry;
    private final SynchronousBundleListener during = this::during;
    private final BundleListener after = this::after;

    public BundleStartListener(BundleContext context, ContributionRegistry registry) {
        this.context = context;
        this.registry = registry;
    }

    public void open() {
        context.addBundleListener(during);
        context.addBundleListener(after);
    }

    public void close() {
        context.removeBundleListener(after);
        context.removeBundleListener(during);
    }

    /**
     * Called before a service of the bundle is removed. If the bundle is stopping, its capabilities are hidden from
     * clients.
     */
    public void going(Bundle bundle) {
        if (bundle.getState() == Bundle.STOPPING) {
            registry.hold(bundle.getBundleId());
        }
    }

    private void during(BundleEvent event) {
        if (event.getType() == BundleEvent.STARTING || event.getType() == BundleEvent.STOPPING) {
            registry.hold(event.getBundle().getBundleId());
        }
    }

    private void after(BundleEvent event) {
        boolean started =
                event.getType() == BundleEvent.STARTED && event.getBundle().getState() == Bundle.ACTIVE;
        if (started || event.getType() == BundleEvent.UNINSTALLED) {
            registry.settle(event.getBundle().getBundleId());
        }
    }
}
