package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Wrong passwords from ever new addresses, while a user works. */
final class FloodIT {

    /** More than may be hashed and queued at once, so that some requests are refused. */
    private static final int HASHES = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    private static final int ATTACKERS = Math.max(40, 18 * HASHES);
    private static final int REQUESTS = 100;
    private static final String ECHO =
            "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{\"a\":1},\"a\"]]}";

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc()
                .asOperator()
                .wary()
                // The memory of all these hashes at once would not fit, and every response except 401 and 429 is a
                // failure.
                .with("SVC_MEMORY", "128m")
                .start(
                        home,
                        "--set",
                        "server.trusted_proxies=[\"127.0.0.1\"]",
                        "--set",
                        "security.account_failures_per_hour=100000",
                        "--set",
                        "security.http_per_account_baseline=1000000",
                        "--set",
                        "security.http_per_account_burst=1000000",
                        "--set",
                        "security.http_per_ip_baseline=1000000",
                        "--set",
                        "security.http_per_ip_burst=1000000")
                .ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Returns the duration of the user's requests in microseconds, sorted. */
    private List<Long> work(SignedIn user) {
        List<Long> durations = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            long start = System.nanoTime();
            HttpResponse<String> response = user.post("/jmap", ECHO);
            durations.add((System.nanoTime() - start) / 1_000);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }
        Collections.sort(durations);
        return durations;
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void wrongPasswordFloodDoesNotAffectSignedInClients() throws Exception {
        SignedIn user = SignedIn.as(server, "ann@one.example");
        work(user);
        List<Long> quiet = work(user);
        long before = MeasuredProcess.of(server).residentKilobytes();

        AtomicBoolean over = new AtomicBoolean();
        ConcurrentHashMap<Integer, LongAdder> answers = new ConcurrentHashMap<>();
        List<Thread> flood = new ArrayList<>();
        for (int i = 0; i < ATTACKERS; i++) {
            Random random = new Random(i);
            Thread attacker = new Thread(() -> {
                while (!over.get()) {
                    int status = wrongPassword(random).statusCode();
                    answers.computeIfAbsent(status, any -> new LongAdder()).increment();
                }
            });
            attacker.start();
            flood.add(attacker);
        }
        server.await("flooded", () -> answers.containsKey(401) && answers.containsKey(429));
        List<Long> busy = work(user);
        for (int i = 0; i < 8; i++) {
            assertThat(server.metric("password_hashes_running"))
                    .as("hashes at once")
                    .isLessThanOrEqualTo(HASHES);
            assertThat(server.metric("password_hashes_waiting"))
                    .as("hashes that wait")
                    .isLessThanOrEqualTo(16L * HASHES);
        }
        over.set(true);
        for (Thread attacker : flood) {
            attacker.join();
        }
        long growth = MeasuredProcess.of(server).residentKilobytes() - before;

        System.out.printf(
                "a request beside a flood: p50 %d µs (quiet %d), p99 %d µs (quiet %d), memory grown by %d kB, answers %s%n",
                busy.get(REQUESTS / 2),
                quiet.get(REQUESTS / 2),
                busy.get(REQUESTS * 99 / 100),
                quiet.get(REQUESTS * 99 / 100),
                growth,
                answers);
        assertThat(answers.keySet()).containsExactlyInAnyOrder(401, 429);
        assertThat(growth).as("memory of hashes at once, and of addresses").isLessThan(200_000);
        assertThat(user.get("/.well-known/jmap").statusCode()).isEqualTo(200);
    }

    @Test
    @Covers(value = "SEC-05", part = "a flood of wrong passwords", open = "IMAP and DAV")
    void wrongPasswordFloodDoesNotBlockKnownNetworks() throws Exception {
        SignedIn.as(server, "ann@one.example");
        AtomicBoolean over = new AtomicBoolean();
        ConcurrentHashMap<Integer, LongAdder> answers = new ConcurrentHashMap<>();
        List<Thread> flood = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Random random = new Random(i);
            Thread attacker = new Thread(() -> {
                while (!over.get()) {
                    int status = wrongPassword(random).statusCode();
                    answers.computeIfAbsent(status, any -> new LongAdder()).increment();
                }
            });
            attacker.start();
            flood.add(attacker);
        }
        server.await("flooded", () -> answers.containsKey(401) && answers.containsKey(429));
        for (int i = 0; i < 5; i++) {
            assertThat(SignedIn.login(server, "ann@one.example", SignedIn.PASSWORD)
                            .statusCode())
                    .isEqualTo(200);
        }
        over.set(true);
        for (Thread attacker : flood) {
            attacker.join();
        }
    }

    private static HttpResponse<String> wrongPassword(Random random) {
        String address = "10." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
        return server.send(
                "POST",
                server.url() + "/auth/login",
                "{\"email\":\"ann@one.example\",\"password\":\"wrong wrong\"}",
                "Content-Type",
                "application/json",
                "X-Forwarded-For",
                address);
    }
}
