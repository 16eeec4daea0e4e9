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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.testkit.Covers;
import svc.testkit.MemoryBlobs;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;
import svc.testkit.engine.Response;

/** Tests Blob/get in the engine, with blobs in memory. */
final class BlobGetTest {

    private static final String DATA = "data";

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private final MemoryBlobs blobs = new MemoryBlobs(engine.clock());
    private final Client ada = engine.account("one", "ada");

    private BlobGetTest() {
        engine.register(new Capability() {
            @Override
            public String urn() {
                return BlobCapability.URN;
            }
        });
    }

    /** Grants access to all blobs of the tenant. */
    private static class Everything implements BlobAccess {

        private final MemoryBlobs blobs;

        Everything(MemoryBlobs blobs) {
            this.blobs = blobs;
        }

        @Override
        public boolean canDownload(Caller caller, AccessibleAccount accessible, String blobId) {
            return find(caller, accessible, blobId).isPresent();
        }

        @Override
        public Optional<StoredBlob> find(Caller caller, AccessibleAccount accessible, String blobId) {
            return BlobId.parse(blobId)
                    .flatMap(id -> blobs.find(accessible.account().organization(), id));
        }
    }

    private String keep(byte[] bytes) throws IOException {
        try (BlobWriter draft = blobs.newBlob("one")) {
            draft.out().write(bytes);
            draft.out().close();
            return draft.commit().toString();
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
    void splitUtf8CharacterIsReportedAsEncodingProblem() throws IOException {
        engine.register(new BlobGet(new Everything(blobs), engine.limits()));
        String text = "aé漢😀z";
        byte[] bytes = bytes(text);
        String id = keep(bytes);
        for (int from = 0; from <= bytes.length + 1; from++) {
            for (int length = 0; length <= bytes.length + 2; length++) {
                int begin = Math.min(from, bytes.length);
                int end = Math.min(begin + length, bytes.length);
                byte[] part = Arrays.copyOfRange(bytes, begin, end);
                boolean complete = Arrays.equals(bytes(new String(part, StandardCharsets.UTF_8)), part);
                Map<?, ?> found = (Map<?, ?>) get(Map.of("ids", List.of(id), "offset", from, "length", length))
                        .done()
                        .list("list")
                        .get(0);
                assertThat(String.valueOf(found.get("size"))).isEqualTo(String.valueOf(bytes.length));
                assertThat(found.containsKey("isTruncated")).isEqualTo(from + length > bytes.length);
                assertThat(found.containsKey("isEncodingProblem")).isEqualTo(!complete);
                assertThat(found.get("data:asText"))
                        .isEqualTo(complete ? new String(part, StandardCharsets.UTF_8) : null);
                assertThat(found.get("data:asBase64"))
                        .isEqualTo(complete ? null : Base64.getEncoder().encodeToString(part));
            }
        }
    }

    @Test
    @Covers(value = "RFC9404 §4.2", part = "properties")
    void isEncodingProblemAndIsTruncatedCanBeRequested() throws IOException {
        engine.register(new BlobGet(new Everything(blobs), engine.limits()));
        String id = keep(bytes("text"));
        String other = keep(new byte[] {(byte) 0xff});
        Response answer = get(Map.of(
                        "ids",
                        List.of(id, other),
                        "length",
                        4,
                        "properties",
                        List.of("isEncodingProblem", "isTruncated")))
                .done();
        assertThat(answer.list("list"))
                .containsExactly(
                        Map.of("id", id, "isEncodingProblem", false, "isTruncated", false),
                        Map.of("id", other, "isEncodingProblem", true, "isTruncated", true));
    }

    @Test
    @Covers(value = "RFC9404 §4.2", part = "the most that an answer holds")
    void responseDataIsLimited() throws IOException {
        engine.register(new BlobGet(new Everything(blobs), engine.limits()));
        byte[] bytes = new byte[(int) BlobGet.MOST_DATA + 1];
        new Random(7).nextBytes(bytes);
        String one = keep(bytes);
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

    /** A blob whose reading takes one second for each chunk. */
    private record Slow(JmapTestServer engine, StoredBlob blob, AtomicInteger portions) implements StoredBlob {

        @Override
        public BlobId id() {
            return blob.id();
        }

        @Override
        public long size() {
            return blob.size();
        }

        @Override
        public Optional<Instant> lastModified() {
            return blob.lastModified();
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
    void longReadStopsAtTheDeadlineOfTheRequest() throws IOException {
        AtomicInteger portions = new AtomicInteger();
        engine.register(new BlobGet(
                new Everything(blobs) {
                    @Override
                    public Optional<StoredBlob> find(Caller caller, AccessibleAccount accessible, String blobId) {
                        return super.find(caller, accessible, blobId).map(blob -> new Slow(engine, blob, portions));
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
    void damagedDataIsNeverReturned() throws IOException {
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
