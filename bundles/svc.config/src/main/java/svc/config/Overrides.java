package svc.config;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.json.Json;
import svc.api.lifecycle.LifecycleStep;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/**
 * The configuration values that were set at run time. They are stored in the database, and replace the values of the
 * file at every start. A stored value that the server no longer accepts is ignored with a warning.
 */
@Component(service = {Callable.class, Overrides.class})
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class Overrides implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(Overrides.class);
    private static final String ALL = "SELECT name, value FROM config_override ORDER BY name";

    private final Store store;
    private final Clock clock;
    private final Json.Binding binding;
    private final BiFunction<Map<String, Object>, Boolean, List<String>> layer;
    private final ConfigurationPublisher feed;
    private final Keys keys;

    @Activate
    public Overrides(
            @Reference Store store,
            @Reference Clock clock,
            @Reference Json json,
            @Reference(target = "(svc.launcher=overrides)")
                    BiFunction<Map<String, Object>, Boolean, List<String>> layer,
            @Reference ConfigurationPublisher feed,
            @Reference Keys keys) {
        this.store = store;
        this.clock = clock;
        this.binding = json.binding(Json.Names.EXACT);
        this.layer = layer;
        this.feed = feed;
        this.keys = keys;
    }

    @Override
    public synchronized String call() {
        Map<String, Object> kept = kept();
        layer.apply(kept, false).forEach(line -> {
            String[] parts = line.split("\t", -1);
            kept.remove(parts[0]);
            LOG.warn("The override of {} is no longer valid and is skipped: {}", parts[0], parts[parts.length - 1]);
        });
        lay(kept);
        return "";
    }

    /**
     * Sets values, and removes the values that are null. Either all changes are applied or none.
     *
     * @return the addresses of the changed keys
     */
    synchronized List<String> set(Map<String, @Nullable Object> changes) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        changes.forEach((name, value) -> named.put(address(name), value));
        Map<String, Object> all = kept();
        named.forEach((name, value) -> {
            if (value == null) {
                all.remove(name);
            } else {
                all.put(name, value);
            }
        });
        refuse(layer.apply(all, false));
        store.write(Scope.system(), TransactionCallback.named("svc.config: set at run time", tx -> {
            tx.sql().update("DELETE FROM config_override");
            return tx.sql()
                    .insert(
                            "INSERT INTO config_override (name, value, set_at) VALUES (?, ?, ?)",
                            all.entrySet().stream()
                                    .map(entry -> List.of(
                                            entry.getKey(),
                                            binding.text(entry.getValue()),
                                            clock.now().toEpochMilli()))
                                    .toList());
        }));
        lay(all);
        return List.copyOf(named.keySet());
    }

    private void lay(Map<String, Object> values) {
        refuse(layer.apply(values, true));
        feed.feed();
    }

    /**
     * Returns the address of the key with this name. If there is no such key, or more than one, returns the name
     * itself, which the launcher then rejects.
     */
    private String address(String name) {
        List<Key> named = keys.named(name);
        return named.size() == 1 ? named.get(0).address() : name;
    }

    /** Returns the stored values by the addresses of their keys. */
    private Map<String, Object> kept() {
        Map<String, Object> kept = new LinkedHashMap<>();
        store.read(
                        Scope.system(),
                        snapshot -> snapshot.sql()
                                .select(
                                        ALL,
                                        row -> Map.entry(
                                                requireNonNull(row.getString(1)), requireNonNull(row.getString(2)))))
                .forEach(row -> kept.put(row.getKey(), requireNonNull(binding.read(row.getValue()))));
        return kept;
    }

    private static void refuse(List<String> problems) {
        if (problems.isEmpty()) {
            return;
        }
        List<String[]> lines =
                problems.stream().map(line -> line.split("\t", 3)).toList();
        throw new OperationException(
                reason(lines.get(0)[1]),
                lines.stream().map(line -> line[2]).collect(Collectors.joining(" "))
                        + " Nothing was set. svc config describe lists every key.",
                lines.stream().map(line -> new FieldError(line[0], line[2])).toList());
    }

    private static Reason reason(String word) {
        return switch (word) {
            case "unknown-key" -> Reason.UNKNOWN_KEY;
            case "not-overridable" -> Reason.NOT_OVERRIDABLE;
            default -> Reason.INVALID;
        };
    }
}
