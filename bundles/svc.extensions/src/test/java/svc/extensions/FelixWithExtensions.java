package svc.extensions;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.stream.Collectors;
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
import svc.api.config.Settings;
import svc.api.health.HealthCheck;
import svc.api.operation.AdminOperation;
import svc.api.store.SchemaKeeper;
import svc.api.time.Clock;

/**
 * A real framework with the component runtime and this bundle's jar, raised as the launcher does it. The contract's packages
 * come from the class path of the tests, so that tests and bundles share their classes.
 */
final class FelixWithExtensions {

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

    FelixWithExtensions(Path home, RecordingSchema schema, Path... core) throws Exception {
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
        context().registerService(SchemaKeeper.class, schema, null);
        context().registerService(Settings.class, this.settings, null);
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

    /** What a server does after its migrations. */
    FelixWithExtensions open() throws Exception {
        raise(70);
        verify();
        return this;
    }

    void verify() throws Exception {
        ((Callable<?>) service(Callable.class, "(svc.boot.moment=verify)").orElseThrow()).call();
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    Path folder() {
        return home.resolve("extensions");
    }

    TomlSettings settings() {
        return settings;
    }

    /** Runs an operation with its arguments in order. */
    Object run(String verb, Object... arguments) throws Exception {
        for (AdminOperation<?, ?> operation : operations()) {
            if (operation.noun().equals("bundle") && operation.verb().equals(verb)) {
                return invoke(operation, arguments);
            }
        }
        throw new IllegalArgumentException(verb);
    }

    /** The row of one bundle; empty while there is none. */
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
    Map<String, Object> await(String name, String state) throws Exception {
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

    /** Empties the folder and waits until nothing of it is left. */
    void empty() throws Exception {
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

    /** Waits until there is no such bundle in the list. */
    void awaitGone(String name) throws Exception {
        long since = System.nanoTime();
        while (row(name).isPresent()) {
            if (System.nanoTime() - since > Duration.ofSeconds(12).toNanos()) {
                throw new AssertionError(name + " is still there");
            }
            moment();
        }
    }

    /** What the supplier of one of the workshop's bundles answers; empty when it is not there. */
    Optional<String> ask(String name) {
        Optional<?> found = service(Supplier.class, "(test=" + name + ")");
        return found.map(supplier -> String.valueOf(((Supplier<?>) supplier).get()));
    }

    HealthCheck health() {
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

    Optional<Bundle> bundle(String name) {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst();
    }

    /** The components of a record, by name. */
    static Map<String, Object> values(Object row) throws ReflectiveOperationException {
        Map<String, Object> values = new HashMap<>();
        for (var component : row.getClass().getRecordComponents()) {
            component.getAccessor().setAccessible(true);
            values.put(component.getName(), component.getAccessor().invoke(row));
        }
        return values;
    }

    /** A jar of the class path by the beginning of its name. */
    static Path onClassPath(String prefix) {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(Path::of)
                .filter(path -> String.valueOf(path.getFileName()).startsWith(prefix))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(prefix + " is not on the class path"));
    }

    void moment() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        clock.after(Duration.ofMillis(20), latch::countDown);
        latch.await();
    }

    /** Whether the framework stopped in time. */
    boolean stop(Duration limit) throws Exception {
        framework.stop();
        return framework.waitForStop(limit.toMillis()).getType() == FrameworkEvent.STOPPED;
    }

    void close() throws Exception {
        stop(Duration.ofSeconds(20));
        clock.close();
    }

    private List<AdminOperation<?, ?>> operations() throws InvalidSyntaxException {
        ServiceReference<?>[] found = context().getAllServiceReferences(AdminOperation.class.getName(), null);
        return Stream.of(found)
                .<AdminOperation<?, ?>>map(
                        reference -> (AdminOperation<?, ?>) context().getService(reference))
                .collect(Collectors.toList());
    }

    private static <A extends Record, R> R invoke(AdminOperation<A, R> operation, Object... arguments)
            throws ReflectiveOperationException {
        var constructor = operation.arguments().getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return operation.run(operation.arguments().cast(constructor.newInstance(arguments)));
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
