package svc.proto.imap;

import java.util.function.Function;
import svc.proto.imap.state.Reply;

/** What follows a command. */
sealed interface Outcome {

    /** The command has a tagged response. */
    record Replied(Reply reply) implements Outcome {}

    /** Returns the outcome of a command with a tagged response. */
    static Outcome replied(Reply reply) {
        return new Replied(reply);
    }

    /** The connection ends. */
    record Ends(String text) implements Outcome {}

    /** TLS begins. */
    record BeginsTls() implements Outcome {}

    /** The connection is compressed from now on. */
    record BeginsCompression() implements Outcome {}

    /** The client waits for changes. */
    record Idles() implements Outcome {}

    /** The client signs in. */
    record SignsIn(Function<SignIn, SignIn.Next> with) implements Outcome {}
}
