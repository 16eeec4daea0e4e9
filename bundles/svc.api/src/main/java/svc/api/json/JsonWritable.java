package svc.api.json;

import org.osgi.annotation.versioning.ConsumerType;

/** A value that writes itself as JSON, for responses that are too large to hold in memory as objects. */
@ConsumerType
@FunctionalInterface
public interface JsonWritable {

    /** Writes exactly one JSON value. */
    void writeTo(JsonWriter sink);
}
