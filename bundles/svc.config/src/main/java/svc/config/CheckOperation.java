package svc.config;

import java.util.List;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** What a start would say about {@code svc.toml} as it is now (CFG-01). */
@Component(service = AdminOperation.class)
public final class CheckOperation extends ConfigOperation<NoArguments, List<ProblemLine>> {

    private final Supplier<List<String>> check;

    /** Takes the launcher's check. */
    @Activate
    public CheckOperation(@Reference(target = "(svc.launcher=configuration-check)") Supplier<List<String>> check) {
        this.check = check;
    }

    @Override
    public String verb() {
        return "check";
    }

    @Override
    public String help() {
        return "Every error of svc.toml, without starting the server";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public List<ProblemLine> run(NoArguments arguments) {
        return ProblemLine.parse(check.get());
    }

    @Override
    public String whenEmpty() {
        return "Nothing is wrong: a start takes the configuration as it is.";
    }

    @Override
    public int exit(List<ProblemLine> result) {
        return result.isEmpty() ? 0 : 1;
    }
}
