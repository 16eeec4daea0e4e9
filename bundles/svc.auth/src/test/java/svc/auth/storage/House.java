package svc.auth;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.guard.Guard;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Admitted;
import svc.api.identity.Authenticator.Answer;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Caller;
import svc.api.identity.Door;
import svc.api.operation.Trace;
import svc.api.store.Scope;
import svc.api.time.Clock;
import svc.auth.Identities.Founding;
import svc.auth.SignIn.Outcome;
import svc.auth.SignIn.SignedIn;
import svc.json.JacksonJson;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;
import svc.testkit.OpenDoor;
import svc.testkit.ScriptedDatabase;

/** All of this bundle on a store of its own, with hashes that cost little. */
final class House implements AutoCloseable {

    static final String PASSWORD = "correct horse";
    static final Phc.Cost CHEAP = new Phc.Cost(64, 1, 1);

    final Guard guard;
    final Path file;
    final SqliteStore store;
    final Pulse pulse = new Pulse();
    final Passwords passwords = new Passwords(CHEAP, new HashTurns(2, 100));
    final Plans plans;
    final Identities identities;
    final Sessions sessions;
    final Nonces nonces;
    final Tickets tickets;
    final Proofs proofs;
    final Members members;
    final Organizations organizations;
    final AccountViews accountViews;
    final Effective effective;
    final TenantViews tenantViews;
    final SignInLog log;
    final SignIn signIn;
    final Refresh refresh;
    final Entrance entrance;
    final TokenAuthenticator authenticator;
    final AccountDirectory directory;
    final StoredGrants grants;

    House(Path directory, Clock clock) {
        this(directory, clock, List.of("standard"));
    }

    House(Path directory, Clock clock, List<String> plans) {
        this(directory, clock, plans, new AuthRules(false, AuthRules.Resource.OFF, false), new OpenDoor());
    }

    House(Path directory, Clock clock, AuthRules rules) {
        this(directory, clock, List.of("standard"), rules, new OpenDoor());
    }

    House(Path directory, Clock clock, AuthRules rules, Guard guard) {
        this(directory, clock, List.of("standard"), rules, guard);
    }

    private House(Path directory, Clock clock, List<String> plans, AuthRules rules, Guard guard) {
        this.guard = guard;
        this.file = ScriptedDatabase.in(directory, SqliteStore.class, Identities.class);
        this.store = new SqliteStore(new MigratedDatabase(file), clock);
        this.plans = new Plans(plans.stream().map(Plan::of).toList());
        this.identities = new Identities(store, clock, passwords, pulse, this.plans);
        this.members = new Members(identities, passwords);
        this.organizations = new Organizations(identities);
        this.accountViews = new AccountViews(this.plans);
        this.effective = new Effective(identities, this.plans);
        this.tenantViews = new TenantViews(effective);
        this.sessions = new Sessions(identities, pulse);
        this.nonces = new Nonces(identities, clock);
        this.tickets = new Tickets(sessions, clock);
        this.proofs = new Proofs(new JacksonJson(), clock, rules, nonces, new SeenProofs(), Optional::empty);
        this.log = new SignInLog(clock);
        this.signIn = new SignIn(identities, passwords, clock, proofs, nonces, log);
        this.refresh = new Refresh(sessions, proofs, nonces, rules, clock, log, new AccountLimit(guard));
        this.entrance = new Entrance(
                sessions,
                tickets,
                proofs,
                nonces,
                rules,
                new BasicSignIn(identities, passwords, pulse, clock, log, guard),
                new AccountLimit(guard),
                clock);
        this.authenticator = new TokenAuthenticator(entrance);
        this.directory = new AccountDirectory(identities, pulse, this.plans);
        this.grants = new StoredGrants(identities, pulse);
    }

    Organization organization(String... domains) {
        List<Domain> all = List.of(domains).stream()
                .map(domain -> Domain.of(domain).orElseThrow())
                .toList();
        return identities.found(
                new Founding("House of " + domains[0], all, Optional.empty(), Optional.empty()), Trace.NONE);
    }

    Account account(String email) {
        return identities
                .create(Given.account(email, PASSWORD, null), Trace.NONE)
                .account();
    }

    Outcome login(String email, String password) {
        return signIn.in(email, password, "192.0.2.7", Optional.empty());
    }

    String token(String email) {
        return ((SignedIn) login(email, PASSWORD)).token();
    }

    Answer present(String authorization) {
        return authenticator.authenticate(presented(authorization));
    }

    /** A request with this field and nothing else. */
    static Presented presented(String authorization, String... proofs) {
        return new Presented(
                "POST",
                "https://mail.example.org/jmap",
                Optional.empty(),
                Optional.of(authorization),
                List.of(proofs),
                Door.PLAIN,
                "192.0.2.7");
    }

    boolean admits(String token) {
        return present("Bearer " + token) instanceof Admitted;
    }

    Caller caller(Account account) {
        return ((Admitted) present("Bearer " + token(account.email()))).caller();
    }

    long count(String table) {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select("SELECT count(*) FROM " + table, row -> row.number(1))
                        .get(0));
    }

    void disable(Account account, boolean disabled) {
        members.disable(account.id(), disabled, Trace.NONE);
    }

    void password(Account account, String password) {
        members.update(account.id(), new Members.Update(null, password, null, null), Trace.NONE);
    }

    void suspend(String organization, boolean suspended) {
        UpdateTenant.State state = suspended ? UpdateTenant.State.SUSPENDED : UpdateTenant.State.ACTIVE;
        organizations.update(organization, new Organizations.Update(null, null, state, Map.of()), Trace.NONE);
    }

    /** Switches capabilities off and on. */
    void turn(String organization, Map<String, Boolean> capabilities) {
        organizations.update(organization, new Organizations.Update(null, null, null, capabilities), Trace.NONE);
    }

    @Override
    public void close() {
        store.close();
    }
}
