package svc.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** Every key there is, without its value. */
@Component(service = AdminOperation.class)
public final class DescribeOperation implements AdminOperation<NoArguments, List<DescribeOperation.Description>> {

    private final Keys keys;

    /** Takes the keys. */
    @Activate
    public DescribeOperation(@Reference Keys keys) {
        this.keys = keys;
    }

    /** A key: its default is left out where there is none; its value is one of the options where there are some. */
    public record Description(
            String key,
            String type,
            @Nullable Object defaultValue,
            List<String> options,
            boolean runtime,
            String bundle,
            String meaning) {}

    @Override
    public String noun() {
        return "config";
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
    public List<Description> run(NoArguments arguments) {
        return keys.all().stream()
                .map(key -> new Description(
                        key.address(),
                        key.required() ? key.type() + ", required" : key.type(),
                        key.standard().orElse(null),
                        key.options(),
                        key.runtime(),
                        key.bundle(),
                        key.description()))
                .toList();
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
