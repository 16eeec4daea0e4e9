package svc.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows when a change of the configuration has reached the components. Changes are told to the listeners one after another on
 * one thread, of which the component runtime is one: when the change of a configuration of our own, made last, comes by here,
 * all earlier ones have been dealt with.
 */
@Component(service = {Settled.class, ConfigurationListener.class})
public final class Settled implements ConfigurationListener {

    private static final Logger LOG = LoggerFactory.getLogger(Settled.class);
    private static final String PID = "svc.config.settled";
    private static final long PATIENCE_SECONDS = 5;

    private volatile CountDownLatch seen = new CountDownLatch(1);
    private long count;

    /** Listens. */
    @Activate
    public Settled() {}

    @Override
    public void configurationEvent(ConfigurationEvent event) {
        if (PID.equals(event.getPid())) {
            seen.countDown();
        }
    }

    /** Waits until everybody knows of what was changed before. */
    synchronized void await(ConfigurationAdmin admin) {
        CountDownLatch next = new CountDownLatch(1);
        seen = next;
        try {
            count++;
            admin.getConfiguration(PID, "?").update(FrameworkUtil.asDictionary(Map.of("count", count)));
            if (!next.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("A change of the configuration has not reached every component within {} s", PATIENCE_SECONDS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
