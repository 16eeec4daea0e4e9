package svc.cap.v2.streaming;

import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Call;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;

/** Query/unsubscribe: a query is followed no more. */
@Component(service = MethodHandler.class)
public final class QueryUnsubscribe implements MethodHandler<QueryUnsubscribe.Arguments, Map<String, String>> {

    private final Subscribers subscribers;

    /** Takes them out there. */
    @Activate
    public QueryUnsubscribe(@Reference Subscribers subscribers) {
        this.subscribers = subscribers;
    }

    record Arguments(String accountId, String subscriptionId) {}

    @Override
    public String method() {
        return "Query/unsubscribe";
    }

    @Override
    public String capability() {
        return StreamingCapability.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, String> handle(Call call, Arguments arguments) {
        OwnAccount.need(
                call, arguments.accountId(), "Queries are followed in the own account. There is none in others.");
        Subscriptions own = subscribers.of(call.caller());
        if (!own.remove(one -> subscribers.id(one).equals(arguments.subscriptionId()))) {
            throw new MethodError(
                    "notFound",
                    "This sign-in follows no query of that id. There is nothing to end; it may have ended.");
        }
        own.wake();
        return Map.of("accountId", arguments.accountId(), "subscriptionId", arguments.subscriptionId());
    }
}
