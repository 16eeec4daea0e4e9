package svc.mime.charset;

/** Decodes UTF-7 (RFC 2152), which occurs in old messages. */
final class Utf7 {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private final byte[] bytes;
    private final StringBuilder out;
    private boolean problem;

    private Utf7(byte[] bytes) {
        this.bytes = bytes;
        this.out = new StringBuilder(bytes.length);
    }

    static MailCharset.Decoded decode(byte[] bytes) {
        return new Utf7(bytes).decode();
    }

    private MailCharset.Decoded decode() {
        int at = 0;
        while (at < bytes.length) {
            byte octet = bytes[at++];
            if (octet == '+') {
                at = shifted(at);
            } else if (octet < 0) {
                malformed();
            } else {
                out.append((char) octet);
            }
        }
        return new MailCharset.Decoded(out.toString(), problem);
    }

    /** Decodes the characters after a plus sign, and returns the position after these characters. */
    private int shifted(int from) {
        int at = from;
        int bits = 0;
        int count = 0;
        while (at < bytes.length) {
            int value = sextet(bytes[at]);
            if (value < 0) {
                break;
            }
            at++;
            bits = bits << 6 | value;
            count += 6;
            if (count >= 16) {
                count -= 16;
                unit((char) (bits >> count));
            }
        }
        boolean explicitEnd = at < bytes.length && bytes[at] == '-';
        if (at == from) {
            if (explicitEnd) {
                out.append('+');
            } else {
                malformed();
            }
        } else if (count >= 6) {
            malformed();
        }
        return explicitEnd ? at + 1 : at;
    }

    private void unit(char c) {
        boolean danglingSurrogate = out.length() > 0 && Character.isHighSurrogate(out.charAt(out.length() - 1));
        if (Character.isLowSurrogate(c) && !danglingSurrogate) {
            malformed();
        } else {
            if (danglingSurrogate && !Character.isLowSurrogate(c)) {
                out.setCharAt(out.length() - 1, '\uFFFD');
                problem = true;
            }
            out.append(c);
        }
    }

    private void malformed() {
        out.append('\uFFFD');
        problem = true;
    }

    private static int sextet(byte octet) {
        return ALPHABET.indexOf(octet);
    }
}
