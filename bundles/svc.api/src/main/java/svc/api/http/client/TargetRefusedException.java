package svc.api.http.client;

import java.io.IOException;
import java.io.Serial;

/**
 * Thrown for a target that is not permitted or cannot be resolved. The message contains the reason and the remedy, but
 * not the URL.
 */
public final class TargetRefusedException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    public TargetRefusedException(String reason) {
        super(reason);
    }
}
