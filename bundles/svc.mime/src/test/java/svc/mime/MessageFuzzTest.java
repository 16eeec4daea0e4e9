package svc.mime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that every mutated message is parsed without error, and that the offsets of its parts are correct. */
final class MessageFuzzTest {

    private static final long SEED = 20261122;
    private static final int ROUNDS = 1_200;
    private static final int LONG_ROUNDS = 400_000;

    /** Syntax that is inserted into messages. */
    private static final List<String> PIECES = List.of(
            "\r\n",
            "\n",
            "\r",
            "\r\n\r\n",
            "\r\n--",
            "--",
            "Content-Type: multipart/mixed; boundary=x\r\n",
            "\r\n--x\r\n",
            "\r\n--x--\r\n",
            "Content-Type: message/rfc822\r\n\r\n",
            "Content-Transfer-Encoding: base64\r\n",
            "Content-Transfer-Encoding: quoted-printable\r\n",
            "=?utf-8?Q?=C3?=",
            "=?utf-7?B?K0FBLQ==?=",
            "=?",
            "?=",
            "<",
            ">",
            "\"",
            "(",
            ")",
            "\\",
            ":",
            ";",
            ",",
            "=",
            "=3D",
            "\0",
            "\u00ff",
            "filename*0*=utf-8''%E2%82",
            "; name*1=\"x\"",
            "begin 644 a\n",
            "From: a <b@c>\r\n",
            " ",
            "\t");

    private final List<byte[]> samples = new ArrayList<>(Samples.all().values());

    @Test
    void mutatedMessagesAreParsed() {
        rounds(SEED, ROUNDS);
    }

    @Test
    @Tag("soak")
    void manyMutatedMessagesAreParsed() {
        rounds(SEED + 1, LONG_ROUNDS);
    }

    private void rounds(long seed, int rounds) {
        samples.removeIf(sample -> sample.length > 30_000);
        for (int round = 0; round < rounds; round++) {
            Random random = new Random(seed + round);
            byte[] message = tampered(random);
            assertThatCode(() -> holds(message, random))
                    .as("round %d of %d", round, seed)
                    .doesNotThrowAnyException();
        }
    }

    private byte[] tampered(Random random) {
        byte[] message = samples.get(random.nextInt(samples.size())).clone();
        for (int i = random.nextInt(6); i >= 0 && message.length > 0; i--) {
            int at = random.nextInt(message.length);
            int end = Math.min(message.length, at + 1 + random.nextInt(40));
            message = switch (random.nextInt(5)) {
                case 0 -> joined(message, at, new byte[0], end);
                case 1 -> joined(message, at, bytes(PIECES.get(random.nextInt(PIECES.size()))), at);
                case 2 -> joined(message, at, Arrays.copyOfRange(message, at, end), at);
                case 3 -> joined(message, at, new byte[] {(byte) random.nextInt(256)}, at + 1);
                default -> {
                    byte[] other = samples.get(random.nextInt(samples.size()));
                    int from = random.nextInt(other.length);
                    int stop = Math.min(other.length, from + random.nextInt(2_000));
                    yield joined(message, at, Arrays.copyOfRange(other, from, stop), end);
                }
            };
        }
        return message;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private static byte[] joined(byte[] message, int end, byte[] middle, int from) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(message, 0, end);
        out.writeBytes(middle);
        out.write(message, from, message.length - from);
        return out.toByteArray();
    }

    private static void holds(byte[] bytes, Random random) throws IOException {
        Message message = Samples.read(bytes);
        assertThat(message.size()).isEqualTo(bytes.length);
        tree(message.root(), 0, bytes.length);
        Set<String> ids = new HashSet<>();
        for (Part part : message.leaves(true)) {
            assertThat(ids.add(String.valueOf(part.id()))).isTrue();
            byte[] decoded = Samples.decoded(bytes, part);
            assertThat(part.size()).isEqualTo(decoded.length);
            assertThat(part.sha256()).isEqualTo(sha256(decoded));
            long max = 1L + random.nextInt(500);
            BodyText text =
                    BodyText.read(Octets.of(bytes), part.body(), part.encoding(), part.type(), part.charset(), max);
            assertThat(text.value().getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
                    .isLessThanOrEqualTo((int) max);
        }
        forms(message);
        assertThat(described(Samples.read(bytes, 1 + random.nextInt(100)))).isEqualTo(described(message));
    }

    /** Checks that a part starts where its header starts, inside its parent and after the previous part. */
    private static void tree(Part part, long from, long end) {
        assertThat(part.header().from()).isGreaterThanOrEqualTo(from);
        assertThat(part.header().length()).isNotNegative();
        assertThat(part.body().from()).isEqualTo(part.header().end());
        assertThat(part.body().length()).isNotNegative();
        assertThat(part.body().end()).isLessThanOrEqualTo(end);
        long at = part.body().from();
        for (Part child : part.parts()) {
            tree(child, at, end);
            at = child.body().end();
        }
        Part enclosed = part.enclosed();
        if (enclosed != null) {
            assertThat(enclosed.header().from()).isEqualTo(part.body().from());
            tree(enclosed, at, end);
        }
    }

    private static void forms(Message message) {
        for (HeaderField field : message.headers().fields()) {
            assertThat(field.raw()).doesNotContain("\0");
            assertThat(field.text()).doesNotContain("\0", "\r", "\n");
            field.groupedAddresses();
            field.messageIds();
            field.date();
            field.urls();
        }
        BodyParts parts = BodyParts.of(message.root());
        assertThat(message.leaves(false))
                .containsAll(parts.text())
                .containsAll(parts.html())
                .containsAll(parts.attachments());
        assertThat(Preview.of(message)).hasSizeLessThanOrEqualTo(256);
        MessageText.of(message);
        ThreadKeys.of(message.headers());
    }

    private static String described(Message message) {
        StringBuilder out = new StringBuilder();
        describe(message.root(), out);
        message.texts().forEach((id, text) -> out.append(id).append(Arrays.hashCode(text)));
        return out.toString();
    }

    private static void describe(Part part, StringBuilder out) {
        out.append(part.id())
                .append(part.type())
                .append(part.header())
                .append(part.body())
                .append(Arrays.hashCode(part.sha256()));
        part.parts().forEach(child -> describe(child, out));
        Part enclosed = part.enclosed();
        if (enclosed != null) {
            describe(enclosed, out);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
