package svc.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;

/** Writes the content; an empty one inside a list or a map is {@code null}. */
@SuppressWarnings("rawtypes") // the library registers by the raw class
final class OptionalWriter extends StdSerializer<Optional> {

    @Serial
    private static final long serialVersionUID = 1L;

    OptionalWriter() {
        super(Optional.class);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Optional value) {
        return value.isEmpty();
    }

    @Override
    public void serialize(Optional value, JsonGenerator out, SerializerProvider provider) throws IOException {
        if (value.isPresent()) {
            provider.defaultSerializeValue(value.get(), out);
        } else {
            out.writeNull();
        }
    }
}
