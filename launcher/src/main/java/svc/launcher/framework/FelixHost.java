package svc.launcher.framework;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.felix.framework.Felix;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.launcher.home.Distribution;
import svc.launcher.home.LaunchException;

/**
 * The framework with the bundles of the distribution. The start level is raised step by step. After each step, every
 * bundle of the distribution up to that level must run; otherwise the start is refused.
 */
public final class FelixHost {

    private static final Logger LOG = LoggerFactory.getLogger(FelixHost.class);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(20);

    private final Framework framework;
    private final List<Bundle> core = new ArrayList<>();
    private final ConcurrentLinkedQueue<FrameworkEvent> errors = new ConcurrentLinkedQueue<>();

    private FelixHost(Framework framework) {
        this.framework = framework;
    }

    /** Creates the framework at level zero and installs the jars of the distribution, without starting any. */
    public static FelixHost create(FrameworkSettings settings, List<Distribution.LevelledJar> jars) {
        Framework framework = new Felix(settings.properties());
        FelixHost host = new FelixHost(framework);
        try {
            framework.init(host.errors::add);
        } catch (BundleException e) {
            throw new LaunchException(
                    "The framework cannot use its cache in " + settings.cache() + ": " + e.getMessage() + ".",
                    "Free space on that disk or give the user that runs svc the right to write there.");
        }
        host.context().addFrameworkListener(event -> {
            if (event.getType() == FrameworkEvent.ERROR) {
                host.errors.add(event);
            }
        });
        FrameworkStartLevel levels = framework.adapt(FrameworkStartLevel.class);
        int usual = levels.getInitialBundleStartLevel();
        for (Distribution.LevelledJar jar : jars) {
            // The level is set before the installation, because a level that is set for an installed bundle is written
            // to disk.
            levels.setInitialBundleStartLevel(jar.level());
            host.install(jar.jar());
        }
        levels.setInitialBundleStartLevel(usual);
        return host;
    }

    private void install(Path jar) {
        try {
            Bundle bundle = context().installBundle("reference:" + jar.toUri().toASCIIString());
            core.add(bundle);
            if (!isFragment(bundle)) {
                bundle.start(Bundle.START_ACTIVATION_POLICY);
            }
        } catch (BundleException e) {
            throw new LaunchException(
                    "The distribution's bundle " + jar.getFileName() + " cannot be installed: " + e.getMessage() + ".",
                    "Unpack the distribution again.");
        }
    }

    public BundleContext context() {
        return framework.getBundleContext();
    }

    /** Starts the framework at the level of its settings. */
    public void start() {
        try {
            framework.start();
        } catch (BundleException e) {
            throw LaunchException.of(e);
        }
    }

    /** Raises the start level and returns when every bundle up to it has been started. */
    public void raise(int level) {
        CountDownLatch reached = new CountDownLatch(1);
        framework.adapt(FrameworkStartLevel.class).setStartLevel(level, event -> {
            if (event.getType() == FrameworkEvent.STARTLEVEL_CHANGED) {
                reached.countDown();
            }
        });
        try {
            reached.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LaunchException("The start was interrupted.", "Start the server again.");
        }
        for (Bundle bundle : core) {
            if (bundle.adapt(BundleStartLevel.class).getStartLevel() <= level) {
                requireRunning(bundle);
            }
        }
    }

    private void requireRunning(Bundle bundle) {
        boolean runs = isFragment(bundle) ? bundle.getState() != Bundle.INSTALLED : bundle.getState() == Bundle.ACTIVE;
        if (!runs && bundle.getState() != Bundle.STARTING) {
            throw new LaunchException(
                    "The server's own bundle " + bundle.getSymbolicName() + " does not start: " + cause(bundle) + ".",
                    "Unpack the distribution again; if that does not help, report it with the log.");
        }
    }

    private String cause(Bundle bundle) {
        for (FrameworkEvent event : errors) {
            if (event.getBundle() == bundle && event.getThrowable() != null) {
                Throwable thrown = event.getThrowable();
                String message = String.valueOf((thrown.getCause() == null ? thrown : thrown.getCause()).getMessage());
                return ResolutionErrors.words(message).orElse(message.replace('\n', ' '));
            }
        }
        return "a requirement is missing";
    }

    private static boolean isFragment(Bundle bundle) {
        return (bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    /** Calls the boot steps of a phase that must have at least one. */
    public List<String> requiredSteps(String moment) {
        if (references(Callable.class, "(svc.lifecycle.phase=" + moment + ")").isEmpty()) {
            throw new LaunchException(
                    "The distribution is incomplete: none of its bundles does the step " + moment + " of a start.",
                    "Unpack the distribution again.");
        }
        return steps(moment);
    }

    /**
     * Calls the boot steps of a phase in descending order of their ranking; returns the lines to print for the
     * operator.
     */
    public List<String> steps(String moment) {
        List<String> lines = new ArrayList<>();
        for (ServiceReference<?> reference : references(Callable.class, "(svc.lifecycle.phase=" + moment + ")")) {
            Callable<?> step = (Callable<?>) context().getService(reference);
            if (step == null) {
                throw new LaunchException(
                        "A step of the start (" + moment + ") of the bundle "
                                + reference.getBundle().getSymbolicName() + " does not start.",
                        "The log above has the cause.");
            }
            try {
                Object line = step.call();
                if (line instanceof String text && !text.isEmpty()) {
                    lines.add(text);
                }
            } catch (Exception
                    | LinkageError e) { // a step may throw any exception, and every exception refuses the start
                throw LaunchException.of(e);
            } finally {
                context().ungetService(reference);
            }
        }
        return lines;
    }

    /** Returns a service by type and filter. */
    public <T> Optional<T> service(Class<T> type, String filter) {
        return references(type, filter).stream()
                .findFirst()
                .map(reference -> type.cast(context().getService(reference)));
    }

    private List<ServiceReference<?>> references(Class<?> type, @Nullable String filter) {
        try {
            // The search includes services whose types come from other class loaders. This is safe, because the
            // requested types are JDK types.
            ServiceReference<?>[] found = context().getAllServiceReferences(type.getName(), filter);
            if (found == null) {
                return List.of();
            }
            List<ServiceReference<?>> sorted = new ArrayList<>(List.of(found));
            sorted.sort(Comparator.<ServiceReference<?>>naturalOrder().reversed());
            return sorted;
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Stops every bundle, the highest level first, and waits for the end, but at most {@link #LONGEST_STOP}. */
    public void stop() {
        try {
            framework.stop();
            FrameworkEvent ended = framework.waitForStop(LONGEST_STOP.toMillis());
            if (ended.getType() == FrameworkEvent.WAIT_TIMEDOUT) {
                LOG.warn("A bundle does not stop; the process ends without waiting for it");
            }
        } catch (BundleException e) {
            throw new IllegalStateException(Constants.SYSTEM_BUNDLE_SYMBOLICNAME + " does not stop", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
