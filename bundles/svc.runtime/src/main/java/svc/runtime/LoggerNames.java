package svc.runtime;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.NearestName;

/**
 * Determines valid logger names. Because a logger exists only after its class was used, every name within an installed
 * bundle or package is also valid.
 */
@Component(service = LoggerNames.class)
public final class LoggerNames {

    private static final int SUGGESTED = 3;

    private final Supplier<List<String>> used;
    private final Supplier<Collection<String>> installed;

    @Activate
    public LoggerNames(
            @Reference(target = "(svc.launcher=loggers)") Supplier<List<String>> used, BundleContext context) {
        this(used, () -> installed(context));
    }

    LoggerNames(Supplier<List<String>> used, Supplier<Collection<String>> installed) {
        this.used = used;
        this.installed = installed;
    }

    boolean know(String logger) {
        return used.get().stream().anyMatch(name -> within(logger, name))
                || installed.get().stream().anyMatch(name -> within(logger, name) || within(name, logger));
    }

    /** Returns the names most similar to a logger name, the most similar first. */
    List<String> near(String logger) {
        return installed.get().stream()
                .sorted(Comparator.comparingInt((String name) -> NearestName.distance(logger, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SUGGESTED)
                .toList();
    }

    private static boolean within(String outer, String inner) {
        return inner.equals(outer) || inner.startsWith(outer + ".");
    }

    private static Collection<String> installed(BundleContext context) {
        Set<String> names = new TreeSet<>();
        for (Bundle bundle : context.getBundles()) {
            BundleRevision revision = bundle.adapt(BundleRevision.class);
            // The framework is skipped, because it exports the packages of the JDK.
            if (bundle.getBundleId() != 0 && bundle.getSymbolicName() != null && revision != null) {
                names.add(bundle.getSymbolicName());
                for (BundleCapability exported : revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
                    names.add(String.valueOf(exported.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)));
                }
            }
        }
        return names;
    }
}
