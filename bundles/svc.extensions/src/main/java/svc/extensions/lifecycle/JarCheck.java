package svc.extensions.lifecycle;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import svc.extensions.framework.CoreResolverHook;
import svc.extensions.jar.ErasureDeclaration;
import svc.extensions.jar.JarFacts;
import svc.extensions.status.RefusedException;

/**
 * Checks whether an inspected jar may be installed: whether the operator permits the jar, whether it conflicts with
 * other bundles, and whether its tables can be erased.
 */
final class JarCheck {

    private final BundleContext context;
    private final Set<String> allowed;

    /**
     * Creates the check.
     *
     * @param allowed the SHA-256 sums of the jars that may run; empty when all jars may run
     */
    JarCheck(BundleContext context, String... allowed) {
        this.context = context;
        this.allowed =
                Stream.of(allowed).map(sum -> sum.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns whether the jar can be installed now; false while a bundle of the same name is being removed.
     *
     * @param all the current extensions
     */
    boolean mayInstall(JarFacts facts, Path file, Iterable<Extension> all) throws RefusedException {
        if (!allowed.isEmpty() && !allowed.contains(facts.hash())) {
            throw new RefusedException(
                    "Its SHA-256 sum " + facts.hash() + " is not in [extensions] allow.",
                    "Remove the file, or check where it is from, add its sum to [extensions] allow in svc.toml and restart"
                            + " the server.");
        }
        for (Bundle other : context.getBundles()) {
            String name = String.valueOf(other.getSymbolicName());
            if (!CoreResolverHook.isExtension(other)
                    && facts.host().filter(name::equals).isPresent()) {
                throw new RefusedException(
                        "It is a fragment of " + name + ", which belongs to the server itself.",
                        "Such fragments are not supported; ask its author for a bundle.");
            }
            if (name.equals(facts.name()) || other.getLocation().equals(CoreResolverHook.location(file))) {
                for (Extension extension : all) {
                    if (extension.isRemoving(other)) {
                        return false;
                    }
                }
                throw taken(name, other, file);
            }
        }
        ErasureDeclaration.demand(facts);
        return true;
    }

    private static RefusedException taken(String name, Bundle other, Path file) {
        if (other.getLocation().equals(CoreResolverHook.location(file))) {
            return new RefusedException("The previous bundle of this name does not stop.", "Restart the server.");
        }
        String there = "There is another bundle with the name " + name + ", ";
        return CoreResolverHook.isExtension(other)
                ? new RefusedException(
                        there + "in the file " + other.getLocation().substring(CoreResolverHook.LOCATION.length())
                                + ".",
                        "Remove one of the two files from extensions/.")
                : new RefusedException(there + "as a part of the server itself.", "Remove the file from extensions/.");
    }
}
