package svc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

/** Tests connections whose octets are compressed. */
class DeflateTest extends LineServerFixture {

    /** A client that has begun to compress. */
    private final class Client implements AutoCloseable {

        private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port("echo"));
        private final OutputStream raw;
        private final DeflaterOutputStream out;
        private final InputStream in;

        Client() throws IOException {
            socket.setSoTimeout(20_000);
            InputStream plain = socket.getInputStream();
            raw = socket.getOutputStream();
            assertThat(line(plain)).isEqualTo("220 ready");
            raw.write("DEFLATE\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(line(plain)).isEqualTo("220 compressed");
            out = new DeflaterOutputStream(raw, new Deflater(Deflater.BEST_COMPRESSION, true), 512, true);
            in = new InflaterInputStream(plain, new Inflater(true));
        }

        private String line(InputStream from) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int octet = from.read(); octet != '\n'; octet = from.read()) {
                line.write(octet);
            }
            return line.toString(StandardCharsets.US_ASCII).strip();
        }

        Client send(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return this;
        }

        String line() throws IOException {
            return line(in);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void answersCompressedCommands() throws Exception {
        try (Client client = new Client()) {
            for (int i = 0; i < 200; i++) {
                assertThat(client.send("ECHO " + i + "\r\n").line()).isEqualTo("" + i);
            }
            client.send("ECHO a\r\nECHO b\r\nECHO ").send("c\r\n");
            assertThat(client.line()).isEqualTo("a");
            assertThat(client.line()).isEqualTo("b");
            assertThat(client.line()).isEqualTo("c");
        }
    }

    @Test
    void compressesALongOutput() throws Exception {
        try (Client client = new Client()) {
            assertThat(client.send("BIG 500000\r\n").line()).hasSize(500_000);
            assertThat(client.send("ECHO after\r\n").line()).isEqualTo("after");
        }
    }

    @Test
    void readsALongInputAndCountsDecompressedOctets() throws Exception {
        try (Client client = new Client()) {
            client.send("READ 3000000\r\n" + "x".repeat(3_000_000));
            assertThat(client.line()).isEqualTo("read 3000000");
            client.send("y".repeat(200_000)); // a few hundred octets on the wire
            assertThat(client.line()).isEqualTo("500 too long");
        }
    }

    @Test
    void closesAConnectionWithOtherOctets() throws Exception {
        try (Client client = new Client()) {
            client.raw.write("ECHO not compressed\r\n".getBytes(StandardCharsets.US_ASCII));
            client.raw.flush();
            assertThat(client.socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
