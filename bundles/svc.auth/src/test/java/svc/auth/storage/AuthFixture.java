package svc.auth.storage;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Authenticator.Result;
import svc.api.identity.Caller;
import svc.api.identity.ContainerShares.Container;
import svc.api.identity.ContainerShares.Share;
import svc.api.identity.DirectoryListener;
import svc.api.identity.QueryCredentials;
import svc.api.identity.SignIns;
import svc.api.job.JobQueue;
import svc.api.job.JobStatus;
import svc.api.operation.AuditRecorder;
import svc.api.ratelimit.RateLimiter;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.crypto.HashConcurrencyLimit;
import svc.auth.crypto.PasswordHash;
import svc.auth.crypto.PasswordHasher;
import svc.auth.directory.AccountDirectory;
import svc.auth.directory.Accounts;
import svc.auth.directory.EffectiveCapabilities;
import svc.auth.directory.StoredShares;
import svc.auth.directory.Tenants;
import svc.auth.dpop.Nonces;
import svc.auth.dpop.ProofVerifier;
import svc.auth.operations.AccountOperations;
import svc.auth.operations.TenantOperations;
import svc.auth.signin.AppPasswordSignIn;
import svc.auth.signin.ClientAddress;
import svc.auth.signin.CredentialVerifier;
import svc.auth.signin.PasswordSignIn;
import svc.auth.signin.PasswordVerification;
import svc.auth.signin.ProtocolSignIns;
import svc.auth.signin.SignIn;
import svc.auth.signin.SignIn.Outcome;
import svc.auth.signin.SignIn.SignedIn;
import svc.auth.signin.SignInGuard;
import svc.auth.signin.SignInLog;
import svc.auth.signin.TokenRefresh;
import svc.auth.storage.AccountStore.Founding;
import svc.auth.tokens.DeviceSessions;
import svc.auth.tokens.StoredAppPasswords;
import svc.auth.tokens.Tickets;
import svc.json.JacksonJson;
import svc.runtime.LocalOnceKeys;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;

/** All components of this bundle on a store of its own, with cheap password hashes. */
public final class AuthFixture implements AutoCloseable {

    public static final String PASSWORD = "correct horse";
    public static final ClientAddress CLIENT = new ClientAddress("http", "192.0.2.7", false);
    public static final PasswordHash.Cost CHEAP = new PasswordHash.Cost(64, 1, 1);

    public final SignInGuard signInGuard;
    final Path file;
    public final SqliteStore store;
    public final TenantVersions pulse = new TenantVersions();
    public final StoredAppPasswords storedAppPasswords = new StoredAppPasswords(pulse);
    public final PasswordHasher passwords = new PasswordHasher(CHEAP, new HashConcurrencyLimit(2, 100));
    public final Plans plans;
    public final AccountStore identities;
    public final DeviceSessions sessions;
    public final Nonces nonces;
    public final Tickets tickets;
    public final ProofVerifier proofs;
    public final Accounts members;
    public final Tenants organizations;
    public final EffectiveCapabilities effective;
    public final SignInLog log;
    public final PasswordVerification verification;
    public final SignIn signIn;
    public final SignIns signIns;
    public final TokenRefresh refresh;
    public final CredentialVerifier entrance;
    public final AccountDirectory directory;
    public final AddedJobs jobs = new AddedJobs();
    public final AccountOperations accountOperations;
    public final TenantOperations tenantOperations;

    public AuthFixture(Path directory, Clock clock) {
        this(directory, clock, List.of("standard"));
    }

    public AuthFixture(Path directory, Clock clock, List<String> plans) {
        this(
                directory,
                clock,
                plans,
                new AuthSettings(false, AuthSettings.Resource.OFF, AuthSettings.Basic.OFF),
                new UnlimitedRateLimiter());
    }

    public AuthFixture(Path directory, Clock clock, AuthSettings rules) {
        this(directory, clock, List.of("standard"), rules, new UnlimitedRateLimiter());
    }

