package svc.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a configuration change has reached the components. Listeners, among them the component runtime, are
 * notified of changes one after another on one thread. The barrier changes a configuration of its own and waits for the
 * event of this change. When the event arrives, all earlier changes have been handled.
 */
final class ConfigurationBarrier {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationBarrier.class);
    private static final String PID = "svc.config.settled";
    private static final long PATIENCE_SECONDS = 5;

    private final BundleContext context;
    private final ConfigurationAdmin admin;
    private long count;

    ConfigurationBarrier(BundleContext context, ConfigurationAdmin admin) {
        this.context = context;
        this.admin = admin;
    }

    /** Waits until all listeners have handled the earlier changes. */
    synchronized void await() {
        CountDownLatch seen = new CountDownLatch(1);
        ConfigurationListener listener = event -> {
            if (PID.equals(event.getPid())) {
                seen.countDown();
            }
        };
        ServiceRegistration<ConfigurationListener> listening =
                context.registerService(ConfigurationListener.class, listener, null);
        try {
            count++;
            admin.getConfiguration(PID, "?").update(FrameworkUtil.asDictionary(Map.of("count", count)));
            if (!seen.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("A change of the configuration has not reached every component in {} s", PATIENCE_SECONDS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            listening.unregister();
        }
    }
}
