package svc.store.sqlite;

import java.sql.SQLException;
import svc.api.store.StoreProblem;
import svc.api.store.StoreProblem.Kind;

/** Turns what SQLite reports into what the contract promises. */
final class Failures {

    private Failures() {}

    static StoreProblem of(SQLException e) {
        String message = e.getMessage();
        return switch (e.getErrorCode() & 0xff) {
            case 13 -> new StoreProblem(Kind.FULL, "The disk is full: nothing of this change was kept.", e);
            case 5, 6 -> new StoreProblem(Kind.BUSY, "The database is kept busy by another program.", e);
            case 4, 9 -> new StoreProblem(Kind.EXPIRED, "This read took too long and was ended.", e);
            case 11, 26 -> new StoreProblem(Kind.DAMAGED, "The database file is damaged.", e);
            case 8, 10, 14 -> new StoreProblem(Kind.FAILED, "The database file could not be read or written.", e);
            default -> new StoreProblem(Kind.REFUSED, "The database refused: " + message, e);
        };
    }
}
