package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.TypeSource;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.LocalUser;
import svc.testkit.bundles.MailCalls;
import svc.testkit.engine.generated.Exchange;
import svc.testkit.engine.generated.GeneratedChanges;
import svc.testkit.engine.generated.GeneratedQueries;
import svc.testkit.engine.generated.PlainValues;
import svc.testkit.engine.generated.TrialObject;
import svc.testkit.engine.generated.TypeTraits;

/** Generated requests for every type that the bundles of the class path register. */
class RegisteredTypesTest {

    private static final long SEED = Long.getLong("svc.seed", 8_620);

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withAllCapabilities();

    /** The types whose objects clients cannot create; RFC 9670 requires the error {@code forbidden} for each create. */
    private static final Set<String> MADE_BY_THE_SERVER = Set.of("Principal", "ShareNotification");

    private static final List<TypeTraits> TYPES = new ArrayList<>();
    private static final Map<String, List<String>> IDS = new LinkedHashMap<>();
    private static final Map<String, Map<String, @Nullable Object>> EXAMPLES = new LinkedHashMap<>();

    /** Creates mail and a submission, and an object of each type that is still without objects. */
    @BeforeAll
    static void createObjects() {
        Stream.concat(SERVER.services(ObjectType.class).stream(), SERVER.services(TypeSource.class).stream())
                .forEach(service -> TYPES.add(TypeTraits.of(service).orElseThrow()));
        TYPES.sort(java.util.Comparator.comparing(TypeTraits::type));
        LocalSender ann = LocalSender.of(SERVER, "ann@one.test");
        SERVER.user("bob@one.test");
        ann.send("bob@one.test,ann@one.test", "plans");
        ann.awaitInbox("plans");
        ann.user().bring(MailCalls.letter("1", "A letter", "List-Post: <mailto:list@far.test>\r\n"));
        TYPES.forEach(type -> IDS.put(type.type(), ids(type)));
        TYPES.stream()
                .filter(RegisteredTypesTest::canBeSet)
                .filter(type -> IDS.getOrDefault(type.type(), List.of()).isEmpty())
                .forEach(type -> {
                    EXAMPLES.put(type.type(), new TrialObject(RegisteredTypesTest::call, type, SEED, IDS).create());
                    IDS.put(type.type(), ids(type));
                });
    }

    private static List<String> ids(TypeTraits type) {
        return PlainValues.list(call(StandardMethod.GET.nameFor(type.type()), PlainValues.with(Map.of(), "ids", null))
                        .arguments()
                        .get("list"))
                .stream()
                .map(object -> PlainValues.text(PlainValues.object(object).get("id")))
                .toList();
    }

    private static Exchange.Reply call(String method, Map<String, ? extends @Nullable Object> arguments) {
        LocalUser ann = SERVER.user("ann@one.test");
        Map<String, @Nullable Object> all = PlainValues.with(arguments, "accountId", ann.accountId());
        String request = PlainValues.json(
                Map.of("using", SERVER.capabilities(), "methodCalls", List.of(List.of(method, all, "c"))));
        Map<String, @Nullable Object> answer =
                PlainValues.object(PlainValues.read(ann.request(request).getBytes(StandardCharsets.UTF_8)));
        List<@Nullable Object> response =
                PlainValues.list(PlainValues.list(answer.get("methodResponses")).get(0));
        return new Exchange.Reply(PlainValues.text(response.get(0)), PlainValues.object(response.get(1)));
    }

    private static Stream<DynamicTest> each(
            Predicate<TypeTraits> wanted, java.util.function.Consumer<TypeTraits> test) {
        return TYPES.stream().filter(wanted).map(type -> DynamicTest.dynamicTest(type.type(), () -> test.accept(type)));
    }

    private static boolean canBeSet(TypeTraits type) {
        return type.verbs().contains(StandardMethod.SET) && !MADE_BY_THE_SERVER.contains(type.type());
    }

    private static GeneratedChanges changes(TypeTraits type) {
        return new GeneratedChanges(RegisteredTypesTest::call, type, SEED);
    }

    private static GeneratedQueries queries(TypeTraits type) {
        return new GeneratedQueries(
                RegisteredTypesTest::call,
                type,
                SEED,
                IDS.values().stream()
                        .flatMap(ids -> ids.stream().limit(1))
                        .sorted(java.util.Comparator.comparing(
                                id -> !IDS.getOrDefault(type.type(), List.of()).contains(id)))
                        .toList());
    }

    @Test
    void everyDeclaredTypeIsRegistered() {
        assertThat(TYPES).extracting(TypeTraits::type).contains("Email", "Mailbox", "Thread", "Quota", "Label", "Todo");
    }

    @TestFactory
    Stream<DynamicTest> objectsSentBackChangeNothing() {
        return each(RegisteredTypesTest::canBeSet, type -> changes(type).objectsSentBackChangeNothing());
    }

    @TestFactory
    Stream<DynamicTest> invalidCreatesNameAllProperties() {
        return each(
                RegisteredTypesTest::canBeSet,
                type -> changes(type).invalidCreatesNameAllProperties(EXAMPLES.getOrDefault(type.type(), Map.of())));
    }

    @TestFactory
    Stream<DynamicTest> invalidUpdatesNameAllProperties() {
        return each(RegisteredTypesTest::canBeSet, type -> changes(type).invalidUpdatesNameAllProperties());
    }

    @TestFactory
    Stream<DynamicTest> filtersAreAcceptedOrRejectedByName() {
        return each(
                type -> type.verbs().contains(StandardMethod.QUERY),
                type -> queries(type).filters());
    }

    @TestFactory
    Stream<DynamicTest> sortsAreAcceptedOrRejectedByName() {
        return each(
                type -> type.verbs().contains(StandardMethod.QUERY),
                type -> queries(type).sorts());
    }
}
