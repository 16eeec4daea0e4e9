package svc.cap.mail.email;

import java.io.IOException;
import java.io.UncheckedIOException;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;
import svc.cap.mail.message.MessageParser;
import svc.cap.mail.message.ParsedMessage;

/** Copies the blobs of messages from one account to another, so that each account holds its own blobs. Immutable. */
final class CrossAccountCopy {

    private final AccountBlobs blobs;
    private final MessageParser parser;

    CrossAccountCopy(AccountBlobs blobs, MessageParser parser) {
        this.blobs = blobs;
        this.parser = parser;
    }

    /** The accounts of a copy. */
    record Accounts(MethodCall call, AccessibleAccount from, AccessibleAccount to) {}

    /**
     * Copies the blob of a message and parses it.
     *
     * @throws SetError if the bytes are lost or the quota of the account is exceeded
     * @throws MethodError {@code serverUnavailable} if the disk is full
     */
    ParsedMessage parse(Accounts accounts, BlobId id) {
        try {
            StoredBlob copy = blobs.copy(
                            accounts.from().account(),
                            accounts.to().account(),
                            accounts.call().caller().account(),
                            id)
                    .orElseThrow(CrossAccountCopy::dataLost);
            return parser.read(copy).orElseThrow(CrossAccountCopy::dataLost).message();
        } catch (CorruptBlobException e) {
            throw dataLost();
        } catch (OverQuotaException e) {
            throw SetError.overQuota(e.messageFor(accounts.to()));
        } catch (StorageFullException e) {
            throw new MethodError(
                    "serverUnavailable",
                    "The storage of the server is full. Contact its operator and try again later.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SetError dataLost() {
        return SetError.invalidProperty(
                "id", "The data of the message is missing or damaged; the log of the server has the details.");
    }
}
