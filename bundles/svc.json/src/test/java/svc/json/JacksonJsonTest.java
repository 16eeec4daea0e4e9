package svc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.json.Json;
import svc.api.json.Json.Names;
import svc.api.json.JsonException;

class JacksonJsonTest {

    private final Json json = new JacksonJson();
    private final Json.Binding snake = json.binding(Names.SNAKE_CASE);
    private final Json.Binding exact = json.binding(Names.EXACT);

    enum Role {
        USER,
        TENANT_ADMIN
    }

    record Inner(boolean isDone, @Nullable String note) {
        @SuppressWarnings("unused") // looks like a property but is not a member
        public boolean isOpen() {
            return !isDone;
        }

        @SuppressWarnings("unused") // looks like a property but is not a member
        public String getTitle() {
            return "t";
        }
    }

    record Outer(
            String displayName,
            int migrationsApplied,
            Role role,
            @Nullable String note,
            Optional<Inner> inner,
            List<Inner> inners,
            Map<String, Integer> byName) {}

    record Times(Instant at, Path file) {}

    private static Outer outer() {
        Map<String, Integer> byName = new LinkedHashMap<>();
        byName.put("someKey", 1);
        return new Outer("Ä", 12, Role.TENANT_ADMIN, null, Optional.of(new Inner(true, null)), List.of(), byName);
    }

    @Test
    void recordsAreWrittenInSnakeCaseWithoutAbsentMembers() {
        assertThat(snake.text(outer())).isEqualTo("""
                        {"display_name":"Ä","migrations_applied":12,"role":"tenant-admin","inner":{"is_done":true},"inners":[],"by_name":{"someKey":1}}""");
    }

    @Test
    void recordsAreWrittenAsTheyAreInTheExactForm() {
        assertThat(exact.text(outer())).startsWith("{\"displayName\":\"Ä\",\"migrationsApplied\":12");
    }

    @Test
    void recordsComeBackFromTheirPlainValues() {
        Object plain = snake.convert(outer(), Object.class);
        assertThat(plain).isInstanceOf(Map.class).asString().doesNotContain("note=");
        assertThat(snake.convert(plain, Outer.class)).isEqualTo(outer());
        assertThat(snake.convert(snake.read(snake.text(outer())), Outer.class)).isEqualTo(outer());
    }

    @Test
    void anEmptyOptionalIsLeftOutAndComesBackEmpty() {
        Outer empty = new Outer("n", 0, Role.USER, "x", Optional.empty(), List.of(), Map.of());
        assertThat(snake.text(empty)).doesNotContain("inner\"");
        assertThat(snake.convert(snake.read(snake.text(empty)), Outer.class)).isEqualTo(empty);
    }

    @Test
    void timesAndPathsAreTheirTexts() {
        Times times = new Times(Instant.parse("2026-01-02T03:04:05Z"), Path.of("/a/b c"));
        assertThat(snake.text(times)).isEqualTo("{\"at\":\"2026-01-02T03:04:05Z\",\"file\":\"/a/b c\"}");
        assertThat(snake.convert(snake.read(snake.text(times)), Times.class)).isEqualTo(times);
    }

