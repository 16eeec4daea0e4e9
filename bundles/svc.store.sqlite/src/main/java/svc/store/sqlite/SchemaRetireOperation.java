package svc.store.sqlite;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;
import svc.api.time.Clock;

/** {@code svc schema retire NS}: export the tables of a bundle that is gone, then drop them. */
@Component(service = AdminOperation.class)
public final class SchemaRetireOperation
        implements AdminOperation<SchemaRetireOperation.Arguments, SchemaRetireOperation.Retired> {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final SchemaHome home;
    private final Clock clock;

    /** Acts when asked. */
    @Activate
    public SchemaRetireOperation(@Reference SchemaHome home, @Reference Clock clock) {
        this.home = home;
        this.clock = clock;
    }

    @Override
    public String noun() {
        return "schema";
    }

    @Override
    public String verb() {
        return "retire";
    }

    @Override
    public String help() {
        return "export the tables of a bundle that was removed to a file in data/, then drop them";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Retired run(Arguments arguments) {
        NamespaceGone gone = new NamespaceGone(home);
        gone.check(arguments.namespace());
        Path export = home.data().resolve("retired-" + arguments.namespace() + "-" + TIME.format(clock.now()) + ".db");
        gone.answer(() -> home.database().retire(arguments.namespace(), export));
        return new Retired(arguments.namespace(), Namespace.State.RETIRED.word(), export.toString());
    }

    @Override
    public boolean offline() {
        return true;
    }

    /**
     * What to retire.
     *
     * @param namespace the namespace
     */
    public record Arguments(
            @Positional @Help("the namespace, as `svc schema list` names it")
            String namespace) {}

    /**
     * What was retired.
     *
     * @param namespace the namespace
     * @param state its state now
     * @param exported the SQLite file that has its tables
     */
    public record Retired(String namespace, String state, String exported) {}
}
