package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.StandardMethod;
import svc.testkit.engine.generated.PlainValues;
import svc.testkit.engine.generated.TypeTraits;

/** The fixture of one contract test: an engine with the services of the capability, and a client. */
record ContractFixture(JmapTestServer engine, CapabilityUnderTest subject, TypeTraits traits, Client ada) {

    /** Creates a fixture. Skips the test if the type lacks one of these methods. */
    static ContractFixture of(Contract contract, StandardMethod... required) {
        return of(contract, JmapTestServer.LIMITS, required);
    }

    static ContractFixture of(Contract contract, JmapLimits limits, StandardMethod... required) {
        CapabilityUnderTest subject = contract.subject();
        JmapTestServer engine = new JmapTestServer(limits, subject.tableOwners());
        List<?> services = subject.services(engine);
        services.forEach(engine::register);
        ContractFixture fixture = new ContractFixture(
                engine, subject, TypeTraits.of(subject.type(), services), engine.account("one", "ada"));
        for (StandardMethod verb : required) {
            assumeTrue(fixture.traits.verbs().contains(verb), () -> fixture.type() + " has no " + verb);
        }
        return fixture;
    }

    String type() {
        return subject.type();
    }

    Response call(StandardMethod verb, Map<String, ? extends @Nullable Object> arguments) {
        return ada.call(verb.nameFor(type()), arguments);
    }

    /** Returns the response to a call that must succeed. */
    Response done(StandardMethod verb, Map<String, ? extends @Nullable Object> arguments) {
        return call(verb, arguments).done();
    }

    Map<String, Map<String, @Nullable Object>> all() {
        return ada.all(type());
    }

    /** Asserts that a call fails with an error of this type. */
    void assertError(StandardMethod verb, Map<String, ? extends @Nullable Object> arguments, String error) {
        assertThat(call(verb, arguments).error()).as("%s", arguments).isEqualTo(error);
    }

    Response set(String what, Object changes) {
        return call(StandardMethod.SET, Map.of(what, changes)).done();
    }

    /** Creates every good object and returns their ids. */
    List<String> createGood() {
        return subject.good().stream()
                .map(properties -> ada.create(type(), properties))
                .toList();
    }

    /** Creates the first of the good objects and returns its id. */
    String createOne() {
        return ada.create(type(), subject.good().get(0));
    }

    Map<String, @Nullable Object> get(String id) {
        return ada.get(type(), id);
    }

    /** Returns all objects of the type, and its state. */
    Map<String, @Nullable Object> everything() {
        Map<String, @Nullable Object> everything = new LinkedHashMap<>(all());
        everything.put("state", ada.state(type()));
        return everything;
    }

    /** Returns an id that no object has. */
    String unknownId() {
        return traits.letter() + "vvvvvv";
    }

    /** Returns the object as a client knows it after the response: the properties sent, updated by those returned. */
    Map<String, @Nullable Object> expected(Map<String, ? extends @Nullable Object> sent, @Nullable Object answered) {
        Map<String, @Nullable Object> expected = PlainValues.object(PlainValues.plain(sent));
        if (answered != null) {
            expected.putAll(PlainValues.object(answered));
        }
        return expected;
    }

    /** Asserts that an error rejects a change for these properties. */
    static void refused(Map<String, @Nullable Object> error, List<String> names, Object sent) {
        if (!names.isEmpty()) {
            assertThat(error).as("%s", sent).containsEntry("type", "invalidProperties");
            assertThat(PlainValues.texts(error.get("properties")))
                    .as("%s", sent)
                    .containsExactlyInAnyOrderElementsOf(names);
        }
        assertThat(error.get("type")).as("%s", sent).isInstanceOf(String.class);
    }

    /** Returns a map of one entry, whose value may be null. */
    static Map<String, @Nullable Object> one(String name, @Nullable Object value) {
        return PlainValues.with(Map.of(), name, value);
    }

    static <E> List<E> many(int count, java.util.function.IntFunction<E> element) {
        List<E> many = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            many.add(element.apply(i));
        }
        return many;
    }
}
