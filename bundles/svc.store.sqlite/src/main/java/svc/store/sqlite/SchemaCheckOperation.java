package svc.store.sqlite;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** {@code svc schema-check}: would this release start on this database? (SCH-01) */
@Component(service = AdminOperation.class)
public final class SchemaCheckOperation implements AdminOperation<NoArguments, SchemaReport> {

    private final SchemaHome home;

    /** Looks when asked. */
    @Activate
    public SchemaCheckOperation(@Reference SchemaHome home) {
        this.home = home;
    }

    @Override
    public String noun() {
        return "schema-check";
    }

    @Override
    public String help() {
        return "say whether this release accepts the database, without touching it";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public SchemaReport run(NoArguments arguments) {
        return home.database().check(home.source());
    }

    @Override
    public int exit(SchemaReport report) {
        return report.accepted() ? 0 : 2;
    }

    @Override
    public boolean offline() {
        return true;
    }

    @Override
    public boolean lockFree() {
        return true;
    }
}
