package svc.blobs;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.identity.Reach;
import svc.blobs.Restored.Found;

/**
 * A blob for somebody who sees it. When its bytes turn out to be damaged before one of them went out, and it is somebody's
 * own, they are looked for in what they may be a part of; what stays lost is told. Any thread.
 */
final class SeenBlob implements Stored {

    private final Stored stored;
    private final Reach reach;
    private final Restoration restoration;
    private final Losses losses;

    SeenBlob(Stored stored, Reach reach, Restoration restoration, Losses losses) {
        this.stored = stored;
        this.reach = reach;
        this.restoration = restoration;
        this.losses = losses;
    }

    @Override
    public BlobId id() {
        return stored.id();
    }

    @Override
    public long size() {
        return stored.size();
    }

    @Override
    public Optional<Instant> touched() {
        return stored.touched();
    }

    @Override
    public void send(long from, long length, OutputStream out) throws IOException {
        Begun begun = new Begun(out);
        try {
            stored.send(from, length, begun);
        } catch (BlobDamaged e) {
            if (begun.any || !reach.personal()) {
                throw lost(e);
            }
            again(from, length, out, e);
        }
    }

    private void again(long from, long length, OutputStream out, BlobDamaged first) throws IOException {
        if (!(restoration.restore(reach.account(), id()) instanceof Found found)) {
            throw lost(first);
        }
        try {
            found.stored().send(from, length, out);
        } catch (BlobDamaged e) {
            throw lost(e);
        }
    }

    private BlobDamaged lost(BlobDamaged why) {
        losses.lost(reach.account().organization(), id(), String.valueOf(why.getMessage()));
        return why;
    }

    @Override
    public void verify(Consumer<Long> progress) throws IOException {
        stored.verify(progress);
    }

    /** Knows whether anything went out. */
    private static final class Begun extends FilterOutputStream {

        private boolean any;

        Begun(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            any = true;
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            any = true;
            out.write(bytes, from, length);
        }
    }
}
