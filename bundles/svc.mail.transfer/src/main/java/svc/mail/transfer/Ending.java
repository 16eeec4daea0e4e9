package svc.mail.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import svc.api.blob.NoRoom;
import svc.api.store.StoreProblem;

/** How a run ends: at its end, or before it for a reason that people are told. */
final class Ending {

    private static final String AGAIN = " What went over so far stays; start the same command again and it goes on.";

    private Ending() {}

    /** The work of a run. */
    interface Work {
        void run() throws IOException;
    }

    /**
     * Does the work.
     *
     * @return why it ended early; null when it did not
     * @throws IOException it failed for another reason
     */
    static @Nullable String of(Work work) throws IOException {
        try {
            work.run();
            return null;
        } catch (NoRoom e) {
            return e.getMessage() + " Make room." + AGAIN;
        } catch (Stopped e) {
            return e.why() + AGAIN;
        } catch (StoreProblem e) {
            return switch (e.kind()) {
                case FULL -> e.getMessage() + " Make room." + AGAIN;
                case BUSY, EXPIRED -> e.getMessage() + AGAIN;
                case STOPPED -> "The server stops." + AGAIN;
                case NO_ACCOUNT -> "The account is being erased.";
                case CLOSED, DAMAGED, REFUSED, FAILED -> throw e;
            };
        }
    }
}
