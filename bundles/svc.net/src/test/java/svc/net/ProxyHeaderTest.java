package svc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.net.IpNetwork;

class ProxyHeaderTest {

    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    static byte[] header(String command, String family, String body) {
        byte[] rest = HexFormat.of().parseHex(body);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(HexFormat.of().parseHex(SIGNATURE + command + family));
        out.write(rest.length >> 8);
        out.write(rest.length);
        out.writeBytes(rest);
        return out.toByteArray();
    }

    /** The header of 192.0.2.7, port 4660. */
    static byte[] ipv4() {
        return header("21", "11", "c0000207" + "7f000001" + "1234" + "0019");
    }

    private static Optional<InetSocketAddress> parse(byte[] bytes, int piece) throws ProtocolException {
        ProxyHeader header = new ProxyHeader();
        ByteBuffer input = ByteBuffer.wrap(bytes);
        while (header.missing() > 0) {
            int count = Math.min(Math.min(piece, header.missing()), input.remaining());
            if (count == 0) {
                throw new ProtocolException("incomplete");
            }
            header.add(input.slice(input.position(), count));
            input.position(input.position() + count);
        }
        assertThat(input.remaining()).isZero();
        return header.client();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 16, 1_000})
    void readsAnIpv4ClientInPiecesOfAnySize(int piece) throws Exception {
        assertThat(parse(ipv4(), piece))
                .hasValue(new InetSocketAddress(IpNetwork.address("192.0.2.7").orElseThrow(), 0x1234));
    }

    @Test
    void readsAnIpv6ClientAndSkipsExtensions() throws Exception {
        String address = "20010db8000000000000000000000007";
        byte[] bytes = header("21", "21", address + address + "ffff0019" + "030004deadbeef");
        assertThat(parse(bytes, 1_000))
                .hasValue(new InetSocketAddress(IpNetwork.address("2001:db8::7").orElseThrow(), 65_535));
    }

    @Test
    void readsNoClientFromALocalConnection() throws Exception {
        assertThat(parse(header("20", "00", ""), 1_000)).isEmpty();
        assertThat(parse(header("20", "11", "c00002077f00000112340019"), 1_000)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "21 00 ", // unknown family
                "21 12 c00002077f00000112340019", // UDP
                "21 31 00", // UNIX
                "21 11 c00002077f000001123400", // too short
                "21 21 c00002077f00000112340019", // too short for IPv6
                "22 11 c00002077f00000112340019", // unknown command
                "11 11 c00002077f00000112340019" // another version
            })
    void refusesHeadersWithoutATcpClient(String text) {
        String[] parts = text.split(" ", -1);
        assertThatThrownBy(() -> parse(header(parts[0], parts[1], parts[2]), 1_000))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void refusesTextAtItsFirstWrongByte() {
        ProxyHeader header = new ProxyHeader();
        assertThatThrownBy(() -> header.add(ByteBuffer.wrap(new byte[] {'P'}))).isInstanceOf(ProtocolException.class);
    }

    @Test
    void refusesAHeaderAboveTheMaximumLength() throws Exception {
        assertThat(parse(header("20", "00", "00".repeat(2_048)), 1_000)).isEmpty();
        assertThatThrownBy(() -> parse(header("20", "00", "00".repeat(2_049)), 1_000))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void refusesOrReadsChangedHeadersWithoutOtherErrors() {
        Random random = new Random(20_260_901);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = ipv4();
            for (int change = random.nextInt(3); change >= 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                parse(bytes, 1 + random.nextInt(30));
            } catch (ProtocolException | AssertionError e) {
                assertThat(e).isNotNull();
            }
        }
    }
}
