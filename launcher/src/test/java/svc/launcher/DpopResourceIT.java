package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;

/** Proofs on every request: required, or verified if present. */
final class DpopResourceIT {

    private static final String ANN = "ann@example.org";
    private static final String ECHO =
            "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{},\"0\"]]}";

    @TempDir
    private Path home;

    /** The invalid proofs of one kind, and the word for it in the response. */
    private record Bad(String reason, List<String> proofs) {
        String[] fields() {
            return proofs.toArray(String[]::new);
        }
    }

    private static List<Bad> bad(DpopCaller bound, String method, String path) {
        Claims good = bound.claims(method, path, Instant.now());
        Claims nameless = Claims.of(method, bound.in().server().url() + path, Instant.now())
                .with(DpopCaller.nonce(bound.in().server()));
        return List.of(
                new Bad("missing", List.of()),
                new Bad("no-token-hash", List.of(bound.key().proof(nameless))),
                new Bad("wrong-token-hash", List.of(bound.key().proof(nameless.of("other")))),
                new Bad("other-key", List.of(DpopKey.fresh().proof(good))),
                new Bad("wrong-method", List.of(bound.key().proof(bound.claims("PUT", path, Instant.now())))),
                new Bad("wrong-url", List.of(bound.key().proof(bound.claims(method, path + "/x", Instant.now())))),
                new Bad("stale-nonce", List.of(bound.key().proof(good.with("bogus")))),
                new Bad("malformed", List.of("nonsense")));
    }

    @Test
    @Covers("DPOP-06")
    @Covers(
            value = {"DPOP-07", "DPOP-09", "TICK-07"},
            open = "uploads, downloads, sockets and open streams; IMAP and DAV")
    void requiredModeNeedsAProofOnEveryRequest() {
        try (RunningServer server = SvcCommand.svc()
                .start(home, "--set", "auth.dpop_resource=\"require\"", "--set", "auth.dpop_nonce_required=true")
                .ready()) {
            SignedIn unbound = SignedIn.as(server, ANN);
            DpopCaller bound = DpopCaller.again(server, ANN, Instant.now());
            for (String path : List.of("/jmap", "/jmap/stream-ticket", "/auth/logout", "/auth/refresh")) {
                for (Bad bad : bad(bound, "POST", path)) {
                    HttpResponse<String> refused = bound.send("POST", path, ECHO, bad.fields());
                    assertThat(refused.statusCode())
                            .as(path + " " + bad.reason())
                            .isEqualTo(401);
                    assertThat(refused.headers().firstValue("WWW-Authenticate"))
                            .hasValueSatisfying(field -> assertThat(field).contains("Bearer error=", "DPoP error="));
                }
            }
            assertThat(bound.in().get("/.well-known/jmap").statusCode()).isEqualTo(401);
            assertThat(bound.proven("GET", "/.well-known/jmap", "", Instant.now())
                            .statusCode())
                    .isEqualTo(200);
            String once = bound.key().proof(bound.claims("POST", "/jmap", Instant.now()));
            assertThat(bound.send("POST", "/jmap", ECHO, once).statusCode()).isEqualTo(200);
            assertThat(bound.send("POST", "/jmap", ECHO, once).statusCode()).isEqualTo(401);
            assertThat(bound.proven("POST", "/jmap/stream-ticket", "", Instant.now())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(unbound.post("/jmap", ECHO).statusCode()).isEqualTo(200);
            assertThat(unbound.post("/jmap/stream-ticket", "").statusCode()).isEqualTo(200);
            assertThat(unbound.post("/auth/refresh", "").statusCode()).isEqualTo(200);
            assertThat(bound.proven("POST", "/auth/refresh", "", Instant.now()).statusCode())
                    .isEqualTo(200);
            assertThat(server.err()).doesNotContain("dpop_monitor");
            assertNonceIsRequired(server);
        }
    }

    /** The nonce then decides alone whether a proof is fresh. */
    private static void assertNonceIsRequired(RunningServer server) {
        DpopKey key = DpopKey.fresh();
        Claims now = Claims.of("POST", server.url() + "/auth/login", Instant.now());
        HttpResponse<String> without = DpopCaller.login(server, ANN, key.proof(now));
        AuthIT.assertProblem(without, 401, "use_dpop_nonce");
        String nonce = without.headers().firstValue("DPoP-Nonce").orElseThrow();
        Claims early =
                Claims.of("POST", server.url() + "/auth/login", Instant.now().minus(Duration.ofHours(1)));
        assertThat(DpopCaller.login(server, ANN, key.proof(early.with(nonce))).statusCode())
                .isEqualTo(200);
    }

    @Test
    @Covers("DPOP-08")
    void reportOnlyModeCountsWithoutRejecting() {
        try (RunningServer server = SvcCommand.svc()
                .start(home, "--set", "auth.dpop_resource=\"monitor\"")
                .ready()) {
            SignedIn unbound = SignedIn.as(server, ANN);
            DpopCaller bound = DpopCaller.again(server, ANN, Instant.now());
            assertThat(bound.proven("POST", "/jmap", ECHO, Instant.now()).statusCode())
                    .isEqualTo(200);
            assertThat(unbound.post("/jmap", ECHO).statusCode()).isEqualTo(200);
            assertThat(reported(server)).isZero();
            int reports = 0;
            for (Bad bad : bad(bound, "POST", "/jmap")) {
                assertThat(bound.send("POST", "/jmap", ECHO, bad.fields()).statusCode())
                        .as(bad.reason())
                        .isEqualTo(200);
                reports++;
                int expected = reports;
                server.await("reported " + bad.reason(), () -> reported(server) == expected);
                assertThat(server.out() + server.err()).contains("reason=" + bad.reason());
            }
            assertThat(server.out() + server.err()).doesNotContain(bound.in().token());
        }
    }

    private static int reported(RunningServer server) {
        return (server.out() + server.err()).split("event=dpop_monitor", -1).length - 1;
    }
}
