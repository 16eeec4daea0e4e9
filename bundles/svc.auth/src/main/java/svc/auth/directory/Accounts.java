package svc.auth.directory;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.job.JobQueue;
import svc.api.job.JobStatus;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.crypto.PasswordHasher;
import svc.auth.storage.AccountDetails;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountRows.Wanted;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Aliases;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.EmailAddress;
import svc.auth.storage.OperatorInput;
import svc.auth.storage.Role;
import svc.auth.storage.Tenant;
import svc.auth.storage.TenantRows;
import svc.auth.tokens.StoredAppPasswords;
import svc.auth.tokens.TokenRows;

/**
 * Reads and changes accounts for operators. When a method returns, its change is durable and in effect. A change that
 * disables sign-in also ends the device sessions of the account. Thread-safe.
 */
@Component(service = Accounts.class)
public final class Accounts {

    private final AccountStore identities;
    private final PasswordHasher passwords;
    private final StoredAppPasswords appPasswords;

    @Activate
    public Accounts(
            @Reference AccountStore identities,
            @Reference PasswordHasher passwords,
            @Reference StoredAppPasswords appPasswords) {
        this.identities = identities;
        this.passwords = passwords;
        this.appPasswords = appPasswords;
    }

    /** Returns a page of the accounts, which begins after the cursor of the request. */
    public Page<AccountDetails> list(Optional<String> tenant, Optional<String> q, PageRequest page) {
        int most = page.checkedLimit();
        long after = page.cursorNumber(Account.LETTER);
        return identities.read(snapshot -> {
            Sql sql = snapshot.sql();
            Wanted wanted = new Wanted(tenant.map(id -> organization(sql, id)), q.filter(text -> !text.isBlank()));
            List<AccountDetails> found = AccountRows.details(sql, wanted, after, most + 1);
            return Page.of(
                    found,
                    most,
                    AccountRows.count(sql, wanted),
                    member -> member.account().id());
        });
    }

    private static long organization(Sql sql, String tenant) {
        return Tenant.number(tenant)
                .filter(n -> TenantRows.find(sql, n).isPresent())
                .orElseThrow(() -> DirectoryErrors.unknownOrganization("tenant", tenant));
    }

    /** Returns an account by address or id. */
    public AccountDetails get(String named) {
        return identities.read(snapshot -> known(snapshot.sql(), named));
    }

    private static AccountDetails known(Sql sql, String named) {
        return AccountStore.number(sql, named)
                .flatMap(n -> AccountRows.details(sql, n))
                .orElseThrow(() -> DirectoryErrors.unknownAccount("id", named));
    }

    /**
     * A change of an account; null leaves a property unchanged.
     *
     * @param quota the quota in bytes; 0 for the quota of the plan
     * @param revokeAppPasswords whether a new password also revokes all app passwords
     */
    public record Update(
            @Nullable String name,
            @Nullable String password,
            @Nullable Long quota,
            @Nullable Aliases aliases,
            boolean revokeAppPasswords) {

        public boolean isEmpty() {
            return name == null && password == null && quota == null && aliases == null;
        }

        /** Omits the password. */
        @Override
        public String toString() {
            return "an update";
        }
    }

    /** Changes the given properties of an account. */
    public AccountDetails update(String id, Update update, AuditRecorder trace) {
        String password = update.password();
        String hash = password == null ? null : passwords.hash(password);
        AccountDetails updated = change(id, trace, (tx, member) -> {
            long n = member.account().n();
            if (update.name() != null) {
                AccountRows.name(tx, n, update.name());
            }
            if (hash != null) {
                AccountRows.password(tx, n, hash);
                TokenRows.endAll(tx, n);
            }
            if (update.quota() != null) {
                AccountRows.quota(tx, n, OperatorInput.quota(update.quota()));
            }
            if (update.aliases() != null) {
                update.aliases().put(tx, member);
            }
        });
        if (hash != null && update.revokeAppPasswords()) {
            revokeAppPasswords(updated.account());
        }
        return updated;
    }

