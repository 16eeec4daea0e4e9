package svc.api.delivery;

import java.io.IOException;
import java.io.OutputStream;
import svc.api.identity.Account;

/**
 * A queued message on its way to recipients in one domain.
 *
 * @param id the id of the message in the queue, for the log
 * @param from the account that sends the message
 * @param envelope the envelope, only with these recipients
 * @param domain the domain of the recipients, in lower case
 * @param size the size of the message in bytes
 * @param content the bytes of the message, without a Return-Path field
 * @param isRelayed whether the message came from another server, and the account only sends it on
 */
public record OutgoingMail(
        String id, Account from, Envelope envelope, String domain, long size, Content content, boolean isRelayed) {

    /** Creates a message of the account. */
    public OutgoingMail(String id, Account from, Envelope envelope, String domain, long size, Content content) {
        this(id, from, envelope, domain, size, content, false);
    }

    /** Returns this message with other octets. */
    public OutgoingMail with(Envelope otherEnvelope, long otherSize, Content otherContent) {
        return new OutgoingMail(id, from, otherEnvelope, domain, otherSize, otherContent, isRelayed);
    }

    /** The bytes of a message. */
    @FunctionalInterface
    public interface Content {

        /** Writes all bytes. Can be called more than once. */
        void writeTo(OutputStream out) throws IOException;
    }
}
