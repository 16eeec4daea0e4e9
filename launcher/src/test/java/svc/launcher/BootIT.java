package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** A start from an empty directory, and a shutdown. */
final class BootIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path directory;

    @TempDir
    Path home;

    private static RunningServer server;
    private static String classesOfThePlainStart;
    private static List<String> tenantsAndAccountsOfThePlainStart;
    private static String adviceOfThePlainStart;

    @BeforeAll
    static void start() throws Exception {
        Path classes = directory.resolve("classes.txt");
        server = SvcCommand.svc()
                .asOperator()
                .with("SVC_JAVA_OPTIONS", "-Xlog:class+load=info:file=" + classes)
                .start(directory.resolve("home"))
                .ready();
        classesOfThePlainStart = Files.readString(classes);
        tenantsAndAccountsOfThePlainStart = Stream.of("tenant", "account")
                .map(noun -> server.command("", noun, "list", "--json").out())
                .toList();
        adviceOfThePlainStart =
                server.command("", "doctor", "--only", "security").out();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Tag("smoke")
    @Covers("GEN-01")
    void emptyHomeBecomesAServerWithOneProcessDatabaseAndBlobDirectory() throws Exception {
        assertThat(files("data")).contains("svc.db").allMatch(BootIT::belongsToTheServer);
        BlobClient.of(SignedIn.as(server, "ann@one.test")).store("bytes");
        assertThat(files("data")).contains("svc.db", "blobs").allMatch(BootIT::belongsToTheServer);
        assertThat(ProcessHandle.of(server.pid()).orElseThrow().children()).isEmpty();
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(server.home().resolve("svc.toml"))))
                .isEqualTo("rw-------");
        assertThat(server.token()).hasSizeGreaterThanOrEqualTo(32);
    }

    @Test
    void plainStartCreatesNoAccountAndLoadsNoCryptography() {
        assertThat(classesOfThePlainStart)
                .contains("svc.auth.crypto.PasswordHasher")
                .doesNotContain("org.bouncycastle");
        assertThat(tenantsAndAccountsOfThePlainStart).containsOnly("{\"items\":[],\"total\":0}\n");
        assertThat(adviceOfThePlainStart).contains("svc tenant create --name");
    }

    @Test
    @Tag("smoke")
    @Covers(value = "OSGI-01", part = "all bundles of the distribution")
    void everyBundleOfTheDistributionIsActive() throws Exception {
        JsonNode bundles =
                JSON.readTree(server.command("", "bundle", "list", "--json").out());
        assertThat(bundles).hasSizeGreaterThan(20);
        assertThat(bundles).allMatch(bundle -> bundle.path("state").asText().equals("active"));
    }

    @Test
    @Tag("smoke")
    @Covers("VER-01")
    void versionMatchesTheBuild() throws Exception {
        assertThat(SvcCommand.svc().run("--version").out()).isEqualTo("0.40.0\n");
        JsonNode version = JSON.readTree(server.admin("GET", "/version", "").body());
        assertThat(version.path("version").asText()).isEqualTo("0.40.0");
        assertThat(version.path("migrations_applied").asInt()).isPositive();
        assertThat(JSON.readTree(server.svc("version", "--json").out())).isEqualTo(version);
    }

    @Test
    void shutdownWaitsUntilTheHomeIsFreeAndSigtermDrains() throws Exception {
        try (RunningServer first = SvcCommand.svc().asOperator().start(home).ready()) {
            assertThat(first.svc("shutdown").exit()).isZero();
            assertThat(first.err()).contains("svc is down");
            try (RunningServer second =
                    SvcCommand.svc().asOperator().start(home).ready()) {
                assertThat(second.get(second.url() + "/healthz/ready").statusCode())
                        .isEqualTo(200);
                assertThat(second.terminate()).isZero();
                assertThat(second.err()).contains("svc shuts down").contains("svc is down");
                assertThat(second.out())
                        .as("the one line that is not of the log")
                        .matches("svc is ready: [^\\n]+\\n");
                assertThat(second.err().lines()).noneMatch(line -> line.contains("WARN") || line.contains("ERROR"));
            }
            assertThat(first.exit()).isZero();
        }
    }

    @Test
    void endpointsFileNamesTheAddressesAndTheJsonLogHasNoToken() throws Exception {
        try (RunningServer server = SvcCommand.svc()
                .start(
                        home,
                        "--set",
                        "log.format=\"json\"",
                        "--set",
                        "log.level=\"debug\"",
                        "--set",
                        "server.tls_listen=\"127.0.0.1:0\"",
                        "--set",
                        "server.tls_self_signed=true")
                .ready()) {
            assertEndpoints(server);
            assertThat(server.admin("GET", "/version", "").statusCode()).isEqualTo(200);
            String invalid = "Bearer " + server.token().substring(1);
            assertThat(server.get(server.adminUrl() + "/version", "Authorization", invalid)
                            .statusCode())
                    .isEqualTo(401);
            assertThat(server.command("", "config", "explain", "admin.token").exit())
                    .isZero();
            assertThat(server.svc("shutdown", "--no-wait").exit()).isZero();
            assertThat(server.exit()).isZero();
            assertThat(server.err().lines()).hasSizeGreaterThan(5).allSatisfy(line -> {
                JsonNode event = JSON.readTree(line);
                assertThat(event.path("level").asText()).isIn("DEBUG", "INFO", "WARN");
                assertThat(event.path("formattedMessage").asText()).isNotEmpty();
            });
            assertThat(server.err()).doesNotContain(server.token(), invalid);
        }
    }

    private static void assertEndpoints(RunningServer server) throws Exception {
        JsonNode endpoints =
                JSON.readTree(server.home().resolve("run/endpoints.json").toFile());
        assertThat(endpoints.path("http").asText()).isEqualTo(server.url());
        assertThat(endpoints.path("admin").asText()).isEqualTo(server.adminUrl());
        assertThat(endpoints.path("https").asText()).startsWith("https://");
        assertThat(server.out()).contains(endpoints.path("https").asText());
        assertThat(endpoints.path("pid").asLong()).isEqualTo(server.pid());
        assertThat(Path.of(endpoints.path("socket").asText())).exists();
        assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
        assertThat(server.get(server.url() + "/healthz/live").statusCode()).isEqualTo(200);
    }

    /** The files of the store, with the next copy of the twin while it is written, and the directories beside them. */
    private static boolean belongsToTheServer(String name) {
        return name.startsWith("svc.db")
                || List.of("svc.twin", "svc.twin.new", "blobs", "search", "reserve")
                        .contains(name);
    }

    private static List<String> files(String folder) throws Exception {
        try (Stream<Path> files = Files.list(server.home().resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
