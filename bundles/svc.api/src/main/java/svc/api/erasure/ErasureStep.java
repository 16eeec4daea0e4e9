package svc.api.erasure;

import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/**
 * Service that erases the data of an account from the tables of one bundle. A bundle with migrations must register an
 * erasure step, or the bundle is rejected. If the tables of the bundle contain no account data, its manifest declares
 * this instead: {@code Svc-Migrations: acme;accounts=none}. The engine itself erases the objects that it stores.
 *
 * <p>An erasure consists of many small transactions in the scope of the account. The server calls all steps repeatedly
 * until none has data left, so that rows written meanwhile are erased, too. The erasure can be interrupted at any point
 * and started again. A step does not write to the change log: the change log of the account is erased as well.
 *
 * <p>Threading: {@link #eraseFiles} is called on the thread of the erasure, the other methods on a thread of the store,
 * inside its transaction.
 */
@ConsumerType
public interface ErasureStep {

    /** Returns the namespace of the migrations whose tables this step erases. */
    String namespace();

    /**
     * Erases a portion: some hundred rows, or as many as the pace permits.
     *
     * @param who the account
     * @param tx a transaction in the scope of the account
     * @return whether data may remain
     */
    default boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        return false;
    }

    /**
     * Erases what the step keeps outside the database, such as files. Called outside a transaction after every step has
     * erased its rows, and again after further rows were erased. The step may use the store. It must record in its rows
     * what it has to erase, so that the erasure can be interrupted.
     */
    default void eraseFiles(ErasedAccount who) {}

    /** Erases the remaining data in the transaction that removes the account. */
    default void finish(Transaction tx) {}
}
