"""Sentence pairs in which a pronoun stands for a noun, and what the model makes of such sentences.

    python3 pronouns.py MODEL_FOLDER DATA            # measures the model
    python3 pronouns.py --show 40                    # prints some of the pairs

"The chair is old, but it is clean." is "La chaise est vieille, mais elle est propre.": which pronoun French
takes depends on the gender of the noun that English "it" stands for.  The corpus has few such sentences, so
train.py's second stage mixes these in.  They are made from frames with a place for a noun and one or two
adjectives; nouns, adjectives and frames were written down for this purpose.

In a frame "*" marks the noun and "^" the pronouns that stand for it.  In the French half {le}, {un}, {ce}, {mon},
{au} are the determiner that agrees with the noun (and brings its own space or apostrophe), {il} and
{clitic} the pronoun, {a} and {b} the adjectives, {e} the ending of a participle.
"""
import argparse
import collections
import random
import re

# English, French, gender.  Things are "it"; their plural is regular in both languages, or given after "/".
THINGS = """
apartment appartement m; apple pomme f; bag sac m; ball balle f; banana banane f; bank banque f; bath bain m;
beach plage f; bed lit m; beer bière f; bell cloche f; bike vélo m; blanket couverture f; board planche f;
boat/s bateau/x m; book livre m; bottle bouteille f; box/es boîte f; bread pain m; bridge pont m;
building bâtiment m; bus/es bus/ m; butter beurre m; button bouton m; cake/s gâteau/x m; camera caméra f;
candle bougie f; car voiture f; castle/s château/x m; chair chaise f; cheese fromage m; church/es église f;
city/ies ville f; clock horloge f; club club m; coat/s manteau/x m; coffee café m; computer ordinateur m;
cup tasse f; desk/s bureau/x m; dictionary/ies dictionnaire m; dinner dîner m; dish/es plat m; door porte f;
drawer tiroir m; dress/es robe f; egg œuf m; engine moteur m; envelope enveloppe f; factory/ies usine f;
farm ferme f; film film m; fire/s feu/x m; flag/s drapeau/x m; flower fleur f; forest forêt f; fork fourchette f;
fruit fruit m; garden jardin m; gift/s cadeau/x m; glass/es verre m; guitar guitare f; gun fusil m; hand main f;
hat/s chapeau/x m; hospital/s hôpital/aux m; hotel hôtel m; house maison f; idea idée f; island île f;
jacket veste f; key clé f; kitchen cuisine f; knife/ves couteau/x m; lake lac m; lamp lampe f; language langue f;
law loi f; letter lettre f; library/ies bibliothèque f; machine machine f; map carte f; market marché m;
match/es allumette f; meal repas/ m; meat viande f; medicine médicament m; mirror miroir m; mountain montagne f;
movie film m; museum musée m; newspaper/s journal/aux m; novel roman m; office/s bureau/x m; orange orange f;
oven four m; page page f; painting/s tableau/x m; park parc m; party/ies fête f; pencil crayon m; phone téléphone m;
photo photo f; piano piano m; picture photo f; plan plan m; plane avion m; plant plante f; plate assiette f;
pocket poche f; poem poème m; question question f; radio radio f; rice riz/ m; ring bague f; river rivière f;
road route f; rock rocher m; room chambre f; rope corde f; rule règle f; salad salade f; school école f;
shirt chemise f; shoe chaussure f; shop magasin m; skirt jupe f; soap savon m; song chanson f; soup soupe f;
station gare f; stone pierre f; store magasin m; story/ies histoire f; street rue f; suit costume m;
suitcase valise f; sword épée f; table table f; tea thé m; test test m; theater théâtre m; ticket billet m;
tie cravate f; tool outil m; tower tour f; town ville f; toy jouet m; train train m; tree arbre m; truck camion m;
umbrella parapluie m; vase vase m; village village m; violin violon m; wall mur m; watch/es montre f; water eau f;
wheel roue f; window fenêtre f; wine vin m; wood bois/ m; wound blessure f; bomb bombe f; bone os/ m;
brush/es brosse f; cage cage f; card carte f; chain chaîne f; chimney cheminée f; cloud nuage m; coin pièce f;
corner coin m; crown couronne f; decision décision f; exam examen m; fence clôture f; floor sol m; game jeu/x m;
hammer marteau/x m; hole trou m; job travail/aux m; leg jambe f; light lumière f; magazine magazine m;
mouth bouche f; nose nez/ m; paper papier m; paint peinture f; pen stylo m; pool piscine f; prison prison f;
problem problème m; product produit m; project projet m; restaurant restaurant m; roof toit m; seat siège m;
ship navire m; sign panneau/x m; star étoile f; statue statue f; team équipe f; telephone téléphone m; tent tente f;
tooth/teeth dent f; university/ies université f; valley vallée f; voice voix/ f; weapon arme f; word mot m;
wallet portefeuille m; bicycle vélo m; towel serviette f; carpet tapis/ m; curtain rideau/x m; advice conseil m;
answer réponse f; article article m; dream rêve m; lesson leçon f; message message m; offer offre f;
program programme m; proposal proposition f; report rapport m; secret secret m; speech/es discours/ m; trip voyage m
"""
# Animals are "it" as well.
ANIMALS = """
bear ours/ m; bird/s oiseau/x m; cat chat m; chicken poulet m; cow vache f; dog chien m; duck canard m;
elephant éléphant m; fish/es poisson m; fly/ies mouche f; fox/es renard m; frog grenouille f; goat chèvre f;
hen poule f; horse/s cheval/aux m; lion lion m; monkey singe m; mouse/mice souris/ f; pig cochon m;
puppy/ies chiot m; rabbit lapin m; rat rat m; sheep/ mouton m; snake serpent m; tiger tigre m; turtle tortue f;
whale baleine f; wolf/ves loup m; ant fourmi f; kitten chaton m
"""
# People are "he" or "she".
PEOPLE = """
actor acteur m; actress/es actrice f; aunt tante f; boy garçon m; brother frère m; captain capitaine m;
cook cuisinier m; cousin cousin m; daughter fille f; doctor médecin m; driver conducteur m; farmer fermier m;
father père m; fireman/firemen pompier m; gentleman/gentlemen monsieur/messieurs m; girl fille f;
grandfather grand-père m; grandmother grand-mère f; husband mari m; judge juge m; king roi m; lady/ies dame f;
lawyer avocat m; man/men homme m; mother mère f; mayor maire m; nephew/s neveu/x m; niece nièce f;
nurse infirmière f; owner propriétaire m; patient patient m; pilot pilote m; policeman/policemen policier m;
president président m; priest prêtre m; prince prince m; princess/es princesse f; prisoner prisonnier m;
queen reine f; secretary/ies secrétaire f; sister sœur f; soldier soldat m; son/s fils/ m; student étudiant m;
teacher professeur m; thief/ves voleur m; tourist touriste m; uncle oncle m; waiter serveur m;
waitress/es serveuse f; wife/ves femme f; witch/es sorcière f; woman/women femme f; worker ouvrier m
"""
# Kept out of the training pairs, to see whether the rule holds for nouns that were not in them.
HELD_OUT = """
airport aéroport m; basket panier m; belt ceinture f; bowl bol m; bucket/s seau/x m; cap casquette f; cave grotte f;
cigarette cigarette f; desert désert m; ear oreille f; elevator ascenseur m; field champ m; finger doigt m;
helmet casque m; ladder échelle f; lemon citron m; milk lait m; moon lune f; necklace collier m; notebook cahier m;
passport passeport m; pear poire f; pillow oreiller m; pizza pizza f; refrigerator réfrigérateur m;
sandwich/es sandwich m; scarf/ves écharpe f; sea mer f; shelf/ves étagère f; snow neige f; sofa canapé m;
sponge éponge f; spoon cuillère f; stamp timbre m; television télévision f; tomato/es tomate f
"""

