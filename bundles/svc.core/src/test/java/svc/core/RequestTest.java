package svc.core;

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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.identity.Account;
import svc.api.jmap.Call;
import svc.api.jmap.Capability;
import svc.api.jmap.Exclusion;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.json.JsonWritable;
import svc.api.store.StoreProblem;
import svc.testkit.Covers;

/** Envelope, references and errors of a request, as a client meets them. */
class RequestTest {

    private static final String CORE = "\"urn:ietf:params:jmap:core\"";

    private final Bench bench = new Bench();
    private final Account ada = bench.account("o1", "ada");

    @BeforeEach
    void notes() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
    }

    private String errorOf(List<@Nullable Object> response) {
        return response.get(0) + " " + Bench.object(response.get(1)).get("type");
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
    void whatIsNoJsonIsRefusedAsAWhole(String body) {
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
                "{\"using\":[],\"methodCalls\":[],\"createdIds\":{\"a\":1}}"
            })
    @Covers({"ENV-01", "ERR-01"})
    void whatIsNoRequestIsRefusedAsAWhole(String body) {
        assertThat(bench.send(ada, body)).containsEntry("type", "urn:ietf:params:jmap:error:notRequest");
    }

    @Test
    @Covers("ENV-01")
    void bytesThatAreNoUtf8AreNoJson() {
        byte[] body = "{\"using\":[],\"methodCalls\":[],\"x\":\"?\"}".getBytes(StandardCharsets.UTF_8);
        body[body.length - 3] = (byte) 0xff;
        assertThatThrownBy(() -> bench.engine.ready(Bench.caller(ada), body))
                .isInstanceOfSatisfying(
                        RequestProblem.class,
                        p -> assertThat(p.members().get("type")).asString().endsWith("notJSON"));
    }

    @Test
    @Covers({"ENV-02", "ENV-03", "ENV-07"})
    void callsComeBackInOrderUnderTheirIds() {
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
    void aCallNeedsItsCapabilityAndFailsAlone() {
        String create =
                "[\"Note/set\",{\"accountId\":\"" + ada.id() + "\",\"create\":{\"k\":{\"title\":\"t\"}}},\"a\"]";
        List<List<@Nullable Object>> responses =
                bench.calls(ada, CORE, create + ",[\"Core/echo\",{},\"b\"],[\"Fake/x\",{},\"c\"]");
        assertThat(responses.stream().map(this::errorOf))
                .containsExactly("error unknownCapability", "Core/echo null", "error unknownMethod");
        assertThat(bench.calls(ada, "", create).stream().map(this::errorOf)).containsExactly("error unknownMethod");
        assertThat(bench.call(ada, Note.USING, "Note/get", "{\"accountId\":\"" + ada.id() + "\",\"ids\":null}"))
                .containsEntry("list", List.of());
    }

    @Test
    @Covers("ENV-05")
    void anUnsupportedUrnRefusesTheRequest() {
        assertThat(bench.send(ada, "{\"using\":[" + CORE + ",\"urn:fake:x\"],\"methodCalls\":[]}"))
                .containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability")
                .containsEntry("status", 400);
    }

    @Test
    @Covers("CAP-07")
    void aPairThatExcludesItselfRefusesTheRequest() {
        String both = "{\"using\":[" + Note.USING + "],\"methodCalls\":[]}";
        assertThat(bench.send(ada, both)).containsKey("methodResponses");
        bench.add(new Exclusion("urn:ietf:params:jmap:core", Note.URN));
        assertThat(bench.send(ada, both)).containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability");
    }

    @Test
    @Covers("CAP-08")
    void aCapabilityThatIsSwitchedOffIsUnknown() {
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
    void aCapabilityUnlocksTheMethodsOfThoseItCovers() {
        bench.add(new Capability() {
            @Override
            public String urn() {
                return "urn:test:notes2";
            }

            @Override
            public Set<String> covers() {
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
    void aRequestHoldsSoManyCalls(int calls, boolean fine) {
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
    void createdIdsComeBackOnlyWhenTheRequestHadThem() {
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

    /** The arguments of the method that fails. */
    record Nothing() {}

    @Test
    @Covers("ERR-03")
    void aHandlerThatThrowsFailsItsCallAlone() {
        bench.add(new Failing(() -> {
            throw new IllegalStateException("secret inside");
        }));
        List<List<@Nullable Object>> responses = bench.calls(
                ada, Note.USING, "[\"Note/fail\",{},\"a\"],[\"Core/echo\",{},\"b\"],[\"Note/fail\",{\"x\":1},\"c\"]");
        assertThat(responses.stream().map(this::errorOf))
                .containsExactly("error serverFail", "Core/echo null", "error invalidArguments");
        assertThat(responses.toString()).doesNotContain("secret inside");
    }

    static Stream<Throwable> whateverABundleMayThrow() {
        return Stream.of(
                new NoClassDefFoundError("gone"),
                new StackOverflowError(),
                new AssertionError(),
                new OutOfMemoryError("array size exceeds VM limit"),
                new java.io.IOError(new java.io.IOException("disk")),
                new java.io.IOException("not even declared"));
    }

    @ParameterizedTest
    @MethodSource("whateverABundleMayThrow")
    @Covers("ERR-03")
    void alsoAnErrorOfTheMachineFailsItsCallAlone(Throwable thrown) {
        bench.add(new Failing(() -> RequestTest.<RuntimeException>sneak(thrown)));
        assertThat(bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"],[\"Core/echo\",{},\"b\"]").stream()
                        .map(this::errorOf))
                .containsExactly("error serverFail", "Core/echo null");
    }

    @SuppressWarnings("unchecked") // a bundle may be written in a language without checked exceptions
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @ParameterizedTest
    @EnumSource(StoreProblem.Kind.class)
    @Covers("ERR-03")
    void whatTheStoreCannotDoNowIsToldSoThatItIsTriedAgain(StoreProblem.Kind kind) {
        bench.add(new Failing(() -> {
            throw new StoreProblem(kind, "The disk says no.", null);
        }));
        List<List<@Nullable Object>> responses =
                bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"],[\"Core/echo\",{},\"b\"]");
        boolean passes = Set.of(
                        StoreProblem.Kind.FULL,
                        StoreProblem.Kind.BUSY,
                        StoreProblem.Kind.EXPIRED,
                        StoreProblem.Kind.STOPPED)
                .contains(kind);
        assertThat(responses.stream().map(this::errorOf))
                .containsExactly(passes ? "error serverUnavailable" : "error serverFail", "Core/echo null");
        assertThat(responses.get(0).toString().contains("The disk says no.")).isEqualTo(passes);
    }

    @Test
    @Covers("ERR-03")
    void anAnswerThatBreaksOffIsTakenBack() {
        bench.add(new MethodHandler<Nothing, JsonWritable>() {
            @Override
            public String method() {
                return "Note/tear";
            }

            @Override
            public String capability() {
                return Note.URN;
            }

            @Override
            public Class<Nothing> arguments() {
                return Nothing.class;
            }

            @Override
            public JsonWritable handle(Call call, Nothing arguments) {
                return out -> {
                    out.object().name("half").array();
                    throw new MethodError("forbidden", "enough");
                };
            }
        });
        assertThat(bench
                        .calls(
                                ada,
                                Note.USING,
                                "[\"Core/echo\",{},\"x\"],[\"Note/tear\",{},\"a\"],[\"Core/echo\",{},\"b\"]")
                        .stream()
                        .map(this::errorOf))
                .containsExactly("Core/echo null", "error forbidden", "Core/echo null");
    }

    @Test
    @Covers({"OSGI-02", "ENV-06"})
    void whatGoesIsGoneAtOnce() {
        Object key = bench.add(new Failing(() -> {}));
        assertThat(bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"]")
                        .get(0)
                        .get(0))
                .isEqualTo("Note/fail");
        bench.registry.remove(key);
        assertThat(bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"]").stream()
                        .map(this::errorOf))
                .containsExactly("error unknownMethod");
    }

    @Test
    @Covers("OSGI-02")
    void theSecondOfOneNameIsRefusedInWords() {
        bench.add(new Failing(() -> {}));
        bench.add("other", 7, new Failing(() -> {}));
        bench.add("other", 7, new Note.Notes());
        assertThat(bench.registry.catalogue().refused())
                .extracting(Catalogue.Refused::reason)
                .containsExactlyInAnyOrder(
                        "The method Note/fail is already there, from the bundle svc.test.",
                        "The capability urn:test:notes is already there, from the bundle svc.test.");
    }

    /** A method that does what it is told. */
    static final class Failing implements MethodHandler<Nothing, Map<String, @Nullable Object>> {
        private final Runnable work;

        Failing(Runnable work) {
            this.work = work;
        }

        @Override
        public String method() {
            return "Note/fail";
        }

        @Override
        public String capability() {
            return Note.URN;
        }

        @Override
        public Class<Nothing> arguments() {
            return Nothing.class;
        }

        @Override
        public Map<String, @Nullable Object> handle(Call call, Nothing arguments) {
            work.run();
            return Map.of();
        }
    }
}
