package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * The server is killed while operators work: each completed change has an audit entry, and each entry has its change.
 */
final class AuditCrashIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OPERATORS = 4;

    @TempDir
    private Path home;

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    @Covers(value = "ADM-36", part = "an act and its entry")
    void actionAndAuditEntryAreAtomicUnderKill() throws Exception {
        long seed = Long.getLong("svc.seed", 4_711L);
        int answers = 60 + new Random(seed).nextInt(100);
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            AtomicInteger left = new AtomicInteger(answers);
            ExecutorService operators = Executors.newFixedThreadPool(OPERATORS);
            for (int i = 0; i < OPERATORS; i++) {
                operators.execute(() -> found(server, left));
            }
            operators.shutdown();
            assertThat(operators.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat(server.isAlive()).isFalse();
        }
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            Set<String> made = new TreeSet<>(SignedIn.json(server.admin("GET", "/tenants?limit=500", ""))
                    .path("items")
                    .findValuesAsText("id"));
            Set<String> sent = new TreeSet<>();
            for (JsonNode entry : JSON.readTree(server.command("", "audit", "list", "--limit", "500", "--json")
                            .out())
                    .path("items")) {
                if (entry.path("action").asText().equals("tenant.create")) {
                    sent.add(entry.path("target").path("id").asText());
                }
            }
            assertThat(sent).as("seed " + seed).isEqualTo(made);
            assertThat(made).hasSizeGreaterThanOrEqualTo(answers);
        }
    }

    /**
     * Creates tenants one after another; after the last response the server is killed during the requests of the other
     * threads.
     */
    private void found(RunningServer server, AtomicInteger left) {
        try {
            while (server.isAlive()) {
                String domain = "d" + asked.incrementAndGet() + ".test";
                server.admin("POST", "/tenants", "{\"name\":\"x\",\"domains\":[\"" + domain + "\"]}");
                if (left.decrementAndGet() == 0) {
                    server.kill();
                }
            }
        } catch (UncheckedIOException failure) {
            assertThat(left).hasValueLessThan(OPERATORS);
        }
    }
}
