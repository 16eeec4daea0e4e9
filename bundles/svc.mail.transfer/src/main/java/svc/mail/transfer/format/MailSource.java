package svc.mail.transfer;

import java.io.IOException;

/** Messages in files. One thread. */
interface MailSource {

    /** How much there is to read, in a unit of its own. */
    long units() throws IOException;

    /** Hands over everything. */
    void read(Taker taker) throws IOException;
}
