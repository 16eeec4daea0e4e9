package svc.auth.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreshTokenTest {

    @Test
    void startsWithALetterSoThatNoProgramTakesItForAnOption() {
        SecureRandom random = new SecureRandom();
        assertThat(IntStream.range(0, 1_000).mapToObj(i -> FreshToken.of(random).text()))
                .allMatch(text -> text.matches("[A-Za-z][A-Za-z0-9_-]{42}"));
    }
}
