package svc.core.methods;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.identity.Account;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** The six standard methods as seen by a client. */
class StandardMethodsTest {

    @AutoClose
    private final Bench bench = new Bench();

    private Account ada = bench.account("o1", "ada");

    @BeforeEach
    void notes() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
    }

    private Map<String, @Nullable Object> call(String method, String arguments) {
        return bench.call(
                ada,
                Note.USING,
                method,
                "{\"accountId\":\"" + ada.id() + "\"" + (arguments.isEmpty() ? "" : ",") + arguments + "}");
    }

    private String create(String properties) {
        Map<String, @Nullable Object> answer = call("Note/set", "\"create\":{\"k\":" + properties + "}");
        return String.valueOf(
                Bench.object(Bench.object(answer.get("created")).get("k")).get("id"));
    }

    @Test
    @Covers({"GET-01", "GET-02", "RFC-01"})
    void getReturnsACreatedObject() {
        Map<String, @Nullable Object> set = call("Note/set", "\"create\":{\"k\":{\"title\":\"Milk\",\"rank\":3}}");
        Map<String, @Nullable Object> created =
                Bench.object(Bench.object(set.get("created")).get("k"));
        assertThat(created).containsKeys("id", "pinned", "changedAt").doesNotContainKeys("title", "rank");
        assertThat(set.get("notCreated")).isNull();
        Map<String, @Nullable Object> got = call("Note/get", "\"ids\":null");
        assertThat(got.get("state")).isEqualTo(set.get("newState"));
        Map<String, @Nullable Object> note = Bench.first(got.get("list"));
        assertThat(note)
                .containsEntry("title", "Milk")
                .containsEntry("rank", 3)
                .containsEntry("pinned", false)
                .containsEntry("parent", null)
                .containsEntry("id", created.get("id"))
                .hasSize(9);
        assertThat(call("Note/get", "\"ids\":[\"" + note.get("id") + "\",\"nzzz\",\"x y\"],\"properties\":[\"title\"]"))
                .containsEntry("list", List.of(Map.of("id", note.get("id"), "title", "Milk")))
                .containsEntry("notFound", List.of("nzzz", "x y"));
    }

    @Test
    @Covers("RFC-01")
    void patchesChangeNestedValuesAndNullRestoresTheDefault() {
        String id = create("{\"title\":\"a\",\"rank\":7,\"keywords\":{\"x\":true}}");
        bench.clock.move(Duration.ofSeconds(1));
        Map<String, @Nullable Object> set = call(
                "Note/set",
                "\"update\":{\"" + id + "\":{\"keywords/y\":true,\"keywords/x\":null,\"rank\":null,\"title\":\"b\"}}");
        assertThat(Bench.object(set.get("updated"))).containsKey(id);
        assertThat(Bench.object(Bench.object(set.get("updated")).get(id))).containsOnlyKeys("changedAt");
        Map<String, @Nullable Object> note =
                Bench.first(call("Note/get", "\"ids\":null").get("list"));
        assertThat(note).containsEntry("rank", 0).containsEntry("keywords", Map.of("y", true));
    }

    @Test
    @Covers("RFC-01")
    void rejectsEachInvalidObjectAlone() {
        String id = create("{\"title\":\"a\"}");
        Map<String, @Nullable Object> set = call(
                "Note/set",
                "\"create\":{\"good\":{\"title\":\"g\"},\"none\":{},\"typed\":{\"title\":3},\"odd\":{\"title\":\"o\",\"x\":1},"
                        + "\"server\":{\"title\":\"s\",\"changedAt\":\"2026-01-01T00:00:00Z\"}},"
                        + "\"update\":{\"" + id + "\":{\"kind\":\"rich\"},\"nzz\":{}},\"destroy\":[\"nzz1\"]");
        assertThat(Bench.object(set.get("created"))).containsOnlyKeys("good");
        Map<String, @Nullable Object> refused = Bench.object(set.get("notCreated"));
        assertThat(Bench.object(refused.get("none")))
                .containsEntry("type", "invalidProperties")
                .containsEntry("properties", List.of("title"));
        assertThat(Bench.object(refused.get("typed"))).containsEntry("properties", List.of("title"));
        assertThat(Bench.object(refused.get("odd"))).containsEntry("properties", List.of("x"));
        assertThat(Bench.object(refused.get("server"))).containsEntry("properties", List.of("changedAt"));
        assertThat(Bench.object(Bench.object(set.get("notUpdated")).get(id)))
                .containsEntry("properties", List.of("kind"));
        assertThat(Bench.object(Bench.object(set.get("notUpdated")).get("nzz"))).containsEntry("type", "notFound");
        assertThat(Bench.object(Bench.object(set.get("notDestroyed")).get("nzz1")))
                .containsEntry("type", "notFound");
    }

    @Test
    @Covers("ENV-08")
    void createsCanReferToEachOther() {
        Map<String, @Nullable Object> set = call(
                "Note/set",
                "\"create\":{\"child\":{\"title\":\"c\",\"parent\":\"#root\"},\"root\":{\"title\":\"r\"},\"lost\":{\"title\":\"l\",\"parent\":\"#nobody\"}}");
        Map<String, @Nullable Object> created = Bench.object(set.get("created"));
        assertThat(created).containsOnlyKeys("child", "root");
        String root = String.valueOf(Bench.object(created.get("root")).get("id"));
        String child = String.valueOf(Bench.object(created.get("child")).get("id"));
        assertThat(Bench.first(call("Note/get", "\"ids\":[\"" + child + "\"]").get("list")))
                .containsEntry("parent", root);
        assertThat(Bench.object(Bench.object(set.get("notCreated")).get("lost")))
                .containsEntry("properties", List.of("parent"));
    }

    @Test
    @Covers({"CHG-01", "CHG-03", "CHG-04", "CHG-05"})
    void changesReportsCreatedUpdatedAndDestroyed() {
        String start = String.valueOf(call("Note/get", "\"ids\":[]").get("state"));
        String one = create("{\"title\":\"1\"}");
        String two = create("{\"title\":\"2\"}");
        String middle = String.valueOf(call("Note/get", "\"ids\":[]").get("state"));
        call("Note/set", "\"update\":{\"" + one + "\":{\"rank\":1}},\"destroy\":[\"" + two + "\"]");
        assertThat(call("Note/changes", "\"sinceState\":\"" + start + "\""))
                .containsEntry("created", List.of(one))
                .containsEntry("updated", List.of())
                .containsEntry("destroyed", List.of())
                .containsEntry("hasMoreChanges", false);
        assertThat(call("Note/changes", "\"sinceState\":\"" + middle + "\""))
                .containsEntry("created", List.of())
                .containsEntry("updated", List.of(one))
                .containsEntry("destroyed", List.of(two));
        assertThat(call("Note/changes", "\"sinceState\":\"s1-zzz\"")).containsEntry("type", "cannotCalculateChanges");
        assertThat(call("Note/changes", "\"sinceState\":\"" + start + "\",\"maxChanges\":0"))
                .containsEntry("type", "invalidArguments");
    }

    @Test
    @Covers("RFC-02")
    void queriesFilterSortAndPage() {
        String b = create("{\"title\":\"b\",\"rank\":2,\"tags\":[\"x\"]}");
        String a = create("{\"title\":\"A\",\"rank\":2}");
        String c = create("{\"title\":\"c\",\"rank\":5,\"pinned\":true}");
        assertThat(call("Note/query", "\"sort\":[{\"property\":\"title\"}],\"calculateTotal\":true"))
                .containsEntry("ids", List.of(a, b, c))
                .containsEntry("total", 3)
                .containsEntry("position", 0)
                .containsEntry("canCalculateChanges", true);
        assertThat(
                        call(
                                "Note/query",
                                "\"filter\":{\"operator\":\"NOT\",\"conditions\":[{\"rank\":5}]},\"sort\":[{\"property\":\"rank\"},{\"property\":\"title\",\"isAscending\":false}]"))
                .containsEntry("ids", List.of(b, a));
        assertThat(call("Note/query", "\"filter\":{\"rankFrom\":3}")).containsEntry("ids", List.of(c));
        assertThat(call("Note/query", "\"filter\":{\"tagsHas\":\"x\"}")).containsEntry("ids", List.of(b));
        assertThat(call(
                        "Note/query",
                        "\"sort\":[{\"property\":\"title\"}],\"anchor\":\"" + b + "\",\"anchorOffset\":-1,\"limit\":2"))
                .containsEntry("ids", List.of(a, b))
                .containsEntry("position", 0);
        assertThat(call("Note/query", "\"sort\":[{\"property\":\"title\"}],\"position\":-1"))
                .containsEntry("ids", List.of(c))
                .containsEntry("position", 2);
        assertThat(call("Note/query", "\"anchor\":\"nzz\"")).containsEntry("type", "anchorNotFound");
        assertThat(call("Note/query", "\"filter\":{\"colour\":1}")).containsEntry("type", "unsupportedFilter");
        assertThat(call("Note/query", "\"filter\":{\"rank\":\"x\"}")).containsEntry("type", "invalidArguments");
        assertThat(call("Note/query", "\"sort\":[{\"property\":\"tagses\"}]")).containsEntry("type", "unsupportedSort");
    }

    /**
     * A negative position counts from the end of the filtered results; a position after the end is returned unchanged
     * (RFC 8620 §5.5).
     */
    @ParameterizedTest
    @CsvSource({
        "-1, 2, c",
        "-3, 0, abc",
        "-4, 0, abc",
        "-9007199254740991, 0, abc",
        "2, 2, c",
        "3, 3, ''",
        "4, 4, ''",
        "2147483648, 2147483648, ''",
        "9007199254740991, 9007199254740991, ''",
    })
    @Covers("RFC-02")
    void theAnswerNamesThePositionOfItsFirstId(long asked, long position, String titles) {
        create("{\"title\":\"hidden\",\"rank\":1}");
        Map<String, String> ids = new HashMap<>();
        for (String title : List.of("a", "b", "c")) {
            ids.put(title, create("{\"title\":\"" + title + "\",\"rank\":5}"));
        }
        String query = "\"filter\":{\"rank\":5},\"sort\":[{\"property\":\"title\"}],\"position\":" + asked;
        for (String more : List.of("", ",\"calculateTotal\":true")) {
            Map<String, @Nullable Object> answer = call("Note/query", query + more);
            assertThat(answer)
                    .containsEntry(
                            "ids",
                            titles.chars()
                                    .mapToObj(c -> ids.get(Character.toString(c)))
                                    .toList());
            assertThat((Number) answer.get("position"))
                    .extracting(Number::longValue)
                    .isEqualTo(position);
            assertThat(answer.get("total")).isEqualTo(more.isEmpty() ? null : 3);
        }
    }

    /** With no results, a negative position is 0, and an anchor makes the position irrelevant (RFC 8620 §5.5). */
    @Test
    @Covers("RFC-02")
    void calculatesPositionsWithoutResultsAndWithAnAnchor() {
        assertThat(call("Note/query", "\"position\":-2"))
                .containsEntry("ids", List.of())
                .containsEntry("position", 0);
        assertThat(call("Note/query", "\"position\":2"))
                .containsEntry("ids", List.of())
                .containsEntry("position", 2);
        String id = create("{\"title\":\"a\"}");
        assertThat(call("Note/query", "\"position\":-7,\"anchor\":\"" + id + "\""))
                .containsEntry("ids", List.of(id))
                .containsEntry("position", 0);
        assertThat(call("Note/query", "\"anchor\":\"" + id + "\",\"anchorOffset\":5"))
                .containsEntry("ids", List.of())
                .containsEntry("position", 5);
    }

    @Test
    @Covers("RFC-02")
    void queryChangesTransformTheOldResultIntoTheNew() {
        String b = create("{\"title\":\"b\"}");
        String c = create("{\"title\":\"c\"}");
        String sort = "\"sort\":[{\"property\":\"title\"}]";
        String state = String.valueOf(call("Note/query", sort).get("queryState"));
        String a = create("{\"title\":\"a\"}");
        call("Note/set", "\"update\":{\"" + b + "\":{\"title\":\"z\"}}");
        Map<String, @Nullable Object> changes =
                call("Note/queryChanges", sort + ",\"sinceQueryState\":\"" + state + "\"");
        assertThat(changes)
                .containsEntry("removed", List.of(b))
                .containsEntry("added", List.of(Map.of("id", a, "index", 0), Map.of("id", b, "index", 2)));
        assertThat(call("Note/query", sort))
                .containsEntry("ids", List.of(a, c, b))
                .containsEntry("queryState", changes.get("newQueryState"));
        assertThat(call("Note/queryChanges", sort + ",\"maxChanges\":1,\"sinceQueryState\":\"" + state + "\""))
                .containsEntry("type", "tooManyChanges");
    }
}
