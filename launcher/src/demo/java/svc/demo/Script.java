package svc.demo;

import java.util.List;

/**
 * People who write in one language, and what they write about.
 *
 * @param charset how their programs encode what is not ASCII
 * @param people names and addresses in turn
 * @param subjects what conversations are about
 * @param sentences what is said in them
 */
record Script(String charset, List<String> people, List<String> subjects, List<String> sentences) {

    /** All of them; the first ones write more often than the others. */
    static final List<Script> ALL = List.of(
            new Script(
                    "UTF-8",
                    List.of(
                            "Mary Ashcroft", "mary@garden.example",
                            "Tom Reed", "tom.reed@works.example",
                            "Priya Nair", "priya@school.example",
                            "O'Brien, Sean", "sean@harbour.example"),
                    List.of(
                            "Lunch on Thursday?",
                            "Minutes of the garden committee",
                            "Budget for the new roof",
                            "Photos of the harbour",
                            "Timetable of the spring term",
                            "Keys to the cellar",
                            "The projector is broken again"),
                    List.of(
                            "I have put the figures into the attached sheet; the second column is still a guess.",
                            "Would ten o'clock suit everybody, or shall we wait until the train from the coast is in?",
                            "The hedge along the south side has to be cut before the birds come back.",
                            "Nobody has the key. I looked in the usual place and found two pencils and a map.",
                            "That works for me. I will bring bread and the good cheese \uD83E\uDDC0.",
                            "Please read the third paragraph twice; it says the opposite of what we agreed.",
                            "The roofer can come on the 14th, and he wants half of the money before he begins.",
                            "Thank you, that was quick!")),
            new Script(
                    "ISO-8859-1",
                    List.of("Jürgen Müller", "juergen@werkstatt.example", "Käthe Groß", "kaethe@verein.example"),
                    List.of("Übergabe der Schlüssel", "Angebot für die Fenster", "Grüße aus Görlitz"),
                    List.of(
                            "Die Fenster kommen erst im März, der Großhändler hat keine Größe 80 mehr.",
                            "Könntest du bitte die Rechnung prüfen? Mir scheint, die Mehrwertsteuer fehlt.",
                            "Schöne Grüße von der Neiße; morgen geht es weiter über die Brücke.",
                            "Das Fräulein vom Amt sagt, wir müssten noch ein Formular ausfüllen.")),
            new Script(
                    "UTF-8",
                    List.of("Élodie Lefèvre", "elodie@atelier.example", "François Noël", "francois@port.example"),
                    List.of("Réunion déplacée à mardi", "Le dîner de Noël", "Reçu de l'hôtel"),
                    List.of(
                            "La réunion est déplacée à mardi; la salle du rez-de-chaussée est déjà prise.",
                            "Ça marche: j'apporte le fromage, le vin et les chaises.",
                            "L'hôtel m'a envoyé le reçu, mais la date est fausse.",
                            "Où as-tu rangé la clé du garage?")),
            new Script(
                    "ISO-2022-JP",
                    List.of("山田 花子", "hanako@shiro.example", "鈴木 一郎", "ichiro@shiro.example"),
                    List.of("来週の会議について", "写真を送ります", "請求書の件"),
                    List.of(
                            "来週の会議は火曜日の午後三時からです。資料は添付のとおりです。",
                            "写真をありがとうございました。とてもきれいに撮れていますね。",
                            "請求書の金額をもう一度ご確認いただけますでしょうか。")),
            new Script(
                    "KOI8-R",
                    List.of("Анна Петрова", "anna@biblioteka.example", "Иван Сидоров", "ivan@zavod.example"),
                    List.of("Расписание поездов", "Книга из библиотеки", "С днём рождения!"),
                    List.of(
                            "Поезд отправляется в семь утра, поэтому лучше приехать на вокзал заранее.",
                            "Книгу можно вернуть до конца месяца, продлить её уже нельзя.",
                            "Поздравляю тебя с днём рождения и желаю здоровья!")),
            new Script(
                    "GB18030",
                    List.of("王小明", "xiaoming@shan.example", "李娜", "lina@shan.example"),
                    List.of("会议纪要", "关于合同的问题", "周末去爬山吗"),
                    List.of("会议纪要在附件里，请查收。", "合同第三条还需要修改，我明天再发一次。", "周末天气很好，我们一起去爬山吧。")),
            new Script(
                    "UTF-8",
                    List.of("ليلى حداد", "layla@maktaba.example", "عمر خليل", "omar@maktaba.example"),
                    List.of("موعد الاجتماع", "صور الرحلة"),
                    List.of("تم تأجيل الاجتماع إلى يوم الأربعاء في الساعة العاشرة صباحا.", "شكرا جزيلا على الصور، كانت الرحلة جميلة.")),
            new Script(
                    "ISO-8859-7",
                    List.of("Νίκος Παππάς", "nikos@limani.example"),
                    List.of("Το πλοίο αργεί", "Τιμολόγιο Ιουνίου"),
                    List.of("Το πλοίο θα αργήσει δύο ώρες λόγω του ανέμου.", "Σας στέλνω το τιμολόγιο του Ιουνίου.")),
            new Script(
                    "UTF-8",
                    List.of("नेहा शर्मा", "neha@vidyalaya.example"),
                    List.of("विद्यालय की छुट्टियाँ"),
                    List.of("विद्यालय सोमवार से बंद रहेगा।", "कृपया बच्चों को समय पर भेजें।")),
            new Script(
                    "EUC-KR",
                    List.of("김민수", "minsu@hangang.example"),
                    List.of("회의 일정 변경"),
                    List.of("회의는 금요일 오후 두 시로 변경되었습니다.", "자료를 첨부하오니 확인 부탁드립니다.")));

    String name(int person) {
        return people.get(2 * person);
    }

    String address(int person) {
        return people.get(2 * person + 1);
    }

    int count() {
        return people.size() / 2;
    }
}