# English, masculine, feminine
ADJECTIVES = """
big grand grande; small petit petite; old vieux vieille; heavy lourd lourde; expensive cher chère; red rouge rouge;
white blanc blanche; green vert verte; black noir noire; blue bleu bleue; beautiful beau belle; ugly laid laide;
clean propre propre; dirty sale sale; broken cassé cassée; empty vide vide; full plein pleine; wet mouillé mouillée;
dry sec sèche; hot chaud chaude; cold froid froide; dangerous dangereux dangereuse; useful utile utile;
useless inutile inutile; closed fermé fermée; open ouvert ouverte; hidden caché cachée; lost perdu perdue;
important important importante; good bon bonne; bad mauvais mauvaise; light léger légère; hard dur dure;
soft doux douce; long long longue; short court courte; round rond ronde; strange étrange étrange;
perfect parfait parfaite; ready prêt prête; simple simple simple; new neuf neuve; warm chaud chaude;
strong solide solide; thick épais épaisse; yellow jaune jaune; interesting intéressant intéressante;
unique unique unique; magnificent magnifique magnifique; famous célèbre célèbre; ruined ruiné ruinée; safe sûr sûre
"""
MOODS = """
tired fatigué fatiguée; sick malade malade; happy heureux heureuse; sad triste triste; angry fâché fâchée;
busy occupé occupée; rich riche riche; poor pauvre pauvre; young jeune jeune; old vieux vieille; alone seul seule;
ready prêt prête; worried inquiet inquiète; surprised surpris surprise; lost perdu perdue; drunk ivre ivre;
right+ raison; hungry+ faim; thirsty+ soif; cold+ froid; afraid+ peur; wrong+ tort; strong fort forte;
lazy paresseux paresseuse; late en+retard en+retard; famous célèbre célèbre; innocent innocent innocente;
nervous nerveux nerveuse
"""

