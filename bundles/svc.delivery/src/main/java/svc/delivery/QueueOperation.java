package svc.delivery;

import java.util.List;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/**
 * {@code svc queue VERB}.
 *
 * @param <A> the record of its arguments
 * @param <R> what it answers
 */
abstract class QueueOperation<A extends Record, R> implements StoreOperation<A, R> {

    private final String verb;
    private final String help;
    private final Route route;
    private final Class<A> arguments;

    QueueOperation(String verb, String help, Route route, Class<A> arguments) {
        this.verb = verb;
        this.help = help;
        this.route = route;
        this.arguments = arguments;
    }

    @Override
    public final String noun() {
        return "queue";
    }

    @Override
    public final String verb() {
        return verb;
    }

    @Override
    public final String help() {
        return help;
    }

    @Override
    public final List<Route> routes() {
        return List.of(route);
    }

    @Override
    public final Class<A> arguments() {
        return arguments;
    }
}
