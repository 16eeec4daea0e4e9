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

/**
 * Which names may be those of loggers. A logger is there only once its class has been used, so whatever lies within a bundle or
 * a package that is installed is taken as one.
 */
@Component(service = Loggers.class)
public final class Loggers {

    private static final int SUGGESTED = 3;

    private final Supplier<List<String>> used;
    private final Supplier<Collection<String>> installed;

    /** Takes the launcher's list of those that were used. */
    @Activate
    public Loggers(@Reference(target = "(svc.launcher=loggers)") Supplier<List<String>> used, BundleContext context) {
        this(used, () -> installed(context));
    }

    Loggers(Supplier<List<String>> used, Supplier<Collection<String>> installed) {
        this.used = used;
        this.installed = installed;
    }

    boolean know(String logger) {
        return used.get().stream().anyMatch(name -> within(logger, name))
                || installed.get().stream().anyMatch(name -> within(logger, name) || within(name, logger));
    }

    /** Those that look most like it, the nearest first. */
    List<String> near(String logger) {
        return installed.get().stream()
                .sorted(Comparator.comparingInt((String name) -> mistypings(logger, name))
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
            // The framework exports the packages of the JDK.
            if (bundle.getBundleId() != 0 && bundle.getSymbolicName() != null && revision != null) {
                names.add(bundle.getSymbolicName());
                for (BundleCapability exported : revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
                    names.add(String.valueOf(exported.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)));
                }
            }
        }
        return names;
    }

    /** Letters to insert, delete or replace until one text is the other. */
    private static int mistypings(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(row[j - 1], above[j]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
