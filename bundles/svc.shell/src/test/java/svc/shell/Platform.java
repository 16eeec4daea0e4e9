package svc.shell;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Servlet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import svc.api.json.Json;
import svc.api.operation.OperationGroup;
import svc.api.operation.Operations;
import svc.api.time.Clock;
import svc.testkit.ContractPackages;

/**
 * A real framework with this bundle, svc.admin, svc.json, SCR and Gogo. The API and the servlet API come from the class
 * path of the test, so that a test and the bundles share their classes. Jetty hosts the servlet.
 */
public final class Platform implements AutoCloseable {

    static final String TOKEN = "a-long-token-for-the-tests";

    private static final List<String> BUNDLES = List.of(
            "jackson-",
            "org.apache.felix.scr",
            "org.apache.felix.configadmin",
            "org.apache.felix.gogo.runtime",
            "org.apache.felix.gogo.command",
            "org.osgi.service.component-",
            "org.osgi.util.");

    private final Framework framework;
    private final Server jetty = new Server();
    public final SettableClock clock = new SettableClock();
    /** The phases whose boot steps a command requested. */
    public final List<String> steps = new ArrayList<>();
    /** The message with which a step refuses; empty if it succeeds. */
    public String refusal = "";

    private Platform(Framework framework) {
        this.framework = framework;
    }

    public static Platform boot(Path home, String mode) throws Exception {
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, home.resolve("cache").toString());
        properties.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, shared());
        properties.put("felix.cm.pm", "memory");
        properties.put("felix.log.level", "1");
        properties.put("svc.home", home.toString());
        properties.put("svc.mode", mode);
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(properties);
        framework.start();
        Platform platform = new Platform(framework);
        platform.start();
        return platform;
    }

    private static String shared() {
        List<String> packages = new ArrayList<>(List.of("org.jspecify.annotations;version=\"1.0.1\""));
        packages.add(ContractPackages.exported());
        for (String name : List.of("", ".http", ".descriptor", ".annotation")) {
            packages.add("jakarta.servlet" + name + ";version=\"6.0.0\"");
        }
        for (String name : List.of("", ".event", ".helpers", ".spi")) {
            packages.add("org.slf4j" + name + ";version=\"2.0.20\"");
        }
        return String.join(",", packages);
    }

    private void start() throws Exception {
        context().registerService(Clock.class, clock, null);
        register(new SampleOperations());
        List<Bundle> bundles = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":", -1)) {
            if (isBundle(Path.of(entry))) {
                bundles.add(
                        context().installBundle("reference:" + Path.of(entry).toUri()));
            }
        }
        for (Bundle bundle : bundles) {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
        }
        configure("svc.admin", Map.of("token", TOKEN));
    }

    private static boolean isBundle(Path entry) {
        String name = String.valueOf(entry.getFileName());
        boolean own = entry.toString()
                        .matches(".*/svc\\.(shell|admin|json)(/target/classes|-[0-9.]+\\.jar|/target/svc.*\\.jar)")
                && Files.exists(entry);
        return own || BUNDLES.stream().anyMatch(name::startsWith);
    }

    private void configure(String pid, Map<String, Object> values) throws Exception {
        ServiceReference<?> reference = Objects.requireNonNull(
                context().getAllServiceReferences("org.osgi.service.cm.ConfigurationAdmin", null))[0];
        Object admin = Objects.requireNonNull(context().getService(reference));
        Object configuration = admin.getClass()
                .getMethod("getConfiguration", String.class, String.class)
                .invoke(admin, pid, "?");
        configuration
                .getClass()
                .getMethod("update", Dictionary.class)
                .invoke(configuration, FrameworkUtil.asDictionary(values));
        await(() -> context().getServiceReference(Servlet.class) != null);
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    boolean isActive() {
        return framework.getState() == Bundle.ACTIVE;
    }

    ServiceRegistration<?> register(OperationGroup group) {
        return context().registerService(OperationGroup.class, group, null);
    }

    /**
     * Searches all services: the framework would compare every type of a service, and the types of this bundle are also
     * on the class path of the test.
     */
    public <T> T service(Class<T> type, String filter) {
        try {
            ServiceReference<?>[] found =
                    context().getAllServiceReferences(type.getName(), filter.isEmpty() ? null : filter);
            return type.cast(context().getService(Objects.requireNonNull(found, type + filter)[0]));
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public Operations operations() {
        return service(Operations.class, "");
    }

    public Json json() {
        return service(Json.class, "");
    }

    public Path socket() {
        return Path.of((String) service(Supplier.class, "(svc.launcher=socket)").get());
    }

    public Object step(String moment) throws Exception {
        return service(Callable.class, "(svc.lifecycle.phase=" + moment + ")").call();
    }

    /** Hosts the servlet. Returns its URL without a path. */
    String serve() throws Exception {
        ServerConnector connector = new ServerConnector(jetty);
        connector
                .getConnectionFactory(HttpConnectionFactory.class)
                .getHttpConfiguration()
                .setUriCompliance(UriCompliance.UNSAFE);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        ServletContextHandler handler = new ServletContextHandler();
        handler.getServletHandler().setDecodeAmbiguousURIs(true);
        handler.addServlet(new ServletHolder(service(Servlet.class, "(svc.http.surface=admin)")), "/admin/v1/*");
        jetty.setHandler(handler);
        jetty.start();
        return "http://127.0.0.1:" + connector.getLocalPort();
    }

    /** The output and the exit code of a command. */
    public record Finished(int exit, String out, String err) {}

    /** Runs a command as the launcher does in console mode. */
    @SuppressWarnings("unchecked")
    public // The service is registered with exactly this type.
    Finished console(String input, boolean locked, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ToIntFunction<Map<String, Object>> command = service(ToIntFunction.class, "(svc.launcher=command)");
        int exit = command.applyAsInt(Map.of(
                "words",
                List.of(words),
                "cwd",
                "/some/where",
                "locked",
                locked,
                "step",
                (Consumer<String>) this::take,
                "in",
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                "out",
                new PrintStream(out, false, StandardCharsets.UTF_8),
                "err",
                new PrintStream(err, false, StandardCharsets.UTF_8),
                "progress",
                (Consumer<Map<String, Object>>) told -> {}));
        return new Finished(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private void take(String moment) {
        steps.add(moment);
        if (!refusal.isEmpty()) {
            throw new IllegalStateException(refusal);
        }
    }

    static void await(Callable<Boolean> condition) throws Exception {
        long until = System.nanoTime() + 20_000_000_000L;
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(until);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        try {
            jetty.stop();
            framework.stop();
            framework.waitForStop(20_000);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
