package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Vacation responses over HTTP (RFC 8621 §8, RFC 3834). */
final class VacationIT {

    private static final String URN = "urn:ietf:params:jmap:vacationresponse";

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER =
            new ServerOfClass(() -> TestClock.svc().start(home).ready());

    private static JsonNode vacation(Sender of, String method, String arguments) {
        return of.user()
                .using(List.of(URN), "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0)
                .path(1);
    }

    private static JsonNode set(Sender of, String patch) {
        return vacation(of, "VacationResponse/set", "'update':{'singleton':{" + patch + "}}");
    }

    private static void advance(String time) {
        assertThat(SERVER.running().command("", "clock", "advance", time).exit())
                .isZero();
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §8", "RFC8621 §8.1", "RFC8621 §8.2"},
            part = "vacation response")
    void vacationResponseIsASingleton() {
        Sender ann = Sender.of(SERVER.running(), "ann@one.test");
        JsonNode response = vacation(ann, "VacationResponse/get", "'ids':null");
        assertThat(response.path("list")).hasSize(1);
        assertThat(response.at("/list/0/id").asText()).isEqualTo("singleton");
        assertThat(response.at("/list/0/isEnabled").asBoolean(true)).isFalse();
        assertThat(response.at("/list/0/subject").isNull()).isTrue();
        JsonNode refused =
                vacation(ann, "VacationResponse/set", "'create':{'k':{'isEnabled':true}},'destroy':['singleton','s1']");
        assertThat(refused.at("/notCreated/k/type").asText()).isEqualTo("singleton");
        assertThat(refused.at("/notDestroyed/singleton/type").asText()).isEqualTo("singleton");
        assertThat(refused.at("/notDestroyed/s1/type").asText()).isEqualTo("notFound");
        assertThat(set(ann, "'isEnabled':'yes'")
                        .at("/notUpdated/singleton/type")
                        .asText())
                .isEqualTo("invalidProperties");
        assertThat(set(ann, "'fromDate':'tomorrow'")
                        .at("/notUpdated/singleton/properties/0")
                        .asText())
                .isEqualTo("fromDate");
        JsonNode changed = set(ann, "'subject':'Away'");
        assertThat(changed.path("newState")).isNotEqualTo(changed.path("oldState"));
        assertThat(set(ann, "'subject':'Away'").path("newState")).isEqualTo(changed.path("newState"));
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §8"},
            part = "vacation response")
    void eachSenderIsAnsweredOncePerWeek() {
        Sender ann = Sender.of(SERVER.running(), "ann@away.test");
        Sender bob = Sender.of(SERVER.running(), "bob@away.test");
        set(ann, "'isEnabled':true,'subject':'I am away','textBody':'Back soon.','htmlBody':'<p>Back soon.</p>'");
        bob.send("ann@away.test", "one");
        bob.awaitInbox("I am away");
        bob.send("ann@away.test", "two");
        ann.awaitInbox("one", "two");
        assertThat(bob.subjects("inbox")).containsExactly("I am away");
        String id = bob.user()
                .call("Email/query", "'filter':{'subject':'away'}")
                .at("/ids/0")
                .asText();
        JsonNode response = bob.user().email(id, "header:Auto-Submitted", "header:In-Reply-To", "from", "htmlBody");
        assertThat(response.path("header:Auto-Submitted").asText()).contains("auto-replied");
        assertThat(response.path("header:In-Reply-To").asText()).contains("@away.test");
        assertThat(response.at("/from/0/email").asText()).isEqualTo("ann@away.test");
        assertThat(response.path("htmlBody")).hasSize(1);
        advance("PT168H1S");
        bob = bob.at(SERVER.running());
        bob.send("ann@away.test", "three");
        bob.awaitInbox("I am away", "I am away");
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §8"},
            part = "vacation response")
    void twoVacationResponsesAnswerEachOtherOnce() {
        Sender ann = Sender.of(SERVER.running(), "ann@both.test");
        Sender bob = Sender.of(SERVER.running(), "bob@both.test");
        set(ann, "'isEnabled':true,'subject':'Ann is away'");
        set(bob, "'isEnabled':true,'subject':'Bob is away'");
        bob.send("ann@both.test", "hello");
        bob.awaitInbox("Ann is away");
        ann.send("bob@both.test", "later");
        ann.awaitInbox("Bob is away", "hello");
        bob.awaitInbox("Ann is away", "later");
    }
}
