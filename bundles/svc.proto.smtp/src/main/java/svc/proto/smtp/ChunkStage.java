package svc.proto.smtp;

import java.io.IOException;
import java.io.InputStream;
import svc.api.net.connection.Session.Next;

/** Receives a chunk of a message after BDAT (RFC 3030 §2). A chunk of a refused message is dropped. */
final class ChunkStage implements Dialogue.Stage {

    private static final int BUFFER = 16_384;

    private final Transfer transfer;
    private final Content content;
    private final boolean last;
    private long rest;

    ChunkStage(Transfer transfer, Content content, long length, boolean last) {
        this.transfer = transfer;
        this.content = content;
        this.rest = length;
        this.last = last;
    }

    @Override
    public Next input() throws IOException, RefusedException {
        InputStream in = transfer.dialogue().connection().in();
        byte[] buffer = new byte[Math.min(BUFFER, Math.max(1, in.available()))];
        if (rest > 0) {
            int count = in.read(buffer, 0, (int) Math.min(buffer.length, rest));
            rest -= count;
            transfer.received(count);
            content.write(buffer, 0, count);
        }
        return next();
    }

    /** Waits for the rest of the chunk, or ends it. */
    Next next() throws IOException, RefusedException {
        if (transfer.mustEnd()) {
            return transfer.refuseAndDrain();
        } else if (rest > 0) {
            return transfer.await(0);
        } else if (last) {
            return transfer.finish();
        }
        Dialogue dialogue = transfer.dialogue();
        RefusedException failure = content.failure();
        if (failure != null) {
            dialogue.record(failure);
            dialogue.reset();
            throw failure;
        }
        dialogue.reply(250, "2.0.0", "The server has the chunk.");
        return dialogue.awaitCommand();
    }

    @Override
    public Next expired() throws RefusedException {
        throw Refusal.TOO_SLOW.with();
    }
}
