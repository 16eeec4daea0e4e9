package svc.store.sqlite.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import svc.store.sqlite.schema.MigrationSet.Script;
import svc.store.sqlite.sql.TableOwner;

/**
 * Finds the migrations of bundles. The bundles are installed in the framework, whether resolved or not, or are jars on
 * disk.
 */
public final class BundleMigrations {

    /** The prefix of the OSGi location of an extension. */
    private static final String EXTENSION = "extension:";

    /** The namespace of the tables of the store. */
    private static final String CORE = "core";

    private BundleMigrations() {}

    /**
     * The manifest header {@code Svc-Migrations: namespace;path=folder;accounts=none}.
     *
     * @param namespace the namespace: lower case, parts joined by dots or hyphens
     * @param folder the folder of the scripts in the jar, without slashes around it
     * @param ofAccounts whether the tables may hold data of accounts: true unless the header has {@code accounts=none}
     */
    record Header(String namespace, String folder, boolean ofAccounts) {

        static final String NAME = "Svc-Migrations";

        /** The form of the header: a namespace of at most 64 characters, and each parameter at most once. */
        private static final Pattern FORM = Pattern.compile("(?![a-z0-9.-]{65})"
                + "(?!.*;\\s*path\\s*=.*;\\s*path\\s*=)(?!.*;\\s*accounts\\s*=.*;\\s*accounts\\s*=)"
                + "(?<namespace>[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)(?:\\s*;\\s*(?:"
                + "path\\s*=\\s*(\"?)/?(?<path>[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*)/?\\2"
                + "|accounts\\s*=\\s*(\"?)(?<accounts>none)\\4))*");

        /** Parses the header; empty when the bundle has no migrations. */
        static Optional<Header> of(String bundle, boolean extension, @Nullable String header) {
            if (header == null) {
                return Optional.empty();
            }
            Matcher parts = FORM.matcher(header.strip());
            if (!parts.matches()) {
                throw new SchemaException(
                        "Bundle " + bundle + " has the header " + NAME + ": " + header
                                + ", which is not of the form namespace;path=folder with one namespace in lower case,"
                                + " and accounts=none after it if the tables contain no data of accounts.",
                        "Correct the header and build the bundle again" + MigrationSet.orRemove(extension, bundle));
            }
            return Optional.of(new Header(
                    parts.group("namespace"),
                    Optional.ofNullable(parts.group("path")).orElse("migrations"),
                    parts.group("accounts") == null));
        }
    }

    /**
     * Returns the sets of all installed bundles. Throws a {@link SchemaException} when a bundle of the distribution is
     * malformed.
     */
    public static List<MigrationSet> installed(BundleContext context) {
        return Arrays.stream(context.getBundles())
                .flatMap(bundle -> of(bundle).stream())
                .toList();
    }

    /**
     * Returns the migrations of a bundle. A malformed extension must not stop the migrations of the distribution.
     * Therefore its fault is stored in its set instead of thrown.
     */
    public static Optional<MigrationSet> of(Bundle bundle) {
        if (bundle.getState() == Bundle.UNINSTALLED) {
            return Optional.empty();
        }
        String namespace = "";
        try {
            Optional<Header> header = header(bundle);
            if (header.isEmpty()) {
                return Optional.empty();
            }
            namespace = header.get().namespace();
            List<Script> scripts = scripts(bundle, header.get().folder());
            return Optional.of(MigrationSet.of(namespace, name(bundle), extension(bundle), scripts));
        } catch (SchemaException e) {
            if (!extension(bundle)) {
                throw e;
            }
            return Optional.of(MigrationSet.faulty(namespace, name(bundle), e));
        }
    }

    /** Returns the symbolic name of a bundle. */
    public static String name(Bundle bundle) {
        return Optional.ofNullable(bundle.getSymbolicName()).orElseGet(bundle::getLocation);
    }

