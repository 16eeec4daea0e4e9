package svc.mail.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import svc.api.blob.StorageFullException;
import svc.api.store.StoreException;

/** Runs a transfer. If the transfer ends early, returns the reason as a sentence that is shown to the operator. */
public final class Ending {

    private static final String AGAIN =
            " The messages transferred so far are kept; run the same command again to continue.";

    private Ending() {}

    /** A transfer to run. */
    public interface Work {
        void run() throws IOException;
    }

    /**
     * Runs a transfer.
     *
     * @return the reason why the transfer ended early, with the remedy; null if the transfer was completed
     * @throws IOException if the transfer failed for a reason that remains when the command is repeated
     */
    static @Nullable public String of(Work work) throws IOException {
        try {
            work.run();
            return null;
        } catch (StorageFullException e) {
            return e.getMessage() + " Free some space." + AGAIN;
        } catch (TransferStoppedException e) {
            return e.reason() + AGAIN;
        } catch (StoreException e) {
            return switch (e.kind()) {
                case FULL -> e.getMessage() + " Free some space." + AGAIN;
                case BUSY, EXPIRED -> e.getMessage() + AGAIN;
                case STOPPED -> "The server is stopping." + AGAIN;
                case NO_ACCOUNT -> "The account is being erased.";
                case CLOSED, DAMAGED, REFUSED, FAILED -> throw e;
            };
        }
    }
}
