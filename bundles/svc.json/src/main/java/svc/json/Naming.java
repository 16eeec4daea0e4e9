package svc.json;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.NamingBase;
import java.io.Serial;
import svc.api.json.Json.Names;

/** The names of a record's components on the wire. */
final class Naming extends NamingBase {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Names names;

    Naming(Names names) {
        this.names = names;
    }

    @Override
    public String translate(String component) {
        return names.of(component);
    }
}
