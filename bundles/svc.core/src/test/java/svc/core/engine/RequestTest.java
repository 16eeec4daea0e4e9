package svc.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.identity.Account;
import svc.api.jmap.Capability;
import svc.api.jmap.CapabilityExclusion;
import svc.core.Note;
import svc.core.dispatch.RequestErrors;
import svc.testkit.Covers;

/** The structure, references and errors of a request as seen by a client. */
class RequestTest {

    private static final String CORE = "\"urn:ietf:params:jmap:core\"";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o1", "ada");

    @BeforeEach
    void notes() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "nonsense",
                "{\"using\":[],\"using\":[],\"methodCalls\":[]}",
                "{\"using\":[],\"methodCalls\":[]} x",
                "{\"using\":[],\"methodCalls\":[],\"x\":\"\\ud800\"}",
                "{\"using\":[],\"methodCalls\":[],\"x\":1e999}"
            })
    @Covers({"ENV-01", "ERR-01"})
    void rejectsABodyThatIsNotJson(String body) {
        assertThat(bench.send(ada, body))
                .containsEntry("type", "urn:ietf:params:jmap:error:notJSON")
                .containsEntry("status", 400)
                .containsKey("detail");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "{\"foo\":1}",
                "{\"using\":\"x\",\"methodCalls\":[]}",
                "{\"using\":[1],\"methodCalls\":[]}",
                "{\"using\":[]}",
                "{\"using\":[],\"methodCalls\":{}}",
                "{\"using\":[],\"methodCalls\":[[\"Core/echo\",{}]]}",
                "{\"using\":[],\"methodCalls\":[[\"Core/echo\",{},\"c\",1]]}",
                "{\"using\":[],\"methodCalls\":[[\"Core/echo\",[],\"c\"]]}",
                "{\"using\":[],\"methodCalls\":[[\"Core/echo\",{},1]]}",
                "{\"using\":[],\"methodCalls\":[],\"createdIds\":[]}",
                "{\"using\":[],\"methodCalls\":[],\"createdIds\":null}",
                "{\"using\":[],\"methodCalls\":[],\"createdIds\":{\"a\":1}}"
            })
    @Covers({"ENV-01", "ERR-01"})
    void rejectsJsonThatIsNotARequest(String body) {
        assertThat(bench.send(ada, body)).containsEntry("type", "urn:ietf:params:jmap:error:notRequest");
    }

    @Test
    @Covers("ENV-01")
    void rejectsInvalidUtf8() {
        byte[] body = "{\"using\":[],\"methodCalls\":[],\"x\":\"?\"}".getBytes(StandardCharsets.UTF_8);
        body[body.length - 3] = (byte) 0xff;
        assertThatThrownBy(() -> bench.engine.ready(Bench.caller(ada), body))
                .isInstanceOfSatisfying(
                        RequestErrors.class,
                        p -> assertThat(p.members().get("type")).asString().endsWith("notJSON"));
    }

    @Test
    @Covers({"ENV-02", "ENV-03", "ENV-07"})
    void returnsResponsesInOrderWithTheirCallIds() {
        Map<String, @Nullable Object> answer = bench.send(
                ada,
                "{\"using\":[" + CORE
                        + "],\"future\":1,\"methodCalls\":[[\"Core/echo\",{\"a\":[1,{\"b\":null}]},\"a\"],"
                        + "[\"Nope/get\",{},\"b\"],[\"Core/echo\",{},\"a\"]]}");
        assertThat(answer).containsOnlyKeys("methodResponses", "sessionState");
        List<?> responses = (List<?>) Objects.requireNonNull(answer.get("methodResponses"));
        Map<String, @Nullable Object> inner = new LinkedHashMap<>();
        inner.put("b", null);
        assertThat(responses.get(0)).isEqualTo(List.of("Core/echo", Map.of("a", List.of(1, inner)), "a"));
        assertThat(responses.get(2)).isEqualTo(List.of("Core/echo", Map.of(), "a"));
        assertThat(answer.get("sessionState")).isEqualTo(bench.engine.sessionState(Bench.caller(ada)));
    }

    @Test
    @Covers({"ENV-04", "ENV-06"})
    void aCallWithoutItsCapabilityFailsAlone() {
        String create =
                "[\"Note/set\",{\"accountId\":\"" + ada.id() + "\",\"create\":{\"k\":{\"title\":\"t\"}}},\"a\"]";
        List<List<@Nullable Object>> responses =
                bench.calls(ada, CORE, create + ",[\"Core/echo\",{},\"b\"],[\"Fake/x\",{},\"c\"]");
        assertThat(responses.stream().map(Bench::errorOf))
                .containsExactly("error unknownCapability", "Core/echo null", "error unknownMethod");
        assertThat(bench.calls(ada, "", create).stream().map(Bench::errorOf)).containsExactly("error unknownMethod");
        assertThat(bench.call(ada, Note.USING, "Note/get", "{\"accountId\":\"" + ada.id() + "\",\"ids\":null}"))
                .containsEntry("list", List.of());
    }

    @Test
    @Covers("ENV-05")
    void rejectsARequestWithAnUnsupportedUrn() {
        assertThat(bench.send(ada, "{\"using\":[" + CORE + ",\"urn:fake:x\"],\"methodCalls\":[]}"))
                .containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability")
                .containsEntry("status", 400);
    }

    @Test
    @Covers("CAP-07")
    void rejectsARequestWithMutuallyExclusiveCapabilities() {
        String both = "{\"using\":[" + Note.USING + "],\"methodCalls\":[]}";
        assertThat(bench.send(ada, both)).containsKey("methodResponses");
        bench.add(new CapabilityExclusion("urn:ietf:params:jmap:core", Note.URN));
        assertThat(bench.send(ada, both)).containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability");
    }

    @Test
    @Covers("CAP-08")
    void aDisabledCapabilityIsUnknown() {
        String state = bench.engine.sessionState(Bench.caller(ada));
        bench.people.switchOff("o1", Note.URN);
        assertThat(bench.send(ada, "{\"using\":[" + Note.USING + "],\"methodCalls\":[]}"))
                .containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability");
        assertThat(bench.engine.sessionState(Bench.caller(ada))).isNotEqualTo(state);
        Account bob = bench.account("o2", "bob");
        assertThat(bench.send(bob, "{\"using\":[" + Note.USING + "],\"methodCalls\":[]}"))
                .containsKey("methodResponses");
    }

    @Test
    @Covers({"CAP-05", "ACC-04"})
    void aCapabilityEnablesTheMethodsOfTheOnesItCovers() {
        bench.add(new Capability() {
            @Override
            public String urn() {
                return "urn:test:notes2";
            }

            @Override
            public Set<String> implies() {
                return Set.of(Note.URN);
            }
        });
        assertThat(bench.call(
                        ada, "\"urn:test:notes2\"", "Note/get", "{\"accountId\":\"" + ada.id() + "\",\"ids\":[]}"))
                .containsEntry("list", List.of());
    }

    @ParameterizedTest
    @CsvSource({"64, true", "65, false"})
    @Covers("LIM-05")
    void limitsTheCallsOfARequest(int calls, boolean fine) {
        String echoes = IntStream.range(0, calls)
                .mapToObj(i -> "[\"Core/echo\",{},\"c" + i + "\"]")
                .collect(Collectors.joining(","));
        Map<String, @Nullable Object> answer =
                bench.send(ada, "{\"using\":[" + CORE + "],\"methodCalls\":[" + echoes + "]}");
        if (fine) {
            assertThat((List<?>) answer.get("methodResponses")).hasSize(calls);
        } else {
            assertThat(answer)
                    .containsEntry("type", "urn:ietf:params:jmap:error:limit")
                    .containsEntry("limit", "maxCallsInRequest");
        }
    }

    @Test
    @Covers("ENV-08")
    void returnsCreatedIdsOnlyIfTheRequestHasThem() {
        String old = idOfANote();
        String create = "[\"Note/set\",{\"accountId\":\"" + ada.id()
                + "\",\"create\":{\"k\":{\"title\":\"t\",\"parent\":\"#old\"}}},\"a\"],"
                + "[\"Note/get\",{\"accountId\":\"" + ada.id() + "\",\"ids\":[\"#k\",\"#old\"]},\"b\"]";
        Map<String, @Nullable Object> answer = bench.send(
                ada,
                "{\"using\":[" + Note.USING + "],\"createdIds\":{\"old\":\"" + old + "\"},\"methodCalls\":[" + create
                        + "]}");
        assertThat(Bench.object(answer.get("createdIds")))
                .containsEntry("old", old)
                .containsKey("k");
        List<?> get = (List<?>) ((List<?>) Objects.requireNonNull(answer.get("methodResponses"))).get(1);
        assertThat(Bench.first(Bench.object(get.get(1)).get("list"))).containsEntry("parent", old);
        assertThat(bench.send(ada, "{\"using\":[" + Note.USING + "],\"methodCalls\":[]}"))
                .doesNotContainKey("createdIds");
    }

    private String idOfANote() {
        Map<String, @Nullable Object> set = bench.call(
                ada,
                Note.USING,
                "Note/set",
                "{\"accountId\":\"" + ada.id() + "\",\"create\":{\"k\":{\"title\":\"old\"}}}");
        return String.valueOf(
                Bench.object(Bench.object(set.get("created")).get("k")).get("id"));
    }
}
