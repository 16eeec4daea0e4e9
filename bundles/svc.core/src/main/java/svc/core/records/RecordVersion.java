package svc.core.records;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.core.records.RecordIndex.Keys;

/** An object in one of its versions. Its forms are computed when they are needed. Not thread-safe. */
final class RecordVersion<T extends Record> {

    private final RecordCodec<T> codec;
    private byte @Nullable [] body;
    private @Nullable Map<String, @Nullable Object> values;
    private @Nullable T object;
    private @Nullable Keys keys;

    private RecordVersion(RecordCodec<T> codec) {
        this.codec = codec;
    }

    static <T extends Record> RecordVersion<T> of(RecordCodec<T> codec, byte[] body) {
        RecordVersion<T> version = new RecordVersion<>(codec);
        version.body = body;
        return version;
    }

    static <T extends Record> RecordVersion<T> of(RecordCodec<T> codec, Map<String, @Nullable Object> values) {
        RecordVersion<T> version = new RecordVersion<>(codec);
        version.values = values;
        return version;
    }

    static <T extends Record> RecordVersion<T> of(RecordCodec<T> codec, T object) {
        RecordVersion<T> version = new RecordVersion<>(codec);
        version.object = object;
        return version;
    }

    /** Returns the bytes to store in the generic table. */
    byte[] body() {
        if (body == null) {
            body = codec.encode(values());
        }
        return body;
    }

    Map<String, @Nullable Object> values() {
        if (values == null) {
            values = object == null ? codec.decode(body()) : codec.plain(object);
        }
        return values;
    }

    T object() {
        if (object == null) {
            object = codec.record(values());
        }
        return object;
    }

    Keys keys() {
        if (keys == null) {
            keys = codec.index().keys(values());
        }
        return keys;
    }

    /** Returns whether another version that was read from the store is the same. */
    boolean isSame(RecordVersion<T> other) {
        return (body == null || other.body == null) ? values().equals(other.values()) : Arrays.equals(body, other.body);
    }
}
