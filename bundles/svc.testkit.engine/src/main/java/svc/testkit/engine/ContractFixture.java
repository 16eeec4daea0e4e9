package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.Verb;

/** One test of a subject: an engine with its services, and somebody who uses it. */
final class Trial {

    private final MemoryEngine engine;
    private final Subject subject;
    private final Traits traits;
    private final Client ada;

    private Trial(Subject subject, JmapLimits limits) {
        this.subject = subject;
        this.engine = new MemoryEngine(limits);
        List<?> services = subject.services(engine);
        services.forEach(engine::register);
        this.traits = Traits.of(subject.type(), services);
        this.ada = engine.account("one", "ada");
    }

    /** Begins a test that makes sense only where clients may do all this. */
    static Trial of(Contract contract, Verb... needed) {
        return of(contract, MemoryEngine.LIMITS, needed);
    }

    static Trial of(Contract contract, JmapLimits limits, Verb... needed) {
        Trial trial = new Trial(contract.subject(), limits);
        for (Verb verb : needed) {
            assumeTrue(trial.traits.verbs().contains(verb), () -> trial.type() + " has no " + verb);
        }
        return trial;
    }

    MemoryEngine engine() {
        return engine;
    }

    Subject subject() {
        return subject;
    }

    Traits traits() {
        return traits;
    }

    Client ada() {
        return ada;
    }

    String type() {
        return subject.type();
    }

    Response call(Verb verb, Map<String, ? extends @Nullable Object> arguments) {
        return ada.call(verb.of(type()), arguments);
    }

    Response set(String what, Object changes) {
        return call(Verb.SET, Map.of(what, changes)).done();
    }

    /** Creates one of each of the good objects; their ids. */
    List<String> createGood() {
        return subject.good().stream()
                .map(properties -> ada.create(type(), properties))
                .toList();
    }

    /** Creates the first of the good objects; its id. */
    String createOne() {
        return ada.create(type(), subject.good().get(0));
    }

    Map<String, @Nullable Object> get(String id) {
        return ada.get(type(), id);
    }

    /** Everything there is: all objects of the type, and its state. */
    Map<String, @Nullable Object> everything() {
        Map<String, @Nullable Object> everything = new LinkedHashMap<>(ada.all(type()));
        everything.put("state", ada.state(type()));
        return everything;
    }

    /** An id that no object has. */
    String nobody() {
        return traits.letter() + "vvvvvv";
    }

    /** What a client believes after it has sent something and read the answer: what was sent, and what differs from it. */
    Map<String, @Nullable Object> believed(Map<String, ? extends @Nullable Object> sent, @Nullable Object answered) {
        Map<String, @Nullable Object> believed = Plain.object(engine.plain(sent));
        if (answered != null) {
            believed.putAll(Plain.object(answered));
        }
        return believed;
    }

    /** Makes sure that one change was refused for these properties. */
    static void refused(Map<String, @Nullable Object> error, List<String> names, Object sent) {
        if (!names.isEmpty()) {
            assertThat(error).as("%s", sent).containsEntry("type", "invalidProperties");
            assertThat(Plain.texts(error.get("properties"))).as("%s", sent).containsExactlyInAnyOrderElementsOf(names);
        }
        assertThat(error.get("type")).as("%s", sent).isInstanceOf(String.class);
    }

    /** A map of one, whose value may be null. */
    static Map<String, @Nullable Object> one(String name, @Nullable Object value) {
        return Plain.with(Map.of(), name, value);
    }

    /** As many elements as wanted, made from their number. */
    static <E> List<E> many(int count, java.util.function.IntFunction<E> element) {
        List<E> many = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            many.add(element.apply(i));
        }
        return many;
    }
}
