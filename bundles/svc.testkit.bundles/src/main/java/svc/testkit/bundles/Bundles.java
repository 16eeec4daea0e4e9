package svc.testkit.bundles;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.felix.framework.FrameworkFactory;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.connect.ConnectModule;
import org.osgi.framework.connect.ModuleConnector;
import org.osgi.framework.launch.Framework;
import org.osgi.service.cm.ConfigurationAdmin;
import svc.api.lifecycle.LifecycleStep;

/** Bundles of the class path in a framework of this process. Declarative Services creates their components. */
final class Bundles implements AutoCloseable {

    private static final String COMPONENT_RUNTIME = "org.apache.felix.scr";

    private final Framework framework;

    /** Creates a framework without bundles. */
    Bundles(Path home) {
        framework = new FrameworkFactory()
                .newFramework(
                        Map.of(
                                Constants.FRAMEWORK_STORAGE,
                                home.resolve("framework").toString(),
                                "felix.cache.locking",
                                "false",
                                "svc.home",
                                home.toString()),
                        new ClassPath());
        try {
            framework.start();
        } catch (BundleException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Finds the modules of the framework: the location of a bundle is its symbolic name. */
    private static final class ClassPath implements ModuleConnector {

        @Override
        public void initialize(File storage, Map<String, String> configuration) {}

        @Override
        public Optional<ConnectModule> connect(String location) {
            return Optional.of(ClassPathBundle.named(location));
        }

        @Override
        public Optional<BundleActivator> newBundleActivator() {
            return Optional.empty();
        }
    }

    private BundleContext context() {
        return Objects.requireNonNull(framework.getBundleContext());
    }

    /** Registers a service that the bundles use. */
    <S> ServiceRegistration<S> provide(Class<S> type, S service) {
        return context().registerService(type, service, null);
    }

    /** Sets the values of configuration tables by their PIDs. */
    void configure(Map<String, Map<String, Object>> tables) {
        if (tables.isEmpty()) {
            return;
        }
        try {
            context().installBundle("org.apache.felix.configadmin").start();
            ConfigurationAdmin admin = services(ConfigurationAdmin.class).get(0);
            for (Map.Entry<String, Map<String, Object>> table : tables.entrySet()) {
                admin.getConfiguration(table.getKey(), "?").update(FrameworkUtil.asDictionary(table.getValue()));
            }
        } catch (BundleException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts bundles by their symbolic names, and calls the steps of the server's start. */
    void start(List<String> names) {
        try {
            context().installBundle(COMPONENT_RUNTIME).start();
            for (String name : names) {
                context().installBundle(name).start();
            }
            for (String phase : List.of(LifecycleStep.Phase.VERIFY, LifecycleStep.Phase.READY)) {
                for (ServiceReference<?> step : found(Callable.class, "(svc.lifecycle.phase=" + phase + ")")) {
                    ((Callable<?>) service(step)).call();
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the services of a type. */
    <S> List<S> services(Class<S> type) {
        List<S> services = new ArrayList<>();
        found(type, null).forEach(reference -> services.add(type.cast(service(reference))));
        return services;
    }

    private List<ServiceReference<?>> found(Class<?> type, @Nullable String filter) {
        try {
            ServiceReference<?>[] references = context().getAllServiceReferences(type.getName(), filter);
            return references == null ? List.of() : List.of(references);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object service(ServiceReference<?> reference) {
        return Objects.requireNonNull(
                context().getService(reference), () -> reference + " has no service: see the log above");
    }

    @Override
    public void close() {
        try {
            framework.stop();
            framework.waitForStop(0);
        } catch (BundleException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
