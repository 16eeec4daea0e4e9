package svc.config.guest;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** A component that requires a configuration and returns it. */
public final class Guest implements Callable<String> {

    private final Map<String, Object> properties;

    /** Called by the component runtime. */
    public Guest(Map<String, Object> properties) {
        this.properties = new TreeMap<>(properties);
        this.properties
                .keySet()
                .removeIf(name -> name.startsWith("service.")
                        || name.startsWith("component.")
                        || name.startsWith("felix.")
                        || name.startsWith("osgi."));
    }

    @Override
    public String call() {
        properties.replaceAll((name, value) -> value instanceof Object[] array ? java.util.List.of(array) : value);
        return properties.toString();
    }
}