THING_FRAMES = [
    ("The *N {is} A because ^it {is} B.", "{Le}{n} {est} {a} parce {qu'il} {est} {b}."),
    ("The *N {is} A because ^it {is} B.", "{Le}{n} {est} {a} car {il} {est} {b}."),
    ("The *N {is} A, but ^it {is} B.", "{Le}{n} {est} {a}, mais {il} {est} {b}."),
    ("The *N {was} A, but now ^it {is} B.", "{Le}{n} {était} {a}, mais maintenant {il} {est} {b}."),
    ("The *N {is} A and ^it {is} B, too.", "{Le}{n} {est} {a} et {il} {est} {b} aussi."),
    ("This *N {is} A, but ^it {is} too B.", "{Ce}{n} {est} {a}, mais {il} {est} trop {b}."),
    ("This *N {is} A. ^It {is} B.", "{Ce}{n} {est} {a}. {Il} {est} {b}."),
    ("My *N {is} A. ^It {is} very B.", "{Mon}{n} {est} {a}. {Il} {est} très {b}."),
    ("I sold the *N because ^it {was} too A.", "J'ai vendu {le}{n} parce {qu'il} {était} trop {a}."),
    ("I bought the *N because ^it {was} A.", "J'ai acheté {le}{n} parce {qu'il} {était} {a}."),
    ("I don't like this *N because ^it {is} too A.", "Je n'aime pas {ce}{n} parce {qu'il} {est} trop {a}."),
    ("I like this *N because ^it {is} A.", "J'aime {ce}{n} parce {qu'il} {est} {a}."),
    ("He didn't buy the *N because ^it {was} A.", "Il n'a pas acheté {le}{n} parce {qu'il} {était} {a}."),
    ("We can't use the *N because ^it {is} A.", "Nous ne pouvons pas utiliser {le}{n} car {il} {est} {a}."),
    ("She wants the *N although ^it {is} A.", "Elle veut {le}{n} bien {qu'il} {soit} {a}."),
    ("If the *N {is} A, ^it {is} not B.", "Si {le}{n} {est} {a}, {il} {n'est} pas {b}."),
    ("When I saw the *N, ^it {was} A.", "Quand j'ai vu {le}{n}, {il} {était} {a}."),
    ("I know this *N. ^It {is} A.", "Je connais {ce}{n}. {Il} {est} {a}."),
    ("Look at the *N. ^It {is} A!", "Regarde {le}{n}. {Il} {est} {a} !"),
    ("Where {is} the *N? ^It {is} in the kitchen.", "Où {est} {le}{n} ? {Il} {est} dans la cuisine."),
    ("Where {is} my *N? ^It {is} on the table.", "Où {est} {mon}{n} ? {Il} {est} sur la table."),
    ("Where {is} your *N? ^It {is} over there.", "Où {est} {ton}{n} ? {Il} {est} là-bas."),
    ("The *N {is} not here. ^It {is} in my room.", "{Le}{n} {n'est} pas ici. {Il} {est} dans ma chambre."),
    ("I think the *N {is} A, but ^it {is} too B for me.",
     "Je pense que {le}{n} {est} {a}, mais {il} {est} trop {b} pour moi."),
    ("The *N that I bought {is} A, but ^it {is} B.", "{Le}{n} que j'ai acheté{e} {est} {a}, mais {il} {est} {b}."),
    ("The *N disappeared because ^it {was} A.", "{Le}{n} {a_} disparu parce {qu'il} {était} {a}.", "s"),
    ("Tom has a *N. ^It {is} A.", "Tom a {un}{n}. {Il} {est} {a}.", "s"),
    ("I have a *N, but ^it {is} A.", "J'ai {un}{n}, mais {il} {est} {a}.", "s"),
    ("There is a *N here. ^It {is} A.", "Il y a {un}{n} ici. {Il} {est} {a}.", "s"),
    ("I saw the *N and bought ^it.", "J'ai vu {le}{n} et je {l_}ai acheté{e}."),
    ("Take the *N and put ^it on the table.", "Prends {le}{n} et mets-{clitic} sur la table."),
    ("If you find the *N, give ^it to Tom.", "Si tu trouves {le}{n}, donne-{clitic} à Tom."),
    ("I want to sell the *N, but nobody wants ^it.", "Je veux vendre {le}{n}, mais personne ne {clitic} veut."),
    ("I like this *N. Where did you buy ^it?", "J'aime {ce}{n}. Où {l_}as-tu acheté{e} ?"),
    ("I looked for the *N, but I didn't find ^it.", "J'ai cherché {le}{n}, mais je ne {l_}ai pas trouvé{e}."),
    ("The woman sold the *N because ^it {was} A.", "La femme a vendu {le}{n} parce {qu'il} {était} {a}."),
    ("The man threw away the *N because ^it {was} too A.", "L'homme a jeté {le}{n} car {il} {était} trop {a}."),
    ("My mother likes the *N because ^it {is} A.", "Ma mère aime {le}{n} parce {qu'il} {est} {a}."),
    ("Tom says the *N {is} A, but ^it {is} B.", "Tom dit que {le}{n} {est} {a}, mais {il} {est} {b}."),
    ("How much {is} the *N? ^It {is} too A.", "Combien {coûte} {le}{n} ? {Il} {est} trop {a}."),
]

