package svc.proto.imap.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.Account;
import svc.mime.Octets;

/**
 * The octets of a message. The beginning is read once, because most sections that clients fetch are in it; the rest is
 * streamed from the blob.
 */
final class MessageContent implements Octets {

    private static final int BEGINNING = 65_536;

    private final StoredBlob blob;
    private final byte[] beginning;

    private MessageContent(StoredBlob blob, byte[] beginning) {
        this.blob = blob;
        this.beginning = beginning;
    }

    /**
     * Opens a message; empty if the account does not hold it any more.
     *
     * @throws IOException the beginning cannot be read
     */
    static Optional<MessageContent> open(AccountBlobs blobs, Account account, BlobId id) throws IOException {
        Optional<StoredBlob> blob = blobs.find(account, id);
        if (blob.isEmpty()) {
            return Optional.empty();
        }
        int length = (int) Math.min(BEGINNING, blob.get().size());
        ByteArrayOutputStream beginning = new ByteArrayOutputStream(length);
        blob.get().send(0, length, beginning);
        return Optional.of(new MessageContent(blob.get(), beginning.toByteArray()));
    }

    /** Returns the size of the message. */
    long size() {
        return blob.size();
    }

    @Override
    public void send(long from, long length, OutputStream out) throws IOException {
        if (from + length <= beginning.length) {
            out.write(beginning, (int) from, (int) length);
        } else {
            blob.send(from, length, out);
        }
    }
}
