package svc.mime;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A charset as mail names it. Where a superset of what is named is what senders use, that is taken.
 *
 * @param charset null for UTF-7, which Java does not have
 * @param ascii whether it is named ASCII: other bytes are a problem, and are tried as UTF-8 first
 */
record Charsets(@Nullable Charset charset, boolean ascii) {

    /** What a decoding gave. */
    record Decoded(String value, boolean problem) {}

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** What names mean when Java does not know them, or knows too little under them. */
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("utf8", "utf-8"),
            Map.entry("unicode-1-1-utf-8", "utf-8"),
            Map.entry("utf-8-mac", "utf-8"),
            Map.entry("latin1", "windows-1252"),
            Map.entry("latin-1", "windows-1252"),
            Map.entry("iso-8859-1", "windows-1252"),
            Map.entry("iso8859-1", "windows-1252"),
            Map.entry("iso-8859-9", "windows-1254"),
            Map.entry("iso-8859-11", "x-windows-874"),
            Map.entry("tis-620", "x-windows-874"),
            Map.entry("iso-8859-8-i", "iso-8859-8"),
            Map.entry("iso-8859-8-e", "iso-8859-8"),
            Map.entry("iso-8859-6-i", "iso-8859-6"),
            Map.entry("iso-8859-6-e", "iso-8859-6"),
            Map.entry("gb2312", "gb18030"),
            Map.entry("gb-2312", "gb18030"),
            Map.entry("gb-2312-80", "gb18030"),
            Map.entry("gb2312-80", "gb18030"),
            Map.entry("euc-cn", "gb18030"),
            Map.entry("gbk", "gb18030"),
            Map.entry("x-gbk", "gb18030"),
            Map.entry("chinese", "gb18030"),
            Map.entry("big5", "big5-hkscs"),
            Map.entry("big-5", "big5-hkscs"),
            Map.entry("cn-big5", "big5-hkscs"),
            Map.entry("x-x-big5", "big5-hkscs"),
            Map.entry("shift-jis", "windows-31j"),
            Map.entry("sjis", "windows-31j"),
            Map.entry("x-sjis", "windows-31j"),
            Map.entry("ms-kanji", "windows-31j"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("iso-2022-jp", "x-windows-iso2022jp"),
            Map.entry("iso-2022-jp-1", "x-windows-iso2022jp"),
            Map.entry("euc-kr", "x-windows-949"),
            Map.entry("ks-c-5601-1987", "x-windows-949"),
            Map.entry("ks-c-5601-1989", "x-windows-949"),
            Map.entry("ksc5601", "x-windows-949"),
            Map.entry("ksc-5601", "x-windows-949"),
            Map.entry("korean", "x-windows-949"),
            Map.entry("cp949", "x-windows-949"),
            Map.entry("koi8-ru", "koi8-u"),
            Map.entry("koi", "koi8-r"),
            Map.entry("koi8", "koi8-r"),
            Map.entry("macintosh", "x-macroman"),
            Map.entry("x-mac-roman", "x-macroman"),
            Map.entry("mac", "x-macroman"),
            Map.entry("x-mac-cyrillic", "x-maccyrillic"),
            Map.entry("x-mac-ce", "x-maccentraleurope"),
            Map.entry("dos-866", "ibm866"),
            Map.entry("unicode", "utf-16"),
            Map.entry("ucs-2", "utf-16"),
            Map.entry("iso-10646-ucs-2", "utf-16"));

    /** Numbers of Microsoft's and IBM's code pages under their many names. */
    private static final Pattern CODE_PAGE = Pattern.compile("(?:x-)?(?:cp|win|windows|ansi|ms|ibm|dos)-?([0-9]{3,5})");

