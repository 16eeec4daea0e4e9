package svc.testkit.bundles;

/**
 * A user with mail of the engine in this process.
 *
 * @param who the user
 */
public record LocalMailUser(LocalUser who) implements MailCalls {

    /** Returns the user with an address; creates the account if it is missing. */
    public static LocalMailUser of(BundleServer server, String email) {
        return new LocalMailUser(server.user(email));
    }
}