    public AuthFixture(Path directory, Clock clock, AuthSettings rules, RateLimiter guard) {
        this(directory, clock, List.of("standard"), rules, guard);
    }

    private AuthFixture(Path directory, Clock clock, List<String> plans, AuthSettings rules, RateLimiter guard) {
        this.signInGuard = new SignInGuard(guard);
        this.file = MigratedDatabaseFixture.in(directory, SqliteStore.class, AccountStore.class);
        this.store = new SqliteStore(new MigratedDatabase(file), clock);
        this.plans = new Plans(plans.stream().map(Plan::of).toList());
        this.identities = new AccountStore(store, clock, passwords, pulse, this.plans);
        this.members = new Accounts(identities, passwords, storedAppPasswords);
        this.organizations = new Tenants(identities);
        this.effective = new EffectiveCapabilities(this.plans);
        this.sessions = new DeviceSessions(identities, pulse);
        this.nonces = new Nonces(clock);
        this.tickets = new Tickets(identities, sessions, clock);
        this.proofs = new ProofVerifier(
                new JacksonJson(), clock, rules, nonces, new LocalOnceKeys(clock), Optional::empty, Instant.EPOCH);
        this.log = new SignInLog(clock);
        this.verification = new PasswordVerification(identities, passwords, log, signInGuard);
        this.signIn = new SignIn(identities, passwords, clock, proofs, nonces, log, verification);
        this.refresh = new TokenRefresh(sessions, proofs, nonces, rules, clock, log, signInGuard);
        Entrances entrances = entrances(rules, proofs, clock);
        this.entrance = entrances.http();
        this.signIns = entrances.others();
        this.directory = new AccountDirectory(identities, pulse, this.plans, rules);
        this.accountOperations = new AccountOperations(identities, members, this.plans, effective, jobs);
        this.tenantOperations = new TenantOperations(identities, organizations, this.plans, effective);
    }

    /** The sign-ins over HTTP and over other protocols, with the same caches. */
    private record Entrances(CredentialVerifier http, SignIns others) {}

    /** Creates a verifier with other settings. */
    public CredentialVerifier entrance(AuthSettings rules, ProofVerifier proofs, Clock clock) {
        return entrances(rules, proofs, clock).http();
    }

    /** Creates the sign-ins of other protocols with other settings. */
    public SignIns signIns(AuthSettings rules, Clock clock) {
        return entrances(rules, proofs, clock).others();
    }

    private Entrances entrances(AuthSettings rules, ProofVerifier proofs, Clock clock) {
        AppPasswordSignIn appPasswords = new AppPasswordSignIn(identities, log, signInGuard, rules);
        PasswordSignIn byPassword =
                new PasswordSignIn(verification, pulse, clock, log, signInGuard, rules, appPasswords);
        return new Entrances(
                new CredentialVerifier(
                        sessions, tickets, proofs, nonces, rules, byPassword, appPasswords, signInGuard, clock),
                new ProtocolSignIns(byPassword, appPasswords, sessions, rules, log, signInGuard, clock));
    }

    /** A queue that runs no job. */
    public static final class AddedJobs implements JobQueue {

        /** The kind and the subject of each job. */
        public final Set<String> added = new LinkedHashSet<>();

        @Override
        public JobStatus add(Transaction tx, String kind, String subject) {
            added.add(kind + " " + subject);
            return new JobStatus(
                    "j1",
                    kind,
                    subject,
                    Optional.empty(),
                    JobStatus.State.QUEUED,
                    Optional.empty(),
                    Optional.empty(),
                    0,
                    Instant.EPOCH,
                    Optional.empty(),
                    Optional.empty());
        }

        @Override
        public Optional<JobStatus> find(Transaction tx, String id) {
            return Optional.empty();
        }

        @Override
        public boolean cancel(Transaction tx, String id) {
            return false;
        }
    }

