package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Ann@Example.ORG             | Ann@example.org                | ann@example.org
            ann.b+c@example.org         | ann.b+c@example.org            | ann.b+c@example.org
            ANN@Müller.example          | ANN@xn--mller-kva.example      | ann@xn--mller-kva.example
            ann@XN--MLLER-KVA.example   | ann@xn--mller-kva.example      | ann@xn--mller-kva.example
            Jörg@example.org            | Jörg@example.org               | jörg@example.org
            ann@localhost               | ann@localhost                  | ann@localhost
            a!#$%&'*+/=?^_`{}~-@a.b.c.d | a!#$%&'*+/=?^_`{}~-@a.b.c.d    | a!#$%&'*+/=?^_`{}~-@a.b.c.d
            ann@日本。example            | ann@xn--wgv71a.example         | ann@xn--wgv71a.example
            """)
    void hasOneTextAndOneKey(String given, String text, String key) {
        EmailAddress address = EmailAddress.of(given).orElseThrow();
        assertThat(address.text()).isEqualTo(text);
        assertThat(address.key()).isEqualTo(key);
        assertThat(EmailAddress.of(text)).contains(address);
    }

    @Test
    void twoWaysToWriteALetterAreOneAddress() {
        String composed = "j\u00f6rg@m\u00fcller.example";
        String decomposed = "jo\u0308rg@mu\u0308ller.example";
        assertThat(EmailAddress.of(decomposed)).isEqualTo(EmailAddress.of(composed));
        assertThat(EmailAddress.of("JO\u0308RG@MU\u0308LLER.example")
                        .orElseThrow()
                        .key())
                .isEqualTo(EmailAddress.of(composed).orElseThrow().key());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "@",
                "ann",
                "ann@",
                "@example.org",
                "ann @example.org",
                " ann@example.org",
                "ann@example.org ",
                "ann@example.org\n",
                ".ann@example.org",
                "ann.@example.org",
                "an..n@example.org",
                "\"ann\"@example.org",
                "ann@@example.org",
                "ann@bob@example.org",
                "ann@-example.org",
                "ann@example-.org",
                "ann@exa_mple.org",
                "ann@example..org",
                "ann@example.org.",
                "ann@192.0.2.7",
                "ann@[192.0.2.7]",
                "ann<x@example.org",
                "ann\u0000@example.org",
                "ann\u202e@example.org",
                "ann\ud800@example.org"
            })
    void invalidAddressesAreRejected(String text) {
        assertThat(EmailAddress.of(text)).isEmpty();
    }

    @Test
    void theLengthsAreThoseOfMail() {
        assertThat(EmailAddress.of("a".repeat(64) + "@example.org")).isPresent();
        assertThat(EmailAddress.of("a".repeat(65) + "@example.org")).isEmpty();
        assertThat(EmailAddress.of("ä".repeat(33) + "@example.org")).isEmpty();
        assertThat(Domain.of("a".repeat(63) + ".org")).isPresent();
        assertThat(Domain.of("a".repeat(64) + ".org")).isEmpty();
        String longest = "a.".repeat(125) + "bcd";
        assertThat(longest).hasSize(253);
        assertThat(Domain.of(longest)).isPresent();
        assertThat(Domain.of("x" + longest)).isEmpty();
        assertThat(EmailAddress.of("a@" + longest)).isEmpty();
    }

    @Test
    void noTextBreaksIt() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                int kind = random.nextInt(4);
                text.appendCodePoint(kind == 0 ? random.nextInt(0x110000) : "@.-ax0ßİ".codePointAt(random.nextInt(8)));
            }
            EmailAddress.of(text.toString()).ifPresent(address -> {
                assertThat(EmailAddress.of(address.text())).contains(address);
                assertThat(EmailAddress.of(address.key()).orElseThrow().key()).isEqualTo(address.key());
            });
        }
    }
}
