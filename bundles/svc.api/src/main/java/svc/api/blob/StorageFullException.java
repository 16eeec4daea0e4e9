package svc.api.blob;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** There is no room for the bytes of a blob. Nothing of it was kept; the same may succeed once somebody has made room. */
public final class NoRoom extends IOException {

    private static final long serialVersionUID = 1;

    /** With one sentence for people. */
    public NoRoom(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
