package svc.cap.blob;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Draft;
import svc.api.blob.BlobStore.Stored;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.jmap.Capability;
import svc.testkit.Covers;
import svc.testkit.MemoryBlobs;
import svc.testkit.engine.Client;
import svc.testkit.engine.MemoryEngine;
import svc.testkit.engine.Response;

/** Blob/get in the engine, on blobs in memory. */
final class ReadingTest {

    private static final String DATA = "data";

    private final MemoryEngine engine = new MemoryEngine();
    private final MemoryBlobs blobs = new MemoryBlobs(engine.clock());
    private final Client ada = engine.account("one", "ada");

    private ReadingTest() {
        engine.register(new Capability() {
            @Override
            public String urn() {
                return BlobCapability.URN;
            }
        });
    }

    /** Everybody sees what the organization has. */
    private static class Everything implements BlobSight {

        private final MemoryBlobs blobs;

        Everything(MemoryBlobs blobs) {
            this.blobs = blobs;
        }

        @Override
        public boolean sees(Caller caller, Reach reach, String blobId) {
            return find(caller, reach, blobId).isPresent();
        }

        @Override
        public Optional<Stored> find(Caller caller, Reach reach, String blobId) {
            return BlobId.parse(blobId).flatMap(id -> blobs.find(reach.account().organization(), id));
        }
    }

    private String keep(byte[] bytes) throws IOException {
        try (Draft draft = blobs.draft("one")) {
            draft.out().write(bytes);
            draft.out().close();
            return draft.keep().toString();
        }
    }

    private Response get(Map<String, ? extends @Nullable Object> arguments) {
        return ada.call("Blob/get", arguments);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @Covers(value = "RFC9404 §4.2", part = "encodings at the ends of a range")
    void aCharacterThatIsCutInTwoIsNoText() throws IOException {
        engine.register(new BlobGet(new Everything(blobs), engine.limits()));
        String text = "aé漢😀z";
        byte[] octets = bytes(text);
        String id = keep(octets);
        for (int from = 0; from <= octets.length + 1; from++) {
            for (int length = 0; length <= octets.length + 2; length++) {
                int begin = Math.min(from, octets.length);
                int end = Math.min(begin + length, octets.length);
                byte[] part = Arrays.copyOfRange(octets, begin, end);
                boolean whole = Arrays.equals(bytes(new String(part, StandardCharsets.UTF_8)), part);
                Map<?, ?> found = (Map<?, ?>) get(Map.of("ids", List.of(id), "offset", from, "length", length))
                        .done()
                        .list("list")
                        .get(0);
                assertThat(String.valueOf(found.get("size"))).isEqualTo(String.valueOf(octets.length));
                assertThat(found.containsKey("isTruncated")).isEqualTo(from + length > octets.length);
                assertThat(found.containsKey("isEncodingProblem")).isEqualTo(!whole);
                assertThat(found.get("data:asText")).isEqualTo(whole ? new String(part, StandardCharsets.UTF_8) : null);
                assertThat(found.get("data:asBase64"))
                        .isEqualTo(whole ? null : Base64.getEncoder().encodeToString(part));
            }
        }
    }

    @Test
    @Covers(value = "RFC9404 §4.2", part = "the most that an answer holds")
    void anAnswerHoldsSoMuchAtMost() throws IOException {
        engine.register(new BlobGet(new Everything(blobs), engine.limits()));
        byte[] octets = new byte[(int) BlobGet.MOST_DATA + 1];
        new Random(7).nextBytes(octets);
        String one = keep(octets);
        String other = keep(bytes("two"));
        assertThat(get(Map.of("ids", List.of(one), "length", BlobGet.MOST_DATA))
                        .done()
                        .list("list"))
                .hasSize(1);
        assertThat(get(Map.of("ids", List.of(one))).error()).isEqualTo("requestTooLarge");
        assertThat(get(Map.of("ids", List.of(one, other, one), "length", BlobGet.MOST_DATA - 3))
                        .done()
                        .list("list"))
                .hasSize(2);
        assertThat(get(Map.of("ids", List.of(one, other), "length", BlobGet.MOST_DATA - 2))
                        .error())
                .isEqualTo("requestTooLarge");
        assertThat(get(Map.of("ids", List.of(one), "properties", List.of("digest:sha", "size")))
                        .done()
                        .list("list"))
                .hasSize(1);
    }

    /** A blob that takes a second for each portion. */
    private record Slow(MemoryEngine engine, Stored blob, AtomicInteger portions) implements Stored {

        @Override
        public BlobId id() {
            return blob.id();
        }

        @Override
        public long size() {
            return blob.size();
        }

        @Override
        public Optional<Instant> touched() {
            return blob.touched();
        }

        @Override
        public void send(long from, long length, OutputStream out) throws IOException {
            for (long at = from; at < from + length; at++) {
                engine.clock().hurry(Duration.ofSeconds(1));
                portions.incrementAndGet();
                blob.send(at, 1, out);
            }
        }

        @Override
        public void verify(Consumer<Long> progress) throws IOException {
            blob.verify(progress);
        }
    }

    @Test
    @Covers(value = "RFC9404 §4.2", part = "long reads")
    void aLongReadEndsWhenTheRequestMust() throws IOException {
        AtomicInteger portions = new AtomicInteger();
        engine.register(new BlobGet(
                new Everything(blobs) {
                    @Override
                    public Optional<Stored> find(Caller caller, Reach reach, String blobId) {
                        return super.find(caller, reach, blobId).map(blob -> new Slow(engine, blob, portions));
                    }
                },
                engine.limits()));
        String id = keep(new byte[1000]);
        for (String property : List.of(DATA, "digest:sha-512")) {
            portions.set(0);
            assertThat(get(Map.of("ids", List.of(id), "properties", List.of(property)))
                            .error())
                    .isEqualTo("serverUnavailable");
            assertThat(portions.get()).isLessThan(100);
            engine.clock().hurry(Duration.ZERO);
        }
        assertThat(get(Map.of("ids", List.of(id), "properties", List.of("size")))
                        .done()
                        .list("list"))
                .hasSize(1);
    }

    @Test
    @Covers(value = "RFC9404 §4.2", part = "damage")
    void whatIsDamagedIsNeverShown() throws IOException {
        engine.register(new BlobGet(new Everything(blobs), engine.limits()));
        String id = keep(bytes("whole"));
        blobs.damage("one", BlobId.parse(id).orElseThrow());
        for (String property : List.of(DATA, "data:asText", "data:asBase64", "digest:sha")) {
            assertThat(get(Map.of("ids", List.of(id), "properties", List.of(property)))
                            .error())
                    .isEqualTo("serverFail");
        }
    }
}
