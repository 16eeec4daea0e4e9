package svc.launcher.rules;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The permitted imports: bundles import {@code svc.api}, a library belongs to one bundle, and a bundle has the name of
 * its folder.
 */
final class DependencyRules {

    /** The engine for tests, alone and with bundles: on their class path and never deployed, so they may import others. */
    private static final Set<String> KITS = Set.of("svc.testkit.engine", "svc.testkit.bundles");

    /**
     * The bundles that may create the scope of an account: the engine, and those for erasure, blobs, sending, jobs, search,
     * delivery and transfer of mail, restores of accounts, and for tests.
     */
    private static final Set<String> ENGINES = Set.of(
            "svc.core",
            "svc.auth",
            "svc.backup",
            "svc.blobs",
            "svc.cap.principals",
            "svc.cap.submission",
            "svc.delivery",
            "svc.jobs",
            "svc.mail.transfer",
            "svc.proto.imap",
            "svc.proto.pop3",
            "svc.search.lucene",
            "svc.testkit",
            "svc.testkit.engine",
            "svc.testkit.bundles");

    /** Libraries of svc: they do not depend on the server, and any bundle may import them. */
    private static final Set<String> OWN_LIBRARIES = Set.of("svc.mime", "svc.mime.write", "svc.mailauth");

    /** The exported contracts of capabilities, and those of accounts and of backups. */
    private static final Pattern CONTRACT = Pattern.compile("svc\\.(cap\\.[a-z0-9.]+|auth|backup)\\.api");

    private static final Set<String> FORBIDDEN_HEADERS =
            Set.of("DynamicImport-Package", "Bundle-Activator", "Require-Bundle", "Fragment-Host");

    private static final Set<String> JDK = ModuleFinder.ofSystem().findAll().stream()
            .flatMap(module -> module.descriptor().exports().stream())
            .filter(export -> !export.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toUnmodifiableSet());

    private final Map<String, String> libraries;

    /**
     * Reads the table of libraries.
     *
     * @param lines lines of {@code prefix bundle}; blank lines and those that start with # are skipped
     */
    DependencyRules(List<String> lines) {
        Map<String, String> table = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", 2);
            if (words.length == 2 && !line.startsWith("#")) {
                table.put(words[0], words[1]);
            }
        }
        this.libraries = Map.copyOf(table);
    }

    /** Returns the violations of these bundles. */
    List<String> violations(List<BundleJar> bundles) {
        List<String> found = new ArrayList<>();
        for (BundleJar bundle : bundles) {
            names(bundle, found);
            exports(bundle, found);
            bundle.imports().forEach((name, directives) -> imported(bundle, name, directives, found));
        }
        return found;
    }

    private void names(BundleJar bundle, List<String> found) {
        String folder = bundle.folder();
        if (!bundle.symbolicName().equals(folder)) {
            found.add(folder + ": its symbolic name is " + bundle.symbolicName() + ", not that of its folder");
        }
        bundle.packages().stream()
                .filter(name -> !name.equals(folder) && !name.startsWith(folder + "."))
                .filter(name -> !folder.equals(owner(name)))
                .forEach(name -> found.add(folder + ": contains the package " + name + "; the packages of a bundle are "
                        + folder + " and those below it"));
        FORBIDDEN_HEADERS.stream()
                .filter(bundle.headers()::containsKey)
                .sorted()
                .forEach(header -> found.add(folder + ": has a " + header + ", which no bundle of this project has"));
    }

    private static void exports(BundleJar bundle, List<String> found) {
        for (String name : bundle.exports().keySet()) {
            boolean contract = bundle.folder().equals("svc.api") && name.startsWith("svc.api.");
            boolean library = OWN_LIBRARIES.contains(name) && name.startsWith(bundle.folder());
            if (!contract && !library && !domainContract(bundle.folder(), name)) {
                found.add(bundle.folder() + ": exports " + name + "; only svc.api exports packages");
            }
        }
    }

    private void imported(BundleJar bundle, String name, String directives, List<String> found) {
        String folder = bundle.folder();
        if (JDK.contains(name) || bundle.exports().containsKey(name)) {
            return;
        }
        if (folder.equals("svc.api")) {
            found.add("svc.api: imports " + name + "; the contract imports java.* only");
        } else if (name.equals("svc.api.engine") && !ENGINES.contains(folder)) {
            found.add(folder + ": imports " + name + "; the scope of an account comes from Call.scope");
        } else if (name.equals("svc") || name.startsWith("svc.")) {
            boolean open = name.startsWith("svc.api.") || OWN_LIBRARIES.contains(name);
            if (!open && !CONTRACT.matcher(name).matches() && !KITS.contains(folder)) {
                found.add(folder + ": imports " + name + " of another bundle; talk through a service of svc.api");
            }
        } else if (!directives.contains("resolution:=optional")) {
            library(bundle, name, found);
        }
    }

    private static boolean servlets(BundleJar bundle) {
        return bundle.registers("jakarta.servlet.Servlet") || bundle.registers("jakarta.servlet.Filter");
    }

    private void library(BundleJar bundle, String name, List<String> found) {
        String owner = owner(name);
        List<String> owners = List.of(owner.split(",", -1));
        boolean allowed = owners.contains("*")
                || owners.contains(bundle.folder())
                || (owners.contains("servlet") && servlets(bundle));
        if (owner.isEmpty()) {
            found.add(bundle.folder() + ": imports " + name + ", a library that libraries.txt gives to no bundle");
        } else if (!allowed) {
            found.add(bundle.folder() + ": imports " + name + ", which belongs to " + owner);
        }
    }

    private String owner(String name) {
        return libraries.entrySet().stream()
                .filter(entry -> name.equals(entry.getKey()) || name.startsWith(entry.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private static boolean domainContract(String folder, String name) {
        return name.equals(folder + ".api") && CONTRACT.matcher(name).matches();
    }
}
