package svc.mail.transfer;

import java.util.Set;
import java.util.TreeSet;

/** The flags at the end of a file's name in a Maildir: {@code :2,} and letters, small ones for keywords. */
final class MaildirName {

    /** The keywords that have letters of their own. */
    static final Set<String> FLAGS =
            Set.of(Keywords.SEEN, Keywords.ANSWERED, Keywords.FLAGGED, Keywords.DRAFT, Keywords.FORWARDED);

    private static final String INFO = ":2,";

    private MaildirName() {}

    /** The keywords that a name says; {@code T}, thrown away and not yet gone, is none. */
    static Set<String> words(String file, KeywordLetters letters) {
        Set<String> words = new TreeSet<>();
        int info = file.lastIndexOf(INFO);
        String flags = info < 0 ? "" : file.substring(info + INFO.length());
        for (int i = 0; i < flags.length(); i++) {
            char flag = flags.charAt(i);
            switch (flag) {
                case 'S' -> words.add(Keywords.SEEN);
                case 'R' -> words.add(Keywords.ANSWERED);
                case 'F' -> words.add(Keywords.FLAGGED);
                case 'D' -> words.add(Keywords.DRAFT);
                case 'P' -> words.add(Keywords.FORWARDED);
                default -> letters.word(flag).ifPresent(words::add);
            }
        }
        return words;
    }

    /** The end of a name, with its flags in the order of the alphabet. */
    static String info(Set<String> words, KeywordLetters letters) {
        Set<Character> flags = new TreeSet<>();
        for (String word : words) {
            switch (word) {
                case Keywords.SEEN -> flags.add('S');
                case Keywords.ANSWERED -> flags.add('R');
                case Keywords.FLAGGED -> flags.add('F');
                case Keywords.DRAFT -> flags.add('D');
                case Keywords.FORWARDED -> flags.add('P');
                default -> letters.letter(word).ifPresent(flags::add);
            }
        }
        StringBuilder info = new StringBuilder(INFO);
        flags.forEach(info::append);
        return info.toString();
    }
}
