package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/**
 * Tokens and the accounts that they reach, on a server with a clock that the tests move and with an extension that
 * authenticates.
 */
final class TokenIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MAIL = "urn:ietf:params:jmap:mail";

    private static RunningServer server;
    private static SignedIn ann;

    @BeforeAll
    static void start() {
        server = SharedServer.withClock();
        ann = SignedIn.as(server, "Ann@token.test");
    }

    private static JsonNode who(SignedIn otherUser) {
        HttpResponse<String> response = otherUser.get("/whoami");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return SignedIn.json(response);
    }

    private static boolean admits(SignedIn otherUser) {
        HttpResponse<String> response = otherUser.get("/whoami");
        assertThat(response.statusCode()).isIn(200, 401);
        return response.statusCode() == 200;
    }

    @Test
    @Covers(value = "AUTH-02", part = "tokens on the routes of JMAP")
    void tokenIsAcceptedOnlyInTheAuthorizationHeader() {
        for (String path : List.of("/.well-known/jmap", "/jmap")) {
            String method = path.equals("/jmap") ? "POST" : "GET";
            for (String query : List.of("", "?access_token=" + ann.token())) {
                HttpResponse<String> closed =
                        server.send(method, server.url() + path + query, "{\"access_token\":\"" + ann.token() + "\"}");
                assertThat(closed.statusCode()).as(path + query).isEqualTo(401);
                assertThat(closed.headers().firstValue("WWW-Authenticate"))
                        .hasValue("Bearer, Basic realm=\"svc\", charset=\"UTF-8\"");
            }
        }
        assertThat(who(ann).path("account").asText()).isEqualTo(ann.accountId());
        assertThat(who(ann).path("reach")).hasSize(1);
        HttpResponse<String> none = server.get(server.url() + "/whoami");
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(none.headers().firstValue("WWW-Authenticate"))
                .hasValue("Bearer, Basic realm=\"svc\", charset=\"UTF-8\"");
        AuthIT.assertProblem(none, 401, "invalid_token");
        assertThat(server.get(server.url() + "/whoami?access_token=" + ann.token())
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<String> rejected = server.get(server.url() + "/whoami", "Authorization", "Bearer wrong");
        assertThat(rejected.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_token\"");
        assertThat(rejected.statusCode()).isEqualTo(401);
        assertThat(server.get(server.url() + "/whoami", "Authorization", "bEARER " + ann.token())
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get(server.adminUrl() + "/version", "Authorization", "Bearer " + ann.token())
                        .statusCode())
                .as("a user's token opens nothing of the operator's")
                .isEqualTo(401);
    }

    @Test
    @Covers("AUTH-03")
    void tokenIsValidFor24Hours() {
        SignedIn seen = SignedIn.again(server, "ann@token.test");
        SignedIn unseen = SignedIn.again(server, "ann@token.test");
        assertThat(admits(seen)).isTrue();
        advance("PT23H59M");
        assertThat(admits(seen)).isTrue();
        SignedIn later = SignedIn.again(server, "ann@token.test");
        advance("PT1M");
        assertThat(admits(seen)).isFalse();
        assertThat(admits(unseen)).isFalse();
        assertThat(admits(later)).isTrue();
        ann = later;
    }

    private static void advance(String by) {
        assertThat(server.command("", "clock", "advance", by).exit()).isZero();
    }

    @Test
    void capabilitySwitchAppliesAtOnceToItsTenantOnly() throws Exception {
        SignedIn dan = SignedIn.as(server, "dan@example.net");
        SignedIn other = SignedIn.as(server, "eve@example.com");
        String tenant = tenantOf("example.net");
        assertThat(who(dan).path("off")).isEmpty();
        for (int i = 0; i < 20; i++) {
            boolean on = i % 2 == 1;
            assertThat(server.command("", "tenant", "update", tenant, "--capability", MAIL + "=" + on)
                            .exit())
                    .isZero();
            assertThat(who(dan).path("off")).hasSize(on ? 0 : 1);
        }
        server.command("", "tenant", "update", tenant, "--capability", MAIL + "=false");
        assertThat(who(dan).path("off").get(0).asText()).isEqualTo(MAIL);
        assertThat(who(other).path("off")).isEmpty();
    }

    private static String tenantOf(String domain) throws IOException {
        for (JsonNode tenant : JSON.readTree(
                        server.command("", "tenant", "list", "--json").out())
                .path("items")) {
            if (tenant.path("domains").toString().contains(domain)) {
                return tenant.path("id").asText();
            }
        }
        throw new AssertionError(domain);
    }

    @Test
    @Covers(value = "GEN-06", part = "who shares with whom")
    void accountIsSharedOnlyWithinItsTenant() {
        MailUser bob = MailUser.of(server, "bob@token.test");
        MailUser eve = MailUser.of(server, "eve@example.com");
        bob.share(bob.mailbox("inbox"), ann, "{'mayReadItems':true}");
        String inbox = eve.mailbox("inbox");
        assertThat(eve.tryShare(inbox, ann, "{'mayReadItems':true}")
                        .at("/notUpdated/" + inbox + "/type")
                        .asText())
                .isEqualTo("invalidProperties");
        SignedIn now = SignedIn.again(server, "ann@token.test");
        assertThat(who(now).path("reach").toString())
                .isEqualTo("[\"" + ann.accountId() + "\",\"shared:" + bob.who().accountId() + "\"]");
        assertThat(who(eve.who()).path("reach")).hasSize(1);
    }

    @Test
    void tokenAndPasswordAreInNoFileOrLog() throws Exception {
        SignedIn fresh = SignedIn.again(server, "ann@token.test");
        fresh.get("/whoami");
        server.get(server.url() + "/whoami?access_token=" + fresh.token());
        server.get(server.url() + "/whoami", "Authorization", "Bearer " + fresh.token() + "x");
        SignedIn.login(server, fresh.token(), fresh.token());
        assertThat(server.command("", "logs", "level", "debug").exit()).isZero();
        fresh.get("/whoami");
        SignedIn.login(server, "ann@token.test", SignedIn.PASSWORD);
        assertThat(server.out() + server.err()).doesNotContain(fresh.token()).doesNotContain(SignedIn.PASSWORD);
        try (Stream<Path> files = Files.walk(server.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(fresh.token())
                        .doesNotContain(SignedIn.PASSWORD);
            }
        }
    }
}
