package svc.api.delivery;

/**
 * The reply to a message for one recipient.
 *
 * @param address the address from the envelope
 * @param reply the reply
 */
public record RecipientOutcome(String address, SmtpReply reply) {}
