package svc.api.json;

import org.osgi.annotation.versioning.ConsumerType;

/** Something that writes itself as one JSON value, for answers too large to stand in memory as objects. */
@ConsumerType
@FunctionalInterface
public interface JsonWritable {

    /** Writes exactly one value. */
    void writeTo(JsonSink sink);
}
