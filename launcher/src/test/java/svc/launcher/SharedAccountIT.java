package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** What a caller sees and may do in a shared account, over HTTP. */
final class SharedAccountIT {

    private static final String OTHER = "urn:svc:params:jmap:v2:apppasswords";

    /** A capability that is available with any share. */
    private static final String BLOB = "urn:ietf:params:jmap:blob";

    /** The key that names the owner of each account (RFC 9670 §1.5.2). */
    private static final String OWNER = "urn:ietf:params:jmap:principals:owner";

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = ServerOfClass.sharedServer();
    }

    private static JsonNode session(SignedIn otherUser) {
        return SignedIn.json(otherUser.get("/.well-known/jmap"));
    }

    /** Shares a capability of an account; the server has the bundle of {@link WhoAmIBundle}. */
    static void share(SignedIn owner, SignedIn with, String capability, String access) {
        HttpResponse<String> response =
                owner.post("/whoami?with=" + with.email() + "&capability=" + capability + "&access=" + access, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
    }

    private static JsonNode call(SignedIn otherUser, String account, String method, String arguments) {
        return SignedIn.json(otherUser.post(
                        "/jmap",
                        "{\"using\":[" + TasksBundle.USING + "],\"methodCalls\":[[\"" + method + "\",{\"accountId\":\""
                                + account + "\"" + arguments + "},\"c\"]]}"))
                .at("/methodResponses/0/1");
    }

    private static final String CREATE = ",\"create\":{\"k\":{\"title\":\"t\"}}";

    @Test
    @Covers({"ACC-01", "ACC-02", "ACC-04", "SESS-10"})
    @Covers(value = "ACC-03", open = "a share that a client makes")
    void readShareAllowsReadingOnly() {
        SignedIn ann = SignedIn.as(server, "ann@sharedaccount.test");
        SignedIn bob = SignedIn.as(server, "bob@sharedaccount.test");
        assertThat(server.command("", "account", "update", bob.accountId(), "--name", "Bob Bones")
                        .exit())
                .isZero();
        String before = session(ann).path("state").asText();
        share(bob, ann, TasksBundle.URN, "READ");

        String shared = "shared:" + bob.accountId();
        JsonNode session = session(ann);
        assertThat(session.path("state").asText()).isNotEqualTo(before);
        assertThat(session.path("accounts").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(ann.accountId(), shared);
        assertAccount(session.path("accounts").path(ann.accountId()), "ann@sharedaccount.test", true, false);
        JsonNode account = session.path("accounts").path(shared);
        assertAccount(account, "Bob Bones", false, true);
        assertThat(account.path("accountCapabilities").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(TasksBundle.URN, BLOB, OWNER);
        assertThat(session.path("primaryAccounts").path(TasksBundle.URN).asText())
                .isEqualTo(ann.accountId());

        String task = call(bob, bob.accountId(), "Task/set", CREATE)
                .at("/created/k/id")
                .asText();
        assertThat(call(ann, shared, "Task/get", ",\"ids\":null")
                        .at("/list/0/id")
                        .asText())
                .isEqualTo(task);
        for (String change : List.of(CREATE, ",\"destroy\":[\"" + task + "\"]")) {
            assertThat(call(ann, shared, "Task/set", change).path("type").asText())
                    .isEqualTo("accountReadOnly");
        }
        assertThat(call(bob, bob.accountId(), "Task/get", ",\"ids\":null").path("list"))
                .hasSize(1);
    }

    @Test
    @Covers("ACC-04")
    @Covers(value = "ACC-03", open = "a share that a client makes")
    void writeShareAllowsWriting() {
        SignedIn carol = SignedIn.as(server, "carol@sharedaccount.test");
        SignedIn dan = SignedIn.as(server, "dan@sharedaccount.test");
        share(dan, carol, TasksBundle.URN, "WRITE");
        String shared = "shared:" + dan.accountId();
        assertAccount(session(carol).path("accounts").path(shared), "dan@sharedaccount.test", false, false);
        String task =
                call(carol, shared, "Task/set", CREATE).at("/created/k/id").asText();
        assertThat(call(dan, dan.accountId(), "Task/get", ",\"ids\":null")
                        .at("/list/0/id")
                        .asText())
                .isEqualTo(task);
    }

    @Test
    @Covers("ACC-04")
    void unsharedTypesAreNotInTheAccount() {
        SignedIn eve = SignedIn.as(server, "eve@sharedaccount.test");
        SignedIn fay = SignedIn.as(server, "fay@sharedaccount.test");
        share(fay, eve, OTHER, "READ");
        String shared = "shared:" + fay.accountId();
        assertThat(session(eve)
                        .path("accounts")
                        .path(shared)
                        .path("accountCapabilities")
                        .fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(OTHER, BLOB, OWNER);
        assertThat(call(eve, shared, "Task/get", ",\"ids\":null").path("type").asText())
                .isEqualTo("accountNotSupportedByMethod");
    }

    @Test
    @Covers(value = "ACC-07", open = "a share that a client makes")
    void sharesDoNotCrossTenants() {
        SignedIn gil = SignedIn.as(server, "gil@sharedaccount.test");
        SignedIn zoe = SignedIn.as(server, "zoe@elsewhere.sharedaccount.test");
        String before = session(gil).toString();
        HttpResponse<String> refused =
                zoe.post("/whoami?with=gil@sharedaccount.test&capability=" + TasksBundle.URN + "&access=WRITE", "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(session(gil)).hasToString(before);
        assertThat(call(gil, "shared:" + zoe.accountId(), "Task/get", ",\"ids\":null")
                        .path("type")
                        .asText())
                .isEqualTo("accountNotFound");
    }

    private static JsonNode since(SignedIn otherUser, String account, String verb, String argument, String state) {
        return call(otherUser, account, "Task/" + verb, ",\"" + argument + "\":\"" + state + "\"");
    }

    /**
     * A changed share shows or hides objects that did not change: earlier states are not valid any more (RFC 8620
     * §5.2).
     */
    @Test
    @Covers({"ACC-04", "ERR-02"})
    void statesFromBeforeAShareChangeCannotBeCalculated() {
        SignedIn ivy = SignedIn.as(server, "ivy@sharedaccount.test");
        SignedIn jon = SignedIn.as(server, "jon@sharedaccount.test");
        share(jon, ivy, TasksBundle.URN, "READ");
        String shared = "shared:" + jon.accountId();
        String own = call(jon, jon.accountId(), "Task/get", ",\"ids\":[]")
                .path("state")
                .asText();
        String state =
                call(ivy, shared, "Task/get", ",\"ids\":[]").path("state").asText();
        String query = call(ivy, shared, "Task/query", "").path("queryState").asText();
        String task = call(jon, jon.accountId(), "Task/set", CREATE)
                .at("/created/k/id")
                .asText();
        for (int again = 0; again < 2; again++) {
            assertThat(since(ivy, shared, "changes", "sinceState", state)
                            .at("/created/0")
                            .asText())
                    .isEqualTo(task);
            assertThat(since(ivy, shared, "queryChanges", "sinceQueryState", query)
                            .at("/added/0/id")
                            .asText())
                    .isEqualTo(task);
            share(jon, ivy, TasksBundle.URN, "READ");
        }

        share(jon, ivy, TasksBundle.URN, "WRITE");
        assertLost(since(ivy, shared, "changes", "sinceState", state));
        assertLost(since(ivy, shared, "queryChanges", "sinceQueryState", query));
        assertThat(call(ivy, shared, "Task/set", ",\"ifInState\":\"" + state + "\"" + CREATE)
                        .path("type")
                        .asText())
                .isEqualTo("stateMismatch");
        assertLost(since(ivy, shared, "changes", "sinceState", own));
        assertThat(since(jon, jon.accountId(), "changes", "sinceState", own)
                        .at("/created/0")
                        .asText())
                .as("the owner's own states stand")
                .isEqualTo(task);
        String now = call(ivy, shared, "Task/get", ",\"ids\":[]").path("state").asText();
        assertThat(since(ivy, shared, "changes", "sinceState", now).path("created"))
                .isEmpty();
        share(jon, ivy, OTHER, "READ");
        assertLost(since(ivy, shared, "changes", "sinceState", now));
    }

    private static void assertLost(JsonNode response) {
        assertThat(response).hasToString("{\"type\":\"cannotCalculateChanges\"}");
    }

    private static void assertAccount(JsonNode account, String name, boolean personal, boolean readOnly) {
        assertThat(account.path("name").isTextual()).isTrue();
        assertThat(account.path("name").asText()).isEqualTo(name);
        assertThat(account.path("isPersonal").isBoolean()).isTrue();
        assertThat(account.path("isPersonal").asBoolean()).isEqualTo(personal);
        assertThat(account.path("isReadOnly").isBoolean()).isTrue();
        assertThat(account.path("isReadOnly").asBoolean()).isEqualTo(readOnly);
    }

    /** No identifier of the protocol contains a product name. */
    @Test
    @Covers("GEN-08")
    void everyCapabilityUrnHasAKnownPrefix() {
        SignedIn hal = SignedIn.as(server, "hal@sharedaccount.test");
        assertThat(session(hal).path("capabilities").fieldNames())
                .toIterable()
                .allSatisfy(urn -> assertThat(urn.startsWith("urn:ietf:params:jmap:")
                                || urn.startsWith("urn:svc:params:jmap:")
                                || Set.of(TasksBundle.URN, KeepsBundle.URN).contains(urn))
                        .as(urn)
                        .isTrue());
    }
}
