package svc.backup.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import svc.api.backup.BlobFiles.BlobPart;
import svc.api.backup.BlobFiles.SealedBlob;
import svc.backup.format.FileEntry;

/**
 * The encrypted bytes of a blob in a file of a run, read from the chunks of the repository.
 *
 * @param from the offset of the blob in the file
 */
public record FilePart(RunFiles files, FileEntry file, long from, long size) implements SealedBlob {

    /**
     * Returns the part of a file.
     *
     * @param prefix what precedes the path of the file in the run
     * @return empty if the run does not contain the file
     */
    public static Optional<FilePart> of(RunFiles files, String prefix, BlobPart part) throws IOException {
        return files.find(prefix + part.path())
                .map(file ->
                        new FilePart(files, file, part.from(), part.length().orElse(file.size() - part.from())));
    }

    @Override
    public int read(ByteBuffer into, long at) throws IOException {
        return files.read(file, into, from + at);
    }
}
