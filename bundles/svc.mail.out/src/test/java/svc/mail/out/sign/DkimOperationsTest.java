package svc.mail.out.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.mail.out.sign.SigningFixture.ANN;
import static svc.mail.out.sign.SigningFixture.HOST;
import static svc.mail.out.sign.SigningFixture.message;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.operation.OperationException;
import svc.mail.out.sign.DkimOperations.KeyView;
import svc.mailauth.Zone;

/** The operations {@code svc dkim}, the health checks and the metrics of the keys. */
final class DkimOperationsTest {

    @TempDir
    Path folder;

    private SigningFixture server;
    private DkimOperations operations;
    private KeyHealthCheck health;

    @BeforeEach
    void open() {
        server = new SigningFixture(folder);
        operations = new DkimOperations(server.keys);
        health = new KeyHealthCheck(server.keys, server.clock);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Map<String, Finding> findings() {
        Map<String, Finding> findings = new TreeMap<>();
        health.run().forEach(finding -> findings.put(finding.check(), finding));
        assertThat(findings.keySet()).containsExactlyInAnyOrderElementsOf(health.checks());
        return findings;
    }

    private Finding finding(String check) {
        return Objects.requireNonNull(findings().get(check));
    }

    @Test
    void rotateShowsTheRecordsToPublish() throws IOException {
        List<KeyView> views = operations.rotate("One.test");
        assertThat(views).hasSize(2).isEqualTo(operations.list("one.test"));
        KeyView rsa = views.get(1);
        assertThat(rsa.recordName()).isEqualTo(rsa.selector() + "._domainkey.one.test");
        assertThat(rsa.recordValue()).hasSize(2).allMatch(string -> string.length() <= 255);
        assertThat(String.join("", rsa.recordValue())).startsWith("v=DKIM1; k=rsa; p=");
        assertThat(views).extracting(KeyView::state).containsOnly("new");
        assertThat(views).extracting(KeyView::inDns).containsOnly("unknown");
        server.start();
        server.advanceToRun(Duration.ofMinutes(3));
        assertThat(operations.list("one.test")).extracting(KeyView::inDns).containsOnly("no");
        server.makeLive("one.test");
        assertThat(operations.list(null)).extracting(KeyView::inDns).containsOnly("yes");
        assertThat(operations.list(null)).extracting(KeyView::state).containsOnly("live");
        assertThat(operations.list("two.test")).isEmpty();
        assertThat(operations.rotate(HOST)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"far.test", "sub.one.test", "test", "", "../one.test", "ann@one.test"})
    void rotateRefusesOtherDomains(String domain) {
        assertThatThrownBy(() -> operations.rotate(domain)).isInstanceOf(OperationException.class);
        assertThat(server.keys.all()).isEmpty();
    }

    @Test
    void healthChecksNameTheMissingRecords() throws IOException {
        assertThat(findings().values()).extracting(Finding::status).containsOnly(Status.SKIPPED);
        server.sign(ANN, message("ann@one.test"));
        Finding missing = finding("dkim-records");
        assertThat(missing.status()).isEqualTo(Status.WARN);
        assertThat(missing.detail()).contains(server.keys.of("one.test").get(0).name());
        server.makeLive("one.test");
        assertThat(findings().values()).extracting(Finding::status).containsOnly(Status.OK);
        operations.rotate("one.test"); // The present keys sign until the records are there.
        assertThat(findings().values()).extracting(Finding::status).containsOnly(Status.OK);
        server.zone = new Zone();
        server.advanceToRun(Duration.ofDays(2));
        assertThat(finding("dkim-records").status()).isEqualTo(Status.WARN);
    }

    @Test
    void healthChecksWarnOfOldKeysAndOfFiles() throws IOException {
        server.makeLive("one.test");
        server.clock.advance(Duration.ofDays(366));
        assertThat(finding("dkim-age").detail()).contains("one.test");
        DomainKey key = server.keys.of("one.test").get(0);
        Path file = server.keys.files().path(key.file());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(finding("dkim-files").status()).isEqualTo(Status.WARN);
        Files.writeString(file, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        assertThat(finding("dkim-files").status()).isEqualTo(Status.FAIL);
        Files.delete(file);
        assertThat(finding("dkim-files").detail()).contains(key.file());
    }

    @Test
    void metricsCountMessagesAndKeysWithoutDomains() throws IOException {
        server.sign(ANN, message("ann@one.test"));
        server.sign(ANN, message("ann@far.test"));
        server.makeLive("one.test");
        server.sign(ANN, message("ann@one.test"));
        Map<String, Long> values = new TreeMap<>();
        server.metrics.collect(new MetricSink() {
            @Override
            public void counter(String name, String help, long value, String... labels) {
                values.put(name + " " + String.join(" ", labels), value);
            }

            @Override
            public void gauge(String name, String help, double value, String... labels) {
                values.put(name + " " + String.join(" ", labels), Math.round(value));
            }

            @Override
            public void histogram(String name, String help, Histogram timings, String... labels) {
                throw new AssertionError(name);
            }
        });
        assertThat(values)
                .isEqualTo(new TreeMap<>(Map.of(
                        "dkim_keys state live", 2L,
                        "dkim_keys state new", 0L,
                        "dkim_keys state retired", 0L,
                        "out_signatures_total result no_key", 1L,
                        "out_signatures_total result not_signed", 1L,
                        "out_signatures_total result sealed", 0L,
                        "out_signatures_total result signed", 1L)));
    }
}
