package svc.mail.transfer.maildir;

import java.util.Set;
import java.util.TreeSet;
import svc.mail.transfer.format.Keywords;

/**
 * The flags in a Maildir file name: {@code :2,} and letters. Upper-case letters are standard flags, and lower-case
 * letters are those of {@link KeywordLetters}.
 */
final class MaildirFlags {

    /** The keywords with a standard flag. */
    static final Set<String> FLAGS = Set.of(
            Keywords.SEEN, Keywords.ANSWERED, Keywords.FLAGGED, Keywords.DRAFT, Keywords.FORWARDED, Keywords.DELETED);

    private static final String INFO = ":2,";

    private MaildirFlags() {}

    /** Returns the keywords in a file name. The flag {@code T} (trashed) is ignored. */
    static Set<String> keywords(String file, KeywordLetters letters) {
        Set<String> keywords = new TreeSet<>();
        int info = file.lastIndexOf(INFO);
        String flags = info < 0 ? "" : file.substring(info + INFO.length());
        for (int i = 0; i < flags.length(); i++) {
            char flag = flags.charAt(i);
            switch (flag) {
                case 'S' -> keywords.add(Keywords.SEEN);
                case 'R' -> keywords.add(Keywords.ANSWERED);
                case 'F' -> keywords.add(Keywords.FLAGGED);
                case 'D' -> keywords.add(Keywords.DRAFT);
                case 'P' -> keywords.add(Keywords.FORWARDED);
                default -> letters.word(flag).ifPresent(keywords::add);
            }
        }
        return keywords;
    }

    /** Returns the suffix of a file name, with the flags in alphabetical order. */
    static String info(Set<String> keywords, KeywordLetters letters) {
        Set<Character> flags = new TreeSet<>();
        for (String keyword : keywords) {
            switch (keyword) {
                case Keywords.SEEN -> flags.add('S');
                case Keywords.ANSWERED -> flags.add('R');
                case Keywords.FLAGGED -> flags.add('F');
                case Keywords.DRAFT -> flags.add('D');
                case Keywords.FORWARDED -> flags.add('P');
                case Keywords.DELETED -> flags.add('T');
                default -> letters.letter(keyword).ifPresent(flags::add);
            }
        }
        StringBuilder info = new StringBuilder(INFO);
        flags.forEach(info::append);
        return info.toString();
    }
}
