package svc.http.config;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/**
 * Creates the configuration table {@code [server]} for a test. Omitted keys have their defaults, and every port is a
 * free one.
 */
public final class ServerTable {

    private ServerTable() {}

    public static ServerConfig server(Object... keysAndValues) {
        Map<String, Object> values = new HashMap<>(Map.of("listen", "127.0.0.1:0"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return (ServerConfig) Proxy.newProxyInstance(
                ServerConfig.class.getClassLoader(),
                new Class<?>[] {ServerConfig.class},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue()));
    }
}
