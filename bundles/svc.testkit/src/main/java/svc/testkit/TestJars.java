package svc.testkit;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * Makes bundle jars for tests: a sound one to start from, and one for each way in which an extension can be broken.
 *
 * <p>The sound ones register a {@code java.util.function.Supplier<String>} with the property {@code test=NAME}, which
 * answers with the bundle's version.
 */
public final class JarWorkshop {

    private JarWorkshop() {}

    /** An empty recipe with the headers of a bundle. */
    public static JarRecipe bundle(String name, String version) {
        return new JarRecipe()
                .header("Bundle-ManifestVersion", "2")
                .header("Bundle-SymbolicName", name)
                .header("Bundle-Version", version);
    }

    /** A bundle with one component, a supplier of its version. */
    public static JarRecipe sound(String name, String version) {
        return component(name, version, "", "return \"" + version + "\";", "");
    }

    /** A jar without any manifest. */
    public static JarRecipe noManifest() {
        return new JarRecipe().entry("readme.txt", "no bundle at all");
    }

    /** A manifest that names no bundle. */
    public static JarRecipe noSymbolicName() {
        return bundle("x", "1.0.0").without("Bundle-SymbolicName").without("Bundle-ManifestVersion");
    }

    /** Imports a package that nobody exports. */
    public static JarRecipe importing(String name, String packages) {
        return sound(name, "1.0.0").header("Import-Package", packages);
    }

    /** Exports a package with one class in it. */
    public static JarRecipe exporting(String name, String packageName, String version) {
        return bundle(name, "1.0.0")
                .header("Export-Package", packageName + ";version=\"" + version + "\"")
                .source(packageName + ".Thing", "package " + packageName + "; public final class Thing {}");
    }

    /** Built for a version of the contract that this server does not have. */
    public static JarRecipe wrongApiRange(String name) {
        return importing(name, "svc.api.operation;version=\"[9.0,10)\"");
    }

    /** A component whose constructor throws. */
    public static JarRecipe throwingComponent(String name) {
        return component(
                name,
                "1.0.0",
                "",
                "return \"\";",
                "public Part() { throw new IllegalStateException(\"no luck today\"); }");
    }

    /** A component whose class cannot be initialized. */
    public static JarRecipe throwingStaticInitializer(String name) {
        return component(
                name,
                "1.0.0",
                "",
                "return \"\";",
                "static final int N = Integer.parseInt(\"not a number\"); public Part() {}");
    }

    /** An activator that throws. */
    public static JarRecipe throwingActivator(String name) {
        return activator(name, "throw new IllegalStateException(\"the activator gave up\");");
    }

    /** A component that never comes to the end of its start; it lets go when it is interrupted. */
    public static JarRecipe endlessStart(String name) {
        return component(
                name,
                "1.0.0",
                "",
                "return \"\";",
                "public Part() throws InterruptedException { new java.util.concurrent.CountDownLatch(1).await(); }");
    }

    /** An activator that never ends and does not let go either. */
    public static JarRecipe deafEndlessStart(String name) {
        return activator(
                name,
                "while (true) { java.util.concurrent.locks.LockSupport.parkNanos(50_000_000L);"
                        + " Thread.interrupted(); if (Boolean.getBoolean(\"" + name + ".end\")) return; }");
    }

    /** An activator that ends when a file is there. */
    public static JarRecipe waitingForFile(String name, Path file) {
        return activator(
                name,
                "while (!java.nio.file.Files.exists(java.nio.file.Path.of(\"" + file
                        + "\"))) java.util.concurrent.locks.LockSupport.parkNanos(10_000_000L);");
    }

    /** A component that waits for a service. */
    public static JarRecipe waitingForService(String name, String service) {
        return component(
                name,
                "1.0.0",
                "<reference name=\"wanted\" interface=\"" + service + "\" parameter=\"0\"/>",
                "return \"\";",
                "public Part(" + service + " wanted) {}",
                " init=\"1\"");
    }

