package svc.cap.mail;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.mailbox.MailFixture;
import svc.testkit.engine.Client;

/** Base of tests that read a message with all kinds of header fields and parts. */
public abstract class SampleMessageTest {

    public static final String TEXT = MailFixture.lines(
            "From: \"Ada L.\" <ada@one.example>, Group: bob@two.example, =?UTF-8?Q?J=C3=BCrgen?= <j@three.example>;",
            "To: eve@one.example",
            "Subject: =?UTF-8?Q?Caf=C3=A9?= time",
            "Date: Tue, 01 Jan 2030 12:00:00 +0200",
            "Message-ID: <a@one.example>",
            "In-Reply-To: <b@one.example>",
            "References: <c@one.example> <b@one.example>",
            "List-Post: <mailto:list@one.example>",
            "X-Tag: one",
            "X-Tag: two",
            "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=out",
            "",
            "--out",
            "Content-Type: multipart/alternative; boundary=in",
            "",
            "--in",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "X-Part: plain",
            "",
            "Gr=C3=BC=C3=9Fe an alle",
            "--in",
            "Content-Type: text/html; charset=utf-8",
            "",
            "<p>Hello <a href=\"https://example.com/\">you</a></p>",
            "--in--",
            "--out",
            "Content-Type: application/pdf; name=a.pdf",
            "Content-Disposition: attachment; filename=a.pdf",
            "Content-Transfer-Encoding: base64",
            "Content-ID: <x@y>",
            "Content-Language: de, en",
            "",
            "AAECAw==",
            "--out--");

    @TempDir
    private Path directory;

    public MailFixture fixture;
    public Client ada;
    public String inbox;
    public String id;

    @BeforeEach
    void open() {
        fixture = new MailFixture(directory);
        ada = fixture.account("ada");
        inbox = fixture.mailbox(ada, "In");
        id = fixture.deliver(ada, inbox, TEXT);
    }

    @AfterEach
    void close() {
        fixture.close();
    }
}
