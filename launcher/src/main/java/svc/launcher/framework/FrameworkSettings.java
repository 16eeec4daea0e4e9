package svc.launcher.framework;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.Constants;
import svc.launcher.home.Distribution;

/**
 * The settings of the framework: the cache, the packages of the launcher's class path that bundles can import, and the
 * properties that bundles can read.
 */
public record FrameworkSettings(Path cache, Distribution distribution, Path home, String mode) {

    private static final String SLF4J = "2.0.20";
    private static final String EXTRA_PACKAGES = "org.slf4j;version=" + SLF4J + ",org.slf4j.event;version=" + SLF4J
            + ",org.slf4j.helpers;version=" + SLF4J + ",org.slf4j.spi;version=" + SLF4J
            + ",org.osgi.service.log;version=1.5";

    /**
     * Two capabilities that Jetty's WebSocket bundle requires and that a service loader mediator usually provides. They
     * are declared here without a mediator, because svc.http gives Jetty a class loader that finds its services.
     */
    private static final String EXTRA_CAPABILITIES =
            "osgi.extender;osgi.extender=\"osgi.serviceloader.registrar\";version:Version=\"1.0\","
                    + "osgi.extender;osgi.extender=\"osgi.serviceloader.processor\";version:Version=\"1.0\"";

    Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, cache.toString());
        // The cache contains no state, because all state is in data/. Each start installs the bundles again.
        properties.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        properties.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, "1");
        properties.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, EXTRA_PACKAGES);
        properties.put(Constants.FRAMEWORK_SYSTEMCAPABILITIES_EXTRA, EXTRA_CAPABILITIES);
        properties.put("felix.log.logger", new FrameworkLog());
        properties.put("felix.cm.pm", "memory");
        properties.put("svc.home", home.toString());
        properties.put("svc.dist", distribution.directory().toString());
        properties.put("svc.version", distribution.version());
        properties.put("svc.build", distribution.build());
        properties.put("svc.mode", mode);
        return properties;
    }
}
