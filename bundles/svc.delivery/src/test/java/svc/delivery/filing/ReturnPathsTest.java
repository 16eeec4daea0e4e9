package svc.delivery.filing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.identity.Account;
import svc.delivery.filing.ReturnPaths.Original;
import svc.delivery.filing.ReturnPaths.Refused;
import svc.testkit.InMemoryDirectory;
import svc.testkit.ManualClock;

/** Rewritten return paths: valid, forged, expired and nested ones. */
final class ReturnPathsTest {

    private static final String HOST = "mx.own.test";

    @TempDir
    Path home;

    private final ManualClock clock = new ManualClock();
    private final InMemoryDirectory directory = new InMemoryDirectory();
    private ReturnPaths paths;

    @BeforeEach
    void open() {
        directory.add(new Account(1, "t1", "ann@own.test", ""));
        paths = opened();
    }

    private ReturnPaths opened() {
        return new ReturnPaths(home, directory, () -> HOST, clock);
    }

    private String rewritten(String sender) throws IOException {
        return paths.ofRedirect(sender, "team@own.test", "x@other.test");
    }

    /** Returns the original sender, the start of the reply, or "ordinary". */
    private String unwrap(String address) {
        return paths.unwrap(address)
                .map(result -> result instanceof Original original
                        ? original.address()
                        : ((Refused) result).reply().toString().substring(0, 9))
                .orElse("ordinary");
    }

    @ParameterizedTest
    @CsvSource({
        "carl@far.test, 'SRS0=[0-9a-v]{8}=[0-9a-v]{2}=far\\.test=carl@own\\.test'",
        "Carl+tag=1@Far.Test, 'SRS0=[0-9a-v]{8}=[0-9a-v]{2}=Far\\.Test=Carl\\+tag=1@own\\.test'",
        "'\"a b\"@far.test', '\"SRS0=[0-9a-v]{8}=[0-9a-v]{2}=far\\.test=a b\"@own\\.test'",
        "srs0@far.test, 'SRS0=[0-9a-v]{8}=..=far\\.test=srs0@own\\.test'",
        "SRS0=HHH=TT=first.test=carl@far.test, 'SRS1=[0-9a-v]{8}=far\\.test==HHH=TT=first\\.test=carl@own\\.test'",
        "SRS0+HHH=TT=first.test=carl@far.test, 'SRS1=[0-9a-v]{8}=far\\.test=\\+HHH=TT=first\\.test=carl@own\\.test'",
    })
    void senderIsRewrittenAndUnwrapped(String sender, String pattern) throws IOException {
        String address = rewritten(sender);
        assertThat(address).matches(pattern);
        assertThat(unwrap(address)).isEqualTo(sender);
        assertThat(unwrap(address.replace("@own.test", "@OWN.test"))).isEqualTo(sender);
        assertThat(unwrap(address.toLowerCase(Locale.ROOT))).isEqualToIgnoringCase(sender);
        assertThat(unwrap(address.toUpperCase(Locale.ROOT))).isEqualToIgnoringCase(sender);
        assertThat(opened().unwrap(address)).isEqualTo(Optional.of(new Original(sender))); // after a restart
    }

