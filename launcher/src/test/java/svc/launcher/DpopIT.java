package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;

/**
 * Sign-ins that are bound to a key, on a server with the default configuration: requests with the token need no proof.
 */
final class DpopIT {

    private static final String ANN = "ann@dpop.test";

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
        SignedIn.as(server, ANN);
    }

    private static Claims refresh() {
        return Claims.of("POST", server.url() + "/auth/refresh", Instant.now()).with(DpopCaller.nonce(server));
    }

    private static int refresh(DpopCaller bound, String... proofs) {
        return bound.send("POST", "/auth/refresh", "", proofs).statusCode();
    }

    @Test
    @Covers({"DPOP-01", "DPOP-02", "DPOP-03"})
    void boundSignInIsRefreshedOnlyWithAFreshProofOfItsKey() {
        DpopCaller bound = DpopCaller.again(server, ANN, Instant.now());
        assertThat(bound.in().get("/.well-known/jmap").statusCode()).isEqualTo(200);
        HttpResponse<String> none = bound.send("POST", "/auth/refresh", "");
        AuthIT.assertProblem(none, 401, "invalid_dpop_proof");
        assertThat(none.headers().firstValue("WWW-Authenticate"))
                .hasValue("Bearer error=\"invalid_dpop_proof\", DPoP error=\"invalid_dpop_proof\", algs=\"ES256\"");
        assertThat(refresh(bound, DpopKey.fresh().proof(refresh()))).isEqualTo(401);
        Claims old =
                Claims.of("POST", server.url() + "/auth/refresh", Instant.now().minus(Duration.ofMinutes(6)));
        assertThat(refresh(bound, bound.key().proof(old))).isEqualTo(401);
        assertThat(refresh(bound, bound.key().proof(refresh()), bound.key().proof(refresh())))
                .isEqualTo(401);
        assertThat(bound.in().get("/.well-known/jmap").statusCode())
                .as("a refusal changes nothing")
                .isEqualTo(200);
        String proof = bound.key().proof(refresh());
        HttpResponse<String> response = bound.send("POST", "/auth/refresh", "", proof);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        DpopCaller next = new DpopCaller(DpopCaller.in(server, ANN, response), bound.key());
        assertThat(refresh(next)).as("bound again").isEqualTo(401);
        assertThat(refresh(next, proof)).as("used before").isEqualTo(401);
        assertThat(next.in().get("/.well-known/jmap").statusCode()).isEqualTo(200);
        assertThat(refresh(next, next.key().proof(refresh()))).isEqualTo(200);
        assertThat(next.in().get("/.well-known/jmap").headers().firstValue("WWW-Authenticate"))
                .as("a token that was deleted is nobody's")
                .hasValue("Bearer error=\"invalid_token\"");
    }

    @Test
    @Covers(value = "DPOP-01", part = "a sign-in with a bad proof")
    void invalidProofIsRejected() {
        DpopKey key = DpopKey.fresh();
        Claims good = DpopCaller.login(server, Instant.now());
        Claims elsewhere =
                Claims.of("POST", server.url() + "/jmap", Instant.now()).with(DpopCaller.nonce(server));
        for (String proof : new String[] {"", "x.y.z", key.proof(elsewhere), key.proof(good) + "A"}) {
            HttpResponse<String> response = DpopCaller.login(server, ANN, proof);
            AuthIT.assertProblem(response, 401, "invalid_dpop_proof");
            assertThat(response.headers().allValues("DPoP-Nonce")).hasSize(1);
            assertThat(response.body()).doesNotContain("accessToken");
        }
        assertThat(DpopCaller.login(server, ANN, key.proof(good.named("a")), key.proof(good.named("b")))
                        .statusCode())
                .isEqualTo(401);
        String proof = key.proof(good);
        assertThat(DpopCaller.login(server, ANN, proof).statusCode()).isEqualTo(200);
        assertThat(DpopCaller.login(server, ANN, proof).statusCode()).isEqualTo(401);
        SignedIn unbound = SignedIn.again(server, ANN);
        assertThat(unbound.post("/auth/refresh", "").statusCode()).isEqualTo(200);
    }

    @Test
    @Covers("DPOP-05")
    void presentNonceMustBeValid() {
        DpopKey key = DpopKey.fresh();
        Claims claims = Claims.of("POST", server.url() + "/auth/login", Instant.now());
        HttpResponse<String> stale = DpopCaller.login(server, ANN, key.proof(claims.with("bogus")));
        AuthIT.assertProblem(stale, 401, "use_dpop_nonce");
        assertThat(stale.headers().firstValue("WWW-Authenticate"))
                .hasValue("Bearer error=\"use_dpop_nonce\", DPoP error=\"use_dpop_nonce\", algs=\"ES256\"");
        assertThat(stale.headers().allValues("DPoP-Nonce")).hasSize(1);
        String nonce = stale.headers().firstValue("DPoP-Nonce").orElseThrow();
        assertThat(DpopCaller.login(server, ANN, key.proof(claims.with(nonce))).statusCode())
                .isEqualTo(200);
    }

    @Test
    @Covers("DPOP-10")
    void defaultPortEqualsNoPort() {
        String path = "/auth/login";
        DpopKey key = DpopKey.fresh();
        for (String htu : new String[] {"http://h" + path, "http://h:80" + path, "HTTP://H" + path + "?a#b"}) {
            String proof = key.proof(Claims.of("POST", htu, Instant.now()).with(DpopCaller.nonce(server)));
            assertThat(RawHost.post(server, "h", path, ANN, proof)).as(htu).isEqualTo(200);
        }
        for (String htu : new String[] {"http://h:8443" + path, "https://h" + path, "http://i" + path}) {
            String proof = key.proof(Claims.of("POST", htu, Instant.now()).with(DpopCaller.nonce(server)));
            assertThat(RawHost.post(server, "h:80", path, ANN, proof)).as(htu).isEqualTo(401);
        }
    }

    @Test
    @Covers("DPOP-11")
    void configurationAcceptsOnlyItsKeywords() {
        SvcCommand.Finished strict = server.svc("config", "check", "--set", "auth.dpop_resource=\"strict\"");
        assertThat(strict.exit()).isNotZero();
        assertThat(strict.out() + strict.err()).contains("dpop_resource", "off", "monitor", "require");
        SvcCommand.Finished word = server.svc("config", "check", "--set", "auth.dpop_nonce_required=\"yes\"");
        assertThat(word.exit()).isNotZero();
        assertThat(server.svc("config", "check", "--set", "auth.dpop_resource=\"monitor\"")
                        .exit())
                .isZero();
    }
}
