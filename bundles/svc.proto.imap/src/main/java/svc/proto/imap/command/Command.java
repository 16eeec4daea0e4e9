package svc.proto.imap.command;

/** A command of a client without its tag. Mailbox names are decoded, and the inbox is {@code INBOX}. */
public sealed interface Command permits SessionCommand, MailboxCommand, MessageCommand, AccountCommand, Notify {

    /** A command that writes to an account. A read-only maintenance refuses it. */
    interface Write {}
}
