package svc.mail.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import svc.api.blob.StorageFullException;
import svc.api.store.StoreException;

/** Runs a transfer and explains to the operator why it ended early. */
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
     * @return why it ended early; null if it was completed
     * @throws IOException if it failed for a reason that repeating the command does not resolve
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