    /**
     * Revokes all app passwords in a transaction of its own: app passwords are objects of the account, and the change
     * log of the account reports their changes to clients.
     */
    private void revokeAppPasswords(Account account) {
        identities.writeIn(account, "revoke all app passwords", tx -> {
            List<StoredAppPasswords.Numbered> all = appPasswords.list(tx);
            all.forEach(password -> appPasswords.revoke(tx, password.n()));
            return all.size();
        });
    }

    /** Adds an alias to an account. Its mail is filed in the account, or sent on to the target. */
    public AccountDetails addAlias(
            String named, EmailAddress alias, Optional<EmailAddress> target, AuditRecorder trace) {
        return change(named, trace, (tx, member) -> Aliases.add(tx, member, alias, target));
    }

    /** Returns the aliases of an account whose mail is sent on, each with its target. */
    public Map<String, String> aliasTargets(AccountDetails member) {
        return identities.read(snapshot ->
                AccountRows.aliasTargets(snapshot.sql(), member.account().n()));
    }

    /** Removes an alias from an account. */
    public AccountDetails removeAlias(String named, EmailAddress alias, AuditRecorder trace) {
        return change(named, trace, (tx, member) -> Aliases.remove(tx, member, alias));
    }

    /** Disables or enables an account. */
    public AccountDetails disable(String id, boolean disabled, AuditRecorder trace) {
        return change(id, trace, (tx, member) -> {
            AccountRows.disable(tx, member.account().n(), disabled);
            if (disabled) {
                TokenRows.endAll(tx, member.account().n());
            }
        });
    }

    /** Changes the role of an account. Rejects a change from or to {@link Role#INSTANCE_OPERATOR}. */
    public AccountDetails role(String id, Role role, AuditRecorder trace) {
        OperatorInput.role(role);
        return change(id, trace, (tx, member) -> {
            OperatorInput.role(member.role());
            AccountRows.role(tx, member.account().n(), role);
        });
    }

    /** Grants or revokes the role of an instance operator. */
    public AccountDetails operator(String named, boolean granted, AuditRecorder trace) {
        return change(identities.account("email", named).id(), trace, (tx, member) -> {
            if (granted || member.role() == Role.INSTANCE_OPERATOR) {
                AccountRows.role(tx, member.account().n(), granted ? Role.INSTANCE_OPERATOR : Role.USER);
            }
        });
    }

    /** Returns the instance operators. */
    public List<AccountDetails> operators() {
        return identities.read(snapshot -> AccountRows.operators(snapshot.sql()));
    }

    /**
     * Disables the account and adds its erasure job. Returns the existing job if the account is already being erased.
     */
    public JobStatus erase(Account account, JobQueue jobs, AuditRecorder trace) {
        String id = account.id();
        JobStatus job = identities.write("erase an account", tx -> {
            AccountDetails member = known(tx.sql(), id);
            if (member.erasure().isPresent()) {
                return jobs.find(tx, member.erasure().get())
                        .orElseThrow(() -> DirectoryErrors.unknownAccount("id", id));
            }
            JobStatus added = jobs.add(tx, AccountErasure.NAME, id);
            trace.record(tx, account.organization(), id);
            AccountRows.erasing(tx, member.account().n(), added.id());
            TokenRows.endAll(tx, member.account().n());
            return added;
        });
        identities.moved(account.organization());
        return job;
    }

    /**
     * Changes an account. Cached data is invalidated even after a rollback: the store commits several writes together,
     * and another of these writes may have read and cached the change before the rollback.
     */
    private AccountDetails change(String named, AuditRecorder trace, BiConsumer<Transaction, AccountDetails> change) {
        Account account = identities.account("id", named);
        String id = account.id();
        try {
            return identities.write("change an account", tx -> {
                AccountDetails member = known(tx.sql(), id);
                if (member.erasure().isPresent()) {
                    throw DirectoryErrors.conflict(
                            "id",
                            "The account " + id + " is being erased.",
                            "Wait until the erasure has ended, then create a new account; svc job list shows the progress.");
                }
                change.accept(tx, member);
                trace.record(tx, account.organization(), id);
                return known(tx.sql(), id);
            });
        } finally {
            identities.changed(account.organization(), account.n());
        }
    }
}
