package svc.proto.imap.state;

import svc.proto.imap.grammar.NumberSet;

/**
 * Messages that a command has added to a mailbox.
 *
 * @param mailbox the mailbox
 * @param uids the UIDs of the messages
 */
public record Filed(MailboxKey mailbox, NumberSet uids) {}
