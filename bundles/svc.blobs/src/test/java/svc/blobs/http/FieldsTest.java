package svc.blobs.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** Parsing and building of paths and header fields. */
class FieldsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            plain.txt   | attachment; filename="plain.txt"
            two words   | attachment; filename="two words"
            it's "so"   | attachment; filename="it's _so_"; filename*=UTF-8''it%27s%20%22so%22
            a/b\\c%20   | attachment; filename="a_b_c_20"; filename*=UTF-8''a_b_c%2520
            Größe.pdf   | attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf
            日本        | attachment; filename="__"; filename*=UTF-8''%E6%97%A5%E6%9C%AC
            """)
    void aNameInAnyScriptKeepsTheFieldWhole(String name, String field) {
        assertThat(ContentDisposition.disposition(name)).isEqualTo(field);
    }

    @Test
    void removesControlCharactersFromNames() {
        assertThat(ContentDisposition.disposition("a\r\nSet-Cookie: x\u0000"))
                .isEqualTo("attachment; filename=\"a__Set-Cookie: x_\"");
        assertThat(ContentDisposition.disposition("txt.\u202eexe")).isEqualTo("attachment; filename=\"txt._exe\"");
        assertThat(ContentDisposition.disposition("\ud83d\ude00")).endsWith("UTF-8''%F0%9F%98%80");
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
    void rejectsInvalidMediaTypes(String type) {
        assertThat(MediaType.of(type)).isEmpty();
    }

    @Test
    void aMissingTypeIsOctetStream() {
        assertThat(MediaType.of("")).hasValue("application/octet-stream");
    }

    @Test
    @Covers("RFC8620 §6.1")
    void anInvalidUploadTypeIsOctetStream() {
        assertThat(MediaType.orBytes(" text/plain; charset=x ")).isEqualTo("text/plain; charset=x");
        for (String wrong : List.of("bad", "", "text/plain;", "text/" + "x".repeat(300))) {
            assertThat(MediaType.orBytes(wrong)).as(wrong).isEqualTo("application/octet-stream");
        }
        assertThat(MediaType.orBytes(null)).isEqualTo("application/octet-stream");
    }

    @Test
    void rejectsAPathWithTheWrongNumberOfSegments() {
        assertThat(BlobRequestAccess.steps("/d/a/b/c%2Fd%25+%20%C3%B6", "/d/", 3))
                .isEqualTo(List.of("a", "b", "c/d%+ ö"));
        assertThat(BlobRequestAccess.steps("/d/shared%3Aa1", "/d/", 1)).isEqualTo(List.of("shared:a1"));
        for (String none : List.of("/d/", "/d/a/", "/d//a", "/d/a/b", "/e/a", "/d", "/d/%zz")) {
            assertThat(BlobRequestAccess.steps(none, "/d/", 1)).as(none).isEmpty();
        }
    }
}
