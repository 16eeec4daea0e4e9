package svc.delivery.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.SmtpReply;

class SmtpReplyTest {

    @Test
    void readsAndWritesAReply() {
        SmtpReply reply = SmtpReply.of("550 5.1.1 Unknown recipient.");
        assertThat(reply).isEqualTo(new SmtpReply(550, "5.1.1", "Unknown recipient."));
        assertThat(reply.toString()).isEqualTo("550 5.1.1 Unknown recipient.");
        assertThat(reply.isPermanent()).isTrue();
        assertThat(SmtpReply.of("421 Closing").toString()).isEqualTo("421 4.0.0 Closing");
        assertThat(SmtpReply.of("250 2.0.0 ").isPositive()).isTrue();
        assertThat(SmtpReply.of("452 4.3.1 Full").isTransient()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "550", "650 5.1.1 x", "550 4.1.1 x", "250 5.0.0 x", "550 5.1.1 a\r\nb", "199 2.0.0 x"})
    void rejectsWhatIsNotAReply(String text) {
        assertThatThrownBy(() -> SmtpReply.of(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
