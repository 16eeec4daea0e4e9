package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.MethodError;
import svc.api.jmap.Records;
import svc.api.store.Scope;
import svc.api.store.State;

/** One call while it runs: the way to data leads through {@link #reach}, and there is no other. */
final class RunningCall implements Call {

    private final RunningRequest request;
    private final Directory directory;
    private final Method method;
    private final AnswerStream answer;
    private final List<Invocation> following = new ArrayList<>();
    private final String id;

    RunningCall(RunningRequest request, Directory directory, Method method, AnswerStream answer, String id) {
        this.request = request;
        this.directory = directory;
        this.method = method;
        this.answer = answer;
        this.id = id;
    }

    @Override
    public Caller caller() {
        return request.caller();
    }

    @Override
    public Set<String> using() {
        return request.using();
    }

    @Override
    public boolean uses(String wanted) {
        return catalogue().unlocked(wanted, using());
    }

    Catalogue catalogue() {
        return request.catalogue();
    }

    @Override
    public Scope scope(@Nullable String accountId, Access access) {
        return Scope.account(new ScopeKey(), reach(accountId, access).account().n());
    }

    @Override
    public Reach reach(@Nullable String accountId, Access access) {
        return reach("accountId", accountId, access);
    }

    @Override
    public boolean shows(Reach reach, String wanted) {
        return Sight.of(reach).shows(wanted, catalogue(), using());
    }

    @Override
    public String text(Reach reach, State state) {
        return Sight.of(reach).text(state);
    }

    @Override
    public Optional<State> state(Reach reach, String text) {
        return Sight.of(reach).state(text);
    }

    /** The account of an argument, once it is clear that the caller may do this by this method in it. */
    Reach reach(String argument, @Nullable String accountId, Access access) {
        Reach reach = directory
                .reach(caller(), Arguments.required(argument, accountId))
                .orElseThrow(() -> new MethodError("accountNotFound", null));
        boolean known = false;
        for (String urn : catalogue().unlocking(method)) {
            Optional<Access> granted = catalogue().granted(reach, urn);
            if (granted.isPresent() && (access == Access.READ || granted.get() == Access.WRITE)) {
                return reach;
            }
            known |= granted.isPresent();
        }
        throw known
                ? new MethodError("accountReadOnly", null)
                : new MethodError(
                        "accountNotSupportedByMethod", "The account has nothing of " + method.wanted() + " to show.");
    }

    @Override
    public <T extends Record> Records<T> records(Class<T> shape) {
        for (KnownType type : catalogue().types().values()) {
            if (type.source() instanceof RecordSource<?> source) {
                Optional<RecordCodec<T>> codec = source.codec(shape);
                if (codec.isPresent()) {
                    return new StoredRecords<>(type.shape(), codec.get(), source.witnesses(), this::id);
                }
            }
        }
        throw new IllegalStateException("no type is offered that is described by " + shape.getName());
    }

    @Override
    public Optional<String> created(String creationId) {
        return Optional.ofNullable(request.createdIds().get(creationId));
    }

    @Override
    public void created(String creationId, String objectId) {
        request.createdIds().put(creationId, objectId);
    }

    @Override
    public void then(String method, Map<String, @Nullable Object> arguments) {
        following.add(new Invocation(method, new LinkedHashMap<>(arguments), id));
    }

    List<Invocation> following() {
        return following;
    }

    @Override
    public void proceed() {
        request.proceed();
    }

    /** May be asked inside a work of the store. */
    void inTime() {
        request.inTime();
    }

    /** A place where what was written may go out to the client; never call it inside a work of the store. */
    void breathe() {
        request.proceed();
        answer.breathe();
    }
}
