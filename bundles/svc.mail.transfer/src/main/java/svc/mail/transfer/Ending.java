package svc.mail.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import svc.api.blob.StorageFullException;
import svc.api.store.StoreException;

/** Runs a transfer and returns the reason for the operator if the transfer ends early. */
public final class Ending {

    private static final String AGAIN =
            " The messages transferred so far are kept; run the same command again to continue.";

    private Ending() {}

    /** The work of a run. */
    public interface Work {
        void run() throws IOException;
    }

    /**
     * Runs the work.
     *
     * @return the reason why the work ended early; null if it was completed
     * @throws IOException if the work failed for a reason that remains when the command is repeated
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
