package svc.cap.v2.admin;

import java.util.Optional;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.HealthRounds;
import svc.api.health.HealthRounds.Filter;
import svc.api.identity.Access;
import svc.api.identity.Administrators;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;

/** Reads the health rounds for callers that may see them (SEC-03). Thread-safe. */
@Component(service = HealthReports.class)
public final class HealthReports {

    /** The letter of the ids of reports. */
    static final char LETTER = 'h';

    /** The maximum number of ids in a request and in a response. */
    static final int MOST = 100;

    static final Filter ALL = new Filter(Optional.empty(), Optional.empty());

    private final Store store;
    private final HealthRounds rounds;
    private final Administrators administrators;

    @Activate
    public HealthReports(
            @Reference Store store, @Reference HealthRounds rounds, @Reference Administrators administrators) {
        this.store = store;
        this.rounds = rounds;
        this.administrators = administrators;
    }

    HealthRounds rounds() {
        return rounds;
    }

    /**
     * Reads for a caller. The right of the caller and the data come from the same snapshot.
     *
     * @throws MethodError {@code forbidden} if the caller may not see the state of the server
     */
    <R> R read(MethodCall call, String accountId, Function<Snapshot, R> work) {
        call.account(accountId, Access.READ);
        return store.read(Scope.system(), snapshot -> {
            if (!administrators.maySeeServer(snapshot, call.caller().account())) {
                throw new MethodError(
                        "forbidden",
                        "The health reports are about the whole server, which has more than one organization."
                                + " Ask an instance operator.");
            }
            return work.apply(snapshot);
        });
    }

    /** Returns the state, which changes with each round. */
    String state(Snapshot snapshot) {
        return rounds.numbers(snapshot, ALL, 1).stream()
                .findFirst()
                .map(n -> Long.toString(n))
                .orElse("0");
    }
}
