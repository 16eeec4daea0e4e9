package svc.launcher.agreement;

import svc.testkit.bundles.MailCalls;

/**
 * Access to an account of a running server.
 *
 * @param port the port of IMAP
 * @param email the address of the account
 * @param password a password for IMAP
 * @param user the owner, who is signed in to JMAP
 */
public record ServerAccess(int port, String email, String password, MailCalls user) {

    ImapConnection connect() {
        return ImapConnection.signedIn(port, email, password);
    }
}
