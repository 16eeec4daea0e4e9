package svc.testkit.bundles;

/**
 * A user that sends mail, of the engine in this process.
 *
 * @param user the user
 * @param identity the id of the identity of the own address
 */
public record LocalSender(LocalMailUser user, String identity) implements SendingCalls {

    /** Creates an account. */
    public static LocalSender of(BundleServer server, String email) {
        LocalMailUser user = LocalMailUser.of(server, email);
        return new LocalSender(user, SendingCalls.identityOf(user));
    }
}
