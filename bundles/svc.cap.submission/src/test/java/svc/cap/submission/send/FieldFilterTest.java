package svc.cap.submission.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldFilterTest {

    private static String filtered(String message, int portion) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (FieldFilter filter = new FieldFilter(out, "bcc", "return-path")) {
            byte[] bytes = message.getBytes(UTF_8);
            for (int at = 0; at < bytes.length; at += portion) {
                filter.write(bytes, at, Math.min(portion, bytes.length - at));
            }
        }
        return out.toString(UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Bcc: x^^body                                | ^body
            A: 1^Bcc: x,^ y,^<tab>z^B: 2^^Bcc: body     | A: 1^B: 2^^Bcc: body
            bCC : x^A: 1^^                              | A: 1^^
            Return-Path: <a>^Received: b^ c^^           | Received: b^ c^^
            Bccx: 1^Abcc: 2^^                           | Bccx: 1^Abcc: 2^^
            no field^Bcc: x^ y^more^^b                  | no field^more^^b
            A: 1^Bcc: cut off                           | A: 1^
            A: cut o                                    | A: cut o
            Bc                                          | Bc
            """)
    void removesOnlyTheNamedFields(String message, String expected) throws IOException {
        for (String line : new String[] {"\r\n", "\n"}) {
            String in = message.replace("^", line).replace("<tab>", "\t");
            for (int portion = 1; portion <= in.length(); portion++) {
                assertThat(filtered(in, portion)).isEqualTo(expected.replace("^", line));
            }
        }
    }

    @Test
    void contentWithoutTheFieldIsUnchanged() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            StringBuilder message = new StringBuilder("A".repeat(random.nextInt(200)));
            for (int i = random.nextInt(400); i > 0; i--) {
                message.append("ab: \t\r\n".charAt(random.nextInt(7)));
            }
            assertThat(filtered(message.toString(), 1 + random.nextInt(50))).isEqualTo(message.toString());
        }
    }
}
