package svc.extensions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import svc.api.config.ExtensionConfiguration;
import svc.api.health.HealthCheck;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.schema.SchemaMigrator;
import svc.api.time.Clock;
import svc.extensions.lifecycle.TomlSettings;

/**
 * An OSGi framework with the component runtime and this bundle's jar, started as the launcher does it. The packages of
 * svc.api come from the class path of the tests, so that tests and bundles share their classes.
 */
public final class FelixWithExtensions {

    private static final List<String> LIBRARIES = List.of(
            "org.osgi.util.function",
            "org.osgi.util.promise",
            "org.osgi.service.component-",
            "org.apache.felix.configadmin",
            "org.apache.felix.scr");

    private final Felix framework;
    private final RealClock clock = new RealClock();
    private final Path home;
    private final TomlSettings settings;

    public FelixWithExtensions(Path home, RecordingSchema schema, Path... core) throws Exception {
        this.home = home;
        this.settings = new TomlSettings(home.resolve("svc.toml"));
        Files.createDirectories(home.resolve("extensions"));
        Map<String, Object> settings = new HashMap<>();
        settings.put(Constants.FRAMEWORK_STORAGE, home.resolve("cache").toString());
        settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        settings.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, "1");
        settings.put(
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                contract() + ",org.slf4j;version=2.0.20,org.osgi.service.log;version=1.5");
        settings.put("felix.cm.pm", "memory");
        settings.put("felix.log.level", "0");
        settings.put("svc.home", home.toString());
        settings.put("svc.mode", "server");
        framework = new Felix(settings);
        framework.init();
        schema.names(id -> String.valueOf(context().getBundle(id).getSymbolicName()));
        context().registerService(Clock.class, clock, null);
        context().registerService(SchemaMigrator.class, schema, null);
        context().registerService(ExtensionConfiguration.class, this.settings, null);
        for (String library : LIBRARIES) {
            install(onClassPath(library), 10);
        }
        install(ownJar(), 15);
        for (Path jar : core) {
            install(jar, 30);
        }
        framework.start();
        raise(20);
    }

    /** Performs the steps of a server after its migrations. */
    public FelixWithExtensions open() throws Exception {
        raise(70);
        verify();
        return this;
    }

    public void verify() throws Exception {
        ((Callable<?>) service(Callable.class, "(svc.lifecycle.phase=verify)").orElseThrow()).call();
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    public Path folder() {
        return home.resolve("extensions");
    }

    TomlSettings settings() {
        return settings;
    }

    /** Runs an operation with its arguments in order. */
    Object run(String verb, Object... arguments) throws Exception {
        for (ServiceReference<?> reference : context().getAllServiceReferences(OperationGroup.class.getName(), null)) {
            Object group = context().getService(reference);
            for (Method method : group.getClass().getMethods()) {
                Operation operation = method.getAnnotation(Operation.class);
                if (operation != null && operation.command().equals("bundle " + verb)) {
                    return invoke(group, method, arguments);
                }
            }
        }
        throw new IllegalArgumentException(verb);
    }

    /** Returns the row of one bundle; empty when it is not listed. */
    Optional<Map<String, Object>> row(String name) throws Exception {
        for (Object row : (List<?>) run("list")) {
            Map<String, Object> values = values(row);
            if (name.equals(values.get("name"))) {
                return Optional.of(values);
            }
        }
        return Optional.empty();
    }

    /** Waits until a bundle has a state, and returns its row. */
    public Map<String, Object> await(String name, String state) throws Exception {
        long since = System.nanoTime();
        Optional<Map<String, Object>> row = row(name);
        while (row.filter(values -> state.equals(values.get("state"))).isEmpty()) {
            if (System.nanoTime() - since > Duration.ofSeconds(12).toNanos()) {
                throw new AssertionError(name + " is not " + state + " but "
                        + row.map(Object::toString).orElse("not there"));
            }
            moment();
            row = row(name);
        }
        return row.get();
    }

    /** Empties the folder and waits until all of its bundles are removed. */
    public void empty() throws Exception {
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        long since = System.nanoTime();
        while (Arrays.stream(context().getBundles())
                        .anyMatch(bundle -> bundle.getLocation().startsWith("extension:"))
                || ((List<?>) run("list"))
                        .stream().anyMatch(row -> row.toString().contains("kind=extension"))) {
            if (System.nanoTime() - since > Duration.ofSeconds(12).toNanos()) {
                throw new AssertionError("left over: " + run("list"));
            }
            moment();
        }
    }

    /** Waits until a bundle is no longer listed. */
    public void awaitGone(String name) throws Exception {
        long since = System.nanoTime();
        while (row(name).isPresent()) {
            if (System.nanoTime() - since > Duration.ofSeconds(12).toNanos()) {
                throw new AssertionError(name + " is still there");
            }
            moment();
        }
    }

    /** Returns the result of the supplier that a bundle of {@code TestJars} registers; empty without one. */
    public Optional<String> ask(String name) {
        Optional<?> found = service(Supplier.class, "(test=" + name + ")");
        return found.map(supplier -> String.valueOf(((Supplier<?>) supplier).get()));
    }

    public HealthCheck health() {
        return service(HealthCheck.class, "(component.name=*)").orElseThrow();
    }

    <T> Optional<T> service(Class<T> type, String filter) {
        try {
            ServiceReference<?>[] found = context().getAllServiceReferences(type.getName(), filter);
            return found == null
                    ? Optional.empty()
                    : Optional.ofNullable(type.cast(context().getService(found[0])));
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public Optional<Bundle> bundle(String name) {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst();
    }

    /** Returns the components of a record by name. */
    static Map<String, Object> values(Object row) throws ReflectiveOperationException {
        Map<String, Object> values = new HashMap<>();
        for (var component : row.getClass().getRecordComponents()) {
            component.getAccessor().setAccessible(true);
            values.put(component.getName(), component.getAccessor().invoke(row));
        }
        return values;
    }

    /** Returns a jar of the class path by a prefix of its name. */
    static Path onClassPath(String prefix) {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(Path::of)
                .filter(path -> String.valueOf(path.getFileName()).startsWith(prefix))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(prefix + " is not on the class path"));
    }

    public void moment() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        clock.schedule(Duration.ofMillis(20), latch::countDown);
        latch.await();
    }

    /** Stops the framework and returns whether it stopped in time. */
    boolean stop(Duration limit) throws Exception {
        framework.stop();
        return framework.waitForStop(limit.toMillis()).getType() == FrameworkEvent.STOPPED;
    }

    public void close() throws Exception {
        stop(Duration.ofSeconds(20));
        clock.close();
    }

    private static Object invoke(Object group, Method method, Object... arguments) throws Exception {
        Object[] all = Arrays.copyOf(arguments, method.getParameterCount());
        Arrays.fill(all, arguments.length, all.length, false); // omitted flags are false
        method.setAccessible(true);
        try {
            Object result = method.invoke(group, all);
            return result instanceof OperationResult<?> wrapped ? wrapped.value() : result;
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private void raise(int level) throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        framework.adapt(FrameworkStartLevel.class).setStartLevel(level, event -> reached.countDown());
        reached.await();
    }

    private void install(Path jar, int level) throws BundleException {
        Bundle bundle = context().installBundle("reference:" + jar.toUri());
        bundle.adapt(BundleStartLevel.class).setStartLevel(level);
        bundle.start();
    }

    private static Path ownJar() {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches("svc\\.extensions-[0-9.]+\\.jar"))
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String contract() throws IOException {
        try (JarFile jar = new JarFile(onClassPath("svc.api").toFile())) {
            return jar.getManifest()
                    .getMainAttributes()
                    .getValue("Export-Package")
                    .replaceAll(";uses:=\"[^\"]*\"", "");
        }
    }
}
