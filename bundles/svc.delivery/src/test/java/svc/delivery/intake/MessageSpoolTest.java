package svc.delivery.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.StorageFullException;
import svc.mime.Octets;
import svc.testkit.SettableWallClock;
import svc.testkit.engine.TemporaryStore;

class MessageSpoolTest {

    private static final byte[] PIECE = new byte[8_192];

    @AutoClose
    private final TemporaryStore store = new TemporaryStore(new SettableWallClock());

    private MessageSpool spool() {
        return new MessageSpool(store.bytes(), "one");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, MessageSpool.MOST_IN_MEMORY, MessageSpool.MOST_IN_MEMORY + 1})
    void returnsTheWrittenOctets(int size) throws IOException {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) 7);
        try (MessageSpool spool = spool()) {
            spool.write(bytes);
            Octets octets = spool.octets();
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            octets.send(0, size, read);
            assertThat(read.toByteArray()).isEqualTo(bytes);
            assertThat(spool.size()).isEqualTo(size);
            boolean inBlob = !store.bytes().list("one", Optional.empty(), 10).isEmpty();
            assertThat(inBlob).isEqualTo(size > MessageSpool.MOST_IN_MEMORY);
        }
    }

    @Test
    void largeMessageIsNotInMemory() throws IOException {
        try (MessageSpool spool = spool()) {
            for (int written = 0; written < 40_000_000; written += PIECE.length) {
                spool.write(PIECE);
                assertThat(spool.inMemory()).isLessThanOrEqualTo(MessageSpool.MOST_IN_MEMORY);
            }
            ByteArrayOutputStream end = new ByteArrayOutputStream();
            spool.octets().send(spool.size() - 10, 10, end);
            assertThat(end.size()).isEqualTo(10);
        }
    }

    @Test
    void discardedMessageLeavesNoBlob() throws IOException {
        MessageSpool spool = spool();
        spool.write(new byte[MessageSpool.MOST_IN_MEMORY * 2]);
        spool.discard();
        assertThat(store.bytes().list("one", Optional.empty(), 10)).isEmpty();
    }

    /** Blobs on a disk that is full. */
    private record FullDisk(BlobStore blobs) implements BlobStore {

        @Override
        public BlobWriter newBlob(String organization) throws IOException {
            throw new StorageFullException("full", new IOException("full"));
        }

        @Override
        public Optional<StoredBlob> find(String organization, BlobId id) {
            return blobs.find(organization, id);
        }

        @Override
        public boolean remove(String organization, BlobId id, Instant untouchedSince) {
            return blobs.remove(organization, id, untouchedSince);
        }

        @Override
        public List<BlobId> list(String organization, Optional<BlobId> after, int max) throws IOException {
            return blobs.list(organization, after, max);
        }

        @Override
        public Set<String> tenants() throws IOException {
            return blobs.tenants();
        }

        @Override
        public void eraseTenant(String organization) throws IOException {
            blobs.eraseTenant(organization);
        }
    }

    @Test
    void fullDiskIsReportedAfterTheLastOctet() throws IOException {
        MessageSpool spool = new MessageSpool(new FullDisk(store.bytes()), "one");
        for (int i = 0; i < 100; i++) {
            spool.write(PIECE);
        }
        assertThat(spool.size()).isEqualTo(100L * PIECE.length);
        assertThatThrownBy(spool::octets).isInstanceOf(StorageFullException.class);
    }
}
