package svc.api.job;

import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.store.Scope;

/**
 * Runs work in the scopes of accounts outside a request, for example at night or after a state change.
 *
 * <p>A bundle reaches the accounts of the tenants that can use a capability which the bundle itself offers. Every call
 * is recorded in the audit log.
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
     * Runs the work for a sample of accounts, as {@link #forEach} does.
     *
     * @param capability the URN of a capability of the calling bundle
     * @param after the accounts have greater numbers
     * @param most the maximum number of accounts
     * @throws IllegalArgumentException the calling bundle does not offer the capability
     */
    Summary forSome(String capability, long after, int most, Work work);

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

    /**
     * The number of accounts for which the work ended.
     *
     * @param done the accounts for which it succeeded
     * @param failed the accounts for which it threw an exception
     */
    record Summary(long done, long failed) {}
}
