package svc.cap.v2.streaming;

import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;

/** {@code Query/unsubscribe}: ends the subscription of a query. */
@Component(service = MethodHandler.class)
public final class QueryUnsubscribe implements MethodHandler<QueryUnsubscribe.Arguments, Map<String, String>> {

    private final QuerySubscriptionRegistry subscribers;

    @Activate
    public QueryUnsubscribe(@Reference QuerySubscriptionRegistry subscribers) {
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
    public Map<String, String> handle(MethodCall call, Arguments arguments) {
        OwnAccount.require(call, arguments.accountId(), "Query subscriptions exist only in the user's own account.");
        SignInSubscriptions own = subscribers.of(call.caller());
        if (!own.remove(one -> subscribers.id(one).equals(arguments.subscriptionId()))) {
            throw new MethodError(
                    "notFound", "This sign-in has no query subscription with this id. It may have ended.");
        }
        own.wake();
        return Map.of("accountId", arguments.accountId(), "subscriptionId", arguments.subscriptionId());
    }
}
