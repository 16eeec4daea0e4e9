package svc.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteDataSource;

/** Makes a database with the core's tables, from the script that the migrations run. */
final class CoreSchema {

    private CoreSchema() {}

    static Path in(Path directory) throws IOException, SQLException {
        Path file = directory.resolve("svc.db");
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        try (InputStream script = CoreSchema.class.getResourceAsStream("/migrations/V1__core.sql");
                Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
        return file;
    }
}