    /** Returns the namespaces of bundles that declare {@code accounts=none}. */
    public static Set<String> withoutAccounts(BundleContext context) {
        return Arrays.stream(context.getBundles())
                .flatMap(bundle -> {
                    try {
                        return header(bundle).stream();
                    } catch (SchemaException e) {
                        return Stream.empty(); // The method of(Bundle) reports this error.
                    }
                })
                .filter(header -> !header.ofAccounts())
                .map(Header::namespace)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the bundle of a class with the namespaces of its tables; empty for a class outside a bundle. Bundles of the
     * distribution may also use the tables of the store.
     */
    public static Optional<TableOwner> tableOwner(Class<?> type) {
        Bundle bundle = FrameworkUtil.getBundle(type);
        if (bundle == null) {
            return Optional.empty();
        }
        Set<String> namespaces = new HashSet<>(extension(bundle) ? Set.of() : Set.of(CORE));
        try {
            header(bundle).ifPresent(header -> namespaces.add(header.namespace()));
        } catch (SchemaException e) {
            // The method of(Bundle) reports this error.
        }
        return Optional.of(new TableOwner(name(bundle), namespaces));
    }

    private static Optional<Header> header(Bundle bundle) {
        return Header.of(name(bundle), extension(bundle), bundle.getHeaders("").get(Header.NAME));
    }

    private static boolean extension(Bundle bundle) {
        return bundle.getLocation().startsWith(EXTENSION);
    }

    /**
     * Returns the scripts of a bundle. Uses {@code getEntryPaths}, because {@code findEntries} would try to resolve the
     * bundle.
     */
    private static List<Script> scripts(Bundle bundle, String folder) {
        List<Script> scripts = new ArrayList<>();
        Enumeration<String> paths = bundle.getEntryPaths(folder);
        while (paths != null && paths.hasMoreElements()) {
            String path = paths.nextElement();
            URL entry = path.endsWith(".sql") ? bundle.getEntry(path) : null;
            if (entry != null) {
                try (InputStream in = entry.openStream()) {
                    String file = path.substring(path.lastIndexOf('/') + 1);
                    scripts.add(Script.of(name(bundle), file, in.readAllBytes()));
                } catch (IOException e) {
                    throw new SchemaException(
                                    "The migration script " + entry.getPath() + " of bundle " + name(bundle)
                                            + " cannot be read.",
                                    "Copy the bundle's jar again.")
                            .causedBy(e);
                }
            }
        }
        return scripts;
    }

    /**
     * Returns the migrations that the next start would find: those of the jars in the folder {@code bundles} of the
     * distribution, and of the extensions of {@code installed}. Commands without a server use this method, because
     * their framework has not installed the capability bundles.
     */
    public static List<MigrationSet> onDisk(Path distribution, List<MigrationSet> installed) {
        Path folder = distribution.resolve("bundles");
        List<MigrationSet> sets = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder, 2)) {
                files.filter(file -> file.toString().endsWith(".jar") && Files.isRegularFile(file))
                        .sorted()
                        .forEach(jar -> of(jar).ifPresent(sets::add));
            } catch (IOException | UncheckedIOException e) {
                throw unreadable(folder, e);
            }
        }
        installed.stream().filter(MigrationSet::extension).forEach(sets::add);
        return sets;
    }

    private static Optional<MigrationSet> of(Path file) {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            if (manifest == null) {
                return Optional.empty();
            }
            Attributes main = manifest.getMainAttributes();
            String symbolicName = Optional.ofNullable(main.getValue("Bundle-SymbolicName"))
                    .orElse(String.valueOf(file.getFileName()));
            String bundle = symbolicName.split(";", 2)[0].strip();
            Optional<Header> header = Header.of(bundle, false, main.getValue(Header.NAME));
            if (header.isEmpty()) {
                return Optional.empty();
            }
            List<Script> scripts = scripts(jar, header.get().folder() + "/", bundle);
            return Optional.of(MigrationSet.of(header.get().namespace(), bundle, false, scripts));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static List<Script> scripts(JarFile jar, String folder, String bundle) throws IOException {
        List<Script> scripts = new ArrayList<>();
        for (JarEntry entry : jar.stream().toList()) {
            String name = entry.getName();
            if (name.startsWith(folder) && name.endsWith(".sql") && name.indexOf('/', folder.length()) < 0) {
                try (InputStream in = jar.getInputStream(entry)) {
                    scripts.add(Script.of(bundle, name.substring(folder.length()), in.readAllBytes()));
                }
            }
        }
        return scripts;
    }

    private static SchemaException unreadable(Path file, Exception cause) {
        return new SchemaException(
                        file + " cannot be read.", "Check its permissions, or install the distribution again.")
                .causedBy(cause);
    }
}
