package svc.blobs.files;

import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.testkit.SettableWallClock;

/** A process with little memory: many drafts, all open at the same time until the last bytes. Prints the blob ids. */
final class ManyUploadsProcess {

    private static final int PORTION = 8_192;

    private ManyUploadsProcess() {}

    /** Takes the home, the number of drafts and their size. */
    public static void main(String[] arguments) throws Exception {
        FileBlobs blobs = FileBlobs.in(Path.of(arguments[0]), new SettableWallClock());
        blobs.begin();
        int many = Integer.parseInt(arguments[1]);
        int size = Integer.parseInt(arguments[2]);
        CyclicBarrier together = new CyclicBarrier(many);
        ExecutorService threads = Executors.newFixedThreadPool(many);
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            String organization = "o" + (1 + i % 4);
            long seed = i;
            results.add(threads.submit(() -> upload(blobs, organization, seed, size, together)));
        }
        for (Future<String> result : results) {
            System.out.println(result.get());
        }
        System.gc();
        System.out.println("heap after "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        System.out.flush();
        threads.shutdown();
    }

    static byte[] portion(long seed) {
        return Home.bytes(seed, PORTION);
    }

    private static String upload(FileBlobs blobs, String organization, long seed, int size, CyclicBarrier together)
            throws Exception {
        byte[] portion = portion(seed);
        try (BlobStore.BlobWriter draft = blobs.newBlob(organization)) {
            try (OutputStream out = draft.out()) {
                for (int at = 0; at + PORTION < size; at += PORTION) {
                    out.write(portion);
                }
                if (together.await() == 0) {
                    System.gc();
                    System.out.println("heap open "
                            + ManagementFactory.getMemoryMXBean()
                                    .getHeapMemoryUsage()
                                    .getUsed());
                }
                together.await();
                out.write(portion);
            }
            BlobId id = draft.commit();
            blobs.find(organization, id).orElseThrow().verify(read -> {});
            return organization + " " + id + " " + draft.size();
        }
    }
}
