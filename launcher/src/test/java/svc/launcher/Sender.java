package svc.launcher;

import svc.testkit.bundles.SendingCalls;

/**
 * A user of a server behind HTTP that sends mail.
 *
 * @param user the user
 * @param identity the id of the identity of the own address
 */
record Sender(MailUser user, String identity) implements SendingCalls {

    static Sender of(RunningServer server, String email) {
        return of(MailUser.of(server, email));
    }

    static Sender of(MailUser user) {
        return new Sender(user, SendingCalls.identityOf(user));
    }

    /** Returns the same user on a restarted server. */
    Sender at(RunningServer server) {
        SignedIn again = SignedIn.again(server, user.who().email());
        return new Sender(new MailUser(again, BlobClient.of(again)), identity);
    }
}
