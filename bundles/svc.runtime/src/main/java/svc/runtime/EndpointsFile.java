package svc.runtime;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpServerInfo;
import svc.api.json.Json;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.net.connection.OpenListeners;

/**
 * Publishes the addresses of the server once it is ready: a line for the operator, and {@code run/endpoints.json} for
 * scripts. This step has the lowest service ranking of its phase and therefore runs last, so that all other parts are
 * ready when the line appears.
 */
@Component(property = "service.ranking:Integer=-1000")
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class EndpointsFile implements Callable<String> {

    private final Path file;
    private final Json json;
    private final long pid = ProcessHandle.current().pid();

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable HttpServerInfo listeners;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable OpenListeners lineListeners;

    @Reference(target = "(svc.launcher=socket)", cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable Supplier<String> socket;

    @Activate
    public EndpointsFile(@Reference Json json, BundleContext context) {
        this.json = json;
        this.file = Path.of(String.valueOf(context.getProperty("svc.home")), "run", "endpoints.json");
    }

    @Override
    public String call() {
        HttpServerInfo open = listeners;
        List<HttpServerInfo.Endpoint> all = open == null ? List.of() : open.endpoints();
        Optional<String> http = url(all, "public", "http").or(() -> url(all, "public", "https"));
        Optional<String> admin =
                url(all, "admin", "http").or(() -> url(all, "admin", "https")).or(() -> http);
        Map<String, Object> endpoints = new LinkedHashMap<>();
        http.ifPresent(url -> endpoints.put("http", url));
        Optional<String> https = url(all, "public", "https");
        https.ifPresent(url -> endpoints.put("https", url));
        admin.ifPresent(url -> endpoints.put("admin", url + "/admin/v1"));
        endpoints.put("pid", pid);
        Supplier<String> path = socket;
        if (path != null) {
            endpoints.put("socket", path.get());
        }
        OpenListeners others = lineListeners;
        if (others != null) {
            endpoints.put(
                    "listeners",
                    others.listeners().stream().map(EndpointsFile::entry).toList());
        }
        write(endpoints);
        return "svc is ready: " + http.orElse("no listener is open")
                + https.filter(url -> !Optional.of(url).equals(http))
                        .map(url -> ", " + url)
                        .orElse("")
                + ", admin "
                + admin.map(url -> url + "/admin/v1").orElse("none") + ", process " + pid;
    }

    private static Optional<String> url(List<HttpServerInfo.Endpoint> all, String surface, String scheme) {
        return all.stream()
                .filter(one -> one.surface().equals(surface) && one.scheme().equals(scheme))
                .map(HttpServerInfo.Endpoint::url)
                .findFirst();
    }

    private static Map<String, Object> entry(OpenListeners.OpenListener open) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", open.name());
        entry.put("address", open.address().toString());
        entry.put("tls", open.implicitTls());
        return entry;
    }

    private void write(Map<String, Object> endpoints) {
        try {
            Path fresh = file.resolveSibling("endpoints.json.tmp");
            Files.writeString(fresh, json.binding(Json.Names.EXACT).text(endpoints) + "\n");
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new StartupException(
                    "The file " + file + " cannot be written: " + e.getMessage() + ".",
                    "Free space on that disk or give the user that runs svc the right to write there.");
        }
    }
}
