package svc.core;

import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.MethodError;
import svc.api.jmap.Queries;
import svc.api.jmap.Verb;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.time.Clock;

/** Calls the method {@code /query} of a type as a request of the caller would, outside any request. */
@Component
public final class CallerQueries implements Queries {

    private final Registry registry;
    private final Directory directory;
    private final Json json;
    private final Json.Binding binding;
    private final Clock clock;

    /** Looks at the registry. */
    @Activate
    public CallerQueries(
            @Reference EngineService service,
            @Reference Directory directory,
            @Reference Json json,
            @Reference Clock clock) {
        this(service.registry(), directory, json, clock);
    }

    CallerQueries(Registry registry, Directory directory, Json json, Clock clock) {
        this.registry = registry;
        this.directory = directory;
        this.json = json;
        this.binding = json.binding(Json.Names.EXACT);
        this.clock = clock;
    }

    @Override
    public Result answer(Caller caller, Question question, Duration longest) {
        Catalogue catalogue = registry.catalogue();
        Set<String> using = offered(catalogue, caller, question.using());
        Method method = method(catalogue, question.type(), using);
        RunningRequest request =
                new RunningRequest(caller, directory, catalogue, using, clock, clock.nanos() + longest.toNanos());
        AnswerStream answer = new AnswerStream(json.buffer(), OutputStream.nullOutputStream());
        JsonBuffer buffer = answer.open(true);
        Dispatcher.run(
                method, new RunningCall(request, directory, method, answer, ""), arguments(caller, question), buffer);
        return result(binding.read(buffer.bytes(), Integer.MAX_VALUE));
    }

    private Set<String> offered(Catalogue catalogue, Caller caller, Set<String> using) {
        String organization = caller.account().organization();
        return using.stream()
                .filter(urn -> catalogue.offers(urn, organization, directory))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Method method(Catalogue catalogue, String type, Set<String> using) {
        Method method = catalogue
                .method(Verb.QUERY.of(type))
                .orElseThrow(() -> MethodError.invalidArguments(
                        "The type " + Words.quoted(type) + " has no /query. Name one that has."));
        if (!catalogue.unlocked(method, using)) {
            throw new MethodError("unknownCapability", "A query of this type needs " + method.wanted() + " in using.");
        }
        return method;
    }

    private static Map<String, @Nullable Object> arguments(Caller caller, Question question) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>(question.arguments());
        arguments.put("accountId", caller.account().id());
        return arguments;
    }

    private static Result result(@Nullable Object answer) {
        if (answer instanceof Map<?, ?> members
                && members.get("queryState") instanceof String state
                && members.get("ids") instanceof List<?> ids) {
            return new Result(state, ids.stream().map(String::valueOf).toList());
        }
        throw new MethodError("serverFail", "A /query did not answer with queryState and ids.");
    }
}
