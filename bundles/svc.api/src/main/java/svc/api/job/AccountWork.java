package svc.api.job;

import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/**
 * Runs work in the scopes of accounts outside a request, for example at night or after a state change.
 *
 * <p>A bundle reaches the accounts of the tenants that can use a capability which the bundle itself offers. The audit
 * log records every call of {@link #forEach}, and the other calls once a day.
 *
 * <p>Threading: thread-safe; the work runs on the calling thread. Lifecycle: registered while the server has an engine;
 * the work must not begin before the lifecycle phase {@code ready}.
 */
@ProviderType
public interface AccountWork {

    /**
     * Runs the work for each account, one after another. If it fails for an account, the failure is logged, and the
     * others follow. The work ends early if the thread is interrupted.
     *
     * @param capability the URN of a capability of the calling bundle
     * @throws IllegalArgumentException the calling bundle does not offer the capability
     */
    Summary forEach(String capability, Work work);

    /**
     * Reads a sample of accounts, one after another, as {@link #forEach} does. It changes nothing, for example for a
     * health check.
     *
     * @param capability the URN of a capability of the calling bundle
     * @param after the accounts have greater numbers
     * @param most the maximum number of accounts
     * @throws IllegalArgumentException the calling bundle does not offer the capability
     */
    Summary readSome(String capability, long after, int most, Reading reading);

    /**
     * Runs the work for one account.
     *
     * @param capability the URN of a capability of the calling bundle
     * @param account the number of the account, as in {@code StateChange}
     * @return false if the account does not exist, or its tenant cannot use the capability
     * @throws IllegalArgumentException the calling bundle does not offer the capability
     * @throws IOException the exception of the work
     */
    boolean run(String capability, long account, Work work) throws IOException;

    /** Work in the scope of an account. */
    @ConsumerType
    @FunctionalInterface
    interface Work {

        /** Runs the work. Do not keep the scope: the tenant can lose the capability. */
        void run(Account account, Scope scope) throws IOException;
    }

    /** Reads the data of an account. */
    @ConsumerType
    @FunctionalInterface
    interface Reading {

        /** Reads from a snapshot of the account. */
        void read(Account account, Snapshot snapshot);
    }

    /**
     * The number of accounts for which the work ended.
     *
     * @param done the accounts for which it succeeded
     * @param failed the accounts for which it threw an exception
     */
    record Summary(long done, long failed) {}
}
