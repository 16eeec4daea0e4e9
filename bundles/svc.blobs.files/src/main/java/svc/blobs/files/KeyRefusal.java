package svc.blobs.files;

import java.io.IOException;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;

/** Why keys were not changed, in words for operators. */
final class KeyRefusal {

    private KeyRefusal() {}

    static OperationProblem of(IOException e) {
        return new OperationProblem(
                Reason.CONFLICT,
                e instanceof KeyTrouble trouble
                        ? trouble.what() + " " + trouble.remedy()
                        : "The keys cannot be written: " + e
                                + ". See that svc may write in secrets/ and data/blobs and that the"
                                + " disk has room, then run it again: it goes on where it was.");
    }
}
