package svc.testkit.engine;

import static svc.api.jmap.StandardMethod.GET;
import static svc.api.jmap.StandardMethod.QUERY;
import static svc.api.jmap.StandardMethod.SET;

import org.junit.jupiter.api.Test;
import svc.api.jmap.StandardMethod;
import svc.testkit.engine.generated.Exchange;
import svc.testkit.engine.generated.GeneratedChanges;
import svc.testkit.engine.generated.GeneratedQueries;

/**
 * Tests with generated requests for every type. The values depend on the system property {@code svc.seed}; a failed
 * test reports the seed, the request and the response.
 */
public interface GeneratedRequestsContract extends Contract {

    /** A client may send an object back as it received it; nothing changes, and no state. */
    @Test
    default void objectsSentBackChangeNothing() {
        changes(fixture(GET, SET)).objectsSentBackChangeNothing();
    }

    /** An invalid create is rejected with all its invalid properties. */
    @Test
    default void invalidCreatesNameAllProperties() {
        ContractFixture fixture = fixture(GET, SET);
        changes(fixture)
                .invalidCreatesNameAllProperties(fixture.subject().good().get(0));
    }

    /** An invalid update is rejected with all its invalid properties, and changes nothing. */
    @Test
    default void invalidUpdatesNameAllProperties() {
        changes(fixture(GET, SET)).invalidUpdatesNameAllProperties();
    }

    /** A filter has a result or is rejected with the name of the condition. */
    @Test
    default void filtersAreAcceptedOrRejectedByName() {
        queries(fixture(SET, QUERY)).filters();
    }

    /** A sort has a result or is rejected with the name of the property. */
    @Test
    default void sortsAreAcceptedOrRejectedByName() {
        queries(fixture(SET, QUERY)).sorts();
    }

    private ContractFixture fixture(StandardMethod... required) {
        ContractFixture fixture = ContractFixture.of(this, required);
        fixture.createGood();
        return fixture;
    }

    private static GeneratedChanges changes(ContractFixture fixture) {
        return new GeneratedChanges(account(fixture), fixture.traits(), seed());
    }

    private static GeneratedQueries queries(ContractFixture fixture) {
        return new GeneratedQueries(
                account(fixture), fixture.traits(), seed(), fixture.all().keySet());
    }

    private static long seed() {
        return Long.getLong("svc.seed", 8_620);
    }

    private static Exchange.Account account(ContractFixture fixture) {
        return (method, arguments) -> {
            Response response = fixture.ada().call(method, arguments);
            return new Exchange.Reply(response.method(), response.arguments());
        };
    }
}