ANIMAL_FRAMES = [
    ("The *N {is} hungry because ^it hasn't eaten.", "{Le}{n} {a_} faim parce {qu'il} {n'a} pas mangé."),
    ("The *N {is} thirsty because ^it drank nothing.", "{Le}{n} {a_} soif car {il} {n'a} rien bu."),
    ("The *N {is} tired because ^it ran a lot.", "{Le}{n} {est} fatigué{e} parce {qu'il} {a_} beaucoup couru."),
    ("The *N {is} A because ^it ran all night.", "{Le}{n} {est} {a} parce {qu'il} {a_} couru toute la nuit."),
    ("The *N {is} sleeping because ^it {is} tired.", "{Le}{n} {dort} parce {qu'il} {est} fatigué{e}."),
    ("The *N ran away because ^it {was} afraid.", "{Le}{n} {a_} fui parce {qu'il} {avait} peur."),
    ("I love this *N, but ^it {is} A.", "J'adore {ce}{n}, mais {il} {est} {a}."),
    ("My *N {is} A because ^it eats too much.", "{Mon}{n} {est} {a} car {il} mange trop.", "s"),
    ("I gave the *N some water because ^it {was} thirsty.", "J'ai donné de l'eau {au}{n} parce {qu'il} {avait} soif."),
    ("The *N bit Tom because ^it {was} hungry.", "{Le}{n} {a_} mordu Tom parce {qu'il} {avait} faim."),
    ("Don't touch the *N! ^It {is} A.", "Ne touche pas {le}{n} ! {Il} {est} {a}."),
    ("Where {is} the *N? ^It {is} in the garden.", "Où {est} {le}{n} ? {Il} {est} dans le jardin."),
    ("I found a *N. ^It {was} A.", "J'ai trouvé {un}{n}. {Il} {était} {a}.", "s"),
]

