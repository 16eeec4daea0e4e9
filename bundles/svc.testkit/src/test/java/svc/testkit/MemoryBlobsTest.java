package svc.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.time.Clock;

final class MemoryBlobsTest extends BlobStoreContract {

    @Override
    protected BlobStore open(Clock clock) {
        return new MemoryBlobs(clock);
    }

    @Override
    protected void damage(BlobStore store, String organization, BlobId id) {
        ((MemoryBlobs) store).damage(organization, id);
    }

    @Test
    void unreadableTimestampKeepsTheBlob() throws Exception {
        MemoryBlobs memory = (MemoryBlobs) blobs();
        BlobId id = keep("o1", new byte[3]);
        memory.touch("o1", id, Optional.empty());
        assertThat(memory.remove("o1", id, Instant.MAX)).isFalse();
        memory.lose("o1", id);
        assertThat(memory.find("o1", id)).isEmpty();
    }
}
