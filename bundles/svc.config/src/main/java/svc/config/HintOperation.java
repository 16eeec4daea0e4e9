package svc.config;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;

/** How the configuration is used: a hint, and never a dump of it, which would hold secrets (ADM-35). */
@Component(service = AdminOperation.class)
public final class HintOperation extends ConfigOperation<NoArguments, HintOperation.Hint> {

    private static final Hint HINT = new Hint(
            "PUT {\"overrides\": {KEY: VALUE}} sets keys that may be set at run time; null takes one back."
                    + " The configuration is svc.toml in the server's home, read at its start."
                    + " On that machine, svc config describe lists every key, svc config explain KEY tells its value"
                    + " and where that comes from, and svc config check names every error.",
            "docs/config.md");

    /** A sentence or two, and where there is more. */
    public record Hint(String hint, String documentation) {}

    @Override
    public String help() {
        return "How the configuration is used";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/config"));
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public Hint run(NoArguments arguments) {
        return HINT;
    }
}