    @Test
    void addressThatWasRewrittenTwiceLeadsToTheFirstServer() throws IOException {
        String address = rewritten("SRS1=HHHH=first.test==GGG=TT=far.test=carl@second.test");
        assertThat(address).matches("SRS1=[0-9a-v]{8}=first\\.test==GGG=TT=far\\.test=carl@own\\.test");
        assertThat(unwrap(address)).isEqualTo("SRS0=GGG=TT=far.test=carl@first.test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ann@own.test", "x@OWN.test", "daemon@mx.own.test", "nodomain", "@far.test"})
    void sendersOfThisServerStay(String sender) throws IOException {
        assertThat(rewritten(sender)).isEqualTo(sender);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann@own.test", "nobody@own.test", "x@mx.own.test", "invalid"})
    void senderStaysIfTheMessageDoesNotLeave(String target) throws IOException {
        assertThat(paths.ofRedirect("carl@far.test", "team@own.test", target)).isEqualTo("carl@far.test");
    }

    @Test
    void recipientWithoutADomainHereUsesTheNameOfTheServer() throws IOException {
        assertThat(paths.ofRedirect("carl@far.test", "postmaster", "x@other.test"))
                .endsWith("=carl@mx.own.test");
    }

    @Test
    void addressThatWouldBeTooLongStays() throws IOException {
        String fits = "a".repeat(254 - "SRS0=12345678=12=far.test=@own.test".length()) + "@far.test";
        assertThat(rewritten(fits)).hasSize(254);
        assertThat(rewritten("a" + fits)).isEqualTo("a" + fits);
    }

    @Test
    void forgedAddressesAreRefused() throws IOException {
        String address = rewritten("carl@far.test");
        String hash = address.substring(5, 13);
        String day = address.substring(14, 16);
        for (String forged : new String[] {
            address.replace("=carl", "=eve"),
            address.replace("far.test", "victim.test"),
            address.replace(hash, "00000000"),
            address.replace(hash, hash.substring(1)),
            address.replace(hash, hash + "0"),
            address.replace(hash, "\u00e4"),
            address.replace("=" + day + "=", "=zz="),
            address.replace("=" + day + "=", "=-1="),
            address.replace("@own.test", "@mx.own.test"), // made for another host
            "SRS1=" + hash + "=far.test==carl@own.test",
            "SRS0=x=x=x=x@own.test",
            "srs0-x=x=x=x@own.test",
            "SRS0=x=x=x=a=b=c=d@own.test",
        }) {
            assertThat(unwrap(forged)).as(forged).isEqualTo("550 5.7.1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SRS0=a=b=c@own.test",
                "SRS0@own.test",
                "SRS0===@own.test",
                "SRS1=a=b=c@own.test",
                "SRS2=a=b=c=d@own.test",
                "xSRS0=a=b=c=d@own.test",
                "SRS0=a=b=c=d@far.test", // not of this server
                "SRS0=a=b=c=d@",
                "SRS0=a=b=c=d",
                "",
                "@",
                "\"@own.test"
            })
    void otherAddressesAreOrdinary(String address) {
        assertThat(unwrap(address)).isEqualTo("ordinary");
    }

    @Test
    void addressIsValidFor21Days() throws IOException {
        String address = rewritten("carl@far.test");
        clock.leap(Duration.ofDays(21));
        assertThat(unwrap(address)).isEqualTo("carl@far.test");
        clock.leap(Duration.ofDays(1));
        assertThat(unwrap(address)).isEqualTo("550 5.1.1");
        clock.leap(Duration.ofDays(1_000)); // the day has only 1,024 values
        assertThat(unwrap(address)).isEqualTo("550 5.1.1");
    }

    @Test
    void dayOfTheFutureIsRefused() throws IOException {
        clock.leap(Duration.ofDays(3));
        String address = rewritten("carl@far.test");
        clock.leap(Duration.ofDays(-3));
        assertThat(unwrap(address)).isEqualTo("550 5.1.1");
    }

    @Test
    void secretIsCreatedOnceAndOnlyForTheOwner() throws IOException {
        Path file = home.resolve("secrets/srs.key");
        assertThat(unwrap("SRS0=x=x=x=x@own.test")).isEqualTo("550 5.7.1");
        assertThat(Files.exists(file)).isFalse();
        rewritten("carl@far.test");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        byte[] secret = Files.readAllBytes(file);
        opened().ofRedirect("carl@far.test", "team@own.test", "x@other.test");
        assertThat(Files.readAllBytes(file)).isEqualTo(secret);
    }

    @Test
    void damagedSecretIsReported() throws IOException {
        rewritten("carl@far.test");
        Files.writeString(home.resolve("secrets/srs.key"), "short\n");
        assertThatThrownBy(() -> opened().ofRedirect("carl@far.test", "team@own.test", "x@other.test"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("srs.key");
    }
}
