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
        blobs.copy(organization, id, new Part(files, file, part.from(), size), out);
    }

    /** A part of a file of a run. */
    private record Part(RunFiles files, FileEntry file, long from, long size) implements SealedBlob {

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return files.read(file, into, from + at);
        }
    }
}
