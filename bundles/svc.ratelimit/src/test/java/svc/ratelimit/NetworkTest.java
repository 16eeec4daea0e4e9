package svc.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.net.IpNetwork;

/** Parsing and formatting of addresses and networks. */
final class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7",
        "203.0.113.7/32, 203.0.113.7",
        "203.0.113.7/24, 203.0.113.0/24",
        "0.0.0.0/0, 0.0.0.0/0",
        "::ffff:10.0.0.1, 10.0.0.1",
        "[2001:db8::1], 2001:db8::1",
        "[2001:db8::1]/64, 2001:db8::/64",
        "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:1:2:3:4:5:6/64, 2001:db8:1:2::/64",
        "::, ::",
        "::1, ::1",
        "1::, 1::",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "1:2:3:4:5:6:0:8, 1:2:3:4:5:6:0:8",
        "fe80::/10, fe80::/10",
        "::/0, ::/0",
        "10:0:0:a0::, 10:0:0:a0::",
    })
    void isWrittenInOneWayOnly(String given, String canonical) {
        IpNetwork network = IpNetwork.parse(given).orElseThrow();

        assertThat(network).hasToString(canonical);
        assertThat(IpNetwork.parse(canonical)).contains(network);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "[10.0.0.1]",
                "[::1",
                "1.2.3",
                "1.2.3.4.5",
                "256.1.1.1",
                "1.2.3.4/33",
                "::/129",
                "1.2.3.4/",
                "1.2.3.4/-1",
                "1.2.3.4/a",
                ":::",
                "g::",
                "1.2.3.4/8/8",
                "fe80::1%eth0"
            })
    void invalidNetworksAreRejected(String given) {
        assertThat(IpNetwork.parse(given)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true", "10.0.0.0/8, 11.0.0.0, false", "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.128/25, 192.0.2.128, true", "2001:db8::/33, 2001:db8:7fff::1, true",
                "2001:db8::/33, 2001:db8:8000::1, false",
        "0.0.0.0/0, ::1, false", "::/0, 1.2.3.4, false"
    })
    void holdsWhatItsPrefixSays(String network, String address, boolean held) {
        assertThat(IpNetwork.parse(network)
                        .orElseThrow()
                        .contains(IpNetwork.address(address).orElseThrow()))
                .isEqualTo(held);
    }
}
