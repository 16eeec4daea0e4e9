package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies of other servers, and octets that are no replies. */
final class ServerReplyTest {

    private static ServerReply read(String text) throws IOException {
        return ServerReply.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "'250 2.1.5 OK\r\n', 250 2.1.5 mx said: OK",
        "'250 OK\n', 250 2.0.0 mx said: OK",
        "'250\r\n', 250 2.0.0 mx said: ",
        "'250-\r\n250 \r\n', 250 2.0.0 mx said: ",
        "'550-5.7.1 See\r\n550-5.7.1  https://far.test/\r\n550 5.7.1 .\r\n', 550 5.7.1 mx said: See https://far.test/ .",
        "'550 5.1.1\r\n', 550 5.1.1 mx said: ",
        "'550 5.1.1111 x\r\n', 550 5.0.0 mx said: 5.1.1111 x",
        "'599 x\r\n', 599 5.0.0 mx said: x",
    })
    void readsReplies(String text, String recorded) throws IOException {
        assertThat(read(text).of("mx").toString().strip()).isEqualTo(recorded.strip());
    }

    @Test
    void replacesControlCharacters() throws IOException {
        assertThat(read("550 5.1.1 a\u0000b\u001b[31m\tc\u0085\u202e\rd\r\n")
                        .of("mx")
                        .text())
                .isEqualTo("mx said: a?b?[31m c???d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "25 x\r\n",
                "2500 x\r\n",
                "199 x\r\n",
                "600 x\r\n",
                "abc x\r\n",
                "250x\r\n",
                " 250 x\r\n",
                "250-a\r\n251 b\r\n",
                "250-a\r\nb\r\n",
                "HTTP/1.1 400 Bad Request\r\n"
            })
    void rejectsOtherLines(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(HostException.class);
    }

    @Test
    void rejectsAReplyThatIsTooLong() throws IOException {
        assertThat(read("250-x\r\n".repeat(127) + "250 x\r\n").lines()).hasSize(128);
        assertThatThrownBy(() -> read("250-x\r\n".repeat(128) + "250 x\r\n")).isInstanceOf(HostException.class);
        assertThatThrownBy(() -> read("250-x\r\n".repeat(10_000))).isInstanceOf(HostException.class);
        assertThat(read("250 " + "x".repeat(2_042) + "\r\n").of("mx").text()).hasSize("mx said: ".length() + 501);
        assertThatThrownBy(() -> read("250 " + "x".repeat(2_046) + "\r\n")).isInstanceOf(HostException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "250", "250 x", "250-x\r\n"})
    void noticesTheEndOfTheConnection(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(EOFException.class);
    }
}
