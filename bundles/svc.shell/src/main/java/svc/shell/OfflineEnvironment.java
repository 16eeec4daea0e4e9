package svc.shell;

import java.util.function.Consumer;
import svc.api.boot.BootStep;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Operations.Declaration;

/**
 * A process that runs one command without a server. The store is closed until an operation needs it, and extensions are not
 * started before somebody types what nobody else offers: neither is in the way of a command that repairs something.
 */
final class ConsoleSurroundings implements Surroundings {

    private final boolean locked;
    private final Consumer<String> step;
    private boolean searched;

    /**
     * Does nothing yet.
     *
     * @param locked whether the process holds the home's lock
     * @param step takes the boot steps of a moment
     */
    ConsoleSurroundings(boolean locked, Consumer<String> step) {
        this.locked = locked;
        this.step = step;
    }

    @Override
    public void admit(Declaration declaration) {
        if (declaration.lockFree()) {
            return;
        }
        if (!locked) {
            throw CommandProblem.unreachable("Another process holds this home but does not answer."
                    + " If a server is starting or stopping there, try again in a moment.");
        }
        if (!declaration.offline()) {
            throw CommandProblem.unreachable("This command needs the running server, and none answers for this home."
                    + " Start it with svc run, or name another home with --home.");
        }
        if (declaration.needsStore()) {
            take(BootStep.Moment.MIGRATE);
        }
    }

    @Override
    public boolean searchFurther() {
        boolean further = locked && !searched;
        if (further) {
            searched = true;
            take(BootStep.Moment.CONSOLE);
        }
        return further;
    }

    private void take(String moment) {
        try {
            step.accept(moment);
        } catch (IllegalStateException refusal) {
            throw new OperationProblem(
                    Reason.CONFLICT, String.valueOf(refusal.getMessage()).replaceAll("\\s*\n\\s*", " "));
        }
    }
}
