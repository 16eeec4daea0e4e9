package svc.cap.submission.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineEndingsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ab<cr><lf>c<cr><lf>     | ab^c^
            ab<lf>c                 | ab^c
            ab<cr>c<cr>             | ab^c^
            <lf><cr><lf><cr>        | ^^^
            <cr><cr><lf><lf>.       | ^^^.
            """)
    void everyLineEndsWithCrLf(String in, String out) throws IOException {
        byte[] bytes = in.replace("<cr>", "\r").replace("<lf>", "\n").getBytes(UTF_8);
        for (int portion = 1; portion <= bytes.length; portion++) {
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            try (LineEndings lines = new LineEndings(written)) {
                for (int at = 0; at < bytes.length; at += portion) {
                    lines.write(bytes, at, Math.min(portion, bytes.length - at));
                }
            }
            assertThat(written.toString(UTF_8)).isEqualTo(out.replace("^", "\r\n"));
        }
    }

    @ParameterizedTest
    @CsvSource({"8191", "8192", "8193", "100000"})
    void longContentIsUnchanged(int length) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (LineEndings lines = new LineEndings(written)) {
            lines.write("x".repeat(length).getBytes(UTF_8));
        }
        assertThat(written.size()).isEqualTo(length);
    }
}
