package svc.mime.charset;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Maps charset names used in mail to charsets of Java. */
final class CharsetNames {

    /**
     * Charset names that Java does not know, and names that Java maps to a smaller charset than the one that senders
     * use.
     */
    private static final Map<String, String> ALIASES = aliases("""
            utf-8 utf8 unicode-1-1-utf-8 utf-8-mac
            windows-1252 latin1 latin-1 iso-8859-1 iso8859-1
            windows-1254 iso-8859-9
            x-windows-874 iso-8859-11 tis-620
            iso-8859-8 iso-8859-8-i iso-8859-8-e
            iso-8859-6 iso-8859-6-i iso-8859-6-e
            gb18030 gb2312 gb-2312 gb-2312-80 gb2312-80 euc-cn gbk x-gbk chinese
            big5-hkscs big5 big-5 cn-big5 x-x-big5
            windows-31j shift-jis sjis x-sjis ms-kanji cp932
            x-windows-iso2022jp iso-2022-jp iso-2022-jp-1
            x-windows-949 euc-kr ks-c-5601-1987 ks-c-5601-1989 ksc5601 ksc-5601 korean cp949
            koi8-u koi8-ru
            koi8-r koi koi8
            x-macroman macintosh x-mac-roman mac
            x-maccyrillic x-mac-cyrillic
            x-maccentraleurope x-mac-ce
            ibm866 dos-866
            utf-16 unicode ucs-2 iso-10646-ucs-2
            """);

    /**
     * Reads a table. Each line contains the name that Java knows, followed by the names that mail uses for this
     * charset.
     */
    private static Map<String, String> aliases(String table) {
        Map<String, String> aliases = new HashMap<>();
        for (String line : table.lines().toList()) {
            List<String> names = List.of(line.split(" ", -1));
            names.forEach(name -> aliases.put(name, names.get(0)));
        }
        return aliases;
    }

    /** Code page numbers of Microsoft and IBM in their various spellings. */
    private static final Pattern CODE_PAGE = Pattern.compile("(?:x-)?(?:cp|win|windows|ansi|ms|ibm|dos)-?([0-9]{3,5})");

    private CharsetNames() {}

    /**
     * Normalizes a name for comparison: at most 64 characters, in lower case, without quotes, semicolons and white
     * space.
     */
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

    /** Returns the charset for a normalized name; null if it is unknown. */
    static @Nullable Charset find(String key) {
        Charset found = named(ALIASES.getOrDefault(key, key));
        Charset known = found != null ? found : named(codePage(key));
        return known != null || !key.startsWith("x-") ? known : named(key.substring(2));
    }

    private static @Nullable Charset named(String name) {
        try {
            return name.isEmpty() ? null : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            // Java knows some charsets only with underscores.
            return name.indexOf('-') < 0 || name.indexOf('_') >= 0 ? null : named(name.replace('-', '_'));
        }
    }
}
