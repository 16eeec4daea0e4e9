package svc.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.config.ExtensionConfiguration;

/**
 * Publishes the properties of every PID to the OSGi Configuration Admin service: all properties at its activation,
 * before components of higher start levels are activated; and the properties of an extension when the extension is
 * admitted.
 */
@Component(
        service = {ExtensionConfiguration.class, ConfigurationPublisher.class},
        immediate = true)
public final class ConfigurationPublisher implements ExtensionConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationPublisher.class);

    /** The location of a configuration that every bundle may read. */
    private static final String ANY_BUNDLE = "?";

    private final Function<List<Path>, Map<String, Map<String, Object>>> configuration;
    private final Keys keys;
    private final ConfigurationAdmin admin;
    private final ConfigurationBarrier settled;
    private final Set<Path> admitted = new LinkedHashSet<>();
    private final Set<Path> released = new HashSet<>();

    @Activate
    public ConfigurationPublisher(
            @Reference(target = "(svc.launcher=configuration)")
                    Function<List<Path>, Map<String, Map<String, Object>>> configuration,
            @Reference Keys keys,
            @Reference ConfigurationAdmin admin,
            BundleContext context) {
        this.configuration = configuration;
        this.keys = keys;
        this.admin = admin;
        this.settled = new ConfigurationBarrier(context, admin);
        push(configuration.apply(List.of()));
    }

    /** Publishes the current configuration and waits until the components have received it. */
    synchronized void feed() {
        Map<String, Map<String, Object>> properties = configuration.apply(List.of());
        properties.keySet().removeAll(gone());
        push(properties);
        settled.await();
    }

    @Override
    public synchronized List<Problem> load(Path jar) {
        Path file = jar.toAbsolutePath().normalize();
        List<Path> more = new ArrayList<>(admitted);
        more.removeIf(other -> other.equals(file) || Files.notExists(other));
        more.add(file);
        try {
            Map<String, Map<String, Object>> properties = configuration.apply(more);
            admitted.add(file);
            released.remove(file);
            properties.keySet().removeAll(gone());
            push(properties);
            return List.of();
        } catch (IllegalArgumentException e) {
            return ProblemLine.parse(String.valueOf(e.getMessage()).lines().toList()).stream()
                    .map(line -> new Problem(line.place(), line.sentence(), line.remedy()))
                    .toList();
        }
    }

    @Override
    public synchronized void unload(Path jar) {
        Path file = jar.toAbsolutePath().normalize();
        admitted.remove(file);
        released.add(file);
        gone().forEach(this::delete);
    }

    /** Returns the PIDs that only removed jars declare. */
    private Set<String> gone() {
        Set<String> gone = new HashSet<>();
        Set<String> needed = new HashSet<>();
        for (Key key : keys.all()) {
            (released.contains(key.jar()) ? gone : needed).add(key.pid());
        }
        gone.removeAll(needed);
        return gone;
    }

    private void push(Map<String, Map<String, Object>> properties) {
        properties.forEach((pid, values) -> {
            try {
                admin.getConfiguration(pid, ANY_BUNDLE).updateIfDifferent(FrameworkUtil.asDictionary(values));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        LOG.debug("Configurations: {}", properties.keySet());
    }

    private void delete(String pid) {
        try {
            Configuration configured = admin.getConfiguration(pid, ANY_BUNDLE);
            configured.delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
