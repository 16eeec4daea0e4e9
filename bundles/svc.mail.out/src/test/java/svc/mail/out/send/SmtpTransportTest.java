package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.delivery.MailTransport.Result;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;

/** Messages to one host: commands, parameters, replies and extensions. */
final class SmtpTransportTest {

    private final Sending sending = new Sending();

    @AfterEach
    void close() {
        sending.close();
    }

    private static List<String> texts(List<SmtpReply> replies) {
        return replies.stream().map(SmtpReply::toString).toList();
    }

    private static String utf8(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    @Test
    void sendsAMessage() throws IOException {
        ScriptedHost host = sending.mx("far.test");
        assertThat(texts(sending.send("bob@far.test"))).containsExactly("250 2.0.0 mx.far.test said: Taken");
        assertThat(host.commands())
                .containsExactly("EHLO mail.own.test", "MAIL FROM:<ann@own.test>", "RCPT TO:<bob@far.test>", "DATA");
        assertThat(host.messages()).containsExactly(Sending.MESSAGE);
    }

    @Test
    void sendsHeloToAServerWithoutExtensions() throws IOException {
        ScriptedHost host = sending.mx("far.test").replies("EHLO", "502 5.5.1 Unknown command");
        assertThat(sending.send("bob@far.test").get(0).isPositive()).isTrue();
        assertThat(host.commands()).startsWith("EHLO mail.own.test", "HELO mail.own.test");
    }

    @Test
    void replyOfEachRecipientIsItsOwn() throws IOException {
        for (String pipelining : List.of("PIPELINING", "X")) {
            try (Sending other = new Sending()) {
                ScriptedHost host = other.mx("far.test")
                        .offers(pipelining)
                        .replies("RCPT TO:<no@", "550 5.1.1 No such user")
                        .replies("RCPT TO:<later@", "450 4.2.0 Come back");
                assertThat(texts(other.send("a@far.test", "no@far.test", "later@far.test", "b@far.test")))
                        .containsExactly(
                                "250 2.0.0 mx.far.test said: Taken",
                                "550 5.1.1 mx.far.test said: No such user",
                                "450 4.2.0 mx.far.test said: Come back",
                                "250 2.0.0 mx.far.test said: Taken");
                assertThat(host.messages()).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MAIL, 451 4.7.1 Wait, 451 4.7.1 mx.far.test said: Wait",
        "MAIL, 550 Never, 550 5.0.0 mx.far.test said: Never",
        "RCPT, 450 4.7.1 Greylisted, 450 4.7.1 mx.far.test said: Greylisted",
        "RCPT, 553 5.1.3 Bad, 553 5.1.3 mx.far.test said: Bad",
        "DATA, 451 Local error, 451 4.0.0 mx.far.test said: Local error",
        "DATA, 554 No, 554 5.0.0 mx.far.test said: No",
        "DATA, 250 What, 451 4.5.0 mx.far.test said: A reply to DATA with the code 250",
        "., 452 4.3.1 Full, 452 4.3.1 mx.far.test said: Full",
        "., 550 5.7.1 Spam, 550 5.7.1 mx.far.test said: Spam",
        "., 550 2.1.1 Wrong class, 550 5.0.0 mx.far.test said: Wrong class",
        "RCPT, '550-5.1.1 One\r\n550 5.1.1 two', 550 5.1.1 mx.far.test said: One two",
    })
    void refusalIsRecordedWithTheNameOfTheHost(String command, String reply, String recorded) throws IOException {
        for (String pipelining : List.of("PIPELINING", "X")) {
            try (Sending other = new Sending()) {
                other.mx("far.test").offers(pipelining).replies(command, reply);
                assertThat(texts(other.send("bob@far.test"))).containsExactly(recorded);
                assertThat(texts(other.send("bob@far.test"))).containsExactly(recorded);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ScriptedHost.GREETING, "EHLO", "MAIL", "RCPT", "DATA"})
    void connectionThatEndsBeforeTheContentMakesTheDomainWait(String command) {
        sending.mx("far.test").replies(command, ScriptedHost.CLOSE);
        assertThatThrownBy(() -> sending.send("bob@far.test"))
                .isInstanceOf(IOException.class)
                .hasMessage("mx.far.test: it ended the connection");
    }

    @ParameterizedTest
    @ValueSource(strings = {ScriptedHost.GREETING, "EHLO", "MAIL", "RCPT", "DATA"})
    void serverThatIsStoppedMakesTheDomainWait(String command) {
        sending.mx("far.test").replies(command, "421 4.3.2 Going down");
        assertThatThrownBy(() -> sending.send("bob@far.test"))
                .isInstanceOf(IOException.class)
                .hasMessage("mx.far.test: it said 421 Going down");
    }

    @ParameterizedTest
    @ValueSource(strings = {ScriptedHost.CLOSE, "421 4.3.2 Going down", "???", "250-a\r\n251 b"})
    void messageWhoseLastReplyIsLostWaits(String last) throws IOException {
        ScriptedHost host = sending.mx("far.test").replies(".", last);
        SmtpReply reply = sending.send("bob@far.test").get(0);
        assertThat(reply.toString()).startsWith("451 4.4.2 The connection to mx.far.test ended before the reply: ");
        assertThat(host.messages()).hasSize(1);
    }

    @Test
    void refusalWithinTheContentIsRecorded() throws IOException {
        sending.mx("far.test").replies(ScriptedHost.CONTENT, "552 5.3.4 Too big");
        String large = Sending.MESSAGE + "Line\r\n".repeat(2_000_000);
        Envelope envelope = Envelope.of("ann@own.test", List.of("bob@far.test"));
        try {
            assertThat(texts(sending.send(envelope, large))).containsExactly("552 5.3.4 mx.far.test said: Too big");
        } catch (IOException e) {
            assertThat(e).as("the reply was lost with the connection").hasMessageContaining("mx.far.test: ");
        }
    }

    @Test
    void surplusRecipientsGetTheMessageInTheNextTransaction() throws IOException {
        ScriptedHost host = sending.mx("far.test")
                .offers("PIPELINING")
                .replies("RCPT", "250 a", "250 b", "452 4.5.3 Too many", "250 d", "250 c");
        assertThat(sending.send("a@far.test", "b@far.test", "c@far.test", "d@far.test"))
                .allMatch(SmtpReply::isPositive);
        assertThat(host.messages()).hasSize(2);
        assertThat(host.connections()).isEqualTo(1);
    }

    @Test
    void serverThatAcceptsNoRecipientAtAllIsNotAskedForEver() throws IOException {
        ScriptedHost host = sending.mx("far.test").replies("RCPT", "452 4.5.3 Too many");
        assertThat(sending.send("a@far.test", "b@far.test")).allMatch(SmtpReply::isTransient);
        assertThat(host.commands("MAIL")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"100,1", "101,2"})
    void transactionHasAtMostAHundredRecipients(int recipients, int messages) throws IOException {
        ScriptedHost host = sending.mx("far.test").offers("PIPELINING");
        String[] to = IntStream.range(0, recipients)
                .mapToObj(i -> "u" + i + "@far.test")
                .toArray(String[]::new);
        assertThat(sending.send(to)).hasSize(recipients).allMatch(SmtpReply::isPositive);
        assertThat(host.messages()).hasSize(messages);
        assertThat(host.commands("RCPT")).hasSize(recipients).doesNotHaveDuplicates();
    }

    @Test
    void parametersAreSentOnlyToServersThatOfferThem() throws IOException {
        Envelope envelope = new Envelope(
                "ann@own.test",
                List.of(new Recipient(
                        "bob@far.test", Set.of(Notify.DELAY, Notify.FAILURE), Optional.of("RFC822;Bob+x=1@far.test"))),
                false,
                false,
                Optional.of("id 1+"),
                ReturnContent.FULL);
        String message = "Subject: x\r\n\r\n\u00fc\r\n";
        ScriptedHost host = sending.mx("far.test").offers("SIZE 1000", "8BITMIME", "DSN");
        Result result = sending.transport().send(Sending.mail(envelope, message));
        assertThat(result.replies().get(0).isPositive()).isTrue();
        assertThat(result.notifiesSender()).isTrue();
        assertThat(host.commands("MAIL"))
                .containsExactly("MAIL FROM:<ann@own.test> SIZE=17 BODY=8BITMIME RET=FULL ENVID=id+201+2B");
        assertThat(host.commands("RCPT"))
                .containsExactly("RCPT TO:<bob@far.test> NOTIFY=FAILURE,DELAY ORCPT=rfc822;Bob+2Bx+3D1@far.test");
        try (Sending other = new Sending()) {
            ScriptedHost plain = other.mx("far.test");
            Result relayed = other.transport().send(Sending.mail(envelope, Sending.MESSAGE));
            assertThat(relayed.replies().get(0).isPositive()).isTrue();
            assertThat(relayed.notifiesSender()).isFalse();
            assertThat(plain.commands("MAIL")).containsExactly("MAIL FROM:<ann@own.test>");
            assertThat(plain.commands("RCPT")).containsExactly("RCPT TO:<bob@far.test>");
        }
    }

    @ParameterizedTest
    @CsvSource({"19,250", "18,552"})
    void messageAboveTheSizeOfTheServerIsRefused(int limit, int code) throws IOException {
        ScriptedHost host = sending.mx("far.test").offers("SIZE " + limit);
        Envelope envelope = Envelope.of("ann@own.test", List.of("bob@far.test"));
        SmtpReply reply = sending.send(envelope, "Subject: x\n\nabc").get(0);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(host.commands("MAIL")).hasSize(code == 250 ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"SIZE,250", "SIZE 0,250", "SIZE abc,250", "SIZE 99999999999999999999,250"})
    void serverWithoutAValidLimitHasNone(String size, int code) throws IOException {
        sending.mx("far.test").offers(size);
        assertThat(sending.send("bob@far.test").get(0).code()).isEqualTo(code);
    }

    @Test
    void serverWithout8BitMimeGetsNo8BitMessage() throws IOException {
        ScriptedHost host = sending.mx("far.test");
        Envelope envelope = Envelope.of("ann@own.test", List.of("bob@far.test"));
        SmtpReply reply = sending.send(envelope, "Subject: x\r\n\r\n\u00fc\r\n").get(0);
        assertThat(reply.toString()).startsWith("554 5.6.3 mx.far.test accepts only");
        assertThat(host.commands("MAIL")).isEmpty();
    }

    private static Envelope international(String... recipients) {
        return new Envelope(
                "ann@own.test",
                List.of(recipients).stream().map(Recipient::of).toList(),
                true,
                false,
                Optional.empty(),
                ReturnContent.HEADERS);
    }

    @Test
    void internationalMessageNeedsTheExtension() throws IOException {
        String header = "Subject: " + utf8("gr\u00fcn") + "\r\n\r\nx\r\n";
        ScriptedHost host = sending.mx("far.test").offers("8BITMIME", "SMTPUTF8");
        assertThat(sending.send(international("bob@far.test"), header).get(0).isPositive())
                .isTrue();
        assertThat(host.commands("MAIL")).containsExactly("MAIL FROM:<ann@own.test> BODY=8BITMIME SMTPUTF8");
        try (Sending other = new Sending()) {
            other.mx("far.test").offers("8BITMIME");
            assertThat(other.send(international("bob@far.test"), header).get(0).toString())
                    .startsWith("553 5.6.7 ");
            assertThat(other.send("j\u00fcrgen@far.test").get(0).toString()).startsWith("553 5.6.7 ");
            assertThat(other.send(international("bob@far.test"), Sending.MESSAGE)
                            .get(0)
                            .isPositive())
                    .as("a message of ASCII characters needs nothing")
                    .isTrue();
        }
    }

    @Test
    void internationalDomainIsSentWithALabels() throws IOException {
        sending.zone.mx("xn--grn-ioa.test", 1, "mx.far.test");
        ScriptedHost host = sending.host("mx.far.test");
        assertThat(sending.send("bob@gr\u00fcn.test").get(0).isPositive()).isTrue();
        assertThat(host.commands("RCPT")).containsExactly("RCPT TO:<bob@xn--grn-ioa.test>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bob@far.test>\r\nRSET", "bob\r\n@far.test", "b\u0000b@far.test", "a b@far.test", "bob>@far.test",
                "b@far.test> SIZE=1", "@far.test", "\"b\u001b\"@far.test", "\"b\"x\"@far.test", "bob\u0085@far.test"
            })
    void addressThatWouldChangeTheCommandIsNotSent(String address) throws IOException {
        ScriptedHost host = sending.mx("far.test");
        Envelope envelope = Envelope.of("ann@own.test", List.of("carl@far.test", address));
        assertThat(texts(sending.send(envelope, Sending.MESSAGE)))
                .containsExactly("250 2.0.0 mx.far.test said: Taken", "553 5.1.3 The address is not valid.");
        assertThat(host.commands("RCPT")).containsExactly("RCPT TO:<carl@far.test>");
        assertThat(sending.transport().accepts(address)).isFalse();
        Envelope forged = Envelope.of(address, List.of("carl@far.test"));
        assertThat(sending.send(forged, Sending.MESSAGE).get(0).toString()).startsWith("553 5.1.7 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bob@far.test", "\"b b\"@far.test", "bob@[192.0.2.1]", "b@[IPv6:2001:db8::1]", "b@gr\u00fcn.test"
            })
    void acceptsAddressesOfOtherServers(String address) {
        assertThat(sending.transport().accepts(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bob", "bob@localhost", "bob@[300.0.2.1]", "bob@", "bob@1.2.3.4", "bob@a..test"})
    void acceptsNoOtherAddresses(String address) {
        assertThat(sending.transport().accepts(address)).isFalse();
    }

    @Test
    void acceptsNothingIfItIsDisabled() {
        assertThat(sending.with("enabled", false).transport().accepts("bob@far.test"))
                .isFalse();
    }

    @Test
    void signerLearnsThatAMessageIsRelayed() throws IOException {
        List<Boolean> relayed = new ArrayList<>();
        sending.signing(mail -> {
                    relayed.add(mail.isRelayed());
                    return mail;
                })
                .mx("far.test");
        OutgoingMail own = Sending.mail(Envelope.of("ann@own.test", List.of("bob@far.test")), "A: b\r\n\r\ntext\r\n");
        OutgoingMail other =
                new OutgoingMail(own.id(), own.from(), own.envelope(), own.domain(), own.size(), own.content(), true);
        sending.transport().send(own);
        sending.transport().send(other);
        assertThat(relayed).containsExactly(false, true);
    }

    @Test
    void signsTheOctetsThatAreSent() throws IOException {
        ScriptedHost host = sending.signing(mail -> new OutgoingMail(
                        mail.id(), mail.from(), mail.envelope(), mail.domain(), mail.size() + 8, out -> {
                            out.write("Sign: 1\r\n".getBytes(UTF_8));
                            mail.content().writeTo(out);
                        }))
                .mx("far.test");
        Envelope envelope = Envelope.of("ann@own.test", List.of("bob@far.test"));
        assertThat(sending.send(envelope, "A: b\n\n.\r.x\r\n..\n.\nend").get(0).isPositive())
                .isTrue();
        assertThat(host.messages()).containsExactly("Sign: 1\r\nA: b\r\n\r\n..\r\n..x\r\n...\r\n..\r\nend\r\n");
    }

    @Test
    void messageThatCannotBeReadWaitsAndIsNotEnded() throws IOException {
        ScriptedHost host = sending.signing(mail ->
                        new OutgoingMail(mail.id(), mail.from(), mail.envelope(), mail.domain(), mail.size(), out -> {
                            out.write("A: b\r\n".getBytes(UTF_8));
                            throw new IOException("the disk failed");
                        }))
                .mx("far.test");
        assertThat(sending.send("bob@far.test").get(0).toString()).startsWith("451 4.3.0 ");
        assertThat(host.messages()).isEmpty();
    }
}
