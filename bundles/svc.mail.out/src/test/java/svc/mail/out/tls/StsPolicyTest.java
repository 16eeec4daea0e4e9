package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mail.out.tls.StsPolicy.Mode;

/** Policy files, also hostile ones. */
final class StsPolicyTest {

    @Test
    void readsThePolicyOfTheRfc() throws StsFailedException {
        StsPolicy policy = StsPolicy.parse("version: STSv1\nmode: enforce\nmx: mail.example.com\nmx: *.example.net\n"
                + "mx: backupmx.example.com\nmax_age: 604800\n");

        assertThat(policy.mode()).isEqualTo(Mode.ENFORCE);
        assertThat(policy.mx()).containsExactly("mail.example.com", "*.example.net", "backupmx.example.com");
        assertThat(policy.maxAge()).isEqualTo(Duration.ofDays(7));
        assertThat(policy.names("MAIL.example.com.")).isTrue();
        assertThat(policy.names("a.example.net")).isTrue();
        assertThat(policy.names("example.net")).isFalse();
        assertThat(policy.names("a.b.example.net")).isFalse();
        assertThat(policy.names("mail.example.com.evil.example")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version:STSv1\r\nmode:testing\r\nmx:a.example\r\nmax_age:0",
                "max_age: 0 \nmx:\ta.example\t\nmode: testing\nversion: STSv1\n\n\n",
                "version: STSv1\nx-extension: any: thing é\nmode: testing\nmode: enforce\nmx: A.example\nmax_age: 0\nmax_age: 9"
            })
    void readsOtherForms(String text) throws StsFailedException {
        StsPolicy policy = StsPolicy.parse(text);

        assertThat(policy.mode()).isEqualTo(Mode.TESTING);
        assertThat(policy.mx()).containsExactly("a.example");
        assertThat(policy.maxAge()).isZero();
    }

    @Test
    void modeNoneNeedsNoHosts() throws StsFailedException {
        assertThat(StsPolicy.parse("version: STSv1\nmode: none\nmax_age: 86400").mode())
                .isEqualTo(Mode.NONE);
    }

    @Test
    void limitsTheAgeToAYear() throws StsFailedException {
        String policy = "version: STSv1\nmode: none\nmax_age: ";

        assertThat(StsPolicy.parse(policy + "31557600").maxAge()).isEqualTo(Duration.ofHours(8766));
        assertThat(StsPolicy.parse(policy + "31557601").maxAge()).isEqualTo(Duration.ofHours(8766));
        assertThat(StsPolicy.parse(policy + "9999999999").maxAge()).isEqualTo(Duration.ofHours(8766));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "<html></html>",
                "mode: enforce\nmx: a.example\nmax_age: 1",
                "version: STSv2\nmode: enforce\nmx: a.example\nmax_age: 1",
                "version: STSv1\nversion STSv1\nmode: enforce\nmx: a.example\nmax_age: 1",
                "version: stsv1\nmode: enforce\nmx: a.example\nmax_age: 1",
                "version: STSv1\nmx: a.example\nmax_age: 1",
                "version: STSv1\nmode: Enforce\nmx: a.example\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: a.example",
                "version: STSv1\nmode: enforce\nmx: a.example\nmax_age: -1",
                "version: STSv1\nmode: enforce\nmx: a.example\nmax_age: 12345678901",
                "version: STSv1\nmode: enforce\nmx: a.example\nmax_age: 1d",
                "version: STSv1\nmode: enforce\nmx: \nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: *\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: *.*.example\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: a.*.example\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: m*.example\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: a.example b.example\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: a..example\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: a.example, b.example\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: bücher.example\nmax_age: 1",
                "version: STSv1\rmode: enforce\rmx: a.example\rmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: a.example\nmax_age: 1\u0000"
            })
    void rejectsInvalidPolicies(String text) {
        assertThatThrownBy(() -> StsPolicy.parse(text))
                .isInstanceOfSatisfying(
                        StsFailedException.class, e -> assertThat(e.failure()).isEqualTo("sts-policy-invalid"));
    }

    @Test
    void longLinesAndManyHostsAreReadInLinearTime() throws StsFailedException {
        String many = "version: STSv1\nmode: enforce\nmax_age: 1\n" + "mx: a.example\n".repeat(4_000);
        assertThat(StsPolicy.parse(many).mx()).hasSize(4_000);

        for (String hostile : new String[] {
            "a" + " ".repeat(60_000),
            "a:b" + " \t".repeat(30_000) + "b",
            "mx: " + "a-".repeat(30_000),
            "mx: " + "a.".repeat(30_000)
        }) {
            assertThatThrownBy(() -> StsPolicy.parse(hostile)).isInstanceOf(StsFailedException.class);
        }
    }

    @Test
    void randomTextNeverCausesAnotherException() {
        Random random = new Random(1);
        String letters = "version: STSv1\nmode: enforce\r\nmx: *.a.example\nmax_age: 12\u0000é";
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder(letters);
            for (int change = random.nextInt(6); change >= 0; change--) {
                text.setCharAt(random.nextInt(text.length()), letters.charAt(random.nextInt(letters.length())));
            }
            try {
                StsPolicy.parse(text.toString()).names("mx.a.example");
            } catch (StsFailedException e) {
                assertThat(e).hasMessageNotContaining("\u0000");
            }
        }
    }
}
