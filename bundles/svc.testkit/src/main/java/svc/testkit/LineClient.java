package svc.testkit;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A client of a line protocol, without and with TLS. It accepts any certificate. Not thread-safe. */
public final class LineClient implements AutoCloseable {

    /** Returned instead of a line when the server has closed the connection. */
    public static final String END = "(end)";

    /** The header of the PROXY protocol, version 2, for a client with the address 192.0.2.7. */
    private static final String PROXY_HEADER = "0d0a0d0a000d0a515549540a2111000cc00002077f0000011234006e";

    private static final int TIMEOUT_MILLIS = 20_000;

    private final CountingSocket plain;
    private Socket socket;

    /** A socket whose output can be cut off: bytes above the permitted number are dropped. */
    private static final class CountingSocket extends Socket {
        private final AtomicInteger permitted = new AtomicInteger(Integer.MAX_VALUE);

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    int before = permitted.getAndUpdate(
                            rest -> rest == Integer.MAX_VALUE ? rest : rest - Math.min(length, rest));
                    out.write(bytes, offset, Math.min(length, before));
                }
            };
        }
    }

    private LineClient(String from, int port, int receiveBuffer) throws IOException {
        plain = new CountingSocket();
        if (receiveBuffer > 0) {
            plain.setReceiveBufferSize(receiveBuffer);
        }
        plain.bind(new InetSocketAddress(from, 0));
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        plain.setSoTimeout(TIMEOUT_MILLIS);
        plain.setTcpNoDelay(true);
        socket = plain;
    }

    /** Connects to a port of this machine. */
    public static LineClient connect(int port) throws IOException {
        return new LineClient("127.0.0.1", port, 0);
    }

    /** Connects to a port of this machine from one of its addresses. */
    public static LineClient from(String address, int port) throws IOException {
        return new LineClient(address, port, 0);
    }

    /** Connects from the address of a proxy, for a client on another machine. */
    public static LineClient proxied(String proxy, int port) throws IOException {
        return from(proxy, port).send(HexFormat.of().parseHex(PROXY_HEADER));
    }

    /** Connects with a small receive buffer. */
    public static LineClient withReceiveBuffer(int bytes, int port) throws IOException {
        return new LineClient("127.0.0.1", port, bytes);
    }

    /** Does the TLS handshake with TLS 1.2 or 1.3. */
    public LineClient tls(String version, String host) throws IOException {
        SSLSocket layered =
                (SSLSocket) TrustingContext.make().getSocketFactory().createSocket(plain, host, plain.getPort(), false);
        layered.setEnabledProtocols(new String[] {version});
        SSLParameters parameters = layered.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(host)));
        layered.setSSLParameters(parameters);
        layered.startHandshake();
        socket = layered;
        return this;
    }

    /** Does the TLS handshake. */
    public LineClient tls() throws IOException {
        return tls("TLSv1.3", "mail.example.org");
    }

    /** Returns the certificate of the server. */
    public X509Certificate certificate() throws IOException {
        return (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0];
    }

    /** Sends text. */
    public LineClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends bytes. */
    public LineClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends only the first bytes of what is written next, for instance of a TLS record. */
    public void cutOffAfter(int bytes) {
        plain.permitted.set(bytes);
    }

    /** Returns the next line without its end, or {@link #END}. */
    public String line() throws IOException {
        String line = lineWithEnd();
        return line.isEmpty() ? END : line.endsWith("\n") ? line.stripTrailing() : line;
    }

    /** Returns the next line with its end; the end is missing if the server has closed the connection before. */
    public String lineWithEnd() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            InputStream in = socket.getInputStream();
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                line.write(octet);
                if (octet == '\n') {
                    break;
                }
            }
        } catch (SocketException e) {
            return "";
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Sends a command, and returns the next line. */
    public String ask(String command) throws IOException {
        send(command + "\r\n");
        return line();
    }

    /** Returns whether the server has closed the connection. */
    public boolean ended() {
        try {
            plain.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        } finally {
            waitForInput();
        }
    }

    private void waitForInput() {
        try {
            plain.setSoTimeout(TIMEOUT_MILLIS);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether something has arrived that was not read. */
    public boolean hasInput() {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the socket. */
    public Socket socket() {
        return socket;
    }

    /** Ends the connection without words of the protocol. */
    public void disconnect() throws IOException {
        plain.close();
    }

    @Override
    public void close() throws IOException {
        disconnect();
    }
}
