package svc.cap.mdn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.jmap.SetError;
import svc.testkit.Covers;

/** Tests dispositions in header fields and in JSON. */
class DispositionTest {

    private static final Disposition SHOWN = new Disposition("manual-action", "mdn-sent-manually", "displayed");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "manual-action/MDN-sent-manually; displayed",
                " MANUAL-ACTION / mdn-sent-MANUALLY ;\tDisplayed ",
                "manual-action/MDN-sent-manually;displayed/error,warning",
                "(by) manual-action (a hand)/(and)MDN-sent-manually; (it was) displayed (so)"
            })
    @Covers(value = "RFC9007 §2", part = "the disposition")
    void fieldIsCaseInsensitive(String field) {
        assertThat(Disposition.of(field)).contains(SHOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "displayed",
                "manual-action/MDN-sent-manually",
                "manual-action; displayed",
                "manual-action/MDN-sent-manually; denied",
                "manual-action/MDN-sent-manually; displayed again",
                "manual-action/(((MDN-sent-manually; displayed"
            })
    void rejectsInvalidDispositions(String field) {
        assertThat(Disposition.of(field)).isEmpty();
    }

    @Test
    void hostileFieldIsParsedQuickly() {
        assertThat(Disposition.of("(".repeat(60_000))).isEmpty();
        assertThat(Disposition.of("a-".repeat(30_000) + "/")).isEmpty();
        assertThat(Disposition.of(" ".repeat(60_000))).isEmpty();
    }

    @Test
    @Covers(value = "RFC9007 §2", part = "the disposition")
    void clientsMustUseLowerCaseAndAllMembers() {
        assertThat(Disposition.given(SHOWN.members())).isEqualTo(SHOWN);
        assertThat(Disposition.of(SHOWN.field())).contains(SHOWN);
        for (Object wrong : new Object[] {
            Map.of("actionMode", "manual-action", "sendingMode", "mdn-sent-manually"),
            Map.of("actionMode", "manual-action", "sendingMode", "MDN-sent-manually", "type", "displayed"),
            Map.of("actionMode", 1, "sendingMode", "mdn-sent-manually", "type", "displayed"),
            "displayed"
        }) {
            assertThatThrownBy(() -> Disposition.given(wrong))
                    .isInstanceOfSatisfying(
                            SetError.class,
                            error -> assertThat(error.members())
                                    .containsEntry("properties", java.util.List.of("disposition")));
        }
    }
}
