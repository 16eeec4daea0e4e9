package svc.launcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The messages that a level of the root logger permits. */
final class LoggingTest {

    @Test
    void credentialsAreRedactedInLogLines() {
        assertThat(RedactingEncoder.redact(
                        "DPoP: eyJ0eXAi.abc.def\nCookie: a=b; session=x y\nSet-Cookie: s=1; Path=/\nHost: h"))
                .isEqualTo("DPoP: (redacted)\nCookie: (redacted)\nSet-Cookie: (redacted)\nHost: h");
        assertThat(RedactingEncoder.redact("{\"m\":\"Cookie: a=b\",\"n\":\"{\\\"dpop\\\":\\\"e.y.J\\\"}\"}"))
                .isEqualTo("{\"m\":\"Cookie: (redacted)\",\"n\":\"{\\\"dpop\\\":\\\"(redacted)\\\"}\"}");
        assertThat(RedactingEncoder.redact("Authorization: DPoP abcdefgh-123 and Bearer abcdefgh-123"))
                .isEqualTo("Authorization: DPoP (redacted) and Bearer (redacted)");
        String kinds = "event=sign_in result=ok secret=app-password dpop=bound";
        assertThat(RedactingEncoder.redact(kinds)).isEqualTo(kinds);
        assertThat(RedactingEncoder.redact("secret=app-passwords! dpop=boundless"))
                .isEqualTo("secret=(redacted) dpop=(redacted)");
    }

    @Test
    void librariesNeverLogTheConfiguration() {
        Logging settings = Logging.early();
        settings.apply("trace", "text");
        assertThat(LoggerFactory.getLogger("svc.http").isTraceEnabled()).isTrue();
        assertThat(LoggerFactory.getLogger("org.apache.felix.configadmin").isInfoEnabled())
                .isFalse();
        settings.level("ROOT", "debug");
        assertThat(LoggerFactory.getLogger("org.apache.felix.configadmin").isDebugEnabled())
                .isFalse();
        settings.apply("warn", "text");
    }
}
