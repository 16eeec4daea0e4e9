package svc.mail.out.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.lifecycle.StartupException;
import svc.api.net.IpNetwork;
import svc.mail.out.send.SendSettings.Credentials;

/** The keys of the configuration, and the file of credentials. */
final class SendSettingsTest {

    @TempDir
    private Path home;

    private SendSettings settings(Map<String, Object> table) {
        return new SendSettings(Sending.config(table), home);
    }

    private SendSettings withCredentials(String text, String mode) throws IOException {
        Path file = home.resolve("credentials");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return settings(
                Map.of("smarthost", new String[] {"Smtp.relay.test:587"}, "smarthost_credentials_file", "credentials"));
    }

    @Test
    void readsCredentials() throws IOException {
        SendSettings settings =
                withCredentials("# relay\n\nother.test a b\nsmtp.Relay.test  ann@own.test pass word\n", "rw-------");
        assertThat(settings.smarthost("far.test").orElseThrow().credentials())
                .contains(new Credentials("ann@own.test", "pass word"));
        assertThat(settings.smarthost("far.test").toString()).doesNotContain("pass word");
    }

    @ParameterizedTest
    @CsvSource({
        "smtp.relay.test ann secret,rw-r-----",
        "smtp.relay.test secret,rw-------",
        "'a b \u0001secret',rw-------"
    })
    void rejectsAnUnusableFileOfCredentials(String text, String mode) {
        assertThatThrownBy(() -> withCredentials(text, mode))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("smarthost_credentials_file")
                .hasMessageNotContaining("secret");
    }

    @Test
    void rejectsAMissingFileOfCredentials() {
        assertThatThrownBy(() -> settings(Map.of("smarthost_credentials_file", "missing")))
                .isInstanceOf(StartupException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "host:0", "host:65536", "=host", "a=b=c", "far=host", "host:x", "user@host"})
    void rejectsAnInvalidSmarthost(String text) {
        assertThatThrownBy(() -> settings(Map.of("smarthost", new String[] {text})))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("smarthost");
    }

    @Test
    void sourceAddressesBelongToTheirFamilies() {
        SendSettings settings = settings(Map.of("source_ipv4", "192.0.2.1"));
        assertThat(settings.source(IpNetwork.address("8.8.8.8").orElseThrow())).isPresent();
        assertThat(settings.source(IpNetwork.address("2606:4700::1").orElseThrow()))
                .isEmpty();
        assertThatThrownBy(() -> settings(Map.of("source_ipv4", "::1"))).isInstanceOf(StartupException.class);
        assertThatThrownBy(() -> settings(Map.of("source_ipv6", "192.0.2.1"))).isInstanceOf(StartupException.class);
        assertThatThrownBy(() -> settings(Map.of("source_ipv6", "mail.own.test")))
                .isInstanceOf(StartupException.class);
    }
}
