package svc.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** The migrations of the bundles that are installed in the framework, resolved or not. */
final class MigrationBundles implements MigrationSource {

    /** What the location of an operator's bundle begins with. */
    private static final String EXTENSION = "extension:";

    private final BundleContext context;

    MigrationBundles(BundleContext context) {
        this.context = context;
    }

    @Override
    public List<MigrationSet> sets() {
        List<MigrationSet> sets = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            set(bundle).ifPresent(sets::add);
        }
        return sets;
    }

    /** The set of a bundle that arrives; refuses it when another one has its namespace. */
    Optional<MigrationSet> arriving(long id) {
        Bundle bundle = context.getBundle(id);
        if (bundle == null) {
            return Optional.empty();
        }
        Optional<MigrationSet> set = set(bundle);
        set.ifPresent(mine -> refuseDuplicate(bundle, mine));
        return set;
    }

    /** The symbolic name of a bundle. */
    Optional<String> name(long id) {
        return Optional.ofNullable(context.getBundle(id)).map(MigrationBundles::name);
    }

    private void refuseDuplicate(Bundle bundle, MigrationSet mine) {
        for (Bundle other : context.getBundles()) {
            if (other.getBundleId() != bundle.getBundleId() && !name(other).equals(mine.bundle())) {
                header(other)
                        .map(MigrationHeader::namespace)
                        .filter(mine.namespace()::equals)
                        .ifPresent(namespace -> {
                            throw SchemaComparison.duplicate(name(other), mine);
                        });
            }
        }
    }

    /** The namespaces of bundles that say that their tables hold nothing of accounts. */
    Set<String> ofNoAccount() {
        return Arrays.stream(context.getBundles())
                .flatMap(bundle -> header(bundle).stream())
                .filter(header -> !header.ofAccounts())
                .map(MigrationHeader::namespace)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The header of another bundle; its own faults are not the concern of who asks. */
    private static Optional<MigrationHeader> header(Bundle bundle) {
        try {
            return MigrationHeader.of(
                    name(bundle), extension(bundle), bundle.getHeaders("").get(MigrationHeader.NAME));
        } catch (SchemaRefusal e) {
            return Optional.empty();
        }
    }

    private static Optional<MigrationSet> set(Bundle bundle) {
        if (bundle.getState() == Bundle.UNINSTALLED) {
            return Optional.empty();
        }
        return MigrationHeader.of(
                        name(bundle), extension(bundle), bundle.getHeaders("").get(MigrationHeader.NAME))
                .map(header -> MigrationSet.of(
                        header.namespace(), name(bundle), extension(bundle), scripts(bundle, header.folder())));
    }

    /** By {@code getEntryPaths}, because {@code findEntries} would try to resolve the bundle. */
    private static List<MigrationScript> scripts(Bundle bundle, String folder) {
        List<MigrationScript> scripts = new ArrayList<>();
        Enumeration<String> paths = bundle.getEntryPaths(folder);
        while (paths != null && paths.hasMoreElements()) {
            String path = paths.nextElement();
            URL entry = path.endsWith(".sql") ? bundle.getEntry(path) : null;
            if (entry != null) {
                scripts.add(MigrationScript.of(
                        name(bundle), path.substring(path.lastIndexOf('/') + 1), content(entry, name(bundle))));
            }
        }
        return scripts;
    }

    private static byte[] content(URL entry, String bundle) {
        try (InputStream in = entry.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            SchemaRefusal refusal = new SchemaRefusal(
                    "The migration script " + entry.getPath() + " of bundle " + bundle + " cannot be read.",
                    "Copy the bundle's jar again.");
            refusal.initCause(e);
            throw refusal;
        }
    }

    private static boolean extension(Bundle bundle) {
        return bundle.getLocation().startsWith(EXTENSION);
    }

    private static String name(Bundle bundle) {
        return Optional.ofNullable(bundle.getSymbolicName()).orElseGet(bundle::getLocation);
    }
}
