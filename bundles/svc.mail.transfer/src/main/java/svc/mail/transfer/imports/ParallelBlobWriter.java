package svc.mail.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.OverQuota;
import svc.api.identity.Account;
import svc.cap.mail.api.MailStore.Letter;

/** Keeps the bytes of messages and reads them, several at a time, because each waits for the disk. */
final class Keeping implements AutoCloseable {

    private static final int THREADS = 4;

    private final Services services;
    private final Account account;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
        Thread thread = new Thread(work, "svc-mail-transfer");
        thread.setDaemon(true);
        return thread;
    });

    Keeping(Services services, Account account) {
        this.services = services;
        this.account = account;
    }

    /**
     * Keeps and reads them; what cannot come in is told to the message.
     *
     * @throws IOException none can come in any more
     */
    void keep(List<Incoming> messages) throws IOException {
        List<Callable<@Nullable Void>> works = messages.stream()
                .<Callable<@Nullable Void>>map(message -> () -> {
                    keep(message);
                    return null;
                })
                .toList();
        try {
            for (Future<@Nullable Void> work : threads.invokeAll(works)) {
                work.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } catch (ExecutionException e) {
            throw because(e.getCause());
        }
    }

    private static IOException because(@Nullable Throwable cause) throws IOException {
        if (cause instanceof RuntimeException defect) {
            throw defect;
        }
        throw cause instanceof IOException e ? e : new IOException(cause);
    }

    private void keep(Incoming message) throws IOException {
        try {
            BlobId id = services.blobs().keep(account, message.draft().draft());
            Stored stored = services.blobs().find(account, id).orElseThrow(() -> new BlobDamaged("its bytes are gone"));
            Letter letter = services.mail().read(stored).orElse(null);
            if (letter == null) {
                message.refuse("it is no message: it begins with neither a header field nor text");
            } else {
                message.read(letter);
            }
        } catch (OverQuota e) {
            message.refuse(String.valueOf(e.getMessage()));
        } catch (BlobDamaged e) {
            message.refuse("its bytes could not be read back: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
