package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a level of the root lets through, and what it does not. */
final class LogSettingsTest {

    @Test
    void noLevelOfTheRootLetsALibraryTellTheConfiguration() {
        LogSettings settings = LogSettings.early();
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
