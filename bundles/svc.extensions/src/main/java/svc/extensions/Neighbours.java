package svc.extensions;

import java.nio.file.Path;
import org.osgi.framework.Bundle;

/** Who is there already: no two bundles have one symbolic name, and the server's own bundles get no fragments. */
final class Neighbours {

    private Neighbours() {}

    /** Whether the way is free; false while the one in the way is about to go. */
    static boolean check(Premises premises, JarFacts facts, Path file) throws Refusal {
        for (Bundle other : premises.context().getBundles()) {
            String name = String.valueOf(other.getSymbolicName());
            boolean core = !CoreIsolation.isExtension(other);
            if (core && facts.host().filter(name::equals).isPresent()) {
                throw new Refusal(
                        "It is a fragment of " + name + ", which belongs to the server itself.",
                        "Such fragments are not taken; ask its author for a bundle.");
            }
            if (name.equals(facts.name()) || other.getLocation().equals(location(file))) {
                if (premises.leaving().contains(other.getBundleId())) {
                    return false;
                }
                throw taken(name, other, file);
            }
        }
        return true;
    }

    static String location(Path file) {
        return CoreIsolation.LOCATION + file.getFileName();
    }

    private static Refusal taken(String name, Bundle other, Path file) {
        if (other.getLocation().equals(location(file))) {
            return new Refusal("The earlier copy of it does not come to its end.", "Restart the server.");
        }
        String where = CoreIsolation.isExtension(other)
                ? "in the file " + other.getLocation().substring(CoreIsolation.LOCATION.length())
                : "as a part of the server itself";
        return new Refusal(
                "There is another bundle with the name " + name + ", " + where + ".",
                CoreIsolation.isExtension(other)
                        ? "Remove one of the two files from extensions/."
                        : "Remove the file from extensions/.");
    }
}
