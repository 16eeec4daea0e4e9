package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.DSRecord;
import svc.api.lifecycle.StartupException;
import svc.dns.Settings.Dnssec;
import svc.testclock.AdvanceableClock;

/** The configuration, the file of trust anchors and the servers of the system. */
final class SettingsTest {

    private static final String DS =
            "example. IN DS 20326 8 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D\n";

    @TempDir
    private Path home;

    private final AdvanceableClock clock = new AdvanceableClock();

    @AfterEach
    void stop() {
        clock.stop();
    }

    @SuppressWarnings({"ArrayRecordComponent", "ImmutableAnnotationChecker"}) // Configurations are never compared.
    private record Config(String trust_anchor, String... servers) implements DnsConfig {
        @Override
        public String dnssec() {
            return "validate";
        }

        @Override
        public int timeout_seconds() {
            return 10;
        }

        @Override
        public int cache_bytes() {
            return 1;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return DnsConfig.class;
        }
    }

    @Test
    void readsServersAndTheBuiltInTrustAnchors() throws IOException {
        Settings settings = Settings.of(new Config("", "127.0.0.1:53", " [::1]:5353"), home);

        assertThat(settings.servers())
                .containsExactly(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 53),
                        new InetSocketAddress(InetAddress.getAllByName("::1")[0], 5353));
        assertThat(settings.dnssec()).isEqualTo(Dnssec.VALIDATE);
        assertThat(settings.anchors())
                .singleElement()
                .satisfies(root -> assertThat(root.rrs())
                        .extracting(record -> ((DSRecord) record).getFootprint())
                        .containsExactlyInAnyOrder(20326, 38696));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:53", "dns.example:53", "", "127.0.0.1"})
    void refusesAServerThatIsNotAnAddress(String server) {
        assertThatThrownBy(() -> Settings.of(new Config("", server), home))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("[dns] servers");
    }

    @Test
    void readsTrustAnchorsFromAFileOfTheHome() throws IOException {
        Files.writeString(home.resolve("anchors"), "; comment\n" + DS + DS.replace("example.", "test."));

        assertThat(Settings.of(new Config("anchors"), home).anchors())
                .extracting(set -> set.getName().toString())
                .containsExactly("example.", "test.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "; only a comment\n", "example. IN A 192.0.2.1\n", "nonsense\n", "$INCLUDE anchors\n"})
    void refusesAFileWithoutTrustAnchors(String text) throws IOException {
        Files.writeString(home.resolve("anchors"), text);

        assertThatThrownBy(() -> Settings.of(new Config("anchors"), home))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("[dns] trust_anchor");
    }

    @Test
    void readsTheServersOfTheSystemAgainAfterAMinute() throws IOException {
        Path file = home.resolve("resolv.conf");
        Files.writeString(
                file,
                "# nameserver 192.0.2.9\nsearch test\nnameserver 192.0.2.1\nnameserver\t2001:db8::1\n"
                        + "nameserver fe80::1%eth0\nnameserver\n");
        SystemServers servers = new SystemServers(file, clock);
        assertThat(servers.get())
                .containsExactly(
                        new InetSocketAddress(InetAddress.getByName("192.0.2.1"), 53),
                        new InetSocketAddress(InetAddress.getByName("2001:db8::1"), 53));

        Files.writeString(file, "nameserver 192.0.2.2\n");
        clock.advance(Duration.ofSeconds(50));
        assertThat(servers.get()).hasSize(2);
        clock.advance(Duration.ofSeconds(10));
        assertThat(servers.get()).containsExactly(new InetSocketAddress(InetAddress.getByName("192.0.2.2"), 53));
    }

    @Test
    void usesTheServerOfTheMachineWithoutAnother() throws IOException {
        InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 53);
        assertThat(new SystemServers(home.resolve("absent"), clock).get()).containsExactly(local);

        Files.write(home.resolve("broken"), new byte[] {(byte) 0xff, (byte) 0xfe, 10});
        assertThat(new SystemServers(home.resolve("broken"), clock).get()).containsExactly(local);
    }
}
