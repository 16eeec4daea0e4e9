package svc.api.delivery;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Examines each message from outside once, before it is planned for its recipients: verification of the sender, spam
 * and virus detection. Register it as a service.
 *
 * <p>Threading: called on threads of the server, for several messages at the same time, outside transactions and
 * snapshots. Each {@link Check} belongs to one message and is not called by two threads at the same time. Lifecycle:
 * called while the check is registered.
 */
@ConsumerType
public interface MessageCheck {

    /** Returns the place of the check: lower numbers come first, and their fields stand before those of others. */
    int order();

    /** Begins the check of a message. */
    Check begin(Envelope envelope, Arrival arrival);

    /**
     * Returns the result if the check throws or does not finish in ten seconds. The default accepts the message without
     * a result. A check that must not fail open returns a transient rejection.
     */
    default CheckResult onFailure() {
        return CheckResult.NONE;
    }

    /** The check of one message. */
    @ConsumerType
    interface Check extends AutoCloseable {

        /** Receives the next octets of the message as they arrive. It must not keep the array. */
        void write(byte[] bytes, int offset, int length);

        /**
         * Returns the result after the last octet. It may block for up to ten seconds; then its thread is interrupted,
         * and the check counts as failed.
         */
        CheckResult finish();

        /** Releases resources. Called after {@link #finish}, or when the message is dropped. */
        @Override
        default void close() {}
    }
}
