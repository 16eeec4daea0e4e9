package svc.mime;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names that charsets have in mail, of which Java knows some. */
final class CharsetNames {

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

    private CharsetNames() {}

    /** A name as it is compared: short, in lower case, without what programs put around it. */
    static String key(String name) {
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

    /** The charset of a key; null when nobody knows it. */
    static @Nullable Charset find(String key) {
        Charset found = named(ALIASES.getOrDefault(key, key));
        Charset known = found != null ? found : named(codePage(key));
        return known != null || !key.startsWith("x-") ? known : named(key.substring(2));
    }

    private static @Nullable Charset named(String name) {
        try {
            return name.isEmpty() ? null : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            // Java knows some with underscores only.
            return name.indexOf('-') < 0 || name.indexOf('_') >= 0 ? null : named(name.replace('-', '_'));
        }
    }
}