    /** The charset of a name; null when nobody knows it. */
    static @Nullable Charsets of(String name) {
        String key = key(name);
        return switch (key) {
            case "utf-8" -> new Charsets(StandardCharsets.UTF_8, false);
            case "us-ascii", "ascii", "ansi-x3.4-1968", "iso646-us", "iso-646-us", "646", "us", "default", "7bit" ->
                new Charsets(StandardCharsets.US_ASCII, true);
            case "utf-7", "unicode-1-1-utf-7", "x-unicode-2-0-utf-7", "x-unicode-1-1-utf-7" ->
                new Charsets(null, false);
            default -> {
                Charset found = find(ALIASES.getOrDefault(key, key));
                Charset known = found != null ? found : find(codePage(key));
                Charset last = known != null || !key.startsWith("x-") ? known : find(key.substring(2));
                yield last == null ? null : new Charsets(last, false);
            }
        };
    }

    private static String key(String name) {
        StringBuilder key = new StringBuilder(name.length());
        for (int i = 0; i < Math.min(name.length(), 64); i++) {
            char c = name.charAt(i);
            if (c != '"' && c != '\'' && c != ';' && c > ' ') {
                key.append(c == '_' ? '-' : c);
            }
        }
        return key.toString().toLowerCase(Locale.ROOT);
    }

    private static String codePage(String key) {
        Matcher page = CODE_PAGE.matcher(key);
        if (!page.matches()) {
            return "";
        }
        String number = page.group(1);
        return switch (number) {
            case "65001" -> "utf-8";
            case "874" -> "x-windows-874";
            case "932" -> "windows-31j";
            case "936", "54936" -> "gb18030";
            case "949" -> "x-windows-949";
            case "950" -> "x-windows-950";
            case "28591" -> "windows-1252";
            case "20866" -> "koi8-r";
            default -> (number.startsWith("125") && number.length() == 4 ? "windows-" : "ibm") + number;
        };
    }

    private static @Nullable Charset find(String name) {
        try {
            return name.isEmpty() ? null : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            // Java knows some with underscores only.
            return name.indexOf('-') < 0 || name.indexOf('_') >= 0 ? null : find(name.replace('-', '_'));
        }
    }

    /** Bytes of a charset that was named, or not; one that nobody knows is guessed and is a problem. */
    static Decoded decode(@Nullable String name, byte[] bytes) {
        return decode(name, bytes, true);
    }

    /**
     * The same for bytes that may be cut.
     *
     * @param whole whether they are not: then a character that lacks bytes at the end is malformed, otherwise it is left out
     */
    static Decoded decode(@Nullable String name, byte[] bytes, boolean whole) {
        Charsets charset = of(name == null ? "us-ascii" : name);
        if (charset != null) {
            return charset.decode(bytes, whole);
        }
        return new Decoded(guessed(bytes, whole).value(), true);
    }

    /** Bytes as text; what is malformed becomes U+FFFD. */
    Decoded decode(byte[] bytes, boolean whole) {
        if (charset == null) {
            return Utf7.decode(bytes);
        }
        if (ascii) {
            return guessed(bytes, whole);
        }
        return decode(bytes, charset, whole);
    }

    /** UTF-8 if it can be that, else what most senders meant. Bytes beyond ASCII are a problem. */
    private static Decoded guessed(byte[] bytes, boolean whole) {
        for (byte octet : bytes) {
            if (octet < 0) {
                Decoded unicode = decode(bytes, StandardCharsets.UTF_8, whole);
                return new Decoded(
                        unicode.problem() ? decode(bytes, WINDOWS_1252, whole).value() : unicode.value(), true);
            }
        }
        return new Decoded(new String(bytes, StandardCharsets.US_ASCII), false);
    }

    private static Decoded decode(byte[] bytes, Charset charset, boolean whole) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(Math.min(bytes.length + 16, 8_192));
        StringBuilder text = new StringBuilder(bytes.length);
        boolean problem = false;
        while (true) {
            CoderResult result = decoder.decode(in, out, whole);
            if (result.isUnderflow() && whole) {
                result = decoder.flush(out);
            }
            text.append(out.flip());
            out.clear();
            if (result.isError()) {
                text.append('\uFFFD');
                in.position(in.position() + Math.max(1, result.length()));
                problem = true;
            } else if (result.isUnderflow()) {
                return new Decoded(text.toString(), problem);
            }
        }
    }
}
