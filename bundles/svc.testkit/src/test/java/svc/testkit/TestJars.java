package svc.testkit;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * Builds bundle jars for tests: valid bundles, and one bundle for each way in which an extension can be invalid.
 *
 * <p>A valid bundle registers a {@code java.util.function.Supplier<String>} with the property {@code test=NAME}, which
 * returns the bundle's version.
 */
public final class TestJars {

    private TestJars() {}

    /** Returns a builder with the headers of a bundle and no content. */
    public static JarBuilder bundle(String name, String version) {
        return new JarBuilder()
                .header("Bundle-ManifestVersion", "2")
                .header("Bundle-SymbolicName", name)
                .header("Bundle-Version", version);
    }

    /** Returns a bundle with one component, a supplier of its version. */
    public static JarBuilder sound(String name, String version) {
        return component(name, version, "", "return \"" + version + "\";", "");
    }

    /** Returns a jar without a manifest. */
    public static JarBuilder noManifest() {
        return new JarBuilder().entry("readme.txt", "no bundle at all");
    }

    /** Returns a jar whose manifest has no symbolic name. */
    public static JarBuilder noSymbolicName() {
        return bundle("x", "1.0.0").without("Bundle-SymbolicName").without("Bundle-ManifestVersion");
    }

    /** Returns a bundle that imports packages. */
    public static JarBuilder importing(String name, String packages) {
        return sound(name, "1.0.0").header("Import-Package", packages);
    }

    /** Returns a bundle that exports a package with one class. */
    public static JarBuilder exporting(String name, String packageName, String version) {
        return bundle(name, "1.0.0")
                .header("Export-Package", packageName + ";version=\"" + version + "\"")
                .source(packageName + ".Thing", "package " + packageName + "; public final class Thing {}");
    }

    /** Returns a bundle built for a version of svc.api that this server does not provide. */
    public static JarBuilder wrongApiRange(String name) {
        return importing(name, "svc.api.operation;version=\"[9.0,10)\"");
    }

    /** Returns a bundle with a component whose constructor throws. */
    public static JarBuilder throwingComponent(String name) {
        return component(
                name,
                "1.0.0",
                "",
                "return \"\";",
                "public Part() { throw new IllegalStateException(\"no luck today\"); }");
    }

    /** Returns a bundle with a component whose class cannot be initialized. */
    public static JarBuilder throwingStaticInitializer(String name) {
        return component(
                name,
                "1.0.0",
                "",
                "return \"\";",
                "static final int N = Integer.parseInt(\"not a number\"); public Part() {}");
    }

    /** Returns a bundle with an activator that throws. */
    public static JarBuilder throwingActivator(String name) {
        return activator(name, "throw new IllegalStateException(\"the activator gave up\");");
    }

    /** Returns a bundle with a component whose start never ends unless it is interrupted. */
    public static JarBuilder endlessStart(String name) {
        return component(
                name,
                "1.0.0",
                "",
                "return \"\";",
                "public Part() throws InterruptedException { new java.util.concurrent.CountDownLatch(1).await(); }");
    }

    /** Returns a bundle with an activator that never ends and ignores interrupts. */
    public static JarBuilder deafEndlessStart(String name) {
        return activator(
                name,
                "while (true) { java.util.concurrent.locks.LockSupport.parkNanos(50_000_000L);"
                        + " Thread.interrupted(); if (Boolean.getBoolean(\"" + name + ".end\")) return; }");
    }

    /** Returns a bundle with an activator that ends when a file exists. */
    public static JarBuilder waitingForFile(String name, Path file) {
        return activator(
                name,
                "while (!java.nio.file.Files.exists(java.nio.file.Path.of(\"" + file
                        + "\"))) java.util.concurrent.locks.LockSupport.parkNanos(10_000_000L);");
    }

    /** Returns a bundle with a component that waits for a service. */
    public static JarBuilder waitingForService(String name, String service) {
        return component(
                name,
                "1.0.0",
                "<reference name=\"wanted\" interface=\"" + service + "\" parameter=\"0\"/>",
                "return \"\";",
                "public Part(" + service + " wanted) {}",
                " init=\"1\"");
    }

    /** Returns a bundle that mounts a route: a service with the property {@code svc.http.path}. */
    public static JarBuilder route(String name, String path) {
        return component(
                name,
                "1.0.0",
                "<property name=\"svc.http.path\" type=\"String\" value=\"" + path + "\"/>",
                "return \"\";",
                "");
    }

    /** Returns a bundle with a servlet path that needs 0.3 seconds to start. */
    public static JarBuilder slowRoute(String name, String path) {
        return starting(route(name, path), name, "java.util.concurrent.locks.LockSupport.parkNanos(300_000_000L);");
    }

    /** Returns a bundle with a class file of a Java version that does not exist yet. */
    public static JarBuilder wrongJavaLevel(String name) {
        byte[] newer = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) 250};
        return bundle(name, "1.0.0").entry("p/FromTheFuture.class", newer);
    }

    /** Returns a bundle that requires a Java version that does not exist yet. */
    public static JarBuilder wrongExecutionEnvironment(String name) {
        return sound(name, "1.0.0").header("Require-Capability", "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=99))\"");
    }

    /** Returns a bundle with a metatype file that is not well-formed XML. */
    public static JarBuilder badMetatype(String name) {
        return sound(name, "1.0.0").entry("OSGI-INF/metatype/broken.xml", "<metatype:MetaData><OCD");
    }

    /** Returns a bundle with a configuration table of one required key. */
    public static JarBuilder requiringKey(String name, String pid, String key) {
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

    /**
     * Returns a bundle with migrations that store no data of accounts; each text is the script of one version, from 1
     * on.
     */
    public static JarBuilder migrating(String name, String version, String namespace, String... scripts) {
        JarBuilder jar = sound(name, version).header("Svc-Migrations", namespace + ";path=migrations;accounts=none");
        for (int i = 0; i < scripts.length; i++) {
            jar.entry("migrations/V" + (i + 1) + "__step.sql", scripts[i]);
        }
        return jar;
    }

    /** Returns a fragment of a bundle. */
    public static JarBuilder fragment(String name, String host) {
        return bundle(name, "1.0.0").header("Fragment-Host", host).entry("added.txt", "from the fragment");
    }

    /** Returns the first half of a jar. */
    public static byte[] truncated(JarBuilder jar) {
        byte[] whole = jar.bytes();
        return Arrays.copyOf(whole, whole.length / 2);
    }

    private static JarBuilder activator(String name, String start) {
        return starting(bundle(name, "1.0.0"), name, start);
    }

    private static JarBuilder starting(JarBuilder jar, String name, String start) {
        return jar.header("Import-Package", "org.osgi.framework")
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

    private static JarBuilder component(String name, String version, String body, String answer, String constructor) {
        return component(name, version, body, answer, constructor, "");
    }

    private static JarBuilder component(
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
