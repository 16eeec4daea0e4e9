package svc.config;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** Every key there is, without its value. */
@Component(service = AdminOperation.class)
public final class DescribeOperation extends ConfigOperation<NoArguments, List<KeyRow>> {

    private final Keys keys;

    /** Takes the keys. */
    @Activate
    public DescribeOperation(@Reference Keys keys) {
        this.keys = keys;
    }

    @Override
    public String verb() {
        return "describe";
    }

    @Override
    public String help() {
        return "Every configuration key with its type, default, bundle and meaning";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public List<KeyRow> run(NoArguments arguments) {
        return keys.all().stream().map(KeyRow::described).toList();
    }
}
