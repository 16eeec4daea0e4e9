package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** Unusual calls and their errors (RFC 8620 §5). */
class HostileCallsTest {

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o1", "ada");
    private final String own = "\"accountId\":\"" + ada.id() + "\"";

    @BeforeEach
    void notes() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
    }

    private Map<String, @Nullable Object> call(String method, String arguments) {
        return bench.call(ada, Note.USING, method, "{" + own + "," + arguments + "}");
    }

    private static Map<String, @Nullable Object> in(Map<String, @Nullable Object> answer, String name, String key) {
        return Bench.object(Bench.object(answer.get(name)).get(key));
    }

    private String create(String properties) {
        return idOf(call("Note/set", "\"create\":{\"k\":" + properties + "}"), "k");
    }

    private static String idOf(Map<String, @Nullable Object> set, String key) {
        return String.valueOf(in(set, "created", key).get("id"));
    }

    private Map<String, @Nullable Object> note(String id) {
        return Bench.first(call("Note/get", "\"ids\":[\"" + id + "\"]").get("list"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nothing/inner", "title/inner", "parent/inner", "tags/0", "keywords/x/y", "/title", "title~2"})
    @Covers("RFC-01")
    void rejectsAPatchWithAnInvalidPathWithoutChanges(String path) {
        String id = create("{\"title\":\"t\",\"tags\":[\"a\"],\"keywords\":{\"x\":true}}");
        Map<String, @Nullable Object> before = note(id);
        Map<String, @Nullable Object> set =
                call("Note/set", "\"update\":{\"" + id + "\":{\"rank\":5,\"" + path + "\":true}}");
        assertThat(in(set, "notUpdated", id)).containsEntry("type", "invalidPatch");
        assertThat(note(id)).isEqualTo(before);
    }

    @Test
    @Covers("RFC-01")
    void oneSetCreatesUpdatesAndDestroysTheSameObject() {
        String old = create("{\"title\":\"old\"}");
        Map<String, @Nullable Object> set = call(
                "Note/set",
                "\"update\":{\"#k\":{\"rank\":2,\"parent\":\"#j\"},\"#lost\":{},\"" + old + "\":{\"parent\":\"#k\"}},"
                        + "\"destroy\":[\"#gone\",\"#gone\"],\"create\":{\"k\":{\"title\":\"k\",\"parent\":\"#j\"},"
                        + "\"j\":{\"title\":\"j\"},\"gone\":{\"title\":\"gone\"},\"lost\":{}}");
        assertThat(Bench.object(set.get("created"))).containsOnlyKeys("k", "j", "gone");
        assertThat(note(idOf(set, "k"))).containsEntry("rank", 2).containsEntry("parent", idOf(set, "j"));
        assertThat(note(old)).containsEntry("parent", idOf(set, "k"));
        assertThat(in(set, "notUpdated", "#lost")).containsEntry("type", "notFound");
        assertThat(set.get("destroyed")).isEqualTo(List.of(idOf(set, "gone")));
        assertThat(set.get("notDestroyed")).isNull();
    }

    @Test
    @Covers("ENV-08")
    void aReusedCreationIdRefersToTheNewestObject() {
        String set = "[\"Note/set\",{" + own + ",\"create\":{\"k\":{\"title\":\"t\"}}},\"c\"]";
        String get = "[\"Note/get\",{" + own + ",\"ids\":[\"#k\"],\"properties\":[]},\"g\"]";
        List<List<@Nullable Object>> responses = bench.calls(ada, Note.USING, set + "," + set + "," + get);
        assertThat(Bench.first(Bench.object(responses.get(2).get(1)).get("list")))
                .containsEntry("id", idOf(Bench.object(responses.get(1).get(1)), "k"));
    }

    @Test
    @Covers({"CHG-01", "CHG-02"})
    void pagingChangesOneByOneReachesTheCurrentState() {
        String state = String.valueOf(call("Note/get", "\"ids\":[]").get("state"));
        Set<Object> alive = new HashSet<>();
        List<String> ids =
                IntStream.range(0, 5).mapToObj(i -> create("{\"title\":\"t\"}")).toList();
        call("Note/set", "\"destroy\":[\"" + ids.get(1) + "\"],\"update\":{\"" + ids.get(0) + "\":{\"rank\":1}}");
        boolean more = true;
        for (int i = 0; more; i++) {
            assertThat(i).isLessThan(10);
            Map<String, @Nullable Object> changes =
                    call("Note/changes", "\"maxChanges\":1,\"sinceState\":\"" + state + "\"");
            alive.addAll((List<?>) Objects.requireNonNull(changes.get("created")));
            alive.removeAll((List<?>) Objects.requireNonNull(changes.get("destroyed")));
            state = String.valueOf(changes.get("newState"));
            more = Boolean.TRUE.equals(changes.get("hasMoreChanges"));
        }
        assertThat(alive).isEqualTo(Set.of(ids.get(0), ids.get(2), ids.get(3), ids.get(4)));
        assertThat(state).isEqualTo(call("Note/get", "\"ids\":[]").get("state"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'position':7,'limit':2 | []",
                "'limit':0 | []",
                "'position':-99,'limit':1 | [0]",
                "'position':-1,'anchorOffset':-2 | [2]",
                "'anchor':1,'anchorOffset':-9,'position':2,'limit':1 | [0]",
                "'anchor':1,'anchorOffset':9 | []",
                "'anchor':2,'anchorOffset':-1 | [1, 2]",
                "'filter':{},'limit':1 | [0]",
                "'filter':{'operator':'AND','conditions':[]} | [0, 1, 2]",
                "'filter':{'operator':'OR','conditions':[]} | []",
                "'filter':{'operator':'NOT','conditions':[]} | [0, 1, 2]",
                "'sort':[] | [0, 1, 2]"
            })
    @Covers("RFC-02")
    void windowsAreCutAsTheyAreAskedFor(String arguments, String places) {
        List<String> ids =
                IntStream.range(0, 3).mapToObj(i -> create("{\"title\":\"t\"}")).toList();
        String asked = arguments.replace('\'', '"').replaceAll("(?<=\"anchor\":)(\\d)", "\"ANCHOR$1\"");
        for (int i = 0; i < ids.size(); i++) {
            asked = asked.replace("ANCHOR" + i, ids.get(i));
        }
        Map<String, @Nullable Object> answer = call("Note/query", asked);
        assertThat(((List<?>) Objects.requireNonNull(answer.get("ids")))
                        .stream().map(ids::indexOf).toList())
                .hasToString(places);
        assertThat(answer).doesNotContainKey("total");
        assertThat(answer.containsKey("limit"))
                .as("the server's limit is told where it is the one that counts")
                .isEqualTo(!arguments.contains("limit"));
    }

    @Test
    @Covers(value = "RFC-03", open = "a share that a client makes")
    void keepsTheCopyWhenTheOriginalCannotBeDestroyed() {
        Account bob = bench.account("o1", "bob");
        bench.people.share(bob, ada, Note.URN, Access.WRITE);
        String id = create("{\"title\":\"t\",\"rank\":4}");
        String state = String.valueOf(call("Note/get", "\"ids\":[]").get("state"));
        String copy = "[\"Note/copy\",{\"fromAccountId\":\"" + ada.id() + "\",\"accountId\":\"shared:" + bob.id()
                + "\",\"create\":{\"c\":{\"id\":\"" + id + "\",\"rank\":5}},";
        List<List<@Nullable Object>> responses = bench.calls(
                ada,
                Note.USING,
                copy + "\"ifFromInState\":\"s1-0\"},\"a\"]," + copy + "\"ifFromInState\":\"" + state
                        + "\",\"onSuccessDestroyOriginal\":true,\"destroyFromIfInState\":\"s1-0\"},\"b\"],"
                        + "[\"Core/echo\",{\"#x\":{\"resultOf\":\"b\",\"name\":\"Note/set\",\"path\":\"/destroyed\"}},\"e\"]");
        assertThat(responses).extracting(one -> one.get(0)).containsExactly("error", "Note/copy", "error", "error");
        assertThat(Bench.object(responses.get(0).get(1))).containsEntry("type", "stateMismatch");
        assertThat(in(Bench.object(responses.get(1).get(1)), "created", "c")).containsKey("id");
        assertThat(responses.get(2)).endsWith("b");
        assertThat(Bench.object(responses.get(2).get(1))).containsEntry("type", "stateMismatch");
        assertThat(Bench.object(responses.get(3).get(1))).containsEntry("type", "invalidResultReference");
        assertThat(note(id)).containsEntry("rank", 4);
    }

    /** An account without the type and a missing account have different errors (RFC 8620 §5.4). */
    @Test
    @Covers(value = "RFC-03", open = "a share that a client makes")
    void rejectsAnUnusableFromAccountWithItsOwnError() {
        Account bob = bench.account("o1", "bob");
        bench.people.share(bob, ada, "urn:test:others", Access.WRITE);
        String shared = "shared:" + bob.id();
        assertThat(copy(shared, ada.id())).isEqualTo("fromAccountNotSupportedByMethod");
        assertThat(copy(ada.id(), shared)).isEqualTo("accountNotSupportedByMethod");
        assertThat(copy("shared:a999", ada.id())).isEqualTo("fromAccountNotFound");
        assertThat(copy(ada.id(), "shared:a999")).isEqualTo("accountNotFound");

        bench.people.share(bob, ada, Note.URN, Access.READ);
        assertThat(copy(shared, ada.id()))
                .as("reading is enough to copy from it")
                .isEqualTo("null");
        assertThat(copy(ada.id(), shared)).isEqualTo("accountReadOnly");
    }

    private String copy(String from, String into) {
        return String.valueOf(bench.call(
                        ada,
                        Note.USING,
                        "Note/copy",
                        "{\"fromAccountId\":\"" + from + "\",\"accountId\":\"" + into + "\",\"create\":{}}")
                .get("type"));
    }
}
