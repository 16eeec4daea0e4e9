package svc.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import svc.api.backup.BlobFiles;
import svc.api.backup.BlobFiles.BlobPart;
import svc.api.backup.BlobFiles.SealedBlob;
import svc.api.blob.BlobId;
import svc.api.blob.CorruptBlobException;
import svc.backup.format.FileEntry;
import svc.backup.read.RunFiles;

/**
 * The blobs of a run. They are read from the chunks of the repository, without a copy on the disk, and decrypted with the
 * keys of this server.
 *
 * @param files the files of the run
 * @param blobs decrypts blobs
 */
public record RunBlobs(RunFiles files, BlobFiles blobs) {

    /**
     * Writes a blob to a stream.
     *
     * @param part the place of the blob in the files of the run
     * @throws CorruptBlobException the blob is missing or damaged, or has another key
     */
    public void copy(String organization, BlobId id, BlobPart part, OutputStream out) throws IOException {
        FileEntry file = files.find(HomeFiles.DATA + part.path())
                .orElseThrow(() -> new CorruptBlobException("The backup does not contain the blob " + id + "."));
        long size = part.length().orElse(file.size() - part.from());
        blobs.copy(organization, id, new Part(file, part.from(), size), out);
    }

    /** A part of a file of the run. */
    private final class Part implements SealedBlob {

        private final FileEntry file;
        private final long from;
        private final long size;

        Part(FileEntry file, long from, long size) {
            this.file = file;
            this.from = from;
            this.size = size;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return files.read(file, into, from + at);
        }
    }
}
