package svc.store.sqlite.operations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.store.sqlite.schema.DatabaseFile;
import svc.store.sqlite.schema.SchemaException;

/**
 * {@code svc store compact}: rewrites the database without its free pages. From then on, the server can return free
 * pages to the file system while it runs.
 */
@Component
public final class StoreCompactOperation implements OperationGroup {

    private final SchemaComponent home;

    @Activate
    public StoreCompactOperation(@Reference SchemaComponent home) {
        this.home = home;
    }

    /**
     * The result of the operation.
     *
     * @param bytesBefore the size of the database file before
     * @param bytesAfter the size of the database file after
     */
    public record Compacted(long bytesBefore, long bytesAfter) {}

    @Operation(
            command = "store compact",
            help = "Rewrite the database without its free pages; the server must be stopped",
            needs = Needs.HOME)
    public Compacted compact() {
        if (!home.isConsole()) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "The server is running. Stop it with svc shutdown, then run svc store compact again.");
        }
        DatabaseFile database = home.file();
        Path file = database.path();
        if (!Files.exists(file)) {
            throw new OperationException(Reason.NOT_FOUND, "There is no database in " + file + " yet.");
        }
        try {
            database.requireReadable();
            long before = Files.size(file);
            requireRoom(file, before);
            database.compact();
            return new Compacted(before, Files.size(file));
        } catch (IOException e) {
            throw problem(file + " cannot be read: " + e.getMessage() + ". Check the disk.", e);
        } catch (SQLException e) {
            throw problem("Nothing was changed. " + SchemaException.of(e, file).getMessage(), e);
        } catch (SchemaException e) {
            throw e.conflict();
        }
    }

    /**
     * Throws an exception if the disk has too little space. SQLite first writes the new database to a separate file,
     * and then copies it through the write-ahead log.
     */
    private static void requireRoom(Path file, long size) {
        long free = file.toFile().getUsableSpace();
        if (free < 2 * size) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "The rewrite may need " + 2 * size + " bytes on the disk of the database, and " + free
                            + " are free. Free disk space, then run the command again.");
        }
    }

    private static OperationException problem(String detail, Exception cause) {
        OperationException problem = new OperationException(Reason.CONFLICT, detail);
        problem.initCause(cause);
        return problem;
    }
}
