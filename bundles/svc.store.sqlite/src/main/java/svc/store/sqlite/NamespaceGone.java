package svc.store.sqlite;

import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;

/** What parking and retiring have in common: the namespace is there and its bundle is not. */
final class NamespaceGone {

    private final SchemaHome home;

    NamespaceGone(SchemaHome home) {
        this.home = home;
    }

    void check(String namespace) {
        answer(() -> {
            SchemaState state = home.database().read();
            if (!NamespaceChange.knows(state, namespace)) {
                throw new OperationProblem(
                        Reason.NOT_FOUND,
                        "The database has no namespace " + namespace + "; see `svc schema list` for those it has.");
            }
            Namespace row = NamespaceChange.known(state, namespace);
            if (row.state() == Namespace.State.RETIRED) {
                throw new OperationProblem(
                        Reason.CONFLICT, "The namespace " + namespace + " is retired; it has no tables any more.");
            }
            for (MigrationSet set : home.source().sets()) {
                if (set.namespace().equals(namespace)) {
                    throw inUse(set);
                }
            }
        });
    }

    private static OperationProblem inUse(MigrationSet set) {
        return new OperationProblem(
                Reason.CONFLICT,
                "The namespace " + set.namespace() + " belongs to bundle " + set.bundle() + ", which is installed. "
                        + (set.extension()
                                ? "Take the bundle out first with `svc bundle remove " + set.bundle() + "`."
                                : "It is a part of the server itself and stays."));
    }

    /** Does it, with a refusal in the words of an operation. */
    void answer(Runnable work) {
        try {
            work.run();
        } catch (SchemaRefusal e) {
            OperationProblem problem = new OperationProblem(Reason.CONFLICT, e.what() + " " + e.remedy());
            problem.initCause(e);
            throw problem;
        }
    }
}
