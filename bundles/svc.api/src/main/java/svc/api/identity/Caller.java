package svc.api.identity;

/**
 * Who asks: an account that has proved itself, by which kind of secret, and from where.
 *
 * @param account whose own account it is
 * @param device the device session, alike for all tokens of one sign-in
 * @param secret the kind of secret
 * @param address the client's address
 */
public record Caller(Account account, String device, Secret secret, String address) {

    /** The kinds of secrets. */
    public enum Secret {
        /** A token of a device session. */
        SESSION,
        /** The account's password itself. */
        ACCOUNT_PASSWORD,
        /** A password made for one program. */
        APP_PASSWORD
    }
}
