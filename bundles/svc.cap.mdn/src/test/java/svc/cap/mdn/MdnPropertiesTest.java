package svc.cap.mdn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.jmap.SetError;
import svc.testkit.Covers;

/** Tests the validation of MDN properties: no value may span more than one line of the report. */
class MdnPropertiesTest {

    private static Map<String, Object> with(String property, Object value) {
        Map<String, Object> given = new HashMap<>(Map.of(
                "forEmailId",
                "m1",
                "disposition",
                new Disposition("manual-action", "mdn-sent-manually", "displayed").members()));
        given.put(property, value);
        return given;
    }

    private static void refused(String property, Object value) {
        assertThatThrownBy(() -> MdnProperties.of(with(property, value)))
                .as(property + " " + value)
                .isInstanceOfSatisfying(
                        SetError.class,
                        error -> assertThat(error.members())
                                .containsEntry("type", "invalidProperties")
                                .containsEntry("properties", List.of(property)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\u0000b", "a\u0085b", "a\u2028b", "  ", ""})
    @Covers(value = "RFC9007 §2", part = "what cannot stand in a field")
    void fieldMustBeOneLine(String text) {
        refused("subject", text);
        refused("reportingUA", text);
        refused("finalRecipient", text);
        refused("extensionFields", Map.of("X-A", text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:b", "\u00fc", "Final-Recipient", "disposition", "ERROR"})
    @Covers(value = "RFC9007 §2", part = "what cannot stand in a field")
    void extensionFieldNamesAreUnique(String name) {
        refused("extensionFields", Map.of(name, "x"));
        refused("extensionFields", Map.of("X-A", "x", "x-a", "y"));
    }

    @Test
    void rejectsTooLongValues() {
        refused("subject", "x".repeat(801));
        refused("textBody", "x".repeat(100_001));
        Map<String, Object> many = new HashMap<>();
        for (int i = 0; i <= 50; i++) {
            many.put("X-" + i, "x");
        }
        refused("extensionFields", many);
        refused("error", List.of("x"));
        refused("forEmailId", 1);
    }

    @Test
    void absentPropertiesHaveServerDefaults() {
        MdnProperties given = MdnProperties.of(with("extensionFields", Map.of("X-A", " x ")));
        assertThat(given.subject()).isNull();
        assertThat(given.original()).isFalse();
        assertThat(given.extensions()).containsEntry("X-A", "x");
    }
}
