package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.felix.framework.Felix;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import svc.api.time.Clock;
import svc.store.sqlite.schema.SchemaFixture;
import svc.testkit.Covers;

/** Tests the built jar in a Felix framework: header scan, Flyway on the jar's own class path, and components. */
class SchemaFelixIT {

    @TempDir
    Path home;

    private Felix felix;

    @BeforeEach
    void boot() throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put(Constants.FRAMEWORK_STORAGE, home.resolve("felix").toString());
        settings.put(
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                "org.slf4j;version=2.0.20,org.slf4j.helpers;version=2.0.20,org.slf4j.spi;version=2.0.20,"
                        + "org.slf4j.event;version=2.0.20");
        settings.put("svc.home", home.toString());
        settings.put("svc.dist", home.resolve("dist").toString());
        settings.put("svc.mode", "server");
        felix = new Felix(settings);
        felix.start();
        BundleContext context = felix.getBundleContext();
        for (Class<?> type : List.of(
                org.osgi.service.component.ComponentConstants.class,
                org.osgi.util.promise.Promise.class,
                org.osgi.util.function.Function.class,
                org.apache.felix.scr.info.ScrInfo.class,
                org.sqlite.SQLiteDataSource.class,
                Clock.class)) {
            context.installBundle("reference:" + jarOf(type).toUri());
        }
        context.installBundle("reference:" + ownJar().toUri());
        for (Bundle bundle : context.getBundles()) {
            bundle.start();
        }
        registerClock();
    }

    @AfterEach
    void stop() throws Exception {
        felix.stop();
        felix.waitForStop(0);
    }

    @Test
    @Covers(value = "UPG-01", part = "below the launcher")
    void theStartMigratesAllInstalledBundlesResolvedOrNot() throws Exception {
        extension("acme", "Svc-Migrations", "acme;path=sql", Map.of("sql/V1__a.sql", "CREATE TABLE acme (x)"));
        assertThat(migrate()).contains("acme 1").contains("core ");
        assertThat(SchemaFixture.query(file(), "SELECT name FROM sqlite_schema WHERE name = 'acme'"))
                .hasSize(1);
        assertThat(felix.getBundleContext().getAllServiceReferences("svc.store.sqlite.schema.MigratedDatabase", null))
                .hasSize(1);
        Object facts = service("svc.api.schema.SchemaInfo", null);
        assertThat(call(facts, "versions")).asString().contains("acme=1");
    }

    @Test
    void theStoreOpensOnceTheSchemaIsMigrated() throws Exception {
        assertThat(felix.getBundleContext().getAllServiceReferences("svc.api.store.Store", null))
                .isNull();
        assertThatThrownBy(this::verify).hasMessageContaining("The database could not be opened");
        registerFailure();
        migrate();
        assertThat(verify()).isEqualTo("The store is open.");
        assertThat(service("svc.api.store.Store", null)).hasToString("The store on " + file());
        assertThat(SchemaFixture.query(file(), "PRAGMA journal_mode")).containsExactly("wal");
    }

    /** Registers the system clock under the type that the bundles use. */
    private void registerClock() throws Exception {
        Bundle api = Arrays.stream(felix.getBundleContext().getBundles())
                .filter(bundle -> "svc.api".equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
        Class<?> type = api.loadClass(Clock.class.getName());
        Object clock = Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "now" -> Instant.now();
                    case "nanos" -> System.nanoTime();
                    case "schedule" ->
                        Proxy.newProxyInstance(
                                type.getClassLoader(),
                                new Class<?>[] {method.getReturnType()},
                                (alarm, cancel, none) -> true);
                    case "toString" -> "the machine's time";
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> Objects.requireNonNull(arguments)[0] == proxy;
                });
        felix.getBundleContext().registerService(type.getName(), clock, null);
    }

    /** Registers the launcher's service for a defect that must end the process. */
    private void registerFailure() {
        Consumer<String> failure = reason -> {
            throw new AssertionError(reason);
        };
        felix.getBundleContext()
                .registerService(
                        Consumer.class.getName(),
                        failure,
                        FrameworkUtil.asDictionary(Map.of("svc.launcher", "failure")));
    }

    private String verify() throws Exception {
        Callable<?> step = (Callable<?>) service(Callable.class.getName(), "(svc.lifecycle.phase=verify)");
        return String.valueOf(step.call());
    }

    @Test
    void aBrokenScriptOfAnExtensionLeavesNothingAndTheStoreOpens() throws Exception {
        Bundle acme = extension(
                "acme", "Svc-Migrations", "acme", Map.of("migrations/V1__a.sql", "CREATE TABLE acme (x); NONSENSE"));
        Bundle good =
                extension("good", "Svc-Migrations", "good", Map.of("migrations/V1__a.sql", "CREATE TABLE good (x)"));
        assertThat(migrate()).contains("core ", "good 1").doesNotContain("acme");
        assertThat(SchemaFixture.dump(file())).noneMatch(line -> line.contains("acme"));
        assertThat(felix.getBundleContext().getAllServiceReferences("svc.store.sqlite.schema.MigratedDatabase", null))
                .hasSize(1);
        Object keeper = service("svc.api.schema.SchemaMigrator", null);
        assertThat(admit(keeper, acme))
                .get()
                .asString()
                .contains("V1__a.sql of bundle acme failed at its statement `NONSENSE`")
                .contains("`svc bundle remove acme`");
        assertThat(admit(keeper, good)).isEmpty();
    }

    @Test
    void aMalformedHeaderOfAnExtensionIsRefusedAlone() throws Exception {
        Bundle acme = extension("acme", "Svc-Migrations", "Acme Notes", Map.of());
        assertThat(migrate()).contains("core ");
        assertThat(admit(service("svc.api.schema.SchemaMigrator", null), acme))
                .get()
                .asString()
                .contains("Bundle acme has the header Svc-Migrations: Acme Notes");
    }

    @Test
    void ofTwoExtensionsOfOneNamespaceTheFirstIsAdmitted() throws Exception {
        Bundle one = extension("one", "Svc-Migrations", "acme", Map.of("migrations/V1__a.sql", "CREATE TABLE one (x)"));
        Bundle two = extension("two", "Svc-Migrations", "acme", Map.of("migrations/V1__a.sql", "CREATE TABLE two (x)"));
        assertThat(migrate()).contains("acme 1");
        Object keeper = service("svc.api.schema.SchemaMigrator", null);
        assertThat(admit(keeper, one)).isEmpty();
        assertThat(admit(keeper, two)).get().asString().contains("Bundles one and two both declare");
    }

    @Test
    void aBundleThatArrivesIsMigratedOrLeavesNothing() throws Exception {
        migrate();
        List<String> before = SchemaFixture.dump(file());
        Object keeper = service("svc.api.schema.SchemaMigrator", null);

        Bundle bad = extension(
                "bad", "Svc-Migrations", "bad", Map.of("migrations/V1__a.sql", "CREATE TABLE bad (x); NONSENSE"));
        assertThat(admit(keeper, bad)).get().asString().contains("bundle bad failed at its statement `NONSENSE`");
        assertThat(SchemaFixture.dump(file())).isEqualTo(before);

        Bundle plain = extension("plain", "X-Nothing", "none", Map.of());
        assertThat(admit(keeper, plain)).isEmpty();
        Bundle thief = extension("thief", "Svc-Migrations", "core", Map.of("migrations/V1__a.sql", "SELECT 1"));
        assertThat(admit(keeper, thief)).get().asString().contains("both declare the migration namespace core");
        assertThat(SchemaFixture.dump(file())).isEqualTo(before);

        Bundle good = extension(
                "good",
                "Svc-Migrations",
                "good;accounts=none",
                Map.of("migrations/V1__a.sql", "CREATE TABLE good (x)"));
        assertThat(admit(keeper, good)).isEmpty();
        assertThat(call(service("svc.api.schema.SchemaInfo", null), "namespacesWithoutAccounts"))
                .isEqualTo(Set.of("good"));
        assertThat(SchemaFixture.query(file(), "SELECT state FROM schema_namespace WHERE name = 'good'"))
                .containsExactly("active");
        assertThat(call(service("svc.api.schema.SchemaInfo", null), "versions"))
                .asString()
                .contains("good=1");
    }

    @Test
    void anOlderOrBrokenUpdateIsRefusedAndDoesNotStopTheNextStart() throws Exception {
        Bundle acme = extension(
                "acme",
                "Svc-Migrations",
                "acme",
                Map.of("migrations/V1__a.sql", "CREATE TABLE a (x)", "migrations/V2__b.sql", "CREATE TABLE b (x)"));
        migrate();
        acme.update(new ByteArrayInputStream(
                jar("acme", "Svc-Migrations", "acme", Map.of("migrations/V1__a.sql", "CREATE TABLE a (x)"))));
        assertThat(admit(service("svc.api.schema.SchemaMigrator", null), acme))
                .get()
                .asString()
                .contains("V2__b.sql")
                .contains("a newer version wrote it");
        acme.uninstall();
        assertThat(migrate()).contains("acme 2");
    }

    @Test
    void everyOperationIsThere() throws Exception {
        migrate();
        assertThat(felix.getBundleContext().getAllServiceReferences("svc.api.operation.OperationGroup", null))
                .hasSize(2);
        assertThat(Stream.of(operations().getClass().getMethods())
                        .flatMap(method -> Stream.of(method.getAnnotations()))
                        .map(String::valueOf)
                        .filter(text -> text.contains("command=")))
                .extracting(text -> text.replaceAll(".*command=\"([^\"]*)\".*", "$1"))
                .containsExactlyInAnyOrder("schema-check", "schema list", "schema park", "schema retire");
        assertThat(call(service("svc.api.health.HealthCheck", "(component.name=*SchemaHealthCheck)"), "run"))
                .asString()
                .contains("database-schema")
                .contains("OK");
    }

    @Test
    void aNamespaceIsParkedOnlyWhenItsBundleIsGone() throws Exception {
        Bundle acme = extension("acme", "Svc-Migrations", "acme", Map.of("migrations/V1__a.sql", "CREATE TABLE a (x)"));
        migrate();
        assertThatThrownBy(() -> park("acme"))
                .cause()
                .hasMessageContaining("belongs to bundle acme, which is installed")
                .hasMessageContaining("`svc bundle remove acme`");
        assertThatThrownBy(() -> park("core")).cause().hasMessageContaining("a part of the server itself");
        assertThatThrownBy(() -> park("nobody")).cause().hasMessageContaining("has no namespace nobody");
        acme.uninstall();
        assertThatThrownBy(this::migrate).hasMessageContaining("`svc schema park acme`");
        assertThat(park("acme")).hasToString("Parked[namespace=acme, state=parked]");
        assertThat(migrate()).contains("acme 1");
    }

    @Test
    @Covers(value = "SCH-02", part = "retiring as the way out")
    void aRetiredNamespaceIsExportedAndGoneAndTheNextStartIsFine() throws Exception {
        Bundle acme = extension(
                "acme",
                "Svc-Migrations",
                "acme.x",
                Map.of("migrations/V1__a.sql", "CREATE TABLE acme (x); INSERT INTO acme VALUES ('kept')"));
        migrate();
        assertThatThrownBy(() -> retire("acme.x")).cause().hasMessageContaining("bundle acme, which is installed");
        acme.uninstall();
        assertThatThrownBy(this::migrate).hasMessageContaining("`svc schema retire acme.x`");

        Object retired = retire("acme.x");
        Path export = Path.of(String.valueOf(call(retired, "exported")));
        assertThat(export.getParent()).isEqualTo(home.resolve("data"));
        assertThat(export.getFileName().toString()).matches("retired-acme\\.x-[0-9]{8}T[0-9]{6}\\.[0-9]{3}Z\\.db");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(export)))
                .isEqualTo("rw-------");
        assertThat(SchemaFixture.query(export, "SELECT x FROM acme")).containsExactly("kept");
        assertThat(SchemaFixture.query(file(), "SELECT name FROM sqlite_schema WHERE name = 'acme'"))
                .isEmpty();
        assertThat(SchemaFixture.query(file(), "SELECT script FROM flyway_schema_history WHERE script LIKE 'acme%'"))
                .isEmpty();
        assertThatThrownBy(() -> retire("acme.x")).cause().hasMessageContaining("is retired");
        assertThat(migrate()).contains("core ").doesNotContain("acme");
    }

    private Object park(String namespace) throws Exception {
        return act("park", namespace);
    }

    private Object retire(String namespace) throws Exception {
        return act("retire", namespace);
    }

    private Object act(String method, String namespace) throws Exception {
        Object operations = operations();
        return operations.getClass().getMethod(method, String.class).invoke(operations, namespace);
    }

    private Object operations() throws Exception {
        return service("svc.api.operation.OperationGroup", "(component.name=*SchemaOperations)");
    }

    private String migrate() throws Exception {
        Callable<?> step = (Callable<?>) service(Callable.class.getName(), "(svc.lifecycle.phase=migrate)");
        return String.valueOf(step.call());
    }

    private Object service(String type, @Nullable String filter) throws Exception {
        ServiceReference<?>[] found = felix.getBundleContext().getAllServiceReferences(type, filter);
        return Objects.requireNonNull(felix.getBundleContext().getService(found[0]));
    }

    private static Object call(Object service, String method) throws Exception {
        return service.getClass().getMethod(method).invoke(service);
    }

    private static Optional<?> admit(Object keeper, Bundle bundle) throws Exception {
        return (Optional<?>) keeper.getClass().getMethod("migrate", long.class).invoke(keeper, bundle.getBundleId());
    }

    private Bundle extension(String name, String header, String value, Map<String, String> scripts) throws Exception {
        byte[] jar = jar(name, header, value, scripts);
        return felix.getBundleContext().installBundle("extension:" + name + ".jar", new ByteArrayInputStream(jar));
    }

    /** Builds a bundle that never resolves, because it imports a missing package. */
    private static byte[] jar(String name, String header, String value, Map<String, String> scripts)
            throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Bundle-ManifestVersion", "2");
        main.putValue("Bundle-SymbolicName", name);
        main.putValue("Import-Package", "nowhere.to.be.found");
        main.putValue(header, value);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, String> script : scripts.entrySet()) {
                jar.putNextEntry(new JarEntry(script.getKey()));
                jar.write(script.getValue().getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Path file() {
        return home.resolve("data/svc.db");
    }

    private static Path jarOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static Path ownJar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("svc\\.store\\.sqlite-[0-9.]+\\.jar"))
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath();
        }
    }
}
