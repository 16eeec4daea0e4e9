package svc.mail.transfer;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** A file of a source cannot be read, which is no reason to leave the others. */
final class Unreadable extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    Unreadable(IOException why) {
        super(reason(why), why);
    }

    /** Why, in a sentence for people. */
    String reason() {
        return String.valueOf(getMessage());
    }

    static String reason(IOException why) {
        if (why instanceof AccessDeniedException) {
            return "the user that runs the server may not read it";
        } else if (why instanceof NoSuchFileException) {
            return "it was taken away meanwhile";
        }
        return "it cannot be read: " + why.getMessage();
    }
}
