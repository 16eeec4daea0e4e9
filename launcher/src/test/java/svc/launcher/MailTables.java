package svc.launcher;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables of mail in a home, to damage them.
 *
 * @param home the home
 */
record MailTables(Path home) {

    /** Changes rows while the server runs. */
    void change(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("data/svc.db"));
                Statement with = connection.createStatement()) {
            with.execute("PRAGMA busy_timeout = 20000");
            with.executeUpdate(statement);
        }
    }
}
