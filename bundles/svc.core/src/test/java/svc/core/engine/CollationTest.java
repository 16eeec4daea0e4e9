package svc.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.identity.Account;
import svc.core.Note;
import svc.testkit.Covers;

/** The sort order of each advertised collation as seen by a client. */
class CollationTest {

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");

    @BeforeEach
    void notes() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
    }

    /** Strings in the expected order. Strings joined by a bar are equal and keep the order of their creation. */
    static Stream<Arguments> orders() {
        return Stream.of(
                // RFC 4790 §9.1: leading digits are compared as a number; a string without digits sorts last.
                Arguments.of("i;ascii-numeric", List.of("0|00x", "1 z|1 a|01", "2", "10", "0100|100b", "z|-5|a|~|é|٣")),
                Arguments.of("i;ascii-numeric", List.of("9".repeat(77), "9".repeat(78), "9".repeat(120), "none")),
                // RFC 4790 §9.2: lower-case ASCII letters compare as upper-case, everything else as octets.
                Arguments.of(
                        "i;ascii-casemap", List.of("10", "2", "AB", "a_", "b|B", "Z", "[", "_", "É", "é", "～", "😀")),
                // RFC 5051: title case, decomposed, then octets.
                Arguments.of(
                        "i;unicode-casemap",
                        List.of("10", "2", "az|AZ", "Ä|ä|a\u0308", "b", "dž", "ǆ|Ǆ|ǅ", "Ω|ω|\u2126", "я|Я", "😀")),
                Arguments.of(null, List.of("10", "2", "az|AZ", "Ä|ä", "b", "ω|Ω", "Я|я")));
    }

    @ParameterizedTest
    @MethodSource("orders")
    @Covers("RFC-02")
    void sortsTextsByTheirCollation(@Nullable String collation, List<String> groups) {
        List<String> wanted = groups.stream()
                .flatMap(group -> Arrays.stream(group.split("\\|")))
                .toList();
        List<String> scattered = new ArrayList<>();
        // Groups in reverse order, members in order: a sort that does nothing, or that separates equal strings, fails
        // the test.
        for (int i = groups.size() - 1; i >= 0; i--) {
            scattered.addAll(List.of(groups.get(i).split("\\|")));
        }
        Map<String, String> titles = create(scattered);
        assertThat(sorted(collation, true, titles)).isEqualTo(wanted);
        List<String> turned = new ArrayList<>(wanted);
        java.util.Collections.reverse(turned);
        assertThat(sorted(collation, false, titles)).isEqualTo(turned);
    }

    private Map<String, String> create(List<String> texts) {
        Map<String, String> titles = new java.util.HashMap<>();
        for (String text : texts) {
            Map<String, @Nullable Object> set = call("Note/set", "\"create\":{\"k\":{\"title\":\"" + text + "\"}}");
            titles.put(
                    String.valueOf(Bench.object(Bench.object(set.get("created")).get("k"))
                            .get("id")),
                    text);
        }
        return titles;
    }

    private List<String> sorted(@Nullable String collation, boolean ascending, Map<String, String> titles) {
        String by = collation == null ? "" : ",\"collation\":\"" + collation + "\"";
        Map<String, @Nullable Object> answer =
                call("Note/query", "\"sort\":[{\"property\":\"title\",\"isAscending\":" + ascending + by + "}]");
        return ((List<?>) Objects.requireNonNull(answer.get("ids"), String.valueOf(answer)))
                .stream().map(id -> Objects.requireNonNull(titles.get(id))).toList();
    }

    private Map<String, @Nullable Object> call(String method, String arguments) {
        return bench.call(ada, Note.USING, method, "{\"accountId\":\"" + ada.id() + "\"," + arguments + "}");
    }

    @Test
    @Covers("CAP-01")
    void testsEveryAdvertisedCollation() {
        String session = new String(bench.local.session(Bench.caller(ada)), StandardCharsets.UTF_8);
        String tested = orders().map(order -> order.get()[0])
                .filter(Objects::nonNull)
                .distinct()
                .map(id -> "\"" + id + "\"")
                .collect(Collectors.joining(","));
        assertThat(session).contains("\"collationAlgorithms\":[" + tested + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"i;octet", "i;ascii-Casemap", "i;unicode-casemap ", "", "*"})
    @Covers("RFC-02")
    void rejectsAnUnknownCollationEvenForAnEmptyResult(String collation) {
        String sort = "\"sort\":[{\"property\":\"title\"},{\"property\":\"rank\",\"collation\":\"" + collation + "\"}]";
        assertThat(call("Note/query", sort)).containsEntry("type", "unsupportedSort");
        String state = String.valueOf(call("Note/query", "\"limit\":1").get("queryState"));
        assertThat(call("Note/queryChanges", sort + ",\"sinceQueryState\":\"" + state + "\""))
                .containsEntry("type", "unsupportedSort");
        create(List.of("a"));
        assertThat(call("Note/query", sort)).containsEntry("type", "unsupportedSort");
    }

    @Test
    @Covers("RFC-02")
    void rejectsACollationThatIsNotAString() {
        assertThat(call("Note/query", "\"sort\":[{\"property\":\"title\",\"collation\":5}]"))
                .containsEntry("type", "invalidArguments");
        assertThat(call("Note/query", "\"sort\":[{\"property\":\"title\",\"collation\":null}]"))
                .containsEntry("ids", List.of());
    }
}
