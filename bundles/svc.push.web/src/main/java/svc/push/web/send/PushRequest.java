package svc.push.web;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request to a push service.
 *
 * @param target where it goes to
 * @param fields its fields but for those of the connection
 * @param body its body
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record Message(Target target, Map<String, String> fields, byte[] body) {

    /** Copies the fields in their order. */
    Message {
        fields = new LinkedHashMap<>(fields);
    }

    /** Nothing of it. */
    @Override
    public String toString() {
        return "a message";
    }
}
