package svc.proto.imap.state;

/**
 * A mailbox of any account.
 *
 * @param account the number of the account
 * @param mailbox the number of the mailbox
 */
public record MailboxKey(long account, long mailbox) {}
