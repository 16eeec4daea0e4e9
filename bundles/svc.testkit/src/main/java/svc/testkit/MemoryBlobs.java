package svc.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.CorruptBlobException;
import svc.api.time.Clock;

/**
 * A {@link BlobStore} in memory. A test can damage a blob, lose it, and set the time of its last touch. A use inside a
 * database transaction, on the thread of the store that writes, throws an exception. Thread-safe.
 */
public final class MemoryBlobs implements BlobStore {

    private static final String WRITER = "svc-store-writer";
    private static final Pattern ORGANIZATION = Pattern.compile("[a-z0-9]{1,32}");

    private final Clock clock;
    private final Map<String, NavigableMap<String, Held>> held = new TreeMap<>();
    private final Set<BlobId> quarantined = new HashSet<>();

    /** Creates an empty store. */
    public MemoryBlobs(Clock clock) {
        this.clock = clock;
    }

    @SuppressWarnings("ArrayRecordComponent") // blobs are never compared
    private record Held(BlobId id, byte[] bytes, Optional<Instant> lastModified, boolean damaged)
            implements StoredBlob {

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public void send(long from, long length, OutputStream out) throws IOException {
            if (from < 0 || length < 0 || from > bytes.length - length) {
                throw new IllegalArgumentException("bytes " + from + "+" + length + " of " + bytes.length);
            }
            refuseDamage();
            out.write(bytes, (int) from, (int) length);
        }

        @Override
        public void verify(Consumer<Long> progress) throws IOException {
            refuseDamage();
            progress.accept(size());
        }

        private void refuseDamage() throws CorruptBlobException {
            requireOtherThread();
            if (damaged) {
                throw new CorruptBlobException("The blob " + id + " was damaged by a test.");
            }
        }
    }

    /** Damages a blob: the bytes that the blob sends from now on differ from the stored bytes. */
    public synchronized void damage(String organization, BlobId id) {
        of(organization)
                .computeIfPresent(id.toString(), (name, blob) -> new Held(id, blob.bytes, blob.lastModified, true));
    }

    /** Removes a blob, even if it is referenced. */
    public synchronized void lose(String organization, BlobId id) {
        of(organization).remove(id.toString());
    }

    /** Sets the time of a blob's last touch; an empty time means that the time cannot be read. */
    public synchronized void touch(String organization, BlobId id, Optional<Instant> touched) {
        of(organization)
                .computeIfPresent(id.toString(), (name, blob) -> new Held(id, blob.bytes, touched, blob.damaged));
    }

    @Override
    public BlobWriter newBlob(String organization) {
        of(organization);
        return new MemoryDraft(organization);
    }

    @Override
    public synchronized Optional<StoredBlob> find(String organization, BlobId id) {
        return Optional.ofNullable(of(organization).get(id.toString()));
    }

    @Override
    public synchronized boolean remove(String organization, BlobId id, Instant untouchedSince) {
        Held blob = of(organization).get(id.toString());
        if (blob == null) {
            return true;
        }
        boolean old = blob.lastModified
                .filter(at -> !at.isAfter(untouchedSince) && !at.isAfter(clock.now()))
                .isPresent();
        if (old) {
            of(organization).remove(id.toString());
        }
        return old;
    }

    @Override
    public synchronized boolean quarantine(String organization, BlobId id, Instant untouchedSince) {
        Optional<StoredBlob> blob = find(organization, id);
        boolean removed = remove(organization, id, untouchedSince);
        blob.filter(found -> removed).ifPresent(found -> quarantined.add(found.id()));
        return removed;
    }

    /** Returns the blobs in quarantine. */
    public synchronized Set<BlobId> quarantined() {
        return Set.copyOf(quarantined);
    }

    @Override
    public synchronized List<BlobId> list(String organization, Optional<BlobId> after, int max) {
        NavigableMap<String, Held> all = of(organization);
        return after.map(id -> all.tailMap(id.toString(), false)).orElse(all).values().stream()
                .limit(Math.max(0, max))
                .map(Held::id)
                .toList();
    }

    @Override
    public synchronized Set<String> tenants() {
        held.values().removeIf(Map::isEmpty);
        return Set.copyOf(held.keySet());
    }

    @Override
    public synchronized void eraseTenant(String organization) {
        of(organization).clear();
    }

    private synchronized NavigableMap<String, Held> of(String organization) {
        requireOtherThread();
        if (!ORGANIZATION.matcher(organization).matches()) {
            throw new IllegalArgumentException("\"" + organization + "\" is not the id of an organization");
        }
        return held.computeIfAbsent(organization, name -> new TreeMap<>());
    }

    private synchronized BlobId put(String organization, byte[] bytes) {
        BlobId id = BlobId.of(sha256(bytes));
        of(organization).put(id.toString(), new Held(id, bytes, Optional.of(clock.now()), false));
        return id;
    }

    private static void requireOtherThread() {
        if (Thread.currentThread().getName().equals(WRITER)) {
            throw new IllegalStateException("The blob store must not be used inside a database transaction");
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Bytes that are not committed as a blob yet. */
    private final class MemoryDraft implements BlobWriter {

        private final String organization;
        private final Sink sink = new Sink();
        private boolean finished;

        MemoryDraft(String organization) {
            this.organization = organization;
        }

        @Override
        public OutputStream out() {
            return sink;
        }

        @Override
        public long size() {
            return sink.size;
        }

        @Override
        public BlobId commit() {
            byte[] bytes = sink.kept;
            if (finished || bytes == null) {
                throw new IllegalStateException(finished ? "The draft has ended" : "Its output is still open");
            }
            finished = true;
            return put(organization, bytes);
        }

        @Override
        public void close() {
            finished = true;
            sink.close();
        }
    }

    /** Collects bytes until it is closed. */
    private static final class Sink extends OutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private byte @Nullable [] kept;
        private long size;

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int at, int length) throws IOException {
            if (kept != null) {
                throw new IOException("The output is closed");
            }
            bytes.write(from, at, length);
            size += length;
        }

        @Override
        public void close() {
            if (kept == null) {
                kept = bytes.toByteArray();
                bytes.reset();
            }
        }
    }
}
