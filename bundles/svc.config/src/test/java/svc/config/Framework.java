package svc.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.FrameworkFactory;
import svc.testkit.ContractPackages;

/** An OSGi framework with the component runtime and this bundle from the current build. */
final class Framework implements AutoCloseable {

    private static final List<String> BUNDLES = List.of(
            "org.apache.felix.scr", "org.apache.felix.configadmin", "org.osgi.service.component-", "org.osgi.util.");

    private static final String EXPORTS = Stream.of(
                    "org.slf4j;version=2.0.20", ContractPackages.exported(), "org.osgi.service.cm;version=1.6.1")
            .reduce((a, b) -> a + "," + b)
            .orElseThrow();

    private final org.osgi.framework.launch.Framework framework;
    private final Path directory;

    Framework(Path directory, FakeLauncher launcher) throws BundleException {
        this.directory = directory;
        Map<String, String> properties = new HashMap<>();
        properties.put("org.osgi.framework.storage", directory.resolve("cache").toString());
        properties.put("org.osgi.framework.system.packages.extra", EXPORTS);
        properties.put("felix.cm.pm", "memory");
        properties.put("svc.home", directory.toString());
        framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(properties);
        framework.start();
        Function<List<Path>, Map<String, Map<String, Object>>> configuration = launcher::properties;
        Supplier<List<Map<String, Object>>> keys = launcher::keys;
        Supplier<List<String>> check = launcher::check;
        register(Function.class, configuration, "configuration");
        register(Supplier.class, keys, "keys");
        register(Supplier.class, check, "configuration-check");
        startBundles();
    }

    private <T> void register(Class<T> type, T service, String name) {
        context().registerService(type, service, FrameworkUtil.asDictionary(Map.of("svc.launcher", name)));
    }

    private void startBundles() throws BundleException {
        List<Bundle> bundles = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":", -1)) {
            Path path = Path.of(entry);
            boolean ours = Files.exists(path.resolve("OSGI-INF/svc.config.Keys.xml"));
            if (ours || BUNDLES.stream().anyMatch(String.valueOf(path.getFileName())::startsWith)) {
                bundles.add(context().installBundle("reference:" + path.toUri()));
            }
        }
        for (Bundle bundle : bundles) {
            bundle.start();
        }
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    /** Searches all services, because the framework takes the classes on the test's class path for other ones. */
    <T> T service(Class<T> type) throws InvalidSyntaxException {
        ServiceReference<?>[] all = Objects.requireNonNull(context().getAllServiceReferences(type.getName(), null));
        return type.cast(Objects.requireNonNull((Object) context().getService(all[0])));
    }

    /** Starts a bundle with one component that requires the configuration of a PID. */
    Bundle startGuest(String pid) throws IOException, BundleException {
        Path jar = directory.resolve(pid + ".jar");
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.putValue("Manifest-Version", "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", pid);
        attributes.putValue("Service-Component", "OSGI-INF/guest.xml");
        String path = "svc/config/guest/Guest.class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = Objects.requireNonNull(Framework.class.getResourceAsStream("/" + path))) {
            out.putNextEntry(new ZipEntry(path));
            out.write(in.readAllBytes());
            out.putNextEntry(new ZipEntry("OSGI-INF/guest.xml"));
            out.write("""
                    <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="guest" immediate="true" init="1"
                      configuration-policy="require" configuration-pid="%s">
                      <implementation class="svc.config.guest.Guest"/>
                      <service><provide interface="java.util.concurrent.Callable"/></service>
                    </scr:component>
                    """.formatted(pid).getBytes(StandardCharsets.UTF_8));
        }
        Bundle guest = context().installBundle(jar.toUri().toString());
        guest.start();
        return guest;
    }

    /** Returns the configuration that the guest received; empty while it has none. */
    String told(Bundle guest) throws Exception {
        ServiceReference<?>[] all = context().getAllServiceReferences(Callable.class.getName(), null);
        Optional<ServiceReference<?>> offered = Stream.<ServiceReference<?>>of(
                        all == null ? new ServiceReference<?>[0] : all)
                .filter(reference -> reference.getBundle() == guest)
                .findFirst();
        if (offered.isEmpty()) {
            return "";
        }
        Object service = context().getService(offered.get());
        // The component runtime withdraws the service while it applies a change.
        return service == null ? "" : String.valueOf(((Callable<?>) service).call());
    }

    /** Waits for the component runtime, which works on a separate thread. */
    void await(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @Override
    public void close() throws BundleException {
        framework.stop();
        try {
            framework.waitForStop(20_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
