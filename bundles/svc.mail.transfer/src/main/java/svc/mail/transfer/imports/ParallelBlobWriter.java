package svc.mail.transfer.imports;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Account;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.mail.transfer.TransferServices;

/** Stores and parses several messages at the same time, so that they do not wait for the disk one after the other. */
final class ParallelBlobWriter implements AutoCloseable {

    private static final int THREADS = 4;

    private final TransferServices services;
    private final Account account;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "svc-mail-transfer");
        thread.setDaemon(true);
        return thread;
    });

    ParallelBlobWriter(TransferServices services, Account account) {
        this.services = services;
        this.account = account;
    }

    /**
     * Stores and parses the messages. The failure of a single message is recorded in this message.
     *
     * @throws IOException if no message can be stored
     */
    void store(List<PendingMessage> messages) throws IOException {
        List<Callable<@Nullable Void>> tasks = messages.stream()
                .<Callable<@Nullable Void>>map(message -> () -> {
                    store(message);
                    return null;
                })
                .toList();
        try {
            for (Future<@Nullable Void> work : threads.invokeAll(tasks)) {
                work.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } catch (ExecutionException e) {
            throw unwrap(e.getCause());
        }
    }

    private static IOException unwrap(@Nullable Throwable cause) throws IOException {
        if (cause instanceof RuntimeException failure) {
            throw failure;
        }
        throw cause instanceof IOException e ? e : new IOException(cause);
    }

    private void store(PendingMessage message) throws IOException {
        try {
            BlobId id = services.blobs().keep(account, message.draft().draft());
            StoredBlob stored = services.blobs()
                    .find(account, id)
                    .orElseThrow(() -> new CorruptBlobException("its data is missing"));
            ParsedMessage parsed = services.mail().read(stored).orElse(null);
            if (parsed == null) {
                message.refuse("it is not a message: it begins with neither a header field nor text");
            } else {
                message.read(parsed);
            }
        } catch (OverQuotaException e) {
            message.refuse(String.valueOf(e.getMessage()));
        } catch (CorruptBlobException e) {
            message.refuse("its stored data could not be read: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
