package svc.cap.submission.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b",
                "ann.o'hara+x@sub.example.org",
                "\"odd one\"@x.test",
                "\"a\\\"b\"@x.test",
                "jörg@bücher.test",
                "root@[192.0.2.1]",
                "root@[IPv6:2001:db8::1]"
            })
    void acceptsValidAddresses(String address) {
        assertThat(SmtpAddress.isAddress(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "@",
                "a@",
                "@b",
                "a b@c",
                "a@b c",
                "a..b@c",
                ".a@b",
                "a.@b",
                "a@-b",
                "a@b-",
                "a@b..c",
                "a@b\r\nRCPT TO:<x@y>",
                "<a@b>",
                "a@b>",
                "\"a\"b@c",
                "\"a\n\"@c",
                "a@[x y]",
                "a,b@c"
            })
    void rejectsInvalidAddresses(String text) {
        assertThat(SmtpAddress.isAddress(text)).isFalse();
    }

    @Test
    void rejectsTooLongAddresses() {
        assertThat(SmtpAddress.isAddress("a".repeat(64) + "@b.test")).isTrue();
        assertThat(SmtpAddress.isAddress("a".repeat(65) + "@b.test")).isFalse();
        assertThat(SmtpAddress.isAddress("a@" + "b".repeat(253))).isFalse();
    }
}
