package svc.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.job.AccountWork;
import svc.api.store.Store;

/** The access of one bundle to accounts outside requests: each bundle gets an instance of its own. Thread-safe. */
@Component(service = AccountWork.class, scope = ServiceScope.BUNDLE)
public final class BundleAccountWork implements AccountWork {

    private static final Logger LOG = LoggerFactory.getLogger(BundleAccountWork.class);
    private static final int PAGE = 100;

    private final String bundle;
    private final long bundleId;
    private final AccountScopes scopes;
    private final WorkAudit audit;
    private final Store store;

    @Activate
    public BundleAccountWork(
            ComponentContext context,
            @Reference AccountScopes scopes,
            @Reference WorkAudit audit,
            @Reference Store store) {
        this(context.getUsingBundle(), scopes, audit, store);
    }

    private BundleAccountWork(Bundle user, AccountScopes scopes, WorkAudit audit, Store store) {
        this(user.getSymbolicName(), user.getBundleId(), scopes, audit, store);
    }

    public BundleAccountWork(String bundle, long bundleId, AccountScopes scopes, WorkAudit audit, Store store) {
        this.bundle = bundle;
        this.bundleId = bundleId;
        this.scopes = scopes;
        this.audit = audit;
        this.store = store;
    }

    @Override
    public Summary forEach(String capability, Work work) {
        Summary summary = each(capability, 0, Integer.MAX_VALUE, work);
        audit.ran(bundle, capability, summary);
        return summary;
    }

    @Override
    public Summary readSome(String capability, long after, int most, Reading reading) {
        Summary summary = each(
                capability,
                after,
                most,
                (account, scope) -> store.read(scope, snapshot -> {
                    reading.read(account, snapshot);
                    return true;
                }));
        audit.reads(bundle, capability, summary);
        return summary;
    }

    private Summary each(String capability, long after, int most, Work work) {
        checkOffered(capability);
        long done = 0;
        long failed = 0;
        List<Account> page = scopes.directory().accounts(after, PAGE);
        while (!page.isEmpty()) {
            for (Account account : page) {
                if (done + failed == most || Thread.currentThread().isInterrupted()) {
                    return new Summary(done, failed);
                }
                if (scopes.canUse(account.organization(), capability)) {
                    if (succeeds(account, work)) {
                        done++;
                    } else {
                        failed++;
                    }
                }
            }
            page = scopes.directory().accounts(page.get(page.size() - 1).n(), PAGE);
        }
        return new Summary(done, failed);
    }

    private boolean succeeds(Account account, Work work) {
        try {
            work.run(account, AccountScopes.scope(account));
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.warn("The work of the bundle {} failed in the account {}", bundle, account.id(), e);
            return false;
        }
    }

    @Override
    public boolean run(String capability, long n, Work work) throws IOException {
        checkOffered(capability);
        Optional<Account> account = scopes.account(n).filter(known -> scopes.canUse(known.organization(), capability));
        if (account.isEmpty()) {
            return false;
        }
        audit.worksIn(bundle, capability, account.get());
        work.run(account.get(), AccountScopes.scope(account.get()));
        return true;
    }

    private void checkOffered(String capability) {
        if (!scopes.isOfferedBy(bundleId, capability)) {
            throw new IllegalArgumentException("The bundle " + bundle + " does not offer the capability " + capability
                    + ". It can work in accounts only with a capability that it offers itself.");
        }
    }
}
