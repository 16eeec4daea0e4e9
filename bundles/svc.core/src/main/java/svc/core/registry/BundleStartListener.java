package svc.core;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Tells the registry when a bundle comes and when it is all there. The component runtime registers the services of a bundle
 * while it is told synchronously that the bundle has started; whoever is told of the same asynchronously is told afterwards.
 */
final class BundleMoments {

    private final BundleContext context;
    private final Registry registry;
    private final SynchronousBundleListener during = this::during;
    private final BundleListener after = this::after;

    BundleMoments(BundleContext context, Registry registry) {
        this.context = context;
        this.registry = registry;
    }

    void open() {
        context.addBundleListener(during);
        context.addBundleListener(after);
    }

    void close() {
        context.removeBundleListener(after);
        context.removeBundleListener(during);
    }

    /** A service goes; with its bundle, when that stops. */
    void going(Bundle bundle) {
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
