package svc.http;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** The table {@code [server]} as a test writes it: what is left out has its default, and every port is a free one. */
final class Written {

    private Written() {}

    static ServerConfig server(Object... keysAndValues) {
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
