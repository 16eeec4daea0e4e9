package svc.core.dispatch;

import static svc.api.jmap.ValueReader.ARGUMENTS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.ValueReader;
import svc.core.objects.Quoting;

/** Reads the arguments of a standard method as values of the expected types. Errors name the argument. */
public final class MethodArguments {

    private final Map<String, @Nullable Object> given;
    private final Set<String> extra;

    /** Creates the reader. Rejects an argument that neither the method nor the type defines. */
    public MethodArguments(Map<String, @Nullable Object> given, Set<String> known, Set<String> extra) {
        this.given = given;
        this.extra = extra;
        for (String name : given.keySet()) {
            if (!known.contains(name) && !extra.contains(name)) {
                throw MethodError.invalidArguments("Unknown argument " + Quoting.quoted(name) + ".");
            }
        }
    }

    /** Returns the arguments that the type adds to the method. */
    public Map<String, @Nullable Object> more() {
        if (extra.isEmpty()) {
            return Map.of();
        }
        Map<String, @Nullable Object> more = new LinkedHashMap<>(given);
        more.keySet().retainAll(extra);
        return more;
    }

    private <R> @Nullable R read(String name, ValueReader.Reader<R> reader) {
        Object value = given.get(name);
        return value == null ? null : reader.read(name, value);
    }

    @Nullable
    public String text(String name) {
        return read(name, ARGUMENTS::string);
    }

    public String needed(String name) {
        return required(name, text(name));
    }

    public boolean truth(String name) {
        return ARGUMENTS.flag(name, given.get(name));
    }

    @Nullable
    public Map<String, @Nullable Object> map(String name) {
        return read(name, ARGUMENTS::object);
    }

    /** Returns an Int (RFC 8620 §1.3); 0 if omitted. */
    public long integer(String name) {
        Long number = read(name, ARGUMENTS::integer);
        return number == null ? 0 : number;
    }

    /** Returns an UnsignedInt (RFC 8620 §1.3) or null. */
    @Nullable
    public Long unsigned(String name) {
        return read(name, ARGUMENTS::unsigned);
    }

    @Nullable
    public List<String> texts(String name) {
        return read(name, ARGUMENTS::strings);
    }

    @Nullable
    public List<Map<String, @Nullable Object>> maps(String name) {
        return read(name, ARGUMENTS::objects);
    }

    public static <V> V required(String name, @Nullable V value) {
        if (value == null) {
            throw MethodError.invalidArguments("The argument " + name + " is missing.");
        }
        return value;
    }
}
