package svc.api.identity;

/** Where an address leads, for those who deliver to it. Values; any thread. */
public sealed interface Whereabouts {

    /**
     * To an account.
     *
     * @param account it
     * @param open whether it takes mail now; that of an organization which is suspended waits
     */
    record Here(Account account, boolean open) implements Whereabouts {}

    /** To a domain of ours in which nobody has the address. */
    record Nobody() implements Whereabouts {}

    /** To a domain that is not ours. */
    record Elsewhere() implements Whereabouts {}

    /** Nowhere: it is no address. */
    record Nowhere() implements Whereabouts {}
}