# ^she: the subject's form; ^her the possessive; ^hers the object.
PEOPLE_FRAMES = [
    ("The *N said that ^she {was} A.", "{Le}{n} {a_} dit {qu'il} {était} {a}."),
    ("The *N said ^she {was} A.", "{Le}{n} {a_} dit {qu'il} {était} {a}."),
    ("My *N said that ^she {was} A.", "{Mon}{n} {a_} dit {qu'il} {était} {a}."),
    ("The *N thinks ^she {is} A.", "{Le}{n} pense {qu'il} {est} {a}.", "s"),
    ("My *N said ^she would help.", "{Mon}{n} {a_} dit {qu'il} aiderait.", "s"),
    ("My *N says that ^she will come tomorrow.", "{Mon}{n} dit {qu'il} viendra demain.", "s"),
    ("The *N {is} A because ^she worked all day.", "{Le}{n} {est} {a} parce {qu'il} {a_} travaillé toute la journée."),
    ("The *N {was} A because ^she {was} A2.", "{Le}{n} {était} {a} parce {qu'il} {était} {b}."),
    ("My *N {is} A, but ^she {is} A2.", "{Mon}{n} {est} {a}, mais {il} {est} {b}."),
    ("I like the *N because ^she {is} A.", "J'aime {le}{n} parce {qu'il} {est} {a}."),
    ("The *N sold ^her house.", "{Le}{n} {a_} vendu {sa} maison."),
    ("The *N lost ^her wallet.", "{Le}{n} {a_} perdu {son_} portefeuille."),
    ("The *N forgot ^her umbrella because ^she {was} A.", "{Le}{n} {a_} oublié {son_} parapluie parce {qu'il} {était} {a}."),
    ("The *N can't find ^her book.", "{Le}{n} ne trouve pas {son_} livre.", "s"),
    ("My *N loves ^her children.", "{Mon}{n} aime {ses} enfants.", "s"),
    ("The *N {was} A, so ^she went home.", "{Le}{n} {était} {a}, alors {il} {est} rentré{e}."),
    ("When the *N came, ^she {was} A.", "Quand {le}{n} {est} venu{e}, {il} {était} {a}."),
    ("Where {is} the *N? ^She {is} in the kitchen.", "Où {est} {le}{n} ? {Il} {est} dans la cuisine."),
    ("I know the *N. ^She {is} A.", "Je connais {le}{n}. {Il} {est} {a}."),
    ("The *N bought the car because ^she had money.", "{Le}{n} {a_} acheté la voiture parce {qu'il} {avait} de l'argent."),
    ("The *N opened the door when ^she saw me.", "{Le}{n} {a_} ouvert la porte quand {il} m'{a_} vu."),
    ("The *N told me what ^she wanted.", "{Le}{n} m'{a_} dit ce {qu'il} voulait.", "s"),
    ("This *N knows what ^she wants.", "{Ce}{n} sait ce {qu'il} veut.", "s"),
    ("The *N left before ^she had finished.", "{Le}{n} {est} parti{e} avant d'avoir fini."),
    ("If you see the *N, tell ^hers the truth.", "Si tu vois {le}{n}, dis-{lui} la vérité."),
    ("I saw the *N and spoke to ^hers.", "J'ai vu {le}{n} et je {lui} ai parlé."),
    ("I met the *N, but I didn't recognize ^hers.", "J'ai rencontré {le}{n}, mais je ne {l_}ai pas reconnu{e}."),
]
NAMED = {"Tom": "m", "Mary": "f", "John": "m", "Alice": "f", "Bob": "m", "Marie": "f", "Jim": "m", "Jane": "f", "Ken": "m",
         "Emily": "f", "Bill": "m", "Ann": "f", "Mike": "m", "Nancy": "f", "Tony": "m"}
