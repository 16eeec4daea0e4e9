package svc.api.erasure;

import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/**
 * The part of a bundle in the erasure of an account. A bundle with migrations registers one as a service, or is refused; one
 * whose tables hold nothing of accounts says so in its manifest instead: {@code Svc-Migrations: acme;accounts=none}. Objects
 * that the engine keeps need none, it erases them itself.
 *
 * <p>An erasure goes in many small transactions of the account's scope, and all of its steps are asked again and again until
 * none has anything left; what somebody writes meanwhile is thereby erased, too. It may be broken off at any place and begun
 * anew. Nothing needs to be told to the log of changes: it goes as well.
 *
 * <p>Threading: on a thread of the store, inside its transaction.
 */
@ConsumerType
public interface ErasureStep {

    /** The namespace of the migrations for whose tables it answers. */
    String namespace();

    /**
     * Erases a portion, some hundred rows or for as long as the pace permits.
     *
     * @param who whose account it was
     * @param tx a transaction of the account's scope
     * @return whether there may be more
     */
    default boolean erase(Erased who, Transaction tx, Pace pace) {
        return false;
    }

    /** Erases the last of it, in the transaction after which there is no such account any more. */
    default void end(Transaction tx) {}
}
