package svc.api.identity;

/**
 * The authenticated account of a request, with its device session, kind of credential and address.
 *
 * @param account the caller's own account
 * @param device the id of the device session, which all tokens of one sign-in share
 * @param credential the kind of credential
 * @param address the address of the client
 */
public record Caller(Account account, String device, CredentialKind credential, String address) {

    /** The kind of a credential. */
    public enum CredentialKind {
        /** A token of a device session. */
        SESSION,
        /** The password of the account. */
        ACCOUNT_PASSWORD,
        /** An app password. */
        APP_PASSWORD
    }
}
