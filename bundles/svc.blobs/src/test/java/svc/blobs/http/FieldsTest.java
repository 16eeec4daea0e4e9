package svc.blobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in paths and fields. */
class FieldsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            plain.txt   | attachment; filename="plain.txt"
            two words   | attachment; filename="two words"
            it's "so"   | attachment; filename="it's _so_"; filename*=UTF-8''it%27s%20%22so%22
            a/b\\c%20   | attachment; filename="a_b_c_20"; filename*=UTF-8''a%2Fb%5Cc%2520
            Größe.pdf   | attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf
            日本        | attachment; filename="__"; filename*=UTF-8''%E6%97%A5%E6%9C%AC
            """)
    void aNameInAnyScriptKeepsTheFieldWhole(String name, String field) {
        assertThat(FileName.disposition(name)).isEqualTo(field);
    }

    @Test
    void nothingHiddenIsInAName() {
        assertThat(FileName.disposition("a\r\nSet-Cookie: x\u0000"))
                .isEqualTo("attachment; filename=\"a__Set-Cookie: x_\"");
        assertThat(FileName.disposition("txt.\u202eexe")).isEqualTo("attachment; filename=\"txt._exe\"");
        assertThat(FileName.disposition("\ud83d\ude00")).endsWith("UTF-8''%F0%9F%98%80");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "text/html; charset=utf-8",
                "image/svg+xml",
                "multipart/mixed;boundary=\"a b\\\"c\"",
                "application/vnd.x-1.y;a=b;c=d"
            })
    void aMediaTypeIsTakenAsItIs(String type) {
        assertThat(MediaType.of(type)).hasValue(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text", "text/", "/plain", "text/plain\r\nX: y", "text/plain;", "te xt/plain", "text/pläin"})
    void whatIsNoMediaTypeIsNotTaken(String type) {
        assertThat(MediaType.of(type)).isEmpty();
    }

    @Test
    void noTypeIsBytes() {
        assertThat(MediaType.of("")).hasValue("application/octet-stream");
    }

    @Test
    void aPathHasSoManyStepsOrNone() {
        assertThat(RawPath.steps("/d/a/b/c%2Fd%25+%20%C3%B6", "/d/", 3)).isEqualTo(List.of("a", "b", "c/d%+ ö"));
        assertThat(RawPath.steps("/d/shared%3Aa1", "/d/", 1)).isEqualTo(List.of("shared:a1"));
        for (String none : List.of("/d/", "/d/a/", "/d//a", "/d/a/b", "/e/a", "/d", "/d/%zz")) {
            assertThat(RawPath.steps(none, "/d/", 1)).as(none).isEmpty();
        }
    }
}