    /** Returns the secret of a new app password of the account. */
    public String appPassword(Account account) {
        return String.valueOf(identities
                .writeIn(account, "make", tx -> storedAppPasswords.create(tx, "phone", identities.now()))
                .password()
                .secret());
    }

    public Tenant organization(String... domains) {
        List<Domain> all = List.of(domains).stream()
                .map(domain -> Domain.of(domain).orElseThrow())
                .toList();
        return identities.found(
                new Founding("House of " + domains[0], all, Optional.empty(), Optional.empty()), AuditRecorder.NONE);
    }

    public Account account(String email) {
        return identities
                .create(OperatorInput.account(email, PASSWORD, null), AuditRecorder.NONE)
                .account();
    }

    public Outcome login(String email, String password) {
        return signIn.in(email, password, CLIENT, Optional.empty());
    }

    public String token(String email) {
        return ((SignedIn) login(email, PASSWORD)).token();
    }

    public Result present(String authorization) {
        return entrance.authenticate(presented(authorization));
    }

    /** Returns a request with this {@code Authorization} field and these proofs. */
    public static Credentials presented(String authorization, String... proofs) {
        return new Credentials(
                "POST",
                "https://mail.example.org/jmap",
                Optional.empty(),
                Optional.of(authorization),
                List.of(proofs),
                QueryCredentials.NONE,
                "192.0.2.7");
    }

    public boolean admits(String token) {
        return present("Bearer " + token) instanceof Authenticated;
    }

    public Caller caller(Account account) {
        return ((Authenticated) present("Bearer " + token(account.email()))).caller();
    }

    /** Shares a mailbox with other accounts and groups. */
    public void share(Account owner, long mailbox, Map<String, Share> with) {
        Container container = new Container(owner, "Mailbox", mailbox, Set.of("urn:ietf:params:jmap:mail"));
        store.write(Scope.account(new ScopeKey(), owner.n()), tx -> {
            new StoredShares(identities).share(tx, container, with);
            return owner;
        });
    }

    /** Inserts a share of all mail with another account, as an extension of 0.30 made it. */
    public void grant(Account owner, Account grantee) {
        identities.write("insert a share", tx -> {
            tx.sql()
                    .update(
                            "INSERT INTO account_grant (owner, grantee, capability, access)"
                                    + " VALUES (?, ?, 'urn:ietf:params:jmap:mail', 'write')",
                            owner.n(),
                            grantee.n());
            return tx.sql()
                    .update(
                            "INSERT INTO account_share (owner, grantee, version) VALUES (?, ?, 1)",
                            owner.n(),
                            grantee.n());
        });
    }

    public long count(String table) {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select("SELECT count(*) FROM " + table, row -> row.getLong(1))
                        .get(0));
    }

    /** Registers the only listener of the directory. */
    public void notify(DirectoryListener listener) {
        identities.listeners = List.of(listener);
    }

    public void disable(Account account, boolean disabled) {
        members.disable(account.id(), disabled, AuditRecorder.NONE);
    }

    public void password(Account account, String password) {
        password(account, password, false);
    }

    public void password(Account account, String password, boolean revokeAppPasswords) {
        members.update(
                account.id(), new Accounts.Update(null, password, null, null, revokeAppPasswords), AuditRecorder.NONE);
    }

    public void suspend(String organization, boolean suspended) {
        Tenant.State state = suspended ? Tenant.State.SUSPENDED : Tenant.State.ACTIVE;
        organizations.update(organization, new Tenants.Update(null, null, false, state, Map.of()), AuditRecorder.NONE);
    }

    /** Switches capabilities off or on. */
    public void turn(String organization, Map<String, Boolean> capabilities) {
        Map<String, Optional<Boolean>> toggles = new HashMap<>();
        capabilities.forEach((urn, on) -> toggles.put(urn, Optional.of(on)));
        organizations.update(organization, new Tenants.Update(null, null, false, null, toggles), AuditRecorder.NONE);
    }

    @Override
    public void close() {
        store.close();
    }
}
