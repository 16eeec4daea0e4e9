package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Path;
import svc.testkit.SettableWallClock;

/** A process with a limit on the size of files. It tries to store blobs of all sizes and prints the results. */
final class FullDisk {

    private FullDisk() {}

    /** Takes the home, the step and the end of the sizes. */
    public static void main(String[] arguments) throws Exception {
        FileBlobs blobs = FileBlobs.in(Path.of(arguments[0]), new SettableWallClock());
        blobs.begin();
        int step = Integer.parseInt(arguments[1]);
        for (int size = 0; size < Integer.parseInt(arguments[2]); size += step) {
            String end;
            try {
                end = "kept " + Home.keep(blobs, "o1", Home.bytes(size, size));
            } catch (IOException e) {
                end = "refused "
                        + new Home(Path.of(arguments[0]), blobs, new SettableWallClock())
                                .leftOver()
                                .size();
            }
            System.out.println(size + " " + end);
        }
        System.out.flush();
    }
}