NAMED_FRAMES = [
    ("*N said that ^she was A.", "{n} a dit {qu'il} {était} {a}."),
    ("*N said ^she was A.", "{n} a dit {qu'il} {était} {a}."),
    ("*N says ^she is A.", "{n} dit {qu'il} {est} {a}."),
    ("*N thinks that ^she is A.", "{n} pense {qu'il} {est} {a}."),
    ("*N went home because ^she was A.", "{n} est rentré{e} parce {qu'il} {était} {a}."),
    ("*N is A because ^she lost ^her dog.", "{n} {est} {a} parce {qu'il} a perdu son chien."),
    ("*N sold ^her car.", "{n} a vendu sa voiture."),
    ("*N lost ^her book because ^she was A.", "{n} a perdu son livre parce {qu'il} {était} {a}."),
    ("I like *N because ^she is A.", "J'aime {n} parce {qu'il} {est} {a}."),
    ("I called *N, but ^she was A.", "J'ai appelé {n}, mais {il} {était} {a}."),
    ("When *N came home, ^she was A.", "Quand {n} est rentré{e}, {il} {était} {a}."),
]
# Corpus sentences in which the pronoun can hardly mean anybody else.
NAME_IN_CORPUS = [(re.compile(r"^[^.?!,]*\bTom\b[^.?!]*\b(he|his)\b", re.S), "Tom"),
                  (re.compile(r"^[^.?!,]*\bMary\b[^.?!]*\b(she|her)\b", re.S), "Mary")]

Noun = collections.namedtuple("Noun", "english french gender plural_english plural_french kind")


def nouns(text, kind):
    result = []
    for entry in text.split(";"):
        english, french, gender = entry.split()
        english, _, plural = english.partition("/")
        if "/" not in entry.split()[0]:
            plural = english + "s"
        elif not plural or plural == "s":
            plural = english + plural
        elif plural == "es":
            plural = english + "es"
        elif plural in ("ies", "ves"):
            plural = re.sub("(y|fe?)$", "", english) + plural
        stem, slash, ending = french.partition("/")
        if not slash:
            plural_french = stem + "s"
        elif ending == "aux":
            plural_french = re.sub("(al|ail)$", "", stem) + "aux"
        elif ending in ("", "x"):
            plural_french = stem + ending
        else:
            plural_french = ending
        result.append(Noun(english, stem, gender, plural, plural_french, kind))
    return result


def adjectives(text):
    """[(English, {gender and number: French}, avoir instead of être)]"""
    def plural(word):
        if word.startswith("en retard") or word[-1] in "sx":
            return word
        return word + ("x" if word.endswith("eau") else "s")
    result = []
    for entry in text.split(";"):
        parts = [part.replace("+", " ").strip() for part in entry.split()]
        if len(parts) == 2:                             # "hungry+ faim": avoir faim
            result.append((parts[0], collections.defaultdict(lambda word=parts[1]: word), True))
        else:
            english, m, f = parts
            result.append((english, {"m": m, "f": f, "mp": plural(m), "fp": plural(f)}, False))
    return result


FRAMES = {"thing": THING_FRAMES, "person": PEOPLE_FRAMES, "animal": ANIMAL_FRAMES, "name": NAMED_FRAMES}
NOUNS = {"thing": nouns(THINGS, "thing"), "animal": nouns(ANIMALS, "animal"), "person": nouns(PEOPLE, "person")}
THING_ADJECTIVES, MOOD_ADJECTIVES = adjectives(ADJECTIVES), adjectives(MOODS)
VERBS = {"est": ("est", "sont", "a", "ont"), "était": ("était", "étaient", "avait", "avaient"),
         "soit": ("soit", "soient", "ait", "aient"), "n'est": ("n'est", "ne sont", "n'a", "n'ont"),
         "a_": ("a", "ont"), "n'a": ("n'a", "n'ont"), "avait": ("avait", "avaient"), "dort": ("dort", "dorment"),
         "coûte": ("coûte", "coûtent")}


def vowel(word):
    """Whether a determiner is elided before `word` (no aspirated h is in the lists)."""
    return word[0].lower() in "aâeéèêiîoôuûhœ"


def determiners(noun, plural):
    f, v = noun.gender == "f", vowel(noun.french)
    if plural:
        return {"le": "les ", "un": "des ", "ce": "ces ", "mon": "mes ", "ton": "tes ", "au": "aux "}
    pick = (lambda m, feminine, elided: elided if v else feminine if f else m)
    return {"le": pick("le ", "la ", "l'"), "un": "une " if f else "un ", "mon": "ma " if f and not v else "mon ",
            "ce": "cette " if f else "cet " if v else "ce ", "ton": "ta " if f and not v else "ton ",
            "au": pick("au ", "à la ", "à l'")}


