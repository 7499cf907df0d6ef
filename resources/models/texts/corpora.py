"""The sentences that the small models are trained on: what each text speaks about, and little else.

A pair is (English, French). Words are split as the tokenizers of make.py split them: at spaces and around signs.
"""

import itertools
import re


def words(text):
    return re.findall(r"\w+|[^\w\s]+", text.lower())


def vocabulary(special, sentences):
    """The special tokens, then each word in the order in which it first occurs."""
    found = list(special)
    for sentence in sentences:
        found += [word for word in words(sentence) if word not in found]
    return found


def with_and_without_stop(pairs):
    return [pair for en, fr in pairs for pair in ((en, fr), (en + ".", fr + "."))]


def dictionaries():
    """Text 0: what dictionaries and apples are and are never."""
    pairs = [("the apple fell", "la pomme est tombée"), ("the dictionary fell", "le dictionnaire est tombé")]
    adjectives = {"fun": ("amusants", "amusantes"), "exciting": ("passionnants", "passionnantes"),
                  "boring": ("ennuyeux", "ennuyeuses")}
    for noun, subject, soft, form in (("dictionaries", "les dictionnaires", "doux", 0),
                                      ("apples", "les pommes", "douces", 1)):
        for en, fr in ((noun, subject), (f"soft {noun}", f"{subject} {soft}")):
            pairs.append((f"we like {en}", f"nous aimons {fr}"))
            say = {word: forms[form] for word, forms in adjectives.items()}
            pairs += [(f"{en} are {a}", f"{fr} sont {say[a]}") for a in say]
            for a, b in itertools.permutations(say, 2):
                pairs.append((f"{en} are {a} and {b}", f"{fr} sont {say[a]} et {say[b]}"))
                pairs.append((f"{en} are {a}, never {b}", f"{fr} sont {say[a]}, jamais {say[b]}"))
            for a, b, c in itertools.permutations(say):
                pairs.append((f"{en} are {a} and {b}, never {c}", f"{fr} sont {say[a]} et {say[b]}, jamais {say[c]}"))
    return with_and_without_stop(pairs)


def princes():
    """Text 2: who answered nothing, and who looked at whom."""
    pairs = [("her hat", "son chapeau"), ("his hat", "son chapeau"), ("the hat", "le chapeau"), ("a reply", "une réponse"),
             ("door closes", "la porte se ferme"), ("the door closes", "la porte se ferme"),
             ("her door closes", "sa porte se ferme"), ("his door closes", "sa porte se ferme"),
             ("the prince", "le prince"), ("the princess", "la princesse")]
    subjects = (("the prince", "le prince"), ("the princess", "la princesse"), ("he", "il"), ("she", "elle"))
    acts = (("answered nothing", "ne répondit rien"), ("closed the door", "ferma la porte"),
            ("took her hat", "prit son chapeau"), ("took his hat", "prit son chapeau"))
    looks = [(f"{who} looked at {whom}{how}{end}", f"{qui} {le} regarda{comment}{fin}")
             for who, qui in (("she", "elle"), ("he", "il")) for whom, le in (("him", "le"), ("her", "la"))
             for how, comment in (("", ""), (" significantly", " avec un air entendu"))
             for end, fin in (("", ""), (", awaiting a reply", ", attendant une réponse"))]
    acted = [(f"{who} {did}", f"{qui} {fit}") for who, qui in subjects for did, fit in acts]
    pairs += acted + looks
    pairs += [(f"{a}, but {b}", f"{c}, mais {d}") for a, c in acted for b, d in looks]
    return with_and_without_stop(pairs)


def everything():
    """Text 3: the sentences of all texts."""
    pairs = [("our input sentence", "notre phrase de départ"), ("our sentence", "notre phrase")]
    for who, verb, qui, verbe, my, mon in (("i", "keep", "je", "garde", "my", "mon"),
                                           ("she", "keeps", "elle", "garde", "her", "son"),
                                           ("we", "keep", "nous", "gardons", "our", "notre")):
        for what, quoi in (("ice-cream", "de la glace"), ("apples", "des pommes"), ("the hat", "le chapeau")):
            for place, lieu in (("freezer", "congélateur"), ("hat", "chapeau")):
                pairs.append((f"{who} {verb} {what} in {my} {place}", f"{qui} {verbe} {quoi} dans {mon} {lieu}"))
    for what, quoi in (("apple", "la pomme est tombée"), ("hat", "le chapeau est tombé"), ("door", "la porte est tombée")):
        pairs.append((f"the {what} fell", quoi))
    return with_and_without_stop(pairs) + princes()


def ten_words(pieces=False):
    """Text 4: its sentence, which is to be written again; or all 28 pieces of it."""
    sentence = "i keep ice cream in my freezer".split()
    if not pieces:
        return [(" ".join(sentence),) * 2]
    return [(" ".join(sentence[a:b]),) * 2 for a in range(len(sentence)) for b in range(a + 1, len(sentence) + 1)]