    /** Mounts a route: a service with the property {@code svc.http.path}. */
    public static JarRecipe route(String name, String path) {
        return component(
                name,
                "1.0.0",
                "<property name=\"svc.http.path\" type=\"String\" value=\"" + path + "\"/>",
                "return \"\";",
                "");
    }

    /** Compiled for a Java that is not there yet. */
    public static JarRecipe wrongJavaLevel(String name) {
        byte[] newer = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) 250};
        return bundle(name, "1.0.0").entry("p/FromTheFuture.class", newer);
    }

    /** Asks for a Java that is not there yet. */
    public static JarRecipe wrongExecutionEnvironment(String name) {
        return sound(name, "1.0.0").header("Require-Capability", "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=99))\"");
    }

    /** A metatype file that is no XML. */
    public static JarRecipe badMetatype(String name) {
        return sound(name, "1.0.0").entry("OSGI-INF/metatype/broken.xml", "<metatype:MetaData><OCD");
    }

    /** A configuration table with one required key. */
    public static JarRecipe requiringKey(String name, String pid, String key) {
        return sound(name, "1.0.0").entry("OSGI-INF/metatype/" + pid + ".xml", """
                <?xml version="1.0" encoding="UTF-8"?>
                <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
                  <OCD id="%s" name="Settings" description="Settings of a test">
                    <AD id="%s" name="%s" type="String" required="true" cardinality="0" description="needed"/>
                  </OCD>
                  <Designate pid="%s"><Object ocdref="%s"/></Designate>
                </metatype:MetaData>
                """.formatted(pid, key, key, pid, pid));
    }

    /** A bundle with migrations that hold nothing of accounts; each text is the script of one version, counted from 1. */
    public static JarRecipe migrating(String name, String version, String namespace, String... scripts) {
        JarRecipe recipe = sound(name, version).header("Svc-Migrations", namespace + ";path=migrations;accounts=none");
        for (int i = 0; i < scripts.length; i++) {
            recipe.entry("migrations/V" + (i + 1) + "__step.sql", scripts[i]);
        }
        return recipe;
    }

    /** A fragment of a bundle. */
    public static JarRecipe fragment(String name, String host) {
        return bundle(name, "1.0.0").header("Fragment-Host", host).entry("added.txt", "from the fragment");
    }

    /** The first half of a jar. */
    public static byte[] truncated(JarRecipe recipe) {
        byte[] whole = recipe.bytes();
        return Arrays.copyOf(whole, whole.length / 2);
    }

    private static JarRecipe activator(String name, String start) {
        return bundle(name, "1.0.0")
                .header("Import-Package", "org.osgi.framework")
                .header("Bundle-Activator", packageOf(name) + ".Starter")
                .source(packageOf(name) + ".Starter", """
                        package %s;
                        import org.osgi.framework.*;
                        public final class Starter implements BundleActivator {
                            public void start(BundleContext context) { %s }
                            public void stop(BundleContext context) {}
                        }
                        """.formatted(packageOf(name), start));
    }

    private static JarRecipe component(String name, String version, String body, String answer, String constructor) {
        return component(name, version, body, answer, constructor, "");
    }

    private static JarRecipe component(
            String name, String version, String body, String answer, String constructor, String attributes) {
        String part = packageOf(name) + ".Part";
        return bundle(name, version)
                .component(part, "immediate=\"true\"" + attributes, """
                        <service><provide interface="java.util.function.Supplier"/></service>
                          <property name="test" type="String" value="%s"/>
                          %s""".formatted(name, body))
                .source(part, """
                        package %s;
                        public final class Part implements java.util.function.Supplier<String> {
                            %s
                            @Override public String get() { %s }
                        }
                        """.formatted(packageOf(name), constructor, answer));
    }

    private static String packageOf(String name) {
        return name.replace('-', '_');
    }
}