def fill(frame, noun, first, second, plural):
    """One pair: (English with its marks, French)."""
    english, french, *_ = frame
    key = noun.gender + ("p" if plural else "")
    male = noun.gender == "m"
    people = noun.kind in ("person", "name")
    subject = "they" if plural else ("he" if male else "she") if people else "it"
    forms = {"she": subject, "She": subject.capitalize(), "it": "them" if plural else "it", "It": subject.capitalize(),
             "her": "their" if plural else "his" if male else "her", "hers": "them" if plural else "him" if male else "her"}
    # "it" is subject and object alike; "they" is not.  A subject has its verb behind it.
    english = re.sub(r"\^it(?= (\{|ran|eats|drank|hasn't))", "^" + subject, english)
    english = english.replace("hasn't", "haven't") if plural else english
    english = re.sub(r"\^(\w+)", lambda m: "^" + forms.get(m.group(1), m.group(1)), english)
    english = english.replace("{is}", "are" if plural else "is").replace("{was}", "were" if plural else "was")
    if plural:
        english = english.replace("This ", "These ").replace("this ", "these ")
    english = english.replace("*N", "*" + (noun.plural_english if plural else noun.english))
    english = re.sub(r"\b(A2|B)\b", second[0], english)
    english = re.sub(r"\bA\b", first[0], english)

    il = ("ils" if plural else "il") if male else ("elles" if plural else "elle")
    values = {**determiners(noun, plural), "n": noun.plural_french if plural else noun.french, "il": il, "Il": il.capitalize(),
              "qu'il": "qu'" + il, "clitic": "les" if plural else "le" if male else "la", "l_": "les " if plural else "l'",
              "e": {"m": "", "f": "e", "mp": "s", "fp": "es"}[key], "lui": "leur" if plural else "lui",
              "sa": "leur" if plural else "sa", "son_": "leur" if plural else "son", "ses": "leurs" if plural else "ses"}
    for name in list(values):
        values.setdefault(name.capitalize(), values[name].capitalize())

    def word(match):
        name, rest = match.group(1), french[match.end():]
        if name in ("a", "b"):
            return (first if name == "a" else second)[1][key]
        if name in VERBS:
            # être or, before an adjective that is a noun in French ("a faim"), avoir
            follows = re.match(r" (?:trop |très |pas )?\{([ab])\}", rest)
            with_avoir = follows and (first if follows.group(1) == "a" else second)[2]
            forms_of = VERBS[name][2:] if with_avoir else VERBS[name][:2]
            return forms_of[1 if plural else 0]
        return values[name]
    return english, re.sub(r"\{([^}]*)\}", word, french)


def generate(rng, count):
    """`count` pairs (marked English, French); things 60 %, people 20 %, animals 10 %, names 10 %."""
    result = []
    while len(result) < count:
        r = rng.random()
        kind = "thing" if r < 0.6 else "person" if r < 0.8 else "animal" if r < 0.9 else "name"
        if kind == "name":
            name = rng.choice(list(NAMED))
            noun = Noun(name, name, NAMED[name], "", "", "name")
        else:
            noun = rng.choice(NOUNS[kind])
        frame = rng.choice(FRAMES[kind])
        words = THING_ADJECTIVES if kind == "thing" else MOOD_ADJECTIVES
        first, second = rng.sample(words, 2)
        plain = [w for w in words if not w[2]]
        if kind == "animal":
            first = rng.choice(plain)
        plural = kind != "name" and len(frame) == 2 and rng.random() < 0.2
        result.append(fill(frame, noun, first, second, plural))
    return result


def without_marks(english):
    return english.replace("*", "").replace("^", "")


def fragment(english, change):
    """`change`, which makes a sentence a fragment, applied to a marked one."""
    mark = re.match(r"[*^]?", english).group()
    return mark + change(english[len(mark):])


def links(tokenizer, english):
    """Marked English -> (ids, [(position of a pronoun's first token, [positions of the noun's tokens])])."""
    ids, noun, pronouns = [], [], []
    for word in english.split(" "):
        plain = without_marks(word)
        start = len(ids)
        ids += tokenizer.encode(plain, suffix=False)
        span = [k for k in range(start, len(ids)) if re.search(r"\w", tokenizer.pieces[ids[k]])]
        if word.startswith("*"):
            noun = span
        if word.startswith("^"):
            pronouns.append(span[0])
    ids += tokenizer.suffix
    assert ids == tokenizer.encode(without_marks(english)), english
    return ids, [(p, noun) for p in pronouns]


