package svc.shell;

import java.util.function.Consumer;
import svc.api.lifecycle.LifecycleStep;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Operations.Declaration;
import svc.shell.command.CommandEnvironment;
import svc.shell.command.CommandException;

/**
 * The environment of a process that runs one command without a server. The store is opened only for an operation that
 * needs the store. Extensions are started only for a command that no other bundle has. Thus a damaged store or
 * extension cannot prevent a command that repairs it.
 */
final class OfflineEnvironment implements CommandEnvironment {

    private final boolean locked;
    private final Consumer<String> step;
    private boolean searched;

    /**
     * Creates the environment.
     *
     * @param locked whether the process holds the lock of the home
     * @param step runs the boot steps of a phase
     */
    OfflineEnvironment(boolean locked, Consumer<String> step) {
        this.locked = locked;
        this.step = step;
    }

    @Override
    public void admit(Declaration declaration) {
        if (declaration.lockFree()) {
            return;
        }
        if (!locked) {
            throw CommandException.unreachable("Another process has locked this home but does not answer."
                    + " If a server is starting or stopping there, try again in a moment.");
        }
        if (!declaration.offline()) {
            throw CommandException.unreachable("This command needs the running server, and none answers for this home."
                    + " Start it with svc run, or name another home with --home.");
        }
        if (declaration.needsStore()) {
            take(LifecycleStep.Phase.MIGRATE);
        }
    }

    @Override
    public boolean searchFurther() {
        boolean further = locked && !searched;
        if (further) {
            searched = true;
            take(LifecycleStep.Phase.CONSOLE);
        }
        return further;
    }

    private void take(String moment) {
        try {
            step.accept(moment);
        } catch (IllegalStateException refusal) {
            throw new OperationException(
                    Reason.CONFLICT, String.valueOf(refusal.getMessage()).replaceAll("\\s*\n\\s*", " "));
        }
    }
}
