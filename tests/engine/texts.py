"""Texts that both readings, and both forward passes, are held to."""

import random

ODD = (
    *("", " ", "\n", "a", "A", "🍕", "🍕 🍔", "HELLO"),
    *("I love 🍕.", "🎉 Happy birthday!", "Happy birthday! 🎉", "I live in 🇫🇷", "🍕🍕 🍕 🍕, 🍕"),
    *("👩‍🚀 is an astronaut and 👨‍👩‍👧‍👦 is a family.", "🏴\U000e0067\U000e0062\U000e007f flag"),
    *("I WANT TO GO HOME NOW!", "IKEA IS A SHOP IN THE USA.", "THE US IS BIG. GIVE IT TO US. WHO IS THE WHO?"),
    *("ALL MY FRIENDS LIVE IN BERLIN, SAID DR JACKSON.", "It's a VERY good HOTEL in PARIS, not a ZXQV."),
    *("It costs £5 or 20 €, about 30 %.", "100 km/h and 5 kg and -3 at 20 °C", "10 000 people; 3,5 and 3.5"),
    *("x² + y² = z²", "½ cup, 1½ cups, ²½ and ﬁne １２３ “quotes” — dash…", "2 + 2 = 4, 1/2, 12/5/2024, 10-20"),
    *("Write to me at tom.miller@example.com or see https://www.example.org/a_b?c=1.", "+33 1 23 45 and (555) 123-4"),
    *("<b>Bold</b> and {name} and C:\\dir and a_b and **very** good.", "foo(bar); if (a == b) {", "call(x)"),
    *('He said: "Don\'t!" :-) ;) :D', "@user #tag C++ C# F™", "</s> <unk> <pad> ▁ ▁a"),
    *("The naïve café owner met José and Łukasz.", "Čapek Dvořák Škoda", "İstanbul and ǅ and ß and ŉ and ﬀ"),
    *("これは日本語です。 I like sushi and 東京.", "Zürich Straße Ärger ÄRGER STRASSE"),
    *("1. First line", "2) Second line", "- a dash", "(3) three 🍕 things"),
    *("3.14", "$3.99", "It costs $19.99 or £1,000.50, 5-10 € or 3.5%.", "1,234,567 of 100 in 1944, not 1987-1999."),
    *("On 2024-05-12 or 12/5/24 call (555) 123-4567 or 555-1234.", "Python 3.11, version 2.0.1 at 192.168.0.1."),
    *("It is -3.5 °C and 5 km off, pages 10-12.", "1 2 3 4 5 6 7 8 9 10", "Count: 1, 2, 3 and 10 000.", "2.5 x 2 = 5"),
    *("Pi is 3.14.", "Pi is 3.14, and e was 2.72!", "№ 5", "No.12", "7:30 p.m.", "12 a.m. or 5pm. Come at 12:15 PM."),
    *("$5 bill", "Two £20 notes and a €50-note", "£2 million", "$2.5bn or €1,000m", "Storm Hits City", "Tom Wins Race"),
    *("He was the 44th president on May 3rd.", "D'Angelo of AT&T met John F. Kennedy & B-52.", "Room № 5, no. 6"),
    *(
        "Police Find Missing Boys in New York",
        "The New York Times",
        "A. Open it.",
        "iv) Close it.",
        "dog.She sleeps,too",
    ),
    *("You have %d, %s, %1$s, {{x}}, ${name} &amp; 100%.", "1.5, 2.5; 1.25 3.5 or 4.5 and 5.5 then 6.5 so 7.5 or 8.5"),
    "trans-\nlation of a well-\nknown text that goes\non here",
    "two- or three-year plan and trans- lation of some- thing",
    *("line one\nline two\nLine three", "a\r\nb\x0bc\x85d\u2028e", "   spaces    and\ttabs  ", "\x00\x01 control"),
    *("a\u200db a\u00adb \u202eabc", "soft\u00ad\nhyphen and hard\u2010\nhyphen", "o\u0302 e\u0301tude"),
    *("tom, ken, rico and TARO eat 🍕 with 🍔 and 🌭", "I like " + ", ".join("🍕🍔🌭🍟🍿🥓🥚🧇🥞🧈")),
    "I'll, you'd, we've, he's don't can't won't o'clock aujourd'hui l'ami donne-le-moi",
    *("word " * 130, "🍕 a " * 70, "The cat sat. " * 90, "antidisestablishmentarianism" * 11),
    *("x" * 300, "я" * 300, "é" * 1200, "The dog saw the cat. " * 250),
)

_SUBJECTS = "I;You;He;We;They;The old man;My sister;The children;Tom;Nobody;The woman next door;Anna and Paul"
_VERBS = "sees;likes;bought;wants to have;lost;is looking for;can't find;never forgot;will sell;painted;reads about"
_OBJECTS = "the house;a red car;two books;some bread;the garden behind the church;the last train;my new computer"
_ENDS = ".;!;?; today.; because it was raining.; when the sun went down.; every Monday at 9 o'clock.; without a word."


def sentences(count: int, seed: int = 0) -> list[str]:
    """Different sentences of everyday words; some are shouted, and some hold a sign that no vocabulary has."""
    draw = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        parts = [draw.choice(parts.split(";")) for parts in (_SUBJECTS, _VERBS, _OBJECTS)]
        sentence = " ".join(parts) + draw.choice(_ENDS.split(";"))
        if draw.random() < 0.1:
            sentence = draw.choice([sentence.upper(), sentence.replace(" ", f" {draw.choice('🍕🎉€')} ", 1)])
        found[sentence] = None
    return list(found)