def mark_names(english):
    """A corpus sentence with its name and pronoun marked, or None where it has no such pair."""
    for pattern, name in NAME_IN_CORPUS:
        found = pattern.match(english)
        others = re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", english)
        if found and not set(others) - {name} and english.count(name) == 1:
            at = found.start(1)
            if english.index(name) < at and "'" not in english[english.index(name):at].split(" ")[0]:
                return (english[:at] + "^" + english[at:]).replace(name, "*" + name)
    return None


# ------------------------------------------------------------------------------------------------- measuring

# (sentence, pronoun, the noun it stands for)
SENTENCES = [
    ("The cat is hungry because it did not eat.", "it", "cat"),
    ("The dog is tired because it ran all day.", "it", "dog"),
    ("I sold the car because it was too old.", "it", "car"),
    ("Give me the book when you have read it.", "it", "book"),
    ("The house is cold because it is big.", "it", "house"),
    ("The girl said that she was tired.", "she", "girl"),
    ("My mother said she would come.", "she", "mother"),
    ("The woman lost her keys.", "her", "woman"),
    ("The man said that he was hungry.", "he", "man"),
    ("My father said he was sick.", "he", "father"),
    ("The boy lost his money.", "his", "boy"),
    ("The children said they were tired.", "they", "children"),
    ("These people know what they want.", "they", "people"),
    ("Tom said that he was busy.", "he", "Tom"),
    ("Mary said that she was happy.", "she", "Mary"),
]

# Frames that are not among those above.
TEST_FRAMES = [
    "Mary cleaned the *N because ^it smelled bad.",
    "The *N is on the floor because ^it was too heavy.",
]


def agreement(french, gender):
    """Whether the last il or elle of a translation is of that gender: True, False or None if there is none."""
    found = re.findall(r"(?:\b|')(ils?|elles?)\b", french.lower())
    return None if not found else found[-1].startswith("il") == (gender == "m")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", help="model folder")
    parser.add_argument("data", nargs="?", help="folder with train.tsv and dev.tsv")
    parser.add_argument("--show", type=int, metavar="N", help="print N pairs")
    parser.add_argument("--verbose", action="store_true", help="print the translations as well")
    args = parser.parse_args()
    if args.show:
        for english, french in generate(random.Random(1), args.show):
            print(f"{english}\t{french}")
        return
    import torch
    import evaluate
    import export
    import heads
    torch.set_num_threads(1)
    model, tokenizer = export.load(args.model)
    held_out = nouns(HELD_OUT, "thing")
    right = wrong = none = 0
    weight, even, places = 0, 0.0, 0
    marked = [(frame.replace("*N", "*" + noun.english), noun) for frame in TEST_FRAMES for noun in held_out]
    with torch.autocast("cpu", torch.bfloat16):
        translations = evaluate.translate(model, tokenizer, [without_marks(m) for m, _ in marked])
    for (english, noun), french in zip(marked, translations):
        verdict = agreement(french, noun.gender)
        right, wrong, none = right + (verdict is True), wrong + (verdict is False), none + (verdict is None)
        if args.verbose:
            print({True: "  ", False: "- ", None: "? "}[verdict] + without_marks(english), "->", french)
        ids, pairs = links(tokenizer, english)
        attention = heads.forward(model, ids, [])["encoder.attn"]
        for q, keys in pairs:
            weight = weight + attention[:, :, q, keys].sum(-1)
            even += len(keys) / len(ids)
            places += 1
    print(f"{len(marked)} sentences with {len(held_out)} nouns that no training frame has, in {len(TEST_FRAMES)} frames of "
          f"their own: il/elle right {right}, wrong {wrong}, neither {none}")
    print(f"weight of the pronoun on its noun in the encoder (an even spread gives {even / places:.2f}):")
    for layer, row in enumerate(weight / places):
        print(f"  layer {layer}: " + " ".join(f"{w:.2f}" for w in row))


if __name__ == "__main__":
    main()
