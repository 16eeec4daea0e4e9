package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import svc.testkit.Covers;

/**
 * Faults of a running server. Each fault turns the checks of the doctor that are listed for it and no other, and with the
 * repair these checks return to their earlier status.
 */
final class DoctorFaultsIT {

    private static final String ADDRESS = "ann@faults.test";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static Path home;
    private static Path repository;
    private static TestAuthority authority;
    private static TestAuthority.Issued certificate;
    private static Path served;
    private static String blob;

    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    /**
     * A fault.
     *
     * @param checks the names of the checks that it turns
     */
    private record Fault(String name, Step seed, Step repair, Set<String> checks) {

        static Fault of(String name, Step seed, Step repair, String... checks) {
            return new Fault(name, seed, repair, Set.of(checks));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        home = directory.resolve("home");
        repository = directory.resolve("repository");
        served = Files.createDirectory(directory.resolve("served"));
        authority = new TestAuthority(directory.resolve("authority"));
        certificate = authority.issue("host", "dns:mail.faults.test");
        serve(certificate);
        SvcCommand.makeHome(home);
        Path token = Files.writeString(directory.resolve("metrics-token"), "0123456789abcdef0123456789abcdef");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        server = TestClock.svc()
                .start(
                        home,
                        "--set",
                        "admin.metrics_token_file=\"" + token + "\"",
                        "--set",
                        "backup.target=\"" + repository + "\"",
                        "--set",
                        "mail.hostname=\"mail.faults.test\"",
                        "--set",
                        "server.tls_listen=\"127.0.0.1:0\"",
                        "--set",
                        "server.tls_cert_file=\"" + served.resolve("host.crt") + "\"",
                        "--set",
                        "server.tls_key_file=\"" + served.resolve("host.key") + "\"")
                .ready();
        command("backup", "init", "--to", repository.toString(), "--same-disk", "--words-file", directory + "/words");
        BackupRepository.confirmKey(server, directory.resolve("words"));
        SuspendedRecipient.prepare(server);
        Sender ann = Sender.of(server, ADDRESS);
        ann.user().bring("From: a@b.test", "Subject: one", "", "text");
        blob = ann.user().upload(new byte[1 << 20]);
        command("operator", "grant", ADDRESS);
        command("backup", "run");
        command("backup", "drill");
        command("blobs", "scrub");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void serve(TestAuthority.Issued issued) throws IOException {
        Files.write(served.resolve("host.key"), Files.readAllBytes(issued.keyFile()));
        Files.write(served.resolve("host.crt"), Files.readAllBytes(issued.certificateFile()));
    }

    private static void command(String... words) {
        SvcCommand.Finished finished = server.command("", words);
        assertThat(finished.exit()).as(finished.toString()).isZero();
    }

    private static Path file(String name) {
        return home.resolve(name);
    }

    private static Fault mode(String file, String mode, String... checks) throws IOException {
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(file(file));
        return Fault.of(
                file + " has the mode " + mode,
                () -> Files.setPosixFilePermissions(file(file), PosixFilePermissions.fromString(mode)),
                () -> Files.setPosixFilePermissions(file(file), before),
                checks);
    }

    private static Fault missing(Path file, String... checks) {
        Path aside = directory.resolve("aside");
        return Fault.of(
                file.getFileName() + " is missing",
                () -> Files.move(file, aside),
                () -> Files.move(aside, file),
                checks);
    }

    private static Fault content(Path file, byte[] bytes, String... checks) throws IOException {
        byte[] before = Files.readAllBytes(file);
        return Fault.of(
                file.getFileName() + " has another content",
                () -> Files.write(file, bytes),
                () -> Files.write(file, before),
                checks);
    }

    private static Fault added(Path file, String... checks) {
        return Fault.of(
                file.getFileName() + " was added",
                () -> Files.write(Files.createDirectories(file.getParent()).resolve(file.getFileName()), new byte[1]),
                () -> Files.delete(file),
                checks);
    }

    /** Serves a certificate until the server has read it. */
    private static void serveAndLoad(TestAuthority.Issued issued) throws IOException {
        serve(issued);
        command("clock", "advance", "PT6S");
    }

    private static Fault certificate(String name, TestAuthority.Issued issued, String... checks) {
        return Fault.of(name, () -> serveAndLoad(issued), () -> serveAndLoad(certificate), checks);
    }

    private static Fault refusedCertificate(String... checks) {
        return Fault.of(
                "the new certificate is refused",
                () -> {
                    Files.write(served.resolve("host.crt"), new byte[1]);
                    command("clock", "advance", "PT6S");
                },
                () -> serveAndLoad(certificate),
                checks);
    }

    private static Fault rows(String seed, String repair, String... checks) {
        MailTables tables = new MailTables(home);
        return Fault.of(seed, () -> tables.change(seed), () -> tables.change(repair), checks);
    }

    static List<Fault> faults() throws Exception {
        byte[] key = Files.readAllBytes(file("secrets/blob.key"));
        byte[] other = key.clone(); // The last line is the key.
        other[other.length - 10] ^= 1;
        BlobFiles files = new BlobFiles(home);
        return List.of(
                mode("", "rwxrwxrwx", "home-folders"),
                mode("data", "rwxrwx---", "home-folders"),
                mode("secrets", "rwx-w----", "home-folders"),
                mode("run", "rwx---rwx", "home-folders"),
                mode("secrets/blob.key", "rw----r--", "home-secrets", "blob-key"),
                mode("svc.toml", "rw-r--r--", "config-file-mode"),
                missing(file("secrets/blob.key"), "blob-key"),
                content(file("secrets/blob.key"), other, "blob-key"),
                missing(files.of(blob).get(0), "blob-files"),
                missing(files.packs().get(0), "blob-packs"),
                added(file("data/quarantine/x"), "blob-quarantine"),
                missing(repository, "backup-age"),
                missing(file("secrets/backup.key"), "backup-key", "backup-age"),
                content(file("secrets/backup.key"), new byte[32], "backup-key", "backup-age"),
                content(file("svc.toml"), "[server]\nlisten = 1\n".getBytes(UTF_8), "config-valid"),
                added(file("extensions/broken.jar"), "extension-refused"),
                content(served.resolve("host.crt"), new byte[1], "config-valid"),
                content(
                        served.resolve("host.key"),
                        Files.readAllBytes(
                                authority.issue("other", "dns:mail.faults.test").keyFile()),
                        "config-valid"),
                certificate(
                        "the certificate expires in five days",
                        authority.expiring("soon", "dns:mail.faults.test", 5),
                        "tls-certificate"),
                certificate(
                        "the certificate has expired",
                        authority.expiring("ended", "dns:mail.faults.test", -1),
                        "tls-certificate"),
                refusedCertificate("tls-certificate", "config-valid"),
                Fault.of(
                        "the hourly backup failed",
                        () -> {
                            // The schedule begins a minute after the start.
                            command("clock", "advance", "PT2M");
                            Files.move(repository, directory.resolve("away"));
                            command("clock", "advance", "PT61M");
                        },
                        () -> {
                            Files.move(directory.resolve("away"), repository);
                            command("clock", "advance", "PT15M");
                        },
                        "backup-run",
                        "backup-age"),
                mode("../metrics-token", "rw-r--r--", "metrics-token"),
                rows(
                        "UPDATE mailbox SET emails = emails + 1 WHERE emails > 0",
                        "UPDATE mailbox SET emails = emails - 1 WHERE emails > 0",
                        "mail-counts"),
                rows(
                        "UPDATE mailbox SET uid_next = uid_next - 1 WHERE emails > 0",
                        "UPDATE mailbox SET uid_next = uid_next + 1 WHERE emails > 0",
                        "mail-uids"),
                rows(
                        "UPDATE account SET used_bytes = used_bytes + 1 WHERE n > 0",
                        "UPDATE account SET used_bytes = used_bytes - 1 WHERE n > 0",
                        "blob-counts"),
                rows(
                        "INSERT INTO container_share (account, type, container, principal, rights, capabilities, access)"
                                + " VALUES (77, 'Mailbox', 1, 78, '{}', '[]', 'read')",
                        "DELETE FROM container_share WHERE account = 77",
                        "sharing-orphans"),
                rows(
                        "INSERT INTO job (kind, subject, state, error, not_before, created_at, ended_at)"
                                + " VALUES ('x', '', 'failed', 'it failed', 0, 0, 0)",
                        "DELETE FROM job WHERE kind = 'x'",
                        "jobs"),
                Fault.of(
                        "no account is an operator",
                        () -> command("operator", "revoke", ADDRESS),
                        () -> command("operator", "grant", ADDRESS),
                        "operators"),
                Fault.of(
                        "the queue of a domain is held",
                        () -> command("queue", "hold", "--domain", "elsewhere.example"),
                        () -> command("queue", "release", "--domain", "elsewhere.example"),
                        "queue-hold"));
    }

    private static Map<String, String> doctor() {
        long begin = System.nanoTime();
        SvcCommand.Finished finished = server.command("", "doctor", "--json");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONGEST);
        Map<String, String> findings = new TreeMap<>();
        for (JsonNode finding : OperationInterface.json(finished.out())) {
            String status = finding.path("status").asText();
            if (status.equals("warn") || status.equals("fail")) {
                assertThat(finding.path("remedy").asText()).isNotEmpty();
                findings.put(finding.path("check").asText(), status);
            }
        }
        return findings;
    }

    @ParameterizedTest
    @MethodSource("faults")
    @Covers("DOC-02")
    void aFaultTurnsItsChecks(Fault fault) throws Exception {
        Map<String, String> before = doctor();
        assertThat(before.keySet()).as("the server is well").doesNotContainAnyElementsOf(fault.checks());
        fault.seed().run();
        try {
            await(fault.name(), findings -> findings.keySet().equals(union(before.keySet(), fault.checks())));
        } finally {
            fault.repair().run();
        }
        await("the repair: " + fault.name(), before::equals);
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    private static void await(String what, Predicate<Map<String, String>> condition) {
        AtomicReference<Map<String, String>> last = new AtomicReference<>(Map.of());
        try {
            server.await(what, PATIENCE, () -> {
                last.set(doctor());
                return condition.test(last.get());
            });
        } catch (AssertionError e) {
            throw new AssertionError(what + ": " + last.get(), e);
        }
    }
}
