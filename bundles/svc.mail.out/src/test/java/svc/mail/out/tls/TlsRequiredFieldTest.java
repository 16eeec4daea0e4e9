package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header field TLS-Required. */
final class TlsRequiredFieldTest {

    private static boolean isNo(String message) throws IOException {
        return TlsRequiredField.isNo(out -> out.write(message.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS-Required: No\r\n\r\nHi\r\n",
                "Subject: x\r\ntls-required:no\r\n\r\n",
                "TLS-Required:\r\n No\r\nSubject: x",
                "TLS-Required: No "
            })
    void recognizesTheValueNo(String message) throws IOException {
        assertThat(isNo(message)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Subject: x\r\n\r\nTLS-Required: No\r\n",
                "\r\nTLS-Required: No\r\n",
                "TLS-Required: Yes\r\n\r\n",
                "TLS-Required: No\r\nTLS-Required: No\r\n\r\n",
                "X-TLS-Required: No\r\n\r\n"
            })
    void ignoresOtherMessages(String message) throws IOException {
        assertThat(isNo(message)).isFalse();
    }

    @Test
    void readsTheHeaderAlone() throws IOException {
        assertThat(TlsRequiredField.isNo(out -> {
                    out.write("TLS-Required: No\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    throw new AssertionError("The body was written.");
                }))
                .isTrue();
    }

    @Test
    void errorsOfTheMessageAreThrown() {
        assertThatThrownBy(() -> TlsRequiredField.isNo(out -> {
                    throw new IOException("gone");
                }))
                .hasMessage("gone");
    }
}
