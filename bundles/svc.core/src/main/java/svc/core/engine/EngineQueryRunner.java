package svc.core.engine;

import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.MethodError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.QueryRunner;
import svc.api.jmap.type.DataOwner;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.time.Clock;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Dispatcher;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.dispatch.RequestContext;
import svc.core.dispatch.ResponseWriter;
import svc.core.objects.Quoting;
import svc.core.registry.ContributionRegistry;

/** Runs the {@code /query} method of a type for a caller outside a request. */
@Component
public final class EngineQueryRunner implements QueryRunner {

    private final ContributionRegistry registry;
    private final Directory directory;
    private final Json json;
    private final Json.Binding binding;
    private final Clock clock;

    @Activate
    public EngineQueryRunner(
            @Reference EngineComponent service,
            @Reference Directory directory,
            @Reference Json json,
            @Reference Clock clock) {
        this(service.registry(), directory, json, clock);
    }

    EngineQueryRunner(ContributionRegistry registry, Directory directory, Json json, Clock clock) {
        this.registry = registry;
        this.directory = directory;
        this.json = json;
        this.binding = json.binding(Json.Names.EXACT);
        this.clock = clock;
    }

    @Override
    public Result run(Caller caller, QueryRequest question, Duration longest) {
        Catalogue catalogue = registry.catalogue();
        Set<String> using = offered(catalogue, caller, question.using());
        RegisteredMethod method = method(catalogue, question.type(), using);
        RequestContext request =
                new RequestContext(caller, directory, catalogue, using, clock, clock.nanos() + longest.toNanos());
        ResponseWriter answer = new ResponseWriter(json.buffer(), OutputStream.nullOutputStream());
        JsonBuffer buffer = answer.open(true);
        Dispatcher.run(
                method,
                new MethodCallContext(request, directory, method, answer, "", Optional.empty()),
                arguments(caller, question),
                buffer);
        return result(binding.read(buffer.toByteArray(), Integer.MAX_VALUE));
    }

    private Set<String> offered(Catalogue catalogue, Caller caller, Set<String> using) {
        String organization = caller.account().organization();
        return using.stream()
                .filter(urn -> catalogue.offers(urn, organization, directory))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static RegisteredMethod method(Catalogue catalogue, String type, Set<String> using) {
        RegisteredType described = catalogue.types().get(type);
        if (described != null && described.source().owner() == DataOwner.TENANT) {
            throw MethodError.invalidArguments("The objects of the type " + Quoting.quoted(type)
                    + " belong to the organization, and their queries cannot be subscribed to. Use "
                    + StandardMethod.QUERY_CHANGES.nameFor(type) + ".");
        }
        RegisteredMethod method = catalogue
                .method(StandardMethod.QUERY.nameFor(type))
                .orElseThrow(() -> MethodError.invalidArguments(
                        "The type " + Quoting.quoted(type) + " has no /query method. Use a type that has one."));
        if (!catalogue.unlocked(method, using)) {
            throw new MethodError(
                    "unknownCapability", "A query of this type requires " + method.wanted() + " in using.");
        }
        return method;
    }

    private static Map<String, @Nullable Object> arguments(Caller caller, QueryRequest question) {
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
        throw new MethodError("serverFail", "The response of a /query has no queryState or no ids.");
    }
}
