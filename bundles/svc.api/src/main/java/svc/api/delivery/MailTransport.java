package svc.api.delivery;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A transport by which queued messages leave this server. Register it as a service. If no transport accepts an address
 * of another server, {@link MailQueue#accepts} returns false for this address, and messages to this address are
 * rejected at submission.
 *
 * <p>Threading: called from any thread; must answer without I/O. Lifecycle: called while the transport is registered.
 */
@ConsumerType
public interface MailTransport {

    /** Returns whether messages to an address of another server can be sent, for example because of its domain. */
    boolean accepts(String address);
}
