package svc.api.boot;

import java.io.Serial;

/**
 * The server must not become ready. The launcher prints the two sentences, stops what runs and exits with 78.
 *
 * <p>The message is the two sentences, parted by a line feed, so that the launcher needs no class of this package.
 */
public final class BootRefusal extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Refuses.
     *
     * @param what one sentence that says what is wrong
     * @param remedy one sentence that says what to do
     */
    public BootRefusal(String what, String remedy) {
        super(what + "\n" + remedy);
    }
}
