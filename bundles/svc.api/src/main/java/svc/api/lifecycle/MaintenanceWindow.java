package svc.api.lifecycle;

import java.time.Instant;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The time of the week at which heavy scheduled work begins: {@code [maintenance] window}. Work that an operator or a
 * client requests does not wait for it.
 *
 * <p>Threading: thread-safe; no method blocks.
 */
@ProviderType
public interface MaintenanceWindow {

    /**
     * Returns whether scheduled work may begin now: no window is configured, it is open, or three windows have passed
     * since the work began last. The window is open for at least an hour, so hourly questions do not miss it.
     *
     * @param last the time at which the work began last; the start of the server if it has not begun since
     */
    boolean permits(Instant last);
}
