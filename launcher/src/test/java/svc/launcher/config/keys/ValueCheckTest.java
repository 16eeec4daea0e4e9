package svc.launcher.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.launcher.config.TomlReading;
import svc.testkit.Covers;

/** The check of values against the declarations of their keys. */
class ValueCheckTest extends TomlReading {

    @ParameterizedTest
    @CsvSource({
        "1, Long",
        "1.5, a number with a fraction",
        "true, true or false",
        "[1], a list",
        "{a=1}, a table",
        "1979-05-27, a date or time",
        "07:32:00, a date or time",
    })
    void everyWrongTypeIsReported(String value, String found) {
        String expected = found.equals("Long") ? "a whole number" : found;

        assertThat(problems("[server]\nlisten = " + value + "\n"))
                .containsExactly("svc.toml:2:1: The key listen of [server] must be a text in quotes, but it is "
                        + expected + ".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nan", "inf", "-inf", "1.01", "-0.1"})
    void rejectsNumbersOutOfRange(String value) {
        assertThat(problems("[auth]\nratio = " + value + "\n"))
                .hasSize(1)
                .first()
                .asString()
                .contains("ratio", "must");
    }

    @Test
    void listTypeAndLengthAreChecked() {
        assertThat(problems("[server]\ntrusted_proxies = \"a\"\nports = [1,2,3,4]\n"))
                .containsExactly(
                        "svc.toml:2:1: The key trusted_proxies of [server] must be a list of texts in square brackets, but it"
                                + " is a text.",
                        "svc.toml:3:1: The key ports of [server] must have at most 3 values, but it has 4.");
    }

    @Test
    void hugeIntegersDoNotOverflow() {
        assertThat(problems("[auth.tokens]\nhours = 4294967297\n"))
                .containsExactly(
                        "svc.toml:2:1: The key hours of [auth.tokens] must be a whole number of at most 2147483647,"
                                + " but it is 4294967297.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "02:00-05:00",
                "Sunday 02:00-05:00",
                "sun 02:00-05:00",
                "Sun 2:00-5:00",
                "Sun 02:00",
                "Sun 24:00-03:00",
                "Sun 02:60-05:00",
                "Sun 02:00-02:59",
                "Sun 02:00-02:00"
            })
    void rejectsUnreadableWindows(String window) {
        declare(new KeyJar("svc.maintenance")
                .pid(
                        "svc.maintenance",
                        "<AD id=\"window\" type=\"String\" default=\"\" description=\"(form: window)\"/>"));

        assertThat(problems("[maintenance]\nwindow = \"" + window + "\"\n"))
                .singleElement()
                .asString()
                .contains("window of [maintenance] must be a day and a time in UTC of at least an hour");
        for (String good : List.of("", "Sun 02:00-05:00", "Sat 23:00-02:00", "Mon 00:00-01:00", "Fri 23:30-00:30")) {
            assertThat(problems("[maintenance]\nwindow = \"" + good + "\"\n")).isEmpty();
        }
    }

    @ParameterizedTest
    @Covers("ADM-23")
    @ValueSource(
            strings = {
                "small quota_bytes=many",
                "small quota_bytes=-1",
                "small quota_bytes=99999999999999999999",
                "small colour=red",
                "small accounts",
                "small capabilities=",
                "Small",
                ""
            })
    void rejectsUnreadablePlans(String plan) {
        declare(new KeyJar("svc.auth")
                .pid(
                        "svc.tenants",
                        "<AD id=\"plans\" type=\"String\" cardinality=\"2147483647\" default=\"standard\""
                                + " description=\"(form: plan)\"/>"));

        assertThat(problems("[tenants]\nplans = [\"standard\", \"" + plan + "\"]\n"))
                .singleElement()
                .asString()
                .contains("tenants", "plans");
        assertThat(problems("[tenants]\nplans = [\"standard\", \"small quota_bytes=1000 accounts=2\"]\n"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ops",
                "@example.org",
                "ops@",
                "ops @example.org",
                "ops@-a.org",
                "a..b@example.org",
                "<ops@a.org>"
            })
    void rejectsInvalidMailAddresses(String address) {
        declare(new KeyJar("svc.health")
                .pid(
                        "svc.health",
                        "<AD id=\"notify\" type=\"String\" cardinality=\"2147483647\" default=\"\""
                                + " description=\"(form: mail address)\"/>"));

        assertThat(problems("[health]\nnotify = [\"ops+svc@mail.example.org\", \"" + address + "\"]\n"))
                .containsExactly("svc.toml:2:1: Value 2 of the key notify of [health] must be a mail address, such as"
                        + " \"ops@example.org\", but it is \"" + address + "\".");
        assertThat(problems("[health]\nnotify = [\"ops@localhost\", \"O'Neil@mail.example.org\"]\n"))
                .isEmpty();
    }
}