    @Test
    void aNullInAMapOrAListIsWritten() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("a", null);
        map.put("b", Arrays.asList(1, null));
        assertThat(exact.text(map)).isEqualTo("{\"a\":null,\"b\":[1,null]}");
        assertThat(exact.read("{\"a\":null,\"b\":[1,null]}")).isEqualTo(map);
    }

    @Test
    void listsOfRecordsBecomePlainLists() {
        assertThat(snake.convert(List.of(new Inner(true, "n")), Object.class))
                .isEqualTo(List.of(Map.of("is_done", true, "note", "n")));
    }

    @Test
    void prettyTextHasLinesForPeople() {
        assertThat(snake.pretty(new Inner(true, "n"))).isEqualTo("""
                        {
                          "is_done": true,
                          "note": "n"
                        }""");
    }

    @Test
    void theStreamStaysOpenAndHoldsUtf8() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        snake.write("ä\uD83D\uDE00", out);
        snake.write(1, out);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\"ä\uD83D\uDE00\"1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"a\":2} | twice",
                "{\"a\":1} x | line 1, column",
                "{\"a\":1} {} | more text",
                "{\"a\":1 | too early",
                "{'a':1} | not JSON",
                "{a:1} | not JSON",
                "[1,] | line 1, column",
                "[NaN] | not JSON",
                "[01] | not JSON",
                "[+1] | not JSON",
                "[.5] | not JSON",
                "[1e999] | too large",
                "// x | not JSON",
                "\"\\ud800\" | unpaired surrogate",
                "{\"\\udc00\":1} | line 1",
                "\"\\x\" | not JSON",
            })
    void invalidJsonIsRejectedWithItsPosition(String text, String why) {
        assertThatThrownBy(() -> exact.read(text))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(why);
    }

    @Test
    void anEmptyTextIsRefused() {
        assertThatThrownBy(() -> exact.read(""))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("empty");
    }

    @Test
    void thePlaceIsNamedByLineAndColumnAndTheValueIsNotQuoted() {
        assertThatThrownBy(() -> exact.read("{\n  \"password\": \"hunter2\" \"x\"}"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("line 2, column 25")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @CsvSource({"C0AF", "C3", "EDA080", "F8888080", "FF", "E228A1"})
    void bytesThatAreNotUtf8AreRefusedWithTheirPlace(String hex) {
        byte[] bad = java.util.HexFormat.of().parseHex(hex);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes("[1,\n\"a".getBytes(StandardCharsets.UTF_8));
        text.writeBytes(bad);
        text.writeBytes("\"]".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> exact.read(new ByteArrayInputStream(text.toByteArray())))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("line 2, column 3")
                .hasMessageContaining("not UTF-8");
    }

    @Test
    void otherEncodingsAreNotGuessed() {
        byte[] wide = "{\"a\":1}".getBytes(StandardCharsets.UTF_16);
        assertThatThrownBy(() -> exact.read(new ByteArrayInputStream(wide))).isInstanceOf(JsonException.class);
    }

    @Test
    void depthAndLengthAreLimited() {
        int depth = Json.MAX_DEPTH;
        assertThat(exact.read("[".repeat(depth) + "]".repeat(depth))).isInstanceOf(List.class);
        assertThatThrownBy(() -> exact.read("[".repeat(depth + 1) + "]".repeat(depth + 1)))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("too deeply");
        assertThatThrownBy(() -> exact.read("[" + "1".repeat(200) + "]"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("too long");
        assertThatThrownBy(() -> exact.read(" ".repeat(Json.MAX_BYTES + 1)))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("longer than");
    }

    @Test
    void anUnknownMemberIsNamedAndItsValueIsNot() {
        Map<String, Object> plain = Map.of("is_done", true, "secret", "hunter2");
        assertThatThrownBy(() -> snake.convert(plain, Inner.class))
                .isInstanceOf(JsonException.class)
                .hasMessage("The member secret is unknown.");
    }

    @Test
    void otherTypesAreNotReadAsText() {
        for (Object wrong : List.of(5, 5L, 1.5, true, List.of("n"), Map.of("n", "n"))) {
            assertThatThrownBy(() -> snake.convert(Map.of("is_done", true, "note", wrong), Inner.class))
                    .as(wrong.toString())
                    .isInstanceOf(JsonException.class)
                    .hasMessage("The member note has a value of the wrong type.");
        }
    }

    @Test
    void aWrongTypeIsNamedAndItsValueIsNot() {
        for (Object wrong : List.of("hunter2", 1, List.of(), "true")) {
            assertThatThrownBy(() -> snake.convert(Map.of("is_done", wrong), Inner.class))
                    .isInstanceOf(JsonException.class)
                    .hasMessage("The member is_done has a value of the wrong type.");
        }
        assertThatThrownBy(() -> snake.convert(Map.of("at", "hunter2", "file", "/"), Times.class))
                .isInstanceOf(JsonException.class)
                .hasMessage("The member at has a value of the wrong type.");
    }

    @Test
    void aMissingMemberIsRefusedUnlessItMayBeMissing() {
        assertThat(snake.convert(Map.of("is_done", true), Inner.class)).isEqualTo(new Inner(true, null));
        assertThatThrownBy(() -> snake.convert(Map.of("note", "n"), Inner.class))
                .isInstanceOf(JsonException.class)
                .hasMessage("The member is_done is missing.");
        assertThatThrownBy(() -> snake.convert(snake.read("{\"at\":null,\"file\":\"/\"}"), Times.class))
                .isInstanceOf(JsonException.class)
                .hasMessage("The member at is missing.");
    }
}
