package svc.http;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * An OSGi framework with the bundles of the distribution that HTTP needs, taken from the test's class path. This bundle
 * and {@code svc.api} are those of the current build.
 */
final class Framework implements AutoCloseable {

    /** Prefixes of the file names of the distribution's bundles. */
    private static final List<String> BUNDLES = List.of(
            "jakarta.servlet-api",
            "jetty-",
            "jspecify",
            "org.apache.felix.scr",
            "org.apache.felix.configadmin",
            "org.osgi.service.component-",
            "org.osgi.util.");

    private static final String EXTENDER =
            "osgi.extender;osgi.extender=\"osgi.serviceloader.%s\";version:Version=\"1.0\"";

    private final AdvancingClock clock = new AdvancingClock();
    private final org.osgi.framework.launch.Framework framework;

    Framework(Path home) throws Exception {
        Map<String, String> properties = new HashMap<>();
        properties.put("org.osgi.framework.storage", home.resolve("cache").toString());
        properties.put("svc.home", home.toString());
        properties.put("felix.cm.pm", "memory");
        properties.put("felix.log.level", "1");
        properties.put("org.osgi.framework.system.packages.extra", slf4j());
        properties.put(
                "org.osgi.framework.system.capabilities.extra",
                EXTENDER.formatted("registrar") + "," + EXTENDER.formatted("processor"));
        framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(properties);
        framework.start();
    }

    private static String slf4j() {
        return String.join(
                ",",
                List.of("org.slf4j", "org.slf4j.event", "org.slf4j.helpers", "org.slf4j.spi").stream()
                        .map(name -> name + ";version=\"2.0.20\"")
                        .toList());
    }

    /** Installs and starts all bundles and provides their configuration. */
    void boot(Map<String, Object> server) throws Exception {
        List<Bundle> bundles = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":", -1)) {
            if (belongs(Path.of(entry))) {
                bundles.add(
                        context().installBundle("reference:" + Path.of(entry).toUri()));
            }
        }
        // The server itself starts last, when its configuration is present.
        Bundle http = bundle(bundles, "svc.http");
        for (Bundle bundle : bundles) {
            if (bundle != http) {
                bundle.start(Bundle.START_ACTIVATION_POLICY);
            }
        }
        registerClock(bundle(bundles, "svc.api"));
        Object admin = service("org.osgi.service.cm.ConfigurationAdmin");
        Object configuration = admin.getClass()
                .getMethod("getConfiguration", String.class, String.class)
                .invoke(admin, "svc.server", "?");
        configuration
                .getClass()
                .getMethod("update", Dictionary.class)
                .invoke(configuration, FrameworkUtil.asDictionary(server));
        http.start();
    }

    private static boolean belongs(Path entry) {
        String name = String.valueOf(entry.getFileName());
        // svc.api is a jar in a build that has packaged it, otherwise a folder with a manifest, as this bundle is.
        boolean folder = Files.exists(entry.resolve("META-INF/MANIFEST.MF"))
                && !entry.toString().contains("svc.testkit");
        boolean built = folder || name.startsWith("svc.api-") || name.startsWith("svc.tls-");
        return built || BUNDLES.stream().anyMatch(name::startsWith);
    }

    private static Bundle bundle(List<Bundle> bundles, String name) {
        return bundles.stream()
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    private void registerClock(Bundle api) throws ClassNotFoundException {
        Class<?> type = api.loadClass("svc.api.time.Clock");
        Class<?> alarm = api.loadClass("svc.api.time.Clock$Alarm");
        Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            return switch (method.getName()) {
                case "now" -> clock.now();
                case "nanos" -> clock.nanos();
                case "schedule" -> {
                    var made = clock.schedule((Duration) given[0], (Runnable) given[1]);
                    yield Proxy.newProxyInstance(
                            type.getClassLoader(), new Class<?>[] {alarm}, (a, cancel, none) -> made.cancel());
                }
                default -> method.invoke(clock, given);
            };
        });
        Objects.requireNonNull(api.getBundleContext()).registerService(type.getName(), proxy, null);
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    /** Returns a service by the name of its type, because its class differs from the one on this class path. */
    Object service(String type) throws Exception {
        ServiceReference<?>[] found = context().getAllServiceReferences(type, null);
        return Objects.requireNonNull(context().getService(Objects.requireNonNull(found, type)[0]));
    }

    /** Runs the lifecycle step of a phase. */
    String step(String moment) throws Exception {
        ServiceReference<?>[] found = context()
                .getAllServiceReferences("java.util.concurrent.Callable", "(svc.lifecycle.phase=" + moment + ")");
        Object step = context().getService(Objects.requireNonNull(found, moment)[0]);
        return String.valueOf(((java.util.concurrent.Callable<?>) Objects.requireNonNull(step)).call());
    }

    /** Installs a bundle with the classes of the guest package and the given components. */
    Bundle installGuest(String... components) throws Exception {
        Path jar = Files.createTempFile("guest", ".jar");
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.putValue("Manifest-Version", "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", "guest");
        attributes.putValue("Import-Package", "jakarta.servlet,jakarta.servlet.http,svc.api.http");
        attributes.putValue("Service-Component", "OSGI-INF/*.xml");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (String name : List.of("GuestServlet", "GuestEndpoint")) {
                String path = "svc/http/guest/" + name + ".class";
                try (var in = Objects.requireNonNull(Framework.class.getResourceAsStream("/" + path))) {
                    write(out, path, in.readAllBytes());
                }
            }
            for (int i = 0; i < components.length; i++) {
                write(out, "OSGI-INF/c" + i + ".xml", components[i].getBytes(StandardCharsets.UTF_8));
            }
        }
        Bundle guest = context().installBundle(URI.create("file:" + jar).toString());
        Files.delete(jar);
        guest.start();
        return guest;
    }

    private static void write(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        OutputStream target = out;
        target.write(bytes);
        out.closeEntry();
    }

    static String component(String name, String service, String path) {
        return String.join(
                "\n",
                Arrays.asList(
                        "<scr:component xmlns:scr='http://www.osgi.org/xmlns/scr/v1.4.0' name='" + name + "'>",
                        "<implementation class='svc.http.guest." + name + "'/>",
                        "<service><provide interface='" + service + "'/></service>",
                        "<property name='svc.http.path' type='String' value='" + path + "'/>",
                        "</scr:component>"));
    }

    @Override
    public void close() throws BundleException {
        framework.stop();
        try {
            framework.waitForStop(20_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        clock.close();
    }
}
