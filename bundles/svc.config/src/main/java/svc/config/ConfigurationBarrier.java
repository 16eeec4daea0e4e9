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
 * Knows when a change of the configuration has reached the components. Changes are told to the listeners one after another on
 * one thread, and the component runtime is one of these: when the change of a configuration of our own, made last, comes by
 * here, all earlier ones have been dealt with.
 */
final class Settled {

    private static final Logger LOG = LoggerFactory.getLogger(Settled.class);
    private static final String PID = "svc.config.settled";
    private static final long PATIENCE_SECONDS = 5;

    private final BundleContext context;
    private final ConfigurationAdmin admin;
    private long count;

    Settled(BundleContext context, ConfigurationAdmin admin) {
        this.context = context;
        this.admin = admin;
    }

    /** Waits until everybody knows of what was changed before. */
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
