package svc.mail.transfer;

import java.util.List;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Progress;
import svc.api.operation.StoreOperation;
import svc.api.operation.Trace;

/**
 * {@code svc mail VERB}: one at a time in an account.
 *
 * @param <A> the record of its arguments
 * @param <R> what it answers
 */
abstract class TransferOperation<A extends Record, R> implements StoreOperation<A, R> {

    private final String verb;
    private final String help;
    private final Class<A> arguments;

    TransferOperation(String verb, String help, Class<A> arguments) {
        this.verb = verb;
        this.help = help;
        this.arguments = arguments;
    }

    @Override
    public final String noun() {
        return "mail";
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
    public final Class<A> arguments() {
        return arguments;
    }

    @Override
    public final R run(A arguments) {
        return run(arguments, Trace.NONE, Progress.UNSEEN);
    }

    static OperationProblem refused(String field, String what, String why) {
        return new OperationProblem(Reason.INVALID, what, List.of(new FieldError(field, why)));
    }
}
