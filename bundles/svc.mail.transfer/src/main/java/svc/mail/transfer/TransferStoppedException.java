package svc.mail.transfer;

import java.io.IOException;
import java.io.Serial;

/** A run cannot go on: what went over so far stays, and the same command goes on from there. */
final class Stopped extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    Stopped(String why) {
        super(why);
    }

    /** Why, and what to do. */
    String why() {
        return String.valueOf(getMessage());
    }
}
