package svc.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteDataSource;

/** Makes a database with the core's tables, from the scripts that the migrations run. */
final class CoreSchema {

    private CoreSchema() {}

    static Path in(Path directory) throws IOException, SQLException {
        Path file = directory.resolve("svc.db");
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String name : List.of("V1__core.sql", "V2__index.sql", "V3__account_number.sql")) {
                try (InputStream script = CoreSchema.class.getResourceAsStream("/migrations/" + name)) {
                    statement.executeUpdate(new String(script.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return file;
    }
}
