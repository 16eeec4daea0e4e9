package svc.push.web.send;

import java.util.LinkedHashMap;
import java.util.Map;
import svc.push.web.subscription.Target;

/**
 * A request to a push service.
 *
 * @param target the target
 * @param fields the header fields, except those of the connection
 * @param body the body
 */
@SuppressWarnings("ArrayRecordComponent") // the request is written once and never compared
record PushRequest(Target target, Map<String, String> fields, byte[] body) {

    /** Copies the fields in their order. */
    PushRequest {
        fields = new LinkedHashMap<>(fields);
    }

    /** Returns a text without the data of the request. */
    @Override
    public String toString() {
        return "a message";
    }
}
