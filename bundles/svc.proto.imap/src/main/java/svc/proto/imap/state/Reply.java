package svc.proto.imap.state;

import java.util.Optional;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter.Status;

/**
 * The tagged response of a command.
 *
 * @param status OK, NO or BAD
 * @param code the response code
 * @param text the text for people
 */
public record Reply(Status status, Optional<ResponseCode> code, String text) {

    /** Returns a success. */
    public static Reply ok(String text) {
        return new Reply(Status.OK, Optional.empty(), text);
    }

    /** Returns a success with a response code. */
    public static Reply ok(ResponseCode code, String text) {
        return new Reply(Status.OK, Optional.of(code), text);
    }

    /** Returns a failure. */
    public static Reply no(ResponseCode code, String text) {
        return new Reply(Status.NO, Optional.of(code), text);
    }

    /** Returns a failure without a response code. */
    public static Reply no(String text) {
        return new Reply(Status.NO, Optional.empty(), text);
    }

    /** Returns a protocol error. */
    public static Reply bad(String text) {
        return new Reply(Status.BAD, Optional.empty(), text);
    }
}
