package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 5256 §2.1: what is left of a subject. */
final class BaseSubjectTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "Lunch,Lunch",
                "Re: Lunch,Lunch",
                "RE : Lunch,Lunch",
                "re[2]: Lunch,Lunch",
                "Fwd: Re: FW: Lunch,Lunch",
                "[list] Re: Lunch,Lunch",
                "Re: [list] Lunch,Lunch",
                "[a] [b] Lunch,Lunch",
                "Lunch (fwd) (FWD),Lunch",
                "[Fwd: Re: Lunch],Lunch",
                "[Fwd: [list] Lunch (fwd)],Lunch",
                "[only],[only]",
                "Re: [only],[only]",
                "Regarding: Lunch,Regarding: Lunch",
                "[open Lunch,[open Lunch",
                "Re:,||",
                "| |,||"
            })
    void artifactsAreTakenAway(String subject, String base) {
        assertThat(BaseSubject.of(subject)).isEqualTo(base);
    }

    @Test
    void whiteSpaceIsOneSpace() {
        assertThat(BaseSubject.of("Re:\tLunch\r\n  today ")).isEqualTo("Lunch today");
        assertThat(BaseSubject.key("Lunch Today")).isEqualTo("lunchtoday");
    }

    @Test
    void whatIsMadeToTakeLongDoesNot() {
        assertThat(BaseSubject.of("[]".repeat(50_000)).length()).isLessThanOrEqualTo(1000);
    }
}
