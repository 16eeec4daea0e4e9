package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import svc.api.blob.StorageFullException;
import svc.testkit.SettableWallClock;

/** A process with a limit on the size of files. Several threads store small blobs until the pack has no room. */
final class FullPacks {

    private static final int THREADS = 4;
    private static final int SIZE = 120_000;

    private FullPacks() {}

    /** Takes the home and the number of blobs. */
    public static void main(String[] arguments) throws Exception {
        PackHome home = PackHome.started(Path.of(arguments[0]), new SettableWallClock());
        int many = Integer.parseInt(arguments[1]);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            threads.add(new Thread(() -> {
                for (int n = first; n < many; n += THREADS) {
                    System.out.println(keep(home, n));
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.flush();
    }

    static byte[] bytes(int n) {
        return Home.bytes(n, SIZE - n);
    }

    private static String keep(PackHome home, int n) {
        try {
            return n + " kept " + home.keep("o1", bytes(n));
        } catch (StorageFullException e) {
            return n + " full";
        } catch (IOException e) {
            return n + " failed " + e;
        }
    }
}
