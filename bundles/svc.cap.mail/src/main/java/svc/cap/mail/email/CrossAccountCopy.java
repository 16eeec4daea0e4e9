package svc.cap.mail;

import java.io.IOException;
import java.io.UncheckedIOException;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;

/** Brings the bytes of messages from one account into another, so that each account holds its own. Immutable. */
final class Crossing {

    private final Blobs blobs;
    private final Arrivals arrivals;

    Crossing(Blobs blobs, Arrivals arrivals) {
        this.blobs = blobs;
        this.arrivals = arrivals;
    }

    /** Between which accounts. */
    record Way(Call call, Reach from, Reach to) {}

    /**
     * What a message brings whose bytes come along.
     *
     * @throws SetError where they are lost, or the account may not keep them
     * @throws MethodError {@code serverUnavailable} where there is no room for them
     */
    Arrival arrival(Way way, BlobId id) {
        try {
            Stored copy = blobs.copy(
                            way.from().account(),
                            way.to().account(),
                            way.call().caller().account(),
                            id)
                    .orElseThrow(Crossing::lost);
            return arrivals.read(copy).orElseThrow(Crossing::lost).arrival();
        } catch (BlobDamaged e) {
            throw lost();
        } catch (OverQuota e) {
            throw SetError.overQuota(e.told(way.to()));
        } catch (NoRoom e) {
            throw new MethodError(
                    "serverUnavailable",
                    "The server has no room left to keep the copies. Tell its operator, and try again when there is.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SetError lost() {
        return SetError.invalidProperty(
                "id", "The bytes of the message are lost or damaged, which the operator finds in the log.");
    }
}
