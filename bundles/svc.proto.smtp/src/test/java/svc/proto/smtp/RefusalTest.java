package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.SmtpReply;

/** Tests the table of negative replies. */
class RefusalTest {

    private static final Path PAGE = Path.of("../../docs/operate/mail-in.md");

    @Test
    void documentationContainsTheTableOfNegativeReplies() throws IOException {
        String table = Arrays.stream(Refusal.values())
                .map(refusal -> "| `" + refusal.code() + " " + refusal.enhancedCode() + "` | `" + refusal.reason()
                        + "` | " + refusal.text().replace("%s", "…") + " |" + (refusal.closes() ? " yes |" : " |"))
                .collect(Collectors.joining("\n", "", "\n"));
        assertThat(Files.readString(PAGE)).contains(table);
    }

    @Test
    void repliesWithTheClassOfTheirEnhancedCode() {
        assertThat(Refusal.values()).allSatisfy(refusal -> {
            assertThat(refusal.enhancedCode()).startsWith(refusal.code() / 100 + ".");
            assertThat(refusal.reply("value").text()).doesNotContain("%").isNotBlank();
            assertThat(Dialogue.line(refusal.reply("x".repeat(1_000)))).hasSizeLessThanOrEqualTo(512);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "550 5.1.1 No account has this address.,UNKNOWN_RECIPIENT",
        "552 5.2.2 Full.,RECIPIENT_OVER_QUOTA",
        "450 4.2.1 Suspended.,RECIPIENT_SUSPENDED",
        "550 5.7.1 Relaying is denied.,NO_RELAY",
        "554 5.9.9 Other.,MESSAGE_REJECTED",
        "451 4.9.9 Other.,MESSAGE_DEFERRED",
    })
    void namesTheReasonOfRepliesOfTheIntake(String reply, Refusal refusal) {
        assertThat(Refusal.ofRecipient(SmtpReply.of(reply)).refusal()).isEqualTo(refusal);
    }
}
