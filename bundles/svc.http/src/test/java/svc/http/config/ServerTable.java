package svc.http.config;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import svc.api.time.Clock;
import svc.http.HttpServer;
import svc.tls.ReloadingCertificates;
import svc.tls.TlsConfig;

/**
 * Creates the configuration table {@code [server]} for a test. Omitted keys have their defaults, and every port is a
 * free one.
 */
public final class ServerTable {

    private ServerTable() {}

    public static ServerConfig server(Object... keysAndValues) {
        return of(ServerConfig.class, keysAndValues);
    }

    /** Returns the keys of the table that one bundle declares. */
    public static <A> A of(Class<A> keys, Object... keysAndValues) {
        Map<String, Object> values = new HashMap<>(Map.of("listen", "127.0.0.1:0"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return keys.cast(Proxy.newProxyInstance(
                keys.getClassLoader(),
                new Class<?>[] {keys},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue())));
    }

    public static ReloadingCertificates certificates(Path home, Clock clock, Object... keysAndValues) {
        return new ReloadingCertificates(of(TlsConfig.class, keysAndValues), "", home, clock);
    }

    public static HttpServer httpServer(Path home, Clock clock, Object... keysAndValues) {
        return new HttpServer(server(keysAndValues), certificates(home, clock, keysAndValues), clock);
    }
}
