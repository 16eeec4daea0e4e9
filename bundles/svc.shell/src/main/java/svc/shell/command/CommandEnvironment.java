package svc.shell;

import svc.api.operation.Operations.Declaration;

/** Where a command line stands: what has to be done before an operation runs here, and whether there may be more of them. */
@FunctionalInterface
interface Surroundings {

    /** In a server: everything is there. */
    Surroundings SERVER = declaration -> {};

    /** Called before an operation runs; throws when it cannot run here. */
    void admit(Declaration declaration);

    /** Called when nobody offers a command; whether it is worth looking again. */
    default boolean searchFurther() {
        return false;
    }
}
