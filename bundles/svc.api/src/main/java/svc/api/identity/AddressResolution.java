package svc.api.identity;

/**
 * Result of resolving a recipient address: local account, alias of
 * another address, unknown user, remote domain, or invalid address. Immutable.
 */
public sealed interface AddressResolution {

    /**
     * The address of a local account.
     *
     * @param account the account
     * @param acceptsMail whether the account accepts mail now; mail for an account of a suspended tenant stays in the
     *     queue
     */
    record LocalAccount(Account account, boolean acceptsMail) implements AddressResolution {}

    /**
     * An alias of a local account whose mail is sent on to another address.
     *
     * @param account the account that has the alias
     * @param acceptsMail whether the account accepts mail now
     * @param target the other address, on this or another server
     */
    record ForwardedAlias(Account account, boolean acceptsMail, String target) implements AddressResolution {}

    /** An address that is in a local domain but belongs to no account. */
    record UnknownUser() implements AddressResolution {}

    /** An address in a domain of another server. */
    record RemoteDomain() implements AddressResolution {}

    /** Not a valid address. */
    record InvalidAddress() implements AddressResolution {}
}
