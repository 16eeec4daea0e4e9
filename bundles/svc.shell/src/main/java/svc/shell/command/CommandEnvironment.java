package svc.shell.command;

import svc.api.operation.Operations.Declaration;

/** The environment of a command line: prepares the process for an operation, and can make more operations available. */
@FunctionalInterface
public interface CommandEnvironment {

    /** The environment of a server: all operations can run. */
    CommandEnvironment SERVER = declaration -> {};

    /** Prepares for the operation. Throws if it cannot run in this process. */
    void admit(Declaration declaration);

    /** Called for an unknown command. Returns whether more operations became available. */
    default boolean searchFurther() {
        return false;
    }
}
