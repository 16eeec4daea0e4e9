package svc.admin;

import java.io.Serial;

/** An operation is declared in a way that no front could offer. The message is a clause: {@code its noun …}. */
final class BrokenDeclaration extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    BrokenDeclaration(String message) {
        super(message);
    }
}
