<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr">
<context>
    <name>CellPicture</name>
    <message>
        <source>out</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>scale of v</source>
        <translation>échelle de v</translation>
    </message>
    <message>
        <source>1 more key: %1</source>
        <translation>1 autre clé&#xa0;: %1</translation>
    </message>
    <message>
        <source>%1 more keys together: %2</source>
        <translation>%1 autres clés ensemble&#xa0;: %2</translation>
    </message>
    <message>
        <source>Dimension %1: %2 × %3 = %4</source>
        <translation>Dimension %1&#xa0;: %2 × %3 = %4</translation>
    </message>
    <message>
        <source>Dimension %1: %2 in all, %3 from this key</source>
        <translation>Dimension %1&#xa0;: %2 en tout, %3 de cette clé</translation>
    </message>
    <message>
        <source>Dimension %1: %2</source>
        <translation>Dimension %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Largest dimensions of %1: %2</source>
        <translation>Plus grandes dimensions de %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>All dimensions of %1 are 0</source>
        <translation>Toutes les dimensions de %1 sont nulles</translation>
    </message>
</context>
<context>
    <name>CellSentence</name>
    <message>
        <source>key %1 (position %2)</source>
        <translation>clé %1 (position %2)</translation>
    </message>
    <message>
        <source>column sum %1</source>
        <translation>somme de la colonne %1</translation>
    </message>
    <message>
        <source>query %1 (position %2)</source>
        <translation>requête %1 (position %2)</translation>
    </message>
    <message>
        <source>row sum %1</source>
        <translation>somme de la ligne %1</translation>
    </message>
    <message>
        <source>%1 (%2) → %3 (%4)</source>
        <translation>%1 (%2) → %3 (%4)</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>autorisé</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>masqué</translation>
    </message>
    <message>
        <source>just computed</source>
        <translation>vient d’être calculé</translation>
    </message>
    <message>
        <source>after %1, did not exist before</source>
        <translation>après %1, n’existait pas avant</translation>
    </message>
    <message>
        <source>before %1, after %2, difference %3</source>
        <translation>avant %1, après %2, différence %3</translation>
    </message>
    <message>
        <source>weight %1 ± %2 (mean and standard deviation of %3 runs)</source>
        <translation>poids %1 ± %2 (moyenne et écart type de %3 passes)</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>score %1</translation>
    </message>
    <message>
        <source>dot product %1</source>
        <translation>produit scalaire %1</translation>
    </message>
    <message>
        <source>masked score %1</source>
        <translation>score masqué %1</translation>
    </message>
    <message>
        <source>bias %1</source>
        <translation>biais %1</translation>
    </message>
    <message>
        <source>for the position %1</source>
        <translation>pour la position %1</translation>
    </message>
    <message>
        <source>weight × ‖v‖ %1</source>
        <translation>poids × ‖v‖ %1</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>omis</translation>
    </message>
    <message>
        <source>weight %1 (summed over keys, averaged over queries)</source>
        <translation>poids %1 (sommé sur les clés, moyenné sur les requêtes)</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>poids %1</translation>
    </message>
    <message>
        <source>weight %1, left out</source>
        <translation>poids %1, omis</translation>
    </message>
    <message>
        <source>weight %1 renormalised (%2 before)</source>
        <translation>poids %1 renormalisé (%2 avant)</translation>
    </message>
    <message>
        <source>On average over these %1 heads, the weight from %2 to %3 is %4.</source>
        <translation>En moyenne sur ces %1 têtes, le poids de %2 vers %3 est de %4.</translation>
    </message>
    <message>
        <source>The largest weight that one of these %1 heads has from %2 to %3 is %4.</source>
        <translation>Le plus grand poids qu’une de ces %1 têtes a de %2 vers %3 est de %4.</translation>
    </message>
    <message>
        <source>On average over these %1 heads, %2 looks most at %3 (%4).</source>
        <translation>En moyenne sur ces %1 têtes, %2 regarde surtout %3 (%4).</translation>
    </message>
    <message>
        <source>Of these %1 heads, the one that looks at a single token most from %2 looks at %3 (%4).</source>
        <translation>De ces %1 têtes, celle qui regarde le plus un seul token depuis %2 regarde %3 (%4).</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>adds %1 to the logit directly</source>
        <translation>ajoute %1 directement au logit</translation>
    </message>
    <message>
        <source>if masked: costs about %1 nats</source>
        <translation>si masquée&#xa0;: coûte environ %1 nats</translation>
    </message>
    <message>
        <source>masked: %1</source>
        <translation>masqué&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>Command</name>
    <message>
        <source>&amp;Open model folder…</source>
        <translation>&amp;Ouvrir un dossier de modèle…</translation>
    </message>
    <message>
        <source>Open &amp;trace file…</source>
        <translation>Ouvrir un fichier de &amp;trace…</translation>
    </message>
    <message>
        <source>Open &amp;session…</source>
        <translation>Ouvrir une &amp;session…</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>&amp;Enregistrer la session</translation>
    </message>
    <message>
        <source>Save session &amp;as…</source>
        <translation>Enregistrer la session &amp;sous…</translation>
    </message>
    <message>
        <source>Export &amp;numbers…</source>
        <translation>Exporter les &amp;nombres…</translation>
    </message>
    <message>
        <source>Export &amp;film of the decoding…</source>
        <translation>Exporter un &amp;film du décodage…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>Ann&amp;uler</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rétablir</translation>
    </message>
    <message>
        <source>&amp;Find a token…</source>
        <translation>C&amp;hercher un token…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>Chercher le &amp;suivant</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>Chercher le &amp;précédent</translation>
    </message>
    <message>
        <source>The attention weights: each row sums to 1.</source>
        <translation>Les poids d’attention&#xa0;: chaque ligne a pour somme 1.</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Masque</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Biais</translation>
    </message>
    <message>
        <source>Show the run before the edits</source>
        <translation>Afficher l’exécution avant les modifications</translation>
    </message>
    <message>
        <source>Show the run after the edits</source>
        <translation>Afficher l’exécution après les modifications</translation>
    </message>
    <message>
        <source>Before and after side by side</source>
        <translation>Avant et après côte à côte</translation>
    </message>
    <message>
        <source>Causal mask: decoder</source>
        <translation>Masque causal&#xa0;: décodeur</translation>
    </message>
    <message>
        <source>A token of the decoder sees only itself and the tokens before it.</source>
        <translation>Un token du décodeur ne voit que lui-même et les tokens qui le précèdent.</translation>
    </message>
    <message>
        <source>Causal mask: encoder</source>
        <translation>Masque causal&#xa0;: encodeur</translation>
    </message>
    <message>
        <source>Padding mask</source>
        <translation>Masque de remplissage</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Préférences…</translation>
    </message>
    <message>
        <source>Lin&amp;k the zoom of all maps</source>
        <translation>&amp;Lier le zoom de toutes les cartes</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>Plein &amp;écran</translation>
    </message>
    <message>
        <source>&amp;Presentation</source>
        <translation>&amp;Présentation</translation>
    </message>
    <message>
        <source>For a lecture room: the whole screen, large text, few controls</source>
        <translation>Pour une salle de cours&#xa0;: tout l’écran, grands caractères, peu de commandes</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>Texte plus &amp;grand</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>Texte plus &amp;petit</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>Couche précédente</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>Couche suivante</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>Tête précédente</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>Tête suivante</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Détacher</translation>
    </message>
    <message>
        <source>To the &amp;sentence</source>
        <translation>À la &amp;phrase</translation>
    </message>
    <message>
        <source>To the &amp;target</source>
        <translation>À la &amp;cible</translation>
    </message>
    <message>
        <source>To the &amp;heatmap</source>
        <translation>À la carte de &amp;chaleur</translation>
    </message>
    <message>
        <source>Short &amp;tour</source>
        <translation>&amp;Visite rapide</translation>
    </message>
    <message>
        <source>Two experiments on the built-in model, step by step</source>
        <translation>Deux expériences sur le modèle intégré, pas à pas</translation>
    </message>
    <message>
        <source>&amp;Shortcuts…</source>
        <translation>&amp;Raccourcis…</translation>
    </message>
    <message>
        <source>&amp;About Headlight</source>
        <translation>À &amp;propos de Headlight</translation>
    </message>
    <message>
        <source>Cell above</source>
        <translation>Cellule au-dessus</translation>
    </message>
    <message>
        <source>Cell below</source>
        <translation>Cellule au-dessous</translation>
    </message>
    <message>
        <source>Cell to the left</source>
        <translation>Cellule à gauche</translation>
    </message>
    <message>
        <source>Cell to the right</source>
        <translation>Cellule à droite</translation>
    </message>
    <message>
        <source>First cell of the row</source>
        <translation>Première cellule de la ligne</translation>
    </message>
    <message>
        <source>Last cell of the row</source>
        <translation>Dernière cellule de la ligne</translation>
    </message>
    <message>
        <source>First cell of the map</source>
        <translation>Première cellule de la carte</translation>
    </message>
    <message>
        <source>Last cell of the map</source>
        <translation>Dernière cellule de la carte</translation>
    </message>
    <message>
        <source>Pin or unpin the row of the cell</source>
        <translation>Épingler ou détacher la ligne de la cellule</translation>
    </message>
    <message>
        <source>Pin or unpin the cell</source>
        <translation>Épingler ou détacher la cellule</translation>
    </message>
    <message>
        <source>Show a smaller share of each row</source>
        <translation>Afficher une plus petite part de chaque ligne</translation>
    </message>
    <message>
        <source>Show a larger share of each row</source>
        <translation>Afficher une plus grande part de chaque ligne</translation>
    </message>
    <message>
        <source>Zoom in on the map</source>
        <translation>Zoom avant sur la carte</translation>
    </message>
    <message>
        <source>Zoom out of the map</source>
        <translation>Zoom arrière sur la carte</translation>
    </message>
    <message>
        <source>Show the whole map</source>
        <translation>Afficher toute la carte</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Un pas en arrière</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>Un pas en avant</translation>
    </message>
    <message>
        <source>Run to end</source>
        <translation>Aller à la fin</translation>
    </message>
    <message>
        <source>Rename the branch</source>
        <translation>Renommer la branche</translation>
    </message>
    <message>
        <source>Delete the branch</source>
        <translation>Supprimer la branche</translation>
    </message>
    <message>
        <source>Play or stop the stages of the cell</source>
        <translation>Jouer ou arrêter les étapes de la cellule</translation>
    </message>
    <message>
        <source>Shade the tokens by row or by column</source>
        <translation>Teinter les tokens par ligne ou par colonne</translation>
    </message>
    <message>
        <source>Show or hide the spaces of the tokens</source>
        <translation>Afficher ou cacher les espaces des tokens</translation>
    </message>
    <message>
        <source>Scores with bias and mask: the input of the softmax.</source>
        <translation>Les scores avec biais et masque&#xa0;: l’entrée du softmax.</translation>
    </message>
    <message>
        <source>Hides the padding that fills up shorter lines of a batch.</source>
        <translation>Cache le remplissage qui complète les lignes plus courtes d’un lot.</translation>
    </message>
    <message>
        <source>Maps side by side, here and in Compare, zoom to the same part of the tokens they share</source>
        <translation>Les cartes côte à côte, ici et dans Comparer, zooment ensemble sur leurs tokens communs</translation>
    </message>
    <message>
        <source>&amp;Search everything…</source>
        <translation>&amp;Tout rechercher…</translation>
    </message>
    <message>
        <source>Back to start</source>
        <translation>Retour au début</translation>
    </message>
    <message>
        <source>Replace this token</source>
        <translation>Remplacer ce token</translation>
    </message>
    <message>
        <source>Export &amp;image…</source>
        <translation>Exporter l’&amp;image…</translation>
    </message>
    <message>
        <source>Export what the heatmap shows, growing row by row, as an animated WebP file or one image per step</source>
        <translation>Exporter ce que montre la carte de chaleur, ligne après ligne, en fichier WebP animé ou en une image par pas</translation>
    </message>
    <message>
        <source>&amp;Copy image and numbers</source>
        <translation>&amp;Copier l’image et les nombres</translation>
    </message>
    <message>
        <source>Which keys a query can attend to.</source>
        <translation>Les clés qu’une requête peut voir.</translation>
    </message>
    <message>
        <source>What is added to the scores besides the mask, for example by distance.</source>
        <translation>Ce qui s’ajoute aux scores hormis le masque, par exemple selon la distance.</translation>
    </message>
    <message>
        <source>Each weight times the norm of its key’s value vector.</source>
        <translation>Chaque poids multiplié par la norme du vecteur valeur de sa clé.</translation>
    </message>
    <message>
        <source>Show the run without edits in all views</source>
        <translation>Afficher l’exécution sans modifications dans toutes les vues</translation>
    </message>
    <message>
        <source>Show the run with edits in all views</source>
        <translation>Afficher l’exécution avec modifications dans toutes les vues</translation>
    </message>
    <message>
        <source>Show the difference the edits make</source>
        <translation>Afficher la différence due aux modifications</translation>
    </message>
    <message>
        <source>Show the run with edits minus the run without edits in the heatmap</source>
        <translation>Afficher dans la carte de chaleur l’exécution avec modifications moins l’exécution sans modifications</translation>
    </message>
    <message>
        <source>Compare the run without edits and the run with edits</source>
        <translation>Comparer l’exécution sans modifications et l’exécution avec modifications</translation>
    </message>
    <message>
        <source>A token of the encoder sees only itself and the tokens before it. Encoders are trained without this mask.</source>
        <translation>Un token de l’encodeur ne voit que lui-même et les tokens qui le précèdent. Les encodeurs sont entraînés sans ce masque.</translation>
    </message>
    <message>
        <source>&amp;Normal text size</source>
        <translation>Taille &amp;normale du texte</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Explorer</translation>
    </message>
    <message>
        <source>Look around: heads, the heatmap, tokens</source>
        <translation>Voir l’ensemble&#xa0;: têtes, carte de chaleur, tokens</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Expliquer</translation>
    </message>
    <message>
        <source>Follow the numbers behind one weight</source>
        <translation>Suivre les nombres derrière un poids</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Décoder</translation>
    </message>
    <message>
        <source>Step through the output, token by token</source>
        <translation>Parcourir la sortie, token par token</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Et si&#xa0;?</translation>
    </message>
    <message>
        <source>Edit the model, and see what changes</source>
        <translation>Modifier le modèle et voir ce qui change</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Put two heads, sentences or models side by side</source>
        <translation>Mettre deux têtes, phrases ou modèles côte à côte</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>See how the model is built</source>
        <translation>Voir comment le modèle est construit</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Apprendre</translation>
    </message>
    <message>
        <source>Start from a tour, an experiment or a model</source>
        <translation>Commencer par une visite, une expérience ou un modèle</translation>
    </message>
    <message>
        <source>&amp;Save as my own workspace…</source>
        <translation>&amp;Enregistrer comme mon espace de travail…</translation>
    </message>
    <message>
        <source>Keep this arrangement of views under a name</source>
        <translation>Garder cette disposition des vues sous un nom</translation>
    </message>
    <message>
        <source>Re&amp;name this workspace…</source>
        <translation>Re&amp;nommer cet espace de travail…</translation>
    </message>
    <message>
        <source>&amp;Delete this workspace</source>
        <translation>&amp;Supprimer cet espace de travail</translation>
    </message>
    <message>
        <source>&amp;Reset this workspace</source>
        <translation>&amp;Réinitialiser cet espace de travail</translation>
    </message>
    <message>
        <source>Bring the views back to where they were at first</source>
        <translation>Remettre les vues à leur place d’origine</translation>
    </message>
    <message>
        <source>All the &amp;room for this view</source>
        <translation>Toute la &amp;place pour cette vue</translation>
    </message>
    <message>
        <source>Give the view that has the keyboard the whole area, and take it back</source>
        <translation>Donne toute la place à la vue qui a le clavier, et la reprend</translation>
    </message>
    <message>
        <source>&amp;Add a scene</source>
        <translation>&amp;Ajouter une scène</translation>
    </message>
    <message>
        <source>Bookmark what the window shows now</source>
        <translation>Garder ce que la fenêtre affiche maintenant</translation>
    </message>
    <message>
        <source>&amp;Next scene</source>
        <translation>Scène &amp;suivante</translation>
    </message>
    <message>
        <source>&amp;Previous scene</source>
        <translation>Scène &amp;précédente</translation>
    </message>
    <message>
        <source>&amp;Remove the current scene</source>
        <translation>&amp;Retirer la scène actuelle</translation>
    </message>
    <message>
        <source>&amp;Export scenes as PDF…</source>
        <translation>&amp;Exporter les scènes en PDF…</translation>
    </message>
    <message>
        <source>Choose among states worth seeing, with a line on what to look at</source>
        <translation>Choisir parmi des états qui valent le coup d’œil, avec une ligne qui dit quoi regarder</translation>
    </message>
    <message>
        <source>Dot products, Q·Kᵀ</source>
        <translation>Produits scalaires, Q·Kᵀ</translation>
    </message>
    <message>
        <source>Dot products of queries and keys, before they are scaled.</source>
        <translation>Produits scalaires des requêtes et des clés, avant la mise à l’échelle.</translation>
    </message>
    <message>
        <source>Scores, ÷√d</source>
        <translation>Scores, ÷√d</translation>
    </message>
    <message>
        <source>Scaled dot products of queries and keys, before bias and mask.</source>
        <translation>Produits scalaires mis à l’échelle, avant le biais et le masque.</translation>
    </message>
    <message>
        <source>Masked scores, + mask</source>
        <translation>Scores masqués, + masque</translation>
    </message>
    <message>
        <source>Weights, softmax</source>
        <translation>Poids, softmax</translation>
    </message>
    <message>
        <source>Weight × ‖v‖, × V</source>
        <translation>Poids × ‖v‖, × V</translation>
    </message>
    <message>
        <source>&amp;Animations</source>
        <translation>&amp;Animations</translation>
    </message>
    <message>
        <source>Lets one stage of a map fade into the next</source>
        <translation>Fond une étape d’une carte dans la suivante</translation>
    </message>
    <message>
        <source>Content → position</source>
        <translation>Contenu → position</translation>
    </message>
    <message>
        <source>Each query against the key’s relative position, in models with disentangled attention.</source>
        <translation>Chaque requête face à la position relative de la clé, dans les modèles à attention désenchevêtrée.</translation>
    </message>
    <message>
        <source>Position → content</source>
        <translation>Position → contenu</translation>
    </message>
    <message>
        <source>Each key against the query’s relative position, in models with disentangled attention.</source>
        <translation>Chaque clé face à la position relative de la requête, dans les modèles à attention désenchevêtrée.</translation>
    </message>
    <message>
        <source>Open &amp;GGUF file…</source>
        <translation>Ouvrir un fichier &amp;GGUF…</translation>
    </message>
    <message>
        <source>Show the mean of the dropout runs</source>
        <translation>Afficher la moyenne des passes avec dropout</translation>
    </message>
    <message>
        <source>Show the mean of every weight over the runs in the heatmap</source>
        <translation>Affiche dans la carte la moyenne de chaque poids sur les passes</translation>
    </message>
    <message>
        <source>Show the spread of the dropout runs</source>
        <translation>Afficher la dispersion des passes avec dropout</translation>
    </message>
    <message>
        <source>Show the standard deviation of every weight over the runs in the heatmap</source>
        <translation>Affiche dans la carte l’écart type de chaque poids sur les passes</translation>
    </message>
    <message>
        <source>Open a&amp;dapter…</source>
        <translation>Ouvrir un &amp;adaptateur…</translation>
    </message>
    <message>
        <source>Open a LoRA adapter over the model that it was trained on</source>
        <translation>Ouvrir un adaptateur LoRA sur le modèle avec lequel il a été entraîné</translation>
    </message>
    <message>
        <source>LoRA adapter</source>
        <translation>Adaptateur LoRA</translation>
    </message>
    <message>
        <source>Runs the model with its LoRA adapter; without it, the base model runs.</source>
        <translation>Exécute le modèle avec son adaptateur LoRA&#xa0;; sans lui, c’est le modèle de base qui est exécuté.</translation>
    </message>
    <message>
        <source>Type token &amp;ids</source>
        <translation>Saisir des &amp;identifiants de tokens</translation>
    </message>
    <message>
        <source>The lines are read as token ids, such as 12 7 30, in place of text.</source>
        <translation>Les lignes sont lues comme des identifiants de tokens, par exemple 12 7 30, et non comme du texte.</translation>
    </message>
    <message>
        <source>C&amp;onversation</source>
        <translation>C&amp;onversation</translation>
    </message>
    <message>
        <source>Write turns of a conversation in place of the sentence. The model’s chat template makes the text that the model reads.</source>
        <translation>Écrire les tours d’une conversation à la place de la phrase. Le chat template du modèle en fait le texte que le modèle lit.</translation>
    </message>
    <message>
        <source>E&amp;xamples</source>
        <translation>E&amp;xemples</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Manuel</translation>
    </message>
    <message>
        <source>The page about the view that has the keyboard, and all others</source>
        <translation>La page sur la vue qui a le clavier, et toutes les autres</translation>
    </message>
    <message>
        <source>&amp;Experiments</source>
        <translation>&amp;Expériences</translation>
    </message>
    <message>
        <source>load a model, safetensors, checkpoint, Hugging Face, weights from disk</source>
        <translation>charger un modèle, safetensors, checkpoint, Hugging Face, poids sur le disque</translation>
    </message>
    <message>
        <source>llama.cpp, quantised model, Ollama, LM Studio</source>
        <translation>llama.cpp, modèle quantifié, Ollama, LM Studio</translation>
    </message>
    <message>
        <source>LoRA, PEFT, fine-tuned</source>
        <translation>LoRA, PEFT, affiné</translation>
    </message>
    <message>
        <source>PyTorch, Hugging Face attentions, recorded run, import</source>
        <translation>PyTorch, attentions de Hugging Face, exécution enregistrée, importer</translation>
    </message>
    <message>
        <source>gallery, worth seeing, first steps</source>
        <translation>galerie, à voir, premiers pas</translation>
    </message>
    <message>
        <source>restore, yesterday, continue work, project</source>
        <translation>restaurer, hier, reprendre le travail, projet</translation>
    </message>
    <message>
        <source>keep my work, bookmark, project</source>
        <translation>garder mon travail, signet, projet</translation>
    </message>
    <message>
        <source>figure, export figure, save picture, PDF, SVG, PNG, screenshot</source>
        <translation>figure, exporter une figure, enregistrer une image, PDF, SVG, PNG, capture d’écran</translation>
    </message>
    <message>
        <source>CSV, JSON, table, save data</source>
        <translation>CSV, JSON, tableau, enregistrer les données</translation>
    </message>
    <message>
        <source>animation, video, WebP, GIF</source>
        <translation>animation, vidéo, WebP, GIF</translation>
    </message>
    <message>
        <source>bookmark, remember this state</source>
        <translation>signet, retenir cet état</translation>
    </message>
    <message>
        <source>token ids, input ids</source>
        <translation>identifiants de tokens, input ids</translation>
    </message>
    <message>
        <source>chat, chat template, messages, roles</source>
        <translation>chat, modèle de chat, messages, rôles</translation>
    </message>
    <message>
        <source>QK^T, raw scores</source>
        <translation>QK^T, scores bruts</translation>
    </message>
    <message>
        <source>scaled scores, pre-softmax</source>
        <translation>scores réduits, avant softmax</translation>
    </message>
    <message>
        <source>attention weights, attention map, softmax</source>
        <translation>poids d’attention, carte d’attention, softmax</translation>
    </message>
    <message>
        <source>look-ahead mask, which keys are hidden</source>
        <translation>masque d’anticipation, clés cachées</translation>
    </message>
    <message>
        <source>ablation, effect of the edits</source>
        <translation>ablation, effet des modifications</translation>
    </message>
    <message>
        <source>look-ahead mask, remove the mask, mask off</source>
        <translation>masque d’anticipation, retirer le masque, sans masque</translation>
    </message>
    <message>
        <source>settings, options, model folders, font size, precision, memory</source>
        <translation>réglages, options, dossiers de modèles, taille du texte, précision, mémoire</translation>
    </message>
    <message>
        <source>worked out, where a number comes from</source>
        <translation>calcul détaillé, d’où vient un nombre</translation>
    </message>
    <message>
        <source>generate, step through, inference, autoregressive</source>
        <translation>générer, pas à pas, inférence, autorégressif</translation>
    </message>
    <message>
        <source>intervention, ablation, switch a head off, edit the model</source>
        <translation>intervention, ablation, désactiver une tête, modifier le modèle</translation>
    </message>
    <message>
        <source>two sentences, two models, side by side, difference</source>
        <translation>deux phrases, deux modèles, côte à côte, différence</translation>
    </message>
    <message>
        <source>architecture, diagram, parameters</source>
        <translation>architecture, schéma, paramètres</translation>
    </message>
    <message>
        <source>course, lessons, tutorial, teaching</source>
        <translation>cours, leçons, tutoriel, enseignement</translation>
    </message>
    <message>
        <source>whole screen</source>
        <translation>tout l’écran</translation>
    </message>
    <message>
        <source>lecture, beamer, projector, slides, teaching</source>
        <translation>cours magistral, vidéoprojecteur, diapositives, enseignement</translation>
    </message>
    <message>
        <source>Search actions, settings, views, terms, lessons, models, the manual, heads and tokens</source>
        <translation>Chercher des actions, des réglages, des vues, des termes, des leçons, des modèles, dans le manuel, des têtes et des tokens</translation>
    </message>
    <message>
        <source>teacher forcing, forced decoding, type a translation, force the output</source>
        <translation>forçage par l’enseignant, décodage forcé, saisir une traduction, imposer la sortie</translation>
    </message>
    <message>
        <source>Next part of the &amp;window</source>
        <translation>Partie suivante de la &amp;fenêtre</translation>
    </message>
    <message>
        <source>From the sentence to the workspaces, to each view, and round again</source>
        <translation>De la phrase aux espaces de travail, à chaque vue, et ainsi de suite</translation>
    </message>
    <message>
        <source>Previous part of the window</source>
        <translation>Partie précédente de la fenêtre</translation>
    </message>
    <message>
        <source>introduction, getting started, tutorial</source>
        <translation>introduction, premiers pas, tutoriel</translation>
    </message>
    <message>
        <source>exercises, guided, tutorial</source>
        <translation>exercices, guidé, tutoriel</translation>
    </message>
    <message>
        <source>keys, keyboard, hotkeys</source>
        <translation>touches, clavier, raccourcis clavier</translation>
    </message>
    <message>
        <source>Open &amp;lesson…</source>
        <translation>Ouvrir une &amp;leçon…</translation>
    </message>
    <message>
        <source>Open a lesson that somebody wrote; a file dropped on the window does the same</source>
        <translation>Ouvre une leçon écrite par quelqu’un&#xa0;; un fichier déposé sur la fenêtre fait de même</translation>
    </message>
    <message>
        <source>Ne&amp;w lesson…</source>
        <translation>Nou&amp;velle leçon…</translation>
    </message>
    <message>
        <source>Write a lesson: each step is what the window shows, with your words</source>
        <translation>Écrivez une leçon&#xa0;: chaque étape est ce que la fenêtre montre, avec vos mots</translation>
    </message>
    <message>
        <source>teach, write exercises, author, course of my own</source>
        <translation>enseigner, écrire des exercices, auteur, mon propre cours</translation>
    </message>
    <message>
        <source>Effect on the explained token</source>
        <translation>Effet sur le token expliqué</translation>
    </message>
    <message>
        <source>What each key adds directly to the logit of the token that Why explains.</source>
        <translation>Ce que chaque clé ajoute directement au logit du token que Pourquoi explique.</translation>
    </message>
    <message>
        <source>direct logit attribution, contribution of a key</source>
        <translation>attribution directe au logit, contribution d’une clé</translation>
    </message>
    <message>
        <source>If masked: loss of the explained token</source>
        <translation>Si masquée&#xa0;: perte du token expliqué</translation>
    </message>
    <message>
        <source>What the token that Why explains would lose, estimated from the gradient.</source>
        <translation>Ce que perdrait le token que Pourquoi explique, estimé par le gradient.</translation>
    </message>
    <message>
        <source>attribution, attention gradient, knock out a key</source>
        <translation>attribution, gradient de l’attention, retirer une clé</translation>
    </message>
    <message>
        <source>Write every scene to a page; a hand-out ends with the work sheet of Matrices</source>
        <translation>Écrire chaque scène sur une page&#xa0;; un polycopié se termine par la feuille d’exercices de Matrices</translation>
    </message>
    <message>
        <source>hand-out, slides, work sheet</source>
        <translation>polycopié, diapositives, feuille d’exercices</translation>
    </message>
    <message>
        <source>Add a &amp;line to the batch</source>
        <translation>Ajouter une &amp;ligne au lot</translation>
    </message>
    <message>
        <source>Several lines make a batch: the line with the cursor is shown, the shorter ones are padded to the longest.</source>
        <translation>Plusieurs lignes forment un lot&#xa0;: la ligne du curseur est affichée, les plus courtes sont complétées jusqu’à la plus longue.</translation>
    </message>
    <message>
        <source>second sentence, several sentences, new line</source>
        <translation>deuxième phrase, plusieurs phrases, nouvelle ligne</translation>
    </message>
</context>
<context>
    <name>FieldRows</name>
    <message>
        <source>Heads</source>
        <translation>Têtes</translation>
    </message>
    <message>
        <source>STACK.LAYER.KIND.HEAD, each a number from 0, a range 2-5 or *: encoder.0.self.3, decoder.*.cross.*</source>
        <translation>STACK.LAYER.KIND.HEAD, chacun un nombre à partir de 0, un intervalle 2-5 ou *&#xa0;: encoder.0.self.3, decoder.*.cross.*</translation>
    </message>
    <message>
        <source>&amp;Heads</source>
        <translation>&amp;Têtes</translation>
    </message>
    <message>
        <source>this input without edits</source>
        <translation>cette entrée sans modifications</translation>
    </message>
    <message>
        <source>From another sentence</source>
        <translation>D’une autre phrase</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;De</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>encodeur</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>décodeur</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>la fin</translation>
    </message>
    <message>
        <source>%1: first position</source>
        <translation>%1&#xa0;: première position</translation>
    </message>
    <message>
        <source>The first position, counted from 0.</source>
        <translation>La première position, comptée à partir de 0.</translation>
    </message>
    <message>
        <source>%1: last position</source>
        <translation>%1&#xa0;: dernière position</translation>
    </message>
    <message>
        <source>The last position, or all to the end.</source>
        <translation>La dernière position, ou toutes jusqu’à la fin.</translation>
    </message>
    <message>
        <source>to</source>
        <translation>à</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>Tai&amp;lle</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>The position in the other sentence, counted from 0.</source>
        <translation>La position dans l’autre phrase, comptée à partir de 0.</translation>
    </message>
    <message>
        <source>The position in this sentence that is overwritten, counted from 0.</source>
        <translation>La position de cette phrase qui est écrasée, comptée à partir de 0.</translation>
    </message>
    <message>
        <source>every position</source>
        <translation>chaque position</translation>
    </message>
    <message>
        <source>Takes the activations of the unedited model on this sentence. Leave empty for the sentence above. Separate several sentences with “|”.</source>
        <translation>Prend les activations du modèle sans modifications sur cette phrase. Laissez vide pour la phrase ci-dessus. Séparez plusieurs phrases par «&#xa0;|&#xa0;».</translation>
    </message>
    <message>
        <source>&amp;Stack</source>
        <translation>&amp;Pile</translation>
    </message>
    <message>
        <source>Window: masks keys at this distance or farther. Blocks: length of a block. Prefix: number of initial tokens.</source>
        <translation>Fenêtre&#xa0;: masque les clés à cette distance ou au-delà. Blocs&#xa0;: longueur d’un bloc. Préfixe&#xa0;: nombre de tokens initiaux.</translation>
    </message>
    <message>
        <source>From &amp;position</source>
        <translation>De la &amp;position</translation>
    </message>
    <message>
        <source>T&amp;o position</source>
        <translation>&amp;À la position</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experts</translation>
    </message>
    <message>
        <source>STACK.LAYER.expert.EXPERT, each a number from 0, a range 2-5 or *: decoder.3.expert.0</source>
        <translation>PILE.COUCHE.expert.EXPERT, chacun un nombre à partir de 0, un intervalle 2-5 ou *&#xa0;: decoder.3.expert.0</translation>
    </message>
    <message>
        <source>&amp;Experts</source>
        <translation>&amp;Experts</translation>
    </message>
</context>
<context>
    <name>FileFormat</name>
    <message>
        <source>PDF document</source>
        <translation>Document PDF</translation>
    </message>
    <message>
        <source>Table of this head</source>
        <translation>Tableau de cette tête</translation>
    </message>
    <message>
        <source>Animated WebP</source>
        <translation>WebP animé</translation>
    </message>
    <message>
        <source>PNG image</source>
        <translation>Image PNG</translation>
    </message>
    <message>
        <source>SVG image</source>
        <translation>Image SVG</translation>
    </message>
    <message>
        <source>One image per step</source>
        <translation>Une image par pas</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>Tableau NumPy</translation>
    </message>
    <message>
        <source>NumPy arrays with tokens</source>
        <translation>Tableaux NumPy avec tokens</translation>
    </message>
    <message>
        <source>JSON with tokens</source>
        <translation>JSON avec tokens</translation>
    </message>
</context>
<context>
    <name>HeadMeasure</name>
    <message>
        <source>Only cross-attention has an alignment.</source>
        <translation>Seule l’attention croisée a un alignement.</translation>
    </message>
    <message>
        <source>Only self-attention has this number.</source>
        <translation>Seule l’auto-attention a ce nombre.</translation>
    </message>
    <message>
        <source>No token of this text repeats. Type one that repeats words to measure this.</source>
        <translation>Aucun token de ce texte ne se répète. Saisir un texte qui répète des mots pour le mesurer.</translation>
    </message>
    <message>
        <source>This model has no cross-attention to measure.</source>
        <translation>Ce modèle n’a pas d’attention croisée à mesurer.</translation>
    </message>
    <message>
        <source>No row of this text has such a number.</source>
        <translation>Aucune ligne de ce texte n’a ce nombre.</translation>
    </message>
</context>
<context>
    <name>HeadStatistic</name>
    <message>
        <source>Entropy (bits)</source>
        <translation>Entropie (bits)</translation>
    </message>
    <message>
        <source>Largest weight</source>
        <translation>Plus grand poids</translation>
    </message>
    <message>
        <source>The largest weight of a row, on average.</source>
        <translation>Le plus grand poids d’une ligne, en moyenne.</translation>
    </message>
    <message>
        <source>First token (sink)</source>
        <translation>Premier token (puits)</translation>
    </message>
    <message>
        <source>Own position</source>
        <translation>Sa propre position</translation>
    </message>
    <message>
        <source>Weight on the token itself.</source>
        <translation>Poids sur le token lui-même.</translation>
    </message>
    <message>
        <source>Previous token</source>
        <translation>Token précédent</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Token suivant</translation>
    </message>
    <message>
        <source>Distance (tokens)</source>
        <translation>Distance (tokens)</translation>
    </message>
    <message>
        <source>How far away a row looks, on average.</source>
        <translation>À quelle distance une ligne regarde, en moyenne.</translation>
    </message>
    <message>
        <source>Duplicate token</source>
        <translation>Token répété</translation>
    </message>
    <message>
        <source>Induction</source>
        <translation>Induction</translation>
    </message>
    <message>
        <source>How widely a row spreads its weight: 0 if it is all on one key.</source>
        <translation>À quel point une ligne répartit son poids&#xa0;: 0 s’il est tout entier sur une clé.</translation>
    </message>
    <message>
        <source>Weight on the first key, where heads park weight they do not need.</source>
        <translation>Poids sur la première clé, où les têtes déposent le poids dont elles n’ont pas besoin.</translation>
    </message>
    <message>
        <source>Weight on earlier occurrences of the same token, if tokens repeat.</source>
        <translation>Poids sur les occurrences antérieures du même token, si des tokens se répètent.</translation>
    </message>
    <message>
        <source>Weight on the token that followed an earlier occurrence of the same token.</source>
        <translation>Poids sur le token qui suivait une occurrence antérieure du même token.</translation>
    </message>
    <message>
        <source>Weight on the token before it.</source>
        <translation>Poids sur le token qui précède.</translation>
    </message>
    <message>
        <source>Weight on the token after it; always 0 under a causal mask.</source>
        <translation>Poids sur le token qui suit&#xa0;; toujours 0 avec un masque causal.</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>premier token</translation>
    </message>
    <message>
        <source>same token</source>
        <translation>même token</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>token précédent</translation>
    </message>
    <message>
        <source>next token</source>
        <translation>token suivant</translation>
    </message>
    <message>
        <source>duplicate token</source>
        <translation>token répété</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>induction</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Étalement</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>étalement</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>Alignement</translation>
    </message>
    <message>
        <source>Of cross-attention: weight on keys that no other query looks at more, special tokens left out. 1 if each token of the decoder has a token of the encoder to itself, as in a word-for-word translation.</source>
        <translation>En attention croisée&#xa0;: poids sur les clés qu’aucune autre requête ne regarde davantage, sans les tokens spéciaux. 1 si chaque token du décodeur a un token de l’encodeur pour lui seul, comme dans une traduction mot à mot.</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>alignement</translation>
    </message>
    <message>
        <source>Share of the keys to which it may attend over which a row spreads its weight: 1 if it treats all alike.</source>
        <translation>Part des clés permises sur laquelle une ligne répartit son poids&#xa0;: 1 si elle les traite toutes de la même façon.</translation>
    </message>
</context>
<context>
    <name>HeadsPicture</name>
    <message>
        <source>switched off</source>
        <translation>désactivée</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désact.</translation>
    </message>
</context>
<context>
    <name>HeadsView</name>
    <message>
        <source>largest weight %1: %2 → %3
spread over %4 keys on average</source>
        <translation>plus grand poids %1&#xa0;: %2 → %3
réparti sur %4 clés en moyenne</translation>
    </message>
    <message numerus="yes">
        <source>%n rows of weights are not numbers or do not sum to 1</source>
        <translation>
            <numerusform>%n ligne de poids n’est pas faite de nombres ou n’a pas 1 pour somme</numerusform>
            <numerusform>%n lignes de poids ne sont pas faites de nombres ou n’ont pas 1 pour somme</numerusform>
        </translation>
    </message>
    <message>
        <source>cross-hatched because it is switched off: its output is not used</source>
        <translation>quadrillée, car elle est désactivée&#xa0;: sa sortie n’est pas utilisée</translation>
    </message>
    <message>
        <source>its map is not computed</source>
        <translation>sa carte n’est pas calculée</translation>
    </message>
</context>
<context>
    <name>HeatmapAccessible</name>
    <message>
        <source>query %1, key %2</source>
        <translation>requête %1, clé %2</translation>
    </message>
    <message>
        <source>%1: masked</source>
        <translation>%1&#xa0;: masqué</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1: not in both runs</source>
        <translation>%1&#xa0;: pas dans les deux exécutions</translation>
    </message>
    <message>
        <source>%1: difference %2</source>
        <translation>%1&#xa0;: différence %2</translation>
    </message>
    <message>
        <source>%1, just computed</source>
        <translation>%1, vient d’être calculée</translation>
    </message>
    <message>
        <source>%1 %2, %3 %4: %5</source>
        <translation>%1 %2, %3 %4 : %5</translation>
    </message>
    <message>
        <source>%1: allowed</source>
        <translation>%1&#xa0;: autorisé</translation>
    </message>
</context>
<context>
    <name>HeatmapPicture</name>
    <message>
        <source>score (scaled dot product)</source>
        <translation>score (produit scalaire mis à l’échelle)</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>masque</translation>
    </message>
    <message>
        <source>dot product of query and key</source>
        <translation>produit scalaire de la requête et de la clé</translation>
    </message>
    <message>
        <source>bias added to the score</source>
        <translation>biais ajouté au score</translation>
    </message>
    <message>
        <source>what is shown</source>
        <translation>ce qui est affiché</translation>
    </message>
    <message>
        <source>attention weight</source>
        <translation>poids d’attention</translation>
    </message>
    <message>
        <source>%1, logarithmic</source>
        <translation>%1, logarithmique</translation>
    </message>
    <message>
        <source>encoder tokens</source>
        <translation>tokens de l’encodeur</translation>
    </message>
    <message>
        <source>decoder tokens</source>
        <translation>tokens du décodeur</translation>
    </message>
    <message>
        <source>queries: %1</source>
        <translation>requêtes&#xa0;: %1</translation>
    </message>
    <message>
        <source>keys: %1</source>
        <translation>clés&#xa0;: %1</translation>
    </message>
    <message>
        <source>after − before: %1</source>
        <translation>après − avant&#xa0;: %1</translation>
    </message>
    <message>
        <source>masked score (softmax input)</source>
        <translation>score masqué (entrée du softmax)</translation>
    </message>
    <message>
        <source>weight × ‖v‖</source>
        <translation>poids × ‖v‖</translation>
    </message>
    <message>
        <source>weight × ‖v‖ ÷ row maximum</source>
        <translation>poids × ‖v‖ ÷ maximum de la ligne</translation>
    </message>
    <message>
        <source>attention weight, 0 to maximum (%1)</source>
        <translation>poids d’attention, de 0 au maximum (%1)</translation>
    </message>
    <message>
        <source>weight ÷ row maximum</source>
        <translation>poids ÷ maximum de la ligne</translation>
    </message>
    <message>
        <source>query · relative position of the key</source>
        <translation>requête · position relative de la clé</translation>
    </message>
    <message>
        <source>key · relative position of the query</source>
        <translation>clé · position relative de la requête</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>puits</translation>
    </message>
    <message>
        <source>standard deviation of %1 runs: %2</source>
        <translation>écart type de %1 passes&#xa0;: %2</translation>
    </message>
    <message>
        <source>mean of %1 runs: %2</source>
        <translation>moyenne de %1 passes&#xa0;: %2</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>poids</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>requêtes</translation>
    </message>
    <message>
        <source>direct effect on the logit</source>
        <translation>effet direct sur le logit</translation>
    </message>
    <message>
        <source>loss if masked (estimate, nats)</source>
        <translation>perte si masquée (estimation, nats)</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>écart type</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>moyenne</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>clés</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valeur</translation>
    </message>
</context>
<context>
    <name>HeatmapView</name>
    <message>
        <source>not computed</source>
        <translation>non calculé</translation>
    </message>
</context>
<context>
    <name>KvGroups</name>
    <message>
        <source>heads %1–%2 share key/value head %3</source>
        <translation>les têtes %1 à %2 partagent la tête clé/valeur %3</translation>
    </message>
</context>
<context>
    <name>LessonWriter</name>
    <message>
        <source>which model is open</source>
        <translation>quel modèle est ouvert</translation>
    </message>
    <message>
        <source>the second sentence</source>
        <translation>la seconde phrase</translation>
    </message>
    <message>
        <source>your target</source>
        <translation>votre cible</translation>
    </message>
    <message>
        <source>the conversation</source>
        <translation>la conversation</translation>
    </message>
    <message>
        <source>that the text is token ids</source>
        <translation>que le texte est une suite d’identifiants</translation>
    </message>
    <message>
        <source>the tokens you chose</source>
        <translation>les tokens que vous avez choisis</translation>
    </message>
</context>
<context>
    <name>MaskName</name>
    <message>
        <source>no mask</source>
        <translation>aucun masque</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>masque causal</translation>
    </message>
    <message>
        <source>sliding window of %1</source>
        <translation>fenêtre glissante de %1</translation>
    </message>
</context>
<context>
    <name>MaskReason</name>
    <message>
        <source>the token is hidden</source>
        <translation>le token est masqué</translation>
    </message>
    <message>
        <source>the cell was painted</source>
        <translation>la cellule a été peinte</translation>
    </message>
    <message>
        <source>the mask’s rule leaves it out</source>
        <translation>la règle du masque l’exclut</translation>
    </message>
    <message>
        <source>it is padding</source>
        <translation>c’est du remplissage</translation>
    </message>
    <message>
        <source>it comes later (causal mask)</source>
        <translation>il vient plus tard (masque causal)</translation>
    </message>
    <message>
        <source>it is outside the sliding window of %1</source>
        <translation>il est hors de la fenêtre glissante de %1</translation>
    </message>
</context>
<context>
    <name>ModelLibrary</name>
    <message>
        <source>English → French (built-in)</source>
        <translation>Anglais → français (intégré)</translation>
    </message>
    <message>
        <source>English, next word (built-in)</source>
        <translation>Anglais, mot suivant (intégré)</translation>
    </message>
    <message>
        <source>English, masked words (built-in)</source>
        <translation>Anglais, mots masqués (intégré)</translation>
    </message>
    <message>
        <source>%1 (built-in)</source>
        <translation>%1 (intégré)</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>layer %1 of %2</source>
        <translation>couche %1 sur %2</translation>
    </message>
    <message>
        <source>layer %1 of %2, about %3 s left</source>
        <translation>couche %1 sur %2, encore %3 s environ</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>étape&#xa0;%1 sur&#xa0;%2</translation>
    </message>
    <message>
        <source>step %1 of %2, about %3 s left</source>
        <translation>étape %1 sur %2, encore %3 s environ</translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation>passe %1 sur %2</translation>
    </message>
    <message>
        <source>input %1 of %2</source>
        <translation>entrée %1 sur %2</translation>
    </message>
    <message>
        <source>input %1 of %2, about %3 s left</source>
        <translation>entrée %1 sur %2, encore %3 s environ</translation>
    </message>
    <message>
        <source>writing part %1 of the trace</source>
        <translation>écriture de la partie %1 de la trace</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>lecture des poids</translation>
    </message>
    <message>
        <source>opening weights</source>
        <translation>ouverture des poids</translation>
    </message>
    <message>
        <source>averaging the reference</source>
        <translation>moyenne de la référence</translation>
    </message>
    <message>
        <source>trying edits</source>
        <translation>essai des modifications</translation>
    </message>
    <message>
        <source>reading the stream</source>
        <translation>lecture du flux</translation>
    </message>
    <message>
        <source>drawing frames</source>
        <translation>dessin des images</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Save As</source>
        <translation>Enregistrer sous</translation>
    </message>
</context>
<context>
    <name>ScaleBar</name>
    <message>
        <source>left out</source>
        <translation>omis</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>masqué</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>non calculé</translation>
    </message>
    <message>
        <source>not in both</source>
        <translation>pas dans les deux</translation>
    </message>
    <message>
        <source>just computed</source>
        <translation>vient d’être calculé</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>autorisé</translation>
    </message>
    <message>
        <source>still to come</source>
        <translation>à venir</translation>
    </message>
    <message>
        <source>masked, not computed</source>
        <translation>masqué, non calculé</translation>
    </message>
</context>
<context>
    <name>SheetPage</name>
    <message>
        <source>Solution</source>
        <translation>Solution</translation>
    </message>
    <message>
        <source>Work sheet</source>
        <translation>Feuille d’exercices</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Nom&#xa0;:</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>Dot products</source>
        <translation>Produits scalaires</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Scores</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Biais</translation>
    </message>
    <message>
        <source>Masked scores</source>
        <translation>Scores masqués</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Weight × ‖v‖</source>
        <translation>Poids × ‖v‖</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Masque</translation>
    </message>
    <message>
        <source>Dot products of queries and keys, before they are scaled</source>
        <translation>Produits scalaires des requêtes et des clés, avant la mise à l’échelle</translation>
    </message>
    <message>
        <source>Scaled dot products of queries and keys, before bias and mask</source>
        <translation>Produits scalaires mis à l’échelle, avant le biais et le masque</translation>
    </message>
    <message>
        <source>What is added to the scores besides the mask, for example for the distance</source>
        <translation>Ce qui s’ajoute aux scores en plus du masque, par exemple selon la distance</translation>
    </message>
    <message>
        <source>Scores with bias and mask: the input of the softmax</source>
        <translation>Scores avec biais et masque&#xa0;: l’entrée du softmax</translation>
    </message>
    <message>
        <source>After the softmax: how much each query takes from each key; a row sums to 1</source>
        <translation>Après le softmax&#xa0;: ce que chaque requête prend à chaque clé&#xa0;; la somme d’une ligne est 1</translation>
    </message>
    <message>
        <source>Weight × norm of the key’s value vector: how much the key really contributes (Kobayashi et al. 2020)</source>
        <translation>Poids × norme du vecteur valeur de la clé&#xa0;: ce que la clé apporte vraiment (Kobayashi et al. 2020)</translation>
    </message>
    <message>
        <source>Which keys each query can attend to</source>
        <translation>Les clés que chaque requête peut regarder</translation>
    </message>
    <message>
        <source>+ bias</source>
        <translation>+ biais</translation>
    </message>
    <message>
        <source>+ mask</source>
        <translation>+ masque</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>masque</translation>
    </message>
    <message>
        <source>Content → position</source>
        <translation>Contenu → position</translation>
    </message>
    <message>
        <source>Position → content</source>
        <translation>Position → contenu</translation>
    </message>
    <message>
        <source>Dot products of queries with the relative positions of the keys, scaled (He et al. 2021)</source>
        <translation>Produits scalaires des requêtes avec les positions relatives des clés, mis à l’échelle (He et al. 2021)</translation>
    </message>
    <message>
        <source>Dot products of keys with the relative positions of the queries, scaled (He et al. 2021)</source>
        <translation>Produits scalaires des clés avec les positions relatives des requêtes, mis à l’échelle (He et al. 2021)</translation>
    </message>
    <message>
        <source>+ c→p</source>
        <translation>+ c→p</translation>
    </message>
    <message>
        <source>+ p→c</source>
        <translation>+ p→c</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Effet</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>effet</translation>
    </message>
    <message>
        <source>What each key adds directly to the logit of the token that Why explains, for the pinned row or the last one</source>
        <translation>Ce que chaque clé ajoute directement au logit du token que Pourquoi explique, pour la ligne épinglée ou la dernière</translation>
    </message>
    <message>
        <source>If masked</source>
        <translation>Si masquée</translation>
    </message>
    <message>
        <source>if masked</source>
        <translation>si masquée</translation>
    </message>
    <message>
        <source>How much the log-probability of the token that Why explains would fall if the key were masked, estimated from the gradient, for the pinned row or the last one</source>
        <translation>De combien la log-probabilité du token que Pourquoi explique baisserait si la clé était masquée, estimé par le gradient, pour la ligne épinglée ou la dernière</translation>
    </message>
</context>
<context>
    <name>Term</name>
    <message>
        <source>Vaswani et al. 2017, section 3.2.1: scaled dot-product attention</source>
        <translation>Vaswani et al. 2017, section 3.2.1&#xa0;: scaled dot-product attention</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 3.2.2: multi-head attention</source>
        <translation>Vaswani et al. 2017, section 3.2.2&#xa0;: multi-head attention</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 3.2.3: applications of attention</source>
        <translation>Vaswani et al. 2017, section 3.2.3&#xa0;: applications of attention</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 3.1: encoder and decoder stacks</source>
        <translation>Vaswani et al. 2017, section 3.1&#xa0;: encoder and decoder stacks</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>A word or a piece of one: the unit in which a model reads and writes. Each token of the vocabulary has a number, its id.</source>
        <translation>Un mot ou un morceau de mot&#xa0;: l’unité dans laquelle un modèle lit et écrit. Chaque token du vocabulaire a un numéro, son id.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 5.1: training data and batching</source>
        <translation>Vaswani et al. 2017, section 5.1&#xa0;: training data and batching</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Plongement</translation>
    </message>
    <message>
        <source>The vector that stands for a token: a learned row of a table. Everything that the layers do begins with it.</source>
        <translation>Le vecteur qui représente un token&#xa0;: une ligne apprise d’une table. Tout ce que font les couches part de là.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 3.4: embeddings and softmax</source>
        <translation>Vaswani et al. 2017, section 3.4&#xa0;: embeddings and softmax</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>Encodage positionnel</translation>
    </message>
    <message>
        <source>Tells the model where each token stands, as attention itself ignores order. It is added to the embeddings, or turns queries and keys (RoPE).</source>
        <translation>Dit au modèle où se trouve chaque token, car l’attention elle-même ignore l’ordre. Il s’ajoute aux plongements, ou fait tourner requêtes et clés (RoPE).</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 3.5: positional encoding</source>
        <translation>Vaswani et al. 2017, section 3.5&#xa0;: positional encoding</translation>
    </message>
    <message>
        <source>Query, key, value</source>
        <translation>Requête, clé, valeur</translation>
    </message>
    <message>
        <source>Three vectors that a head makes of each token: what it looks for, what it can be found by, and what it passes on. A query is compared with all keys; the result says how much of each value it takes.</source>
        <translation>Trois vecteurs qu’une tête tire de chaque token&#xa0;: ce qu’il cherche, ce par quoi on le trouve, et ce qu’il transmet. Une requête est comparée à toutes les clés&#xa0;; le résultat dit combien elle prend de chaque valeur.</translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation>Produit scalaire</translation>
    </message>
    <message>
        <source>How well a query and a key match: their numbers multiplied pairwise and added up. Vectors that point the same way have a large one.</source>
        <translation>À quel point une requête et une clé vont ensemble&#xa0;: leurs nombres multipliés deux à deux puis additionnés. Il est grand pour des vecteurs de même direction.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Échelle</translation>
    </message>
    <message>
        <source>Dot products of long vectors are large and would make the softmax all or nothing. Dividing them by the root of the width keeps them in bounds; the result is the score.</source>
        <translation>Les produits scalaires de longs vecteurs sont grands et rendraient le softmax tout ou rien. Les diviser par la racine de la largeur les contient&#xa0;; le résultat est le score.</translation>
    </message>
    <message>
        <source>Bias of the score</source>
        <translation>Biais du score</translation>
    </message>
    <message>
        <source>A number that some models add to each score, mostly for the distance between query and key. It takes the place of a positional encoding.</source>
        <translation>Un nombre que certains modèles ajoutent à chaque score, le plus souvent selon la distance entre requête et clé. Il remplace un encodage positionnel.</translation>
    </message>
    <message>
        <source>Raffel et al. 2020 (T5); Press et al. 2022 (ALiBi)</source>
        <translation>Raffel et al. 2020 (T5)&#xa0;; Press et al. 2022 (ALiBi)</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Turns numbers into shares: all positive, together 1. A number that is larger by 1 gets 2.7 times as much.</source>
        <translation>Change des nombres en parts&#xa0;: toutes positives, ensemble 1. Un nombre plus grand de 1 reçoit 2,7 fois plus.</translation>
    </message>
    <message>
        <source>Attention weight</source>
        <translation>Poids d’attention</translation>
    </message>
    <message>
        <source>How much a query takes from a key: its share of the row. What the head gives is the sum of all values, each times its weight.</source>
        <translation>Ce qu’une requête prend à une clé&#xa0;: sa part de la ligne. La tête donne la somme de toutes les valeurs, chacune multipliée par son poids.</translation>
    </message>
    <message>
        <source>Weight × ‖v‖</source>
        <translation>Poids × ‖v‖</translation>
    </message>
    <message>
        <source>A large weight on a value that is almost zero moves almost nothing. The weight times the norm of the value says how much really arrives.</source>
        <translation>Un grand poids sur une valeur presque nulle ne déplace presque rien. Le poids multiplié par la norme de la valeur dit ce qui arrive vraiment.</translation>
    </message>
    <message>
        <source>Kobayashi et al. 2020: Attention is Not Only a Weight</source>
        <translation>Kobayashi et al. 2020&#xa0;: Attention is Not Only a Weight</translation>
    </message>
    <message>
        <source>Attention head</source>
        <translation>Tête d’attention</translation>
    </message>
    <message>
        <source>One of several attentions that a layer computes side by side, each with weights of its own. Heads learn different things to look for.</source>
        <translation>Une des attentions qu’une couche calcule côte à côte, chacune avec ses propres poids. Les têtes apprennent à chercher des choses différentes.</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Attention croisée</translation>
    </message>
    <message>
        <source>Queries come from the decoder, keys and values from the encoder. Through it the output knows the input.</source>
        <translation>Les requêtes viennent du décodeur, les clés et les valeurs de l’encodeur. Par elle, la sortie connaît l’entrée.</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>Masque causal</translation>
    </message>
    <message>
        <source>Hides from each token all that come after it, so that a decoder cannot copy what it is to predict. Masked scores are −∞, so that their weights are 0.</source>
        <translation>Cache à chaque token tous ceux qui le suivent, pour qu’un décodeur ne puisse pas copier ce qu’il doit prédire. Les scores masqués valent −∞, donc leurs poids 0.</translation>
    </message>
    <message>
        <source>Padding mask</source>
        <translation>Masque de remplissage</translation>
    </message>
    <message>
        <source>The lines of a batch are filled up to one length with padding tokens. The mask hides these, since they mean nothing.</source>
        <translation>Les lignes d’un lot sont complétées à une même longueur par des tokens de remplissage. Le masque les cache, car ils ne veulent rien dire.</translation>
    </message>
    <message>
        <source>Attention sink</source>
        <translation>Puits d’attention</translation>
    </message>
    <message>
        <source>A row must sum to 1 even if there is nothing to look at. Many heads then put their weight on the first token, whose value they keep small.</source>
        <translation>La somme d’une ligne doit être 1 même s’il n’y a rien à regarder. Beaucoup de têtes mettent alors leur poids sur le premier token, dont elles gardent la valeur petite.</translation>
    </message>
    <message>
        <source>Xiao et al. 2023: Attention Sinks</source>
        <translation>Xiao et al. 2023&#xa0;: Attention Sinks</translation>
    </message>
    <message>
        <source>Induction head</source>
        <translation>Tête d’induction</translation>
    </message>
    <message>
        <source>Finds an earlier occurrence of the current token and looks at what followed it then. So a model continues what it has read once.</source>
        <translation>Trouve une occurrence antérieure du token actuel et regarde ce qui la suivait. Ainsi un modèle continue ce qu’il a lu une fois.</translation>
    </message>
    <message>
        <source>Olsson et al. 2022: In-context Learning and Induction Heads</source>
        <translation>Olsson et al. 2022&#xa0;: In-context Learning and Induction Heads</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>Alignement</translation>
    </message>
    <message>
        <source>Which word of the input belongs to which word of the output. A cross-attention head that pairs them one to one shows it without having been told.</source>
        <translation>Quel mot de l’entrée va avec quel mot de la sortie. Une tête d’attention croisée qui les apparie un à un le montre sans qu’on le lui ait dit.</translation>
    </message>
    <message>
        <source>Bahdanau et al. 2015, section 5.2.1: alignment</source>
        <translation>Bahdanau et al. 2015, section 5.2.1&#xa0;: alignment</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>How undecided a distribution is, in bits. 0 bits: all on one; 1 bit: as open as a fair coin; 3 bits: as eight equal choices.</source>
        <translation>À quel point une distribution est indécise, en bits. 0 bit&#xa0;: tout sur un seul&#xa0;; 1 bit&#xa0;: aussi ouverte qu’une pièce équilibrée&#xa0;; 3 bits&#xa0;: que huit choix égaux.</translation>
    </message>
    <message>
        <source>Surprisal</source>
        <translation>Surprise</translation>
    </message>
    <message>
        <source>How unexpected a token was for the model, in bits: the less likely, the more. A token of probability 1/2 has 1 bit, one of 1/8 has 3.</source>
        <translation>À quel point un token était inattendu pour le modèle, en bits&#xa0;: moins il est probable, plus elle est grande. Un token de probabilité 1/2 a 1 bit, de 1/8 en a 3.</translation>
    </message>
    <message>
        <source>Logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>The number that the model gives each token of the vocabulary before the softmax makes probabilities of them. Only differences between logits matter.</source>
        <translation>Le nombre que le modèle donne à chaque token du vocabulaire avant que le softmax en fasse des probabilités. Seules comptent les différences entre logits.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>Logits are divided by it before the softmax. Below 1 likely tokens become likelier, above 1 all become more alike.</source>
        <translation>Les logits sont divisés par elle avant le softmax. Sous 1, les tokens probables le deviennent davantage&#xa0;; au-dessus, tous se ressemblent plus.</translation>
    </message>
    <message>
        <source>Holtzman et al. 2020, section 4.2</source>
        <translation>Holtzman et al. 2020, section 4.2</translation>
    </message>
    <message>
        <source>Keeps only the k most likely tokens and samples among them. How many are sensible depends on the step, which k ignores.</source>
        <translation>Ne garde que les k tokens les plus probables et tire parmi eux. Combien il en faut dépend du pas, ce que k ignore.</translation>
    </message>
    <message>
        <source>Fan et al. 2018, section 5.4</source>
        <translation>Fan et al. 2018, section 5.4</translation>
    </message>
    <message>
        <source>Keeps the most likely tokens that together have the probability p, and samples among them. Also called nucleus sampling.</source>
        <translation>Garde les tokens les plus probables qui ont ensemble la probabilité p, et tire parmi eux. Aussi appelé nucleus sampling.</translation>
    </message>
    <message>
        <source>Holtzman et al. 2020, section 3.1</source>
        <translation>Holtzman et al. 2020, section 3.1</translation>
    </message>
    <message>
        <source>Keeps the tokens that are at least so likely, as a share of the most likely one. Where the model is sure, little is left to chance.</source>
        <translation>Garde les tokens au moins aussi probables qu’une part du plus probable. Là où le modèle est sûr, peu est laissé au hasard.</translation>
    </message>
    <message>
        <source>Nguyen et al. 2024: min-p sampling</source>
        <translation>Nguyen et al. 2024&#xa0;: min-p sampling</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>Keeps the tokens whose surprisal is nearest to the entropy, until they have the probability p. Leaves out what is too likely as well as what is too unlikely.</source>
        <translation>Garde les tokens dont la surprise est la plus proche de l’entropie, jusqu’à la probabilité p. Écarte ce qui est trop probable comme ce qui l’est trop peu.</translation>
    </message>
    <message>
        <source>Meister et al. 2023: typical sampling</source>
        <translation>Meister et al. 2023&#xa0;: typical sampling</translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation>Recherche en faisceau</translation>
    </message>
    <message>
        <source>Keeps the best few beginnings at each step instead of one, and returns the best whole text. The length penalty keeps short texts from winning by being short.</source>
        <translation>Garde à chaque pas les quelques meilleurs débuts au lieu d’un seul, et rend le meilleur texte entier. La pénalité de longueur empêche les textes courts de gagner parce qu’ils sont courts.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 6.1: machine translation</source>
        <translation>Vaswani et al. 2017, section 6.1&#xa0;: machine translation</translation>
    </message>
    <message>
        <source>Residual stream</source>
        <translation>Flux résiduel</translation>
    </message>
    <message>
        <source>The vector of each token on its way through the model. Every sub-layer reads it and adds an update to it; nothing else passes from layer to layer.</source>
        <translation>Le vecteur de chaque token sur son chemin dans le modèle. Chaque sous-couche le lit et y ajoute une mise à jour&#xa0;; rien d’autre ne passe d’une couche à l’autre.</translation>
    </message>
    <message>
        <source>Logit lens</source>
        <translation>Logit lens</translation>
    </message>
    <message>
        <source>Reads the residual stream after each layer as if it were the last one: final norm, then language-model head. It shows when the model settles on a token.</source>
        <translation>Lit le flux résiduel après chaque couche comme si c’était la dernière&#xa0;: norme finale, puis tête du modèle de langue. Il montre quand le modèle se décide pour un token.</translation>
    </message>
    <message>
        <source>nostalgebraist 2020: interpreting GPT, the logit lens</source>
        <translation>nostalgebraist 2020&#xa0;: interpreting GPT, the logit lens</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>Two linear maps with a bend between them, for each token by itself. It follows the attention in every layer and holds most of the parameters.</source>
        <translation>Deux applications linéaires séparées par un coude, pour chaque token seul. Elle suit l’attention dans chaque couche et contient la plupart des paramètres.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 3.3: feed-forward networks</source>
        <translation>Vaswani et al. 2017, section 3.3&#xa0;: feed-forward networks</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>Normalisation de couche</translation>
    </message>
    <message>
        <source>Brings each vector to mean 0 and size 1, then scales it by learned numbers. It stands after each sub-layer (post-norm) or before it (pre-norm).</source>
        <translation>Ramène chaque vecteur à la moyenne 0 et à la taille 1, puis le met à l’échelle par des nombres appris. Elle suit chaque sous-couche (post-norm) ou la précède (pre-norm).</translation>
    </message>
    <message>
        <source>Nat</source>
        <translation>Nat</translation>
    </message>
    <message>
        <source>The unit of natural logarithms; 1 nat is 1.44 bits. If a log-probability falls by 1 nat, the token becomes 2.7 times less likely.</source>
        <translation>L’unité des logarithmes naturels&#xa0;; 1 nat vaut 1,44 bit. Si une log-probabilité baisse de 1 nat, le token devient 2,7 fois moins probable.</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>Divergence KL</translation>
    </message>
    <message>
        <source>How far one distribution is from another, such as the next token’s after an edit from the one before. 0 only if they are the same.</source>
        <translation>À quelle distance une distribution est d’une autre, comme celle du token suivant après une modification de celle d’avant. 0 seulement si elles sont égales.</translation>
    </message>
    <message>
        <source>Projection to a plane</source>
        <translation>Projection sur un plan</translation>
    </message>
    <message>
        <source>Vectors of many numbers drawn as points, in the two directions in which they differ most. Near points are mostly alike; how much is lost stands beside it.</source>
        <translation>Des vecteurs de beaucoup de nombres dessinés comme des points, dans les deux directions où ils diffèrent le plus. Des points proches se ressemblent le plus souvent&#xa0;; ce qui est perdu est indiqué à côté.</translation>
    </message>
    <message>
        <source>Principal component analysis (Pearson 1901)</source>
        <translation>Analyse en composantes principales (Pearson 1901)</translation>
    </message>
    <message>
        <source>Switching a head off</source>
        <translation>Désactiver une tête</translation>
    </message>
    <message>
        <source>The head’s output is set to zero and the model runs without it (an ablation). What changes is what the head was needed for.</source>
        <translation>La sortie de la tête est mise à zéro et le modèle s’exécute sans elle (une ablation). Ce qui change est ce pour quoi il fallait la tête.</translation>
    </message>
    <message>
        <source>Michel et al. 2019: Are Sixteen Heads Really Better than One?</source>
        <translation>Michel et al. 2019&#xa0;: Are Sixteen Heads Really Better than One?</translation>
    </message>
    <message>
        <source>Patching</source>
        <translation>Activation patching</translation>
    </message>
    <message>
        <source>Numbers inside the run are replaced by those of another input. If the output changes with them, they carried what the inputs differ in.</source>
        <translation>Des nombres à l’intérieur de l’exécution sont remplacés par ceux d’une autre entrée. Si la sortie change avec eux, ils portaient ce en quoi les entrées diffèrent.</translation>
    </message>
    <message>
        <source>Wang et al. 2023: Interpretability in the Wild, section 3</source>
        <translation>Wang et al. 2023&#xa0;: Interpretability in the Wild, section 3</translation>
    </message>
    <message>
        <source>word piece, subword, BPE, vocabulary, token id</source>
        <translation>morceau de mot, sous-mot, BPE, vocabulaire, identifiant de token, jeton</translation>
    </message>
    <message>
        <source>word embedding, embedding layer, input embedding, lookup table, vector of a word</source>
        <translation>plongement lexical, couche de plongement, embedding, table de correspondance, vecteur d’un mot</translation>
    </message>
    <message>
        <source>position embedding, sinusoids, sine and cosine, rotary embedding, RoPE, word order</source>
        <translation>plongement de position, sinusoïdes, sinus et cosinus, plongement rotatif, RoPE, ordre des mots</translation>
    </message>
    <message>
        <source>Q K V, query, key, value, soft dictionary, dictionary lookup, projections, W_Q, W_K, W_V</source>
        <translation>Q K V, requête, clé, valeur, dictionnaire souple, recherche dans un dictionnaire, projections, W_Q, W_K, W_V</translation>
    </message>
    <message>
        <source>scaled dot product, scaled dot-product attention, inner product, similarity, QK^T</source>
        <translation>produit scalaire réduit, produit scalaire mis à l’échelle, similarité, QK^T</translation>
    </message>
    <message>
        <source>scaling, temperature of attention, square root of d_k, divide by root d</source>
        <translation>mise à l’échelle, température de l’attention, racine de d_k, diviser par racine de d</translation>
    </message>
    <message>
        <source>relative position bias, ALiBi, T5 bias</source>
        <translation>biais de position relative, ALiBi, biais de T5</translation>
    </message>
    <message>
        <source>normalisation of a row, exponential, shares</source>
        <translation>normalisation d’une ligne, exponentielle, parts</translation>
    </message>
    <message>
        <source>attention map, attention matrix, attention score, attention pattern, alpha</source>
        <translation>carte d’attention, matrice d’attention, score d’attention, motif d’attention, alpha</translation>
    </message>
    <message>
        <source>norm of the value, value norm, effective attention</source>
        <translation>norme de la valeur, attention effective</translation>
    </message>
    <message>
        <source>multi-head, multi-head attention, MHA, self-attention, concat, concatenation, output projection, W_O</source>
        <translation>multi-têtes, attention multi-têtes, MHA, auto-attention, concaténation, projection de sortie, W_O</translation>
    </message>
    <message>
        <source>encoder-decoder attention, source attention</source>
        <translation>attention encodeur-décodeur, attention à la source</translation>
    </message>
    <message>
        <source>look-ahead mask, subsequent mask, autoregressive mask, triangular mask, masked attention, future tokens</source>
        <translation>masque d’anticipation, masque autorégressif, masque triangulaire, attention masquée, tokens futurs</translation>
    </message>
    <message>
        <source>pad token, attention mask, batch padding</source>
        <translation>token de remplissage, masque d’attention, remplissage du lot</translation>
    </message>
    <message>
        <source>first token, BOS, massive activation</source>
        <translation>premier token, BOS, activation massive</translation>
    </message>
    <message>
        <source>copying, in-context learning, previous token head</source>
        <translation>copie, apprentissage en contexte, tête du token précédent</translation>
    </message>
    <message>
        <source>word alignment, translation of a word</source>
        <translation>alignement des mots, traduction d’un mot</translation>
    </message>
    <message>
        <source>uncertainty, Shannon, bits</source>
        <translation>incertitude, Shannon, bits</translation>
    </message>
    <message>
        <source>information content, negative log-likelihood, NLL, perplexity</source>
        <translation>quantité d’information, log-vraisemblance négative, NLL, perplexité</translation>
    </message>
    <message>
        <source>unembedding, output layer, language-model head, raw score</source>
        <translation>couche de sortie, tête de modèle de langue, score brut</translation>
    </message>
    <message>
        <source>randomness, creativity</source>
        <translation>hasard, créativité</translation>
    </message>
    <message>
        <source>truncated sampling</source>
        <translation>tirage tronqué</translation>
    </message>
    <message>
        <source>nucleus sampling</source>
        <translation>tirage du noyau, échantillonnage du noyau</translation>
    </message>
    <message>
        <source>sampling threshold</source>
        <translation>seuil de tirage</translation>
    </message>
    <message>
        <source>typical sampling, locally typical</source>
        <translation>tirage typique, localement typique</translation>
    </message>
    <message>
        <source>beams, beam width, hypotheses, length penalty</source>
        <translation>faisceaux, largeur du faisceau, hypothèses, pénalité de longueur</translation>
    </message>
    <message>
        <source>skip connection, residual connection, add and norm, shortcut</source>
        <translation>connexion résiduelle, raccourci, somme et normalisation</translation>
    </message>
    <message>
        <source>early exit, tuned lens, intermediate predictions</source>
        <translation>sortie anticipée, prédictions intermédiaires</translation>
    </message>
    <message>
        <source>feed-forward network, FFN, MLP, hidden layer, ReLU, GELU</source>
        <translation>propagation avant, réseau à propagation avant, FFN, MLP, couche cachée, ReLU, GELU</translation>
    </message>
    <message>
        <source>layer normalisation, layer normalization, RMSNorm, pre-norm, post-norm, add and norm</source>
        <translation>normalisation par couche, norme de couche, RMSNorm, pre-norm, post-norm</translation>
    </message>
    <message>
        <source>natural logarithm</source>
        <translation>logarithme naturel</translation>
    </message>
    <message>
        <source>Kullback–Leibler, relative entropy</source>
        <translation>Kullback–Leibler, entropie relative</translation>
    </message>
    <message>
        <source>PCA, principal components, t-SNE, scatter plot</source>
        <translation>ACP, composantes principales, t-SNE, nuage de points</translation>
    </message>
    <message>
        <source>ablation, head off, remove a head, pruning, knock out</source>
        <translation>ablation, tête désactivée, retirer une tête, élagage</translation>
    </message>
    <message>
        <source>activation patching, causal tracing, interchange intervention</source>
        <translation>greffe d’activations, traçage causal, intervention</translation>
    </message>
    <message>
        <source>Teacher forcing</source>
        <translation>Forçage par l’enseignant</translation>
    </message>
    <message>
        <source>The decoder reads the right output instead of its own, as in training. Type a target: each row then says how likely its next token was.</source>
        <translation>Le décodeur lit la bonne sortie au lieu de la sienne, comme à l’entraînement. Saisissez une cible&#xa0;: chaque ligne dit alors combien son token suivant était probable.</translation>
    </message>
    <message>
        <source>Williams and Zipser 1989: a learning algorithm for recurrent networks</source>
        <translation>Williams et Zipser 1989&#xa0;: un algorithme d’apprentissage pour réseaux récurrents</translation>
    </message>
    <message>
        <source>forced decoding, given output, target, training step, prefix</source>
        <translation>décodage forcé, sortie imposée, cible, entraînement, préfixe</translation>
    </message>
    <message>
        <source>Shifted right</source>
        <translation>Décalage à droite</translation>
    </message>
    <message>
        <source>The decoder reads its output one place later, behind a start token, so that each row predicts the token that follows it. The mask hides the rest.</source>
        <translation>Le décodeur lit sa sortie décalée d’une place, derrière un token de début, si bien que chaque ligne prédit le token qui la suit. Le masque cache le reste.</translation>
    </message>
    <message>
        <source>outputs (shifted right), start token, BOS, decoder input, next token</source>
        <translation>décalé à droite, sorties décalées, token de début, BOS, entrée du décodeur, token suivant</translation>
    </message>
    <message>
        <source>Greedy decoding</source>
        <translation>Décodage glouton</translation>
    </message>
    <message>
        <source>Takes the most likely token at each step. The text as a whole need not be the most likely one: beam search follows several beginnings at once.</source>
        <translation>Prend à chaque pas le token le plus probable. Le texte entier n’est pas forcément le plus probable&#xa0;: la recherche en faisceau suit plusieurs débuts à la fois.</translation>
    </message>
    <message>
        <source>Holtzman et al. 2020, section 3</source>
        <translation>Holtzman et al. 2020, section 3</translation>
    </message>
    <message>
        <source>greedy, greedy search, argmax, most likely token</source>
        <translation>glouton, recherche gloutonne, argmax, token le plus probable</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Lissage des étiquettes</translation>
    </message>
    <message>
        <source>In training, a small share of the right token’s probability is given to all others. The model becomes less sure, and mostly better. Headlight does not train.</source>
        <translation>À l’entraînement, une petite part de la probabilité du bon token est donnée à tous les autres. Le modèle devient moins sûr de lui, et le plus souvent meilleur. Headlight n’entraîne pas.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 5.4: regularization</source>
        <translation>Vaswani et al. 2017, section 5.4&#xa0;: régularisation</translation>
    </message>
    <message>
        <source>regularisation, regularization, training, cross-entropy</source>
        <translation>régularisation, entraînement, entropie croisée</translation>
    </message>
    <message>
        <source>How many runs of one to four words a translation shares with its references, from 0 to 100. The page about the built-in translation model, linked from the manual, states that model’s.</source>
        <translation>Combien de suites d’un à quatre mots une traduction partage avec ses références, de 0 à 100. La page sur le modèle de traduction intégré, liée depuis le manuel, indique celui de ce modèle.</translation>
    </message>
    <message>
        <source>Papineni et al. 2002: BLEU</source>
        <translation>Papineni et al. 2002&#xa0;: BLEU</translation>
    </message>
    <message>
        <source>translation quality, bilingual evaluation understudy, score of a translation, metric</source>
        <translation>qualité de traduction, score d’une traduction, métrique</translation>
    </message>
</context>
<context>
    <name>TokenText</name>
    <message>
        <source>“%1”</source>
        <translation>«&#xa0;%1&#xa0;»</translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>Heatmap</source>
        <translation>Carte de chaleur</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Têtes</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Décodage</translation>
    </message>
    <message>
        <source>Beams</source>
        <translation>Faisceaux</translation>
    </message>
    <message>
        <source>Positional encodings</source>
        <translation>Encodages positionnels</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Lignes</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Cellule</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Residual stream</source>
        <translation>Flux résiduel</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vecteurs</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Masked words</source>
        <translation>Mots masqués</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>Fiche</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Et si&#xa0;?</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Parcours</translation>
    </message>
    <message>
        <source>All heads at a glance, and what each of them does</source>
        <translation>Toutes les têtes d’un coup d’œil, et ce que fait chacune</translation>
    </message>
    <message>
        <source>What the model reads and writes, and what each token looks at</source>
        <translation>Ce que le modèle lit et écrit, et ce que regarde chaque token</translation>
    </message>
    <message>
        <source>Every step of the output: candidates, probabilities, other branches</source>
        <translation>Chaque pas de la sortie&#xa0;: candidats, probabilités, autres branches</translation>
    </message>
    <message>
        <source>The tree of beams: what was kept, and what was given up</source>
        <translation>L’arbre des faisceaux&#xa0;: ce qui est gardé, ce qui est abandonné</translation>
    </message>
    <message>
        <source>The largest weights as lines from token to token</source>
        <translation>Les plus grands poids, en lignes de token à token</translation>
    </message>
    <message>
        <source>Two heads, sentences, models or runs, and their difference</source>
        <translation>Deux têtes, phrases, modèles ou exécutions, et leur différence</translation>
    </message>
    <message>
        <source>Queries, keys and values, and what they point at</source>
        <translation>Requêtes, clés et valeurs, et ce vers quoi elles pointent</translation>
    </message>
    <message>
        <source>The model as a diagram: stacks, layers, heads</source>
        <translation>Le modèle en diagramme&#xa0;: piles, couches, têtes</translation>
    </message>
    <message>
        <source>The numbers on their way through the model, up to the next token</source>
        <translation>Les nombres à travers le modèle, jusqu’au token suivant</translation>
    </message>
    <message>
        <source>Sizes, weights and settings of the model</source>
        <translation>Dimensions, poids et réglages du modèle</translation>
    </message>
    <message>
        <source>Edits of the model and of its input, and what they change</source>
        <translation>Modifications du modèle et de son entrée, et ce qu’elles changent</translation>
    </message>
    <message>
        <source>One head’s weights, scores or mask, cell by cell</source>
        <translation>Poids, scores ou masque d’une tête, cellule par cellule</translation>
    </message>
    <message>
        <source>How the model knows the position of a token</source>
        <translation>Comment le modèle connaît la position d’un token</translation>
    </message>
    <message>
        <source>How one weight is computed, number by number</source>
        <translation>Comment un poids est calculé, nombre par nombre</translation>
    </message>
    <message>
        <source>What each layer adds, and what the model would predict from it</source>
        <translation>Ce que chaque couche ajoute, et ce que le modèle en prédirait</translation>
    </message>
    <message>
        <source>What the model would put in place of each mask</source>
        <translation>Ce que le modèle mettrait à la place de chaque masque</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Masque</translation>
    </message>
    <message>
        <source>One mask in its notations, and the code that makes it</source>
        <translation>Un même masque dans ses notations, et le code qui le produit</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>The trained projections of one head: W_Q, W_K, W_V, W_O</source>
        <translation>Les projections apprises d’une tête&#xa0;: W_Q, W_K, W_V, W_O</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Perte</translation>
    </message>
    <message>
        <source>How unlikely each token of the line was: −log p, as in training</source>
        <translation>Combien chaque token de la ligne était improbable&#xa0;: −log p, comme à l’entraînement</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>Embeddings + positions = what the first layer reads</source>
        <translation>Plongements + positions = ce que lit la première couche</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experts</translation>
    </message>
    <message>
        <source>Mixtures of experts: who works on which token</source>
        <translation>Mélanges d’experts&#xa0;: qui traite quel token</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Bloc</translation>
    </message>
    <message>
        <source>A token’s way through one layer: heads, sums, norms, hidden units</source>
        <translation>Le chemin d’un token à travers une couche&#xa0;: têtes, sommes, normalisations, unités cachées</translation>
    </message>
    <message>
        <source>attention map, attention matrix, attention pattern</source>
        <translation>carte d’attention, matrice d’attention, motif d’attention</translation>
    </message>
    <message>
        <source>tokenizer, tokenisation, vocabulary, subwords</source>
        <translation>tokenizer, tokenisation, vocabulaire, sous-mots</translation>
    </message>
    <message>
        <source>BertViz, arcs, links</source>
        <translation>BertViz, arcs, liens</translation>
    </message>
    <message>
        <source>logit lens, residual connection, layers</source>
        <translation>logit lens, connexion résiduelle, couches</translation>
    </message>
    <message>
        <source>query, key, value, PCA, projection, cosine similarity</source>
        <translation>requête, clé, valeur, ACP, projection, similarité cosinus</translation>
    </message>
    <message>
        <source>causal mask, look-ahead mask, padding mask, sliding window</source>
        <translation>masque causal, masque d’anticipation, masque de remplissage, fenêtre glissante</translation>
    </message>
    <message>
        <source>feed forward, layer norm, residual, add and norm, sub-layers</source>
        <translation>propagation avant, normalisation de couche, résidu, somme et normalisation, sous-couches</translation>
    </message>
    <message>
        <source>beam search, hypotheses, search tree</source>
        <translation>recherche en faisceau, hypothèses, arbre de recherche</translation>
    </message>
    <message>
        <source>masked language model, cloze, fill in, BERT</source>
        <translation>modèle de langue masqué, texte à trous, compléter, BERT</translation>
    </message>
    <message>
        <source>two sentences, two heads, two models, difference of maps</source>
        <translation>deux phrases, deux têtes, deux modèles, différence de cartes</translation>
    </message>
    <message>
        <source>where queries come from, data flow, tensors, shapes, cross-attention</source>
        <translation>d’où viennent les requêtes, flux de données, tenseurs, formes, attention croisée</translation>
    </message>
    <message>
        <source>architecture, encoder, decoder, layers, diagram of the paper</source>
        <translation>architecture, encodeur, décodeur, couches, schéma de l’article</translation>
    </message>
    <message>
        <source>sinusoids, sine and cosine, positional encoding, position embedding, RoPE, ALiBi</source>
        <translation>sinusoïdes, sinus et cosinus, encodage positionnel, plongement de position, RoPE, ALiBi</translation>
    </message>
    <message>
        <source>embedding, positional encoding, sum of the two, segments</source>
        <translation>plongement, encodage positionnel, somme des deux, segments</translation>
    </message>
    <message>
        <source>parameters, projection matrices, W_Q, W_K, W_V, W_O</source>
        <translation>paramètres, matrices de projection, W_Q, W_K, W_V, W_O</translation>
    </message>
    <message>
        <source>mixture of experts, router, MoE</source>
        <translation>mélange d’experts, routeur, MoE</translation>
    </message>
    <message>
        <source>parameters, config, size of the model, vocabulary size</source>
        <translation>paramètres, config, taille du modèle, taille du vocabulaire</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Pourquoi</translation>
    </message>
    <message>
        <source>What each head adds to a token’s logit, and who made it look there</source>
        <translation>Ce que chaque tête ajoute au logit d’un token, et qui l’a fait regarder là</translation>
    </message>
    <message>
        <source>direct logit attribution, logit difference, who asked, contribution</source>
        <translation>attribution directe des logits, différence de logits, qui a demandé, contribution</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Expérience</translation>
    </message>
    <message>
        <source>sweep, ablation study, mean ablation, resample, statistics, standard error, corpus, pairs</source>
        <translation>balayage, étude d’ablation, ablation par la moyenne, rééchantillonnage, statistiques, erreur type, corpus, paires</translation>
    </message>
    <message>
        <source>Paths</source>
        <translation>Chemins</translation>
    </message>
    <message>
        <source>Which heads read what earlier heads write, and what that does</source>
        <translation>Quelles têtes lisent ce que des têtes précédentes écrivent, et ce que cela fait</translation>
    </message>
    <message>
        <source>circuits, composition, path patching, induction, edges between heads</source>
        <translation>circuits, composition, path patching, induction, arêtes entre têtes</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>Matrices</translation>
    </message>
    <message>
        <source>Attention by hand: type matrices, and see each product step by step</source>
        <translation>L’attention à la main : saisissez des matrices, et voyez chaque produit pas à pas</translation>
    </message>
    <message>
        <source>playground, attention by hand, calculator, worksheet, NumPy, PyTorch, Q, K, V, shapes</source>
        <translation>bac à sable, l’attention à la main, calculatrice, feuille d’exercices, NumPy, PyTorch, Q, K, V, dimensions</translation>
    </message>
    <message>
        <source>What replacing each head changes, in the shown line or over many sentences</source>
        <translation>Ce que change le remplacement de chaque tête, dans la ligne affichée ou sur beaucoup de phrases</translation>
    </message>
    <message>
        <source>all heads, multi-head, head overview, head statistics, induction head, attention sink, word alignment</source>
        <translation>toutes les têtes, multi-têtes, aperçu des têtes, statistiques des têtes, tête d’induction, puits d’attention, alignement de mots</translation>
    </message>
    <message>
        <source>why is a weight, softmax by hand, one attention weight, step by step, dot product, softmax, scale, value norm</source>
        <translation>pourquoi un poids, softmax à la main, un poids d’attention, étape par étape, produit scalaire, softmax, mise à l’échelle, norme de la valeur</translation>
    </message>
    <message>
        <source>generate, candidates, probabilities, softmax of the logits, sampling, logit, entropy, temperature, greedy, top-k, top-p, min-p, typical-p</source>
        <translation>générer, candidats, probabilités, softmax des logits, tirage, logit, entropie, température, glouton, top-k, top-p, min-p, typical-p</translation>
    </message>
    <message>
        <source>teacher forcing, cross-entropy, perplexity, training loss, shifted right</source>
        <translation>forçage par l’enseignant, entropie croisée, perplexité, perte d’entraînement, décalé à droite</translation>
    </message>
    <message>
        <source>ablation, intervention, head off, patching, hide tokens, KL divergence</source>
        <translation>ablation, intervention, tête désactivée, greffe, cacher des tokens, divergence KL</translation>
    </message>
</context>
<context>
    <name>WhatIf</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>every token</source>
        <translation>chaque token</translation>
    </message>
    <message>
        <source>every token from %1 on</source>
        <translation>chaque token à partir de %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 à %2</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>this input without edits</source>
        <translation>cette entrée sans modifications</translation>
    </message>
    <message>
        <source>%1 given ids</source>
        <translation>%1 identifiants donnés</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>uniforme</translation>
    </message>
    <message>
        <source>each token on itself</source>
        <translation>chaque token sur lui-même</translation>
    </message>
    <message>
        <source>on the previous token</source>
        <translation>sur le token précédent</translation>
    </message>
    <message>
        <source>on the first token</source>
        <translation>sur le premier token</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>figé</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>sinusoids, interleaved</source>
        <translation>sinusoïdes, entrelacées</translation>
    </message>
    <message>
        <source>sinusoids, in halves</source>
        <translation>sinusoïdes, par moitiés</translation>
    </message>
    <message>
        <source>the learned table</source>
        <translation>la table apprise</translation>
    </message>
    <message>
        <source>%1: off</source>
        <translation>%1&#xa0;: désactivée</translation>
    </message>
    <message>
        <source>%1: window of %2</source>
        <translation>%1&#xa0;: fenêtre de %2</translation>
    </message>
    <message>
        <source>%1: prefix of %2</source>
        <translation>%1&#xa0;: préfixe de %2</translation>
    </message>
    <message>
        <source>%1: blocks of %2</source>
        <translation>%1&#xa0;: blocs de %2</translation>
    </message>
    <message>
        <source>%1: blocks from %2</source>
        <translation>%1&#xa0;: blocs à partir de %2</translation>
    </message>
    <message>
        <source>%1: output × %2</source>
        <translation>%1&#xa0;: sortie × %2</translation>
    </message>
    <message>
        <source>%1: mean over %2</source>
        <translation>%1&#xa0;: moyenne sur %2</translation>
    </message>
    <message>
        <source>%1: pattern %2</source>
        <translation>%1&#xa0;: motif %2</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Positions of the encoder: %1</source>
        <translation>Positions de l’encodeur&#xa0;: %1</translation>
    </message>
    <message>
        <source>Positions of the decoder: %1</source>
        <translation>Positions du décodeur&#xa0;: %1</translation>
    </message>
    <message>
        <source>%1, shifted by %2</source>
        <translation>%1, décalées de %2</translation>
    </message>
    <message>
        <source>This head</source>
        <translation>Cette tête</translation>
    </message>
    <message>
        <source>All heads of this layer</source>
        <translation>Toutes les têtes de cette couche</translation>
    </message>
    <message>
        <source>All layers of this kind</source>
        <translation>Toutes les couches de ce type</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Toutes les têtes</translation>
    </message>
    <message>
        <source>%1, all heads</source>
        <translation>%1, toutes les têtes</translation>
    </message>
    <message>
        <source>%1, all layers</source>
        <translation>%1, toutes les couches</translation>
    </message>
    <message>
        <source>%1, layers %2</source>
        <translation>%1, couches %2</translation>
    </message>
    <message>
        <source>%1 · all heads</source>
        <translation>%1 · toutes les têtes</translation>
    </message>
    <message>
        <source>%1 · head %2</source>
        <translation>%1 · tête %2</translation>
    </message>
    <message>
        <source>Show %1 again</source>
        <translation>Afficher de nouveau %1</translation>
    </message>
    <message>
        <source>Show a token again</source>
        <translation>Afficher de nouveau un token</translation>
    </message>
    <message>
        <source>Hide a token</source>
        <translation>Cacher un token</translation>
    </message>
    <message>
        <source>Switch this head off</source>
        <translation>Désactiver cette tête</translation>
    </message>
    <message>
        <source>Switch this head on again</source>
        <translation>Réactiver cette tête</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>requêtes</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>clés</translation>
    </message>
    <message>
        <source>values</source>
        <translation>valeurs</translation>
    </message>
    <message>
        <source>output</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Requêtes</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Clés</translation>
    </message>
    <message>
        <source>&amp;Rule</source>
        <translation>&amp;Règle</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Fenêtre glissante</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blocs</translation>
    </message>
    <message>
        <source>&amp;Mask</source>
        <translation>&amp;Masque</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>Préfixe</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>&amp;Token</translation>
    </message>
    <message>
        <source>Its position, counted from 0.</source>
        <translation>Sa position, comptée à partir de 0.</translation>
    </message>
    <message>
        <source>Head off</source>
        <translation>Tête désactivée</translation>
    </message>
    <message>
        <source>Head scaled</source>
        <translation>Tête mise à l’échelle</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Facteur</translation>
    </message>
    <message>
        <source>Head at its mean</source>
        <translation>Tête à sa moyenne</translation>
    </message>
    <message>
        <source>Pattern replaced</source>
        <translation>Motif remplacé</translation>
    </message>
    <message>
        <source>&amp;Pattern</source>
        <translation>&amp;Motif</translation>
    </message>
    <message>
        <source>Each token on itself</source>
        <translation>Chaque token sur lui-même</translation>
    </message>
    <message>
        <source>On the previous token</source>
        <translation>Sur le token précédent</translation>
    </message>
    <message>
        <source>On the first token</source>
        <translation>Sur le premier token</translation>
    </message>
    <message>
        <source>Frozen from another run</source>
        <translation>Figé d’une autre exécution</translation>
    </message>
    <message>
        <source>Patched from another sentence</source>
        <translation>Greffé d’une autre phrase</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>Head outputs</source>
        <translation>Sorties des têtes</translation>
    </message>
    <message>
        <source>The stream before the layer</source>
        <translation>Le flux avant la couche</translation>
    </message>
    <message>
        <source>No positions</source>
        <translation>Aucune position</translation>
    </message>
    <message>
        <source>Positions shifted</source>
        <translation>Positions décalées</translation>
    </message>
    <message>
        <source>Positions of another table</source>
        <translation>Positions d’une autre table</translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation>&amp;Table</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucune</translation>
    </message>
    <message>
        <source>Sinusoids, interleaved</source>
        <translation>Sinusoïdes, entrelacées</translation>
    </message>
    <message>
        <source>Sinusoids, in halves</source>
        <translation>Sinusoïdes, par moitiés</translation>
    </message>
    <message>
        <source>The learned table</source>
        <translation>La table apprise</translation>
    </message>
    <message>
        <source>S&amp;hift</source>
        <translation>&amp;Décalage</translation>
    </message>
    <message>
        <source>Mask cells</source>
        <translation>Cellules du masque</translation>
    </message>
    <message>
        <source>Bidirectional prefix</source>
        <translation>Préfixe bidirectionnel</translation>
    </message>
    <message>
        <source>No token can attend to this one, not even in cross-attention.</source>
        <translation>Aucun token ne peut voir celui-ci, pas même en attention croisée.</translation>
    </message>
    <message>
        <source>Hidden token</source>
        <translation>Token caché</translation>
    </message>
    <message>
        <source>Sets the head’s output to zero, before the output projection (zero ablation).</source>
        <translation>Met la sortie de la tête à zéro, avant la projection de sortie (ablation à zéro).</translation>
    </message>
    <message>
        <source>Replaces every row of the head’s output by its mean in the unedited model (mean ablation).</source>
        <translation>Remplace chaque ligne de la sortie de la tête par sa moyenne dans le modèle sans modifications (ablation par la moyenne).</translation>
    </message>
    <message>
        <source>Uniform over the allowed keys</source>
        <translation>Uniforme sur les clés autorisées</translation>
    </message>
    <message>
        <source>%1 at position %2, from %3 at position %4</source>
        <translation>%1 à la position %2, depuis %3 à la position %4</translation>
    </message>
    <message>
        <source>Replaces activations by those of another input (activation patching).</source>
        <translation>Remplace des activations par celles d’une autre entrée (greffe d’activations).</translation>
    </message>
    <message>
        <source>&amp;Activation</source>
        <translation>&amp;Activation</translation>
    </message>
    <message>
        <source>Changes the positions given to this stack’s tokens.</source>
        <translation>Change les positions données aux tokens de cette pile.</translation>
    </message>
    <message>
        <source>Moves every token this many positions later.</source>
        <translation>Décale chaque token de ce nombre de positions.</translation>
    </message>
    <message>
        <source>Mask this cell (this head)</source>
        <translation>Masquer cette cellule (cette tête)</translation>
    </message>
    <message>
        <source>Allow this cell (this head)</source>
        <translation>Autoriser cette cellule (cette tête)</translation>
    </message>
    <message>
        <source>the model’s own</source>
        <translation>celles du modèle</translation>
    </message>
    <message>
        <source>%1: %2 can attend to %3</source>
        <translation>%1&#xa0;: %2 peut voir %3</translation>
    </message>
    <message>
        <source>%1: no token can attend to any</source>
        <translation>%1&#xa0;: aucun token ne peut en voir aucun</translation>
    </message>
    <message>
        <source>%1: no token can attend to %2</source>
        <translation>%1&#xa0;: aucun token ne peut voir %2</translation>
    </message>
    <message>
        <source>%1: %2 can attend to no token</source>
        <translation>%1&#xa0;: %2 ne peut voir aucun token</translation>
    </message>
    <message>
        <source>%1: %2 cannot attend to %3</source>
        <translation>%1&#xa0;: %2 ne peut pas voir %3</translation>
    </message>
    <message>
        <source>Changes the mask in a rectangle of cells; rows are queries, columns keys.</source>
        <translation>Change le masque dans un rectangle de cellules&#xa0;: requêtes en lignes, clés en colonnes.</translation>
    </message>
    <message>
        <source>the queries cannot attend to the keys</source>
        <translation>les requêtes ne peuvent pas voir les clés</translation>
    </message>
    <message>
        <source>the queries can attend to the keys</source>
        <translation>les requêtes peuvent voir les clés</translation>
    </message>
    <message>
        <source>Limits each token to keys nearer than this.</source>
        <translation>Limite chaque token aux clés plus proches que cela.</translation>
    </message>
    <message>
        <source>Limits each token to the keys of its block.</source>
        <translation>Limite chaque token aux clés de son bloc.</translation>
    </message>
    <message>
        <source>Lets the first tokens see each other in both directions.</source>
        <translation>Laisse les premiers tokens se voir dans les deux sens.</translation>
    </message>
    <message>
        <source>%1 hidden from all tokens</source>
        <translation>%1&#xa0;: caché à tous les tokens</translation>
    </message>
    <message>
        <source>Multiplies the head’s output by a factor, before the output projection.</source>
        <translation>Multiplie la sortie de la tête par un facteur, avant la projection de sortie.</translation>
    </message>
    <message>
        <source>0 switches off the head, 1 leaves it unchanged.</source>
        <translation>0 désactive la tête, 1 la laisse telle quelle.</translation>
    </message>
    <message>
        <source>Replaces the head’s weights after the softmax; the mask stays in force.</source>
        <translation>Remplace les poids de la tête après le softmax&#xa0;; le masque reste en vigueur.</translation>
    </message>
    <message>
        <source>The model’s own</source>
        <translation>Celles du modèle</translation>
    </message>
    <message>
        <source>Hide %1 from all tokens</source>
        <translation>Cacher %1 à tous les tokens</translation>
    </message>
    <message>
        <source>without edits token %1 is %2; now there is none</source>
        <translation>sans modifications, le token %1 est %2&#xa0;; il n’existe plus</translation>
    </message>
    <message>
        <source>without edits token %1 is %2, now %3</source>
        <translation>sans modifications, le token %1 est %2&#xa0;; maintenant %3</translation>
    </message>
    <message>
        <source>Layer %1 · expert %2: off</source>
        <translation>Couche %1 · expert %2&#xa0;: désactivé</translation>
    </message>
    <message>
        <source>Sets the expert’s output to zero; the router still chooses it as before.</source>
        <translation>Met la sortie de l’expert à zéro&#xa0;; le routeur le choisit comme avant.</translation>
    </message>
    <message>
        <source>Expert off</source>
        <translation>Expert désactivé</translation>
    </message>
    <message>
        <source>sinusoids, steep</source>
        <translation>sinusoïdes, raides</translation>
    </message>
    <message>
        <source>sinusoids, steep, all angles</source>
        <translation>sinusoïdes, raides, tous les angles</translation>
    </message>
    <message>
        <source>Sinusoids, steep</source>
        <translation>Sinusoïdes, raides</translation>
    </message>
    <message>
        <source>Sinusoids, steep, all angles</source>
        <translation>Sinusoïdes, raides, tous les angles</translation>
    </message>
    <message>
        <source>%1: scores × %2</source>
        <translation>%1&#xa0;: scores ×&#xa0;%2</translation>
    </message>
    <message>
        <source>%1: scores not scaled</source>
        <translation>%1&#xa0;: scores sans facteur</translation>
    </message>
    <message>
        <source>%1: scores ÷ √d_k</source>
        <translation>%1&#xa0;: scores ÷ √d_k</translation>
    </message>
    <message>
        <source>%1: scores ÷ √d_model</source>
        <translation>%1&#xa0;: scores ÷ √d_model</translation>
    </message>
    <message>
        <source>Changes what the dot products are multiplied by. The paper divides them by √d_k; dividing by √d_model is a slip that is often seen.</source>
        <translation>Change le facteur des produits scalaires. L’article les divise par √d_k&#xa0;; diviser par √d_model est une erreur fréquente.</translation>
    </message>
    <message>
        <source>Another scale</source>
        <translation>Autre facteur</translation>
    </message>
    <message>
        <source>S&amp;cale</source>
        <translation>Fac&amp;teur</translation>
    </message>
    <message>
        <source>× a number</source>
        <translation>× un nombre</translation>
    </message>
    <message>
        <source>÷ √d_k</source>
        <translation>÷ √d_k</translation>
    </message>
    <message>
        <source>÷ √d_model</source>
        <translation>÷ √d_model</translation>
    </message>
    <message>
        <source>&amp;Number</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>Multiplies the dot products, if the scale is a number.</source>
        <translation>Multiplie les produits scalaires, si le facteur est un nombre.</translation>
    </message>
    <message>
        <source>%1: plain dot products</source>
        <translation>%1&#xa0;: produits scalaires simples</translation>
    </message>
    <message>
        <source>%1: scaled dot products</source>
        <translation>%1&#xa0;: produits scalaires avec facteur</translation>
    </message>
    <message>
        <source>%1: cosine of the angle</source>
        <translation>%1&#xa0;: cosinus de l’angle</translation>
    </message>
    <message>
        <source>%1: additive, without tanh</source>
        <translation>%1&#xa0;: additive, sans tanh</translation>
    </message>
    <message>
        <source>Compares queries and keys in another way. Additive attention without tanh cannot tell queries apart: every row gets the same weights.</source>
        <translation>Compare requêtes et clés autrement. L’attention additive sans tanh ne distingue pas les requêtes&#xa0;: toutes les lignes ont les mêmes poids.</translation>
    </message>
    <message>
        <source>Another similarity</source>
        <translation>Autre similarité</translation>
    </message>
    <message>
        <source>S&amp;imilarity</source>
        <translation>S&amp;imilarité</translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation>Produit scalaire</translation>
    </message>
    <message>
        <source>Dot product ÷ √d_k</source>
        <translation>Produit scalaire ÷ √d_k</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Cosinus</translation>
    </message>
    <message>
        <source>Additive, without tanh</source>
        <translation>Additive, sans tanh</translation>
    </message>
    <message>
        <source>%1: shares of the scores, no softmax</source>
        <translation>%1&#xa0;: parts des scores, sans softmax</translation>
    </message>
    <message>
        <source>%1: softmax</source>
        <translation>%1&#xa0;: softmax</translation>
    </message>
    <message>
        <source>Turns scores into weights without softmax: each score is divided by the sum of its row. Weights may then be negative.</source>
        <translation>Change les scores en poids sans softmax&#xa0;: chaque score est divisé par la somme de sa ligne. Les poids peuvent alors être négatifs.</translation>
    </message>
    <message>
        <source>Shares instead of softmax</source>
        <translation>Parts au lieu de softmax</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>&amp;Poids</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Shares of the scores</source>
        <translation>Parts des scores</translation>
    </message>
    <message>
        <source>%1: masked scores become −∞</source>
        <translation>%1&#xa0;: les scores masqués deviennent −∞</translation>
    </message>
    <message>
        <source>%1: masked scores become −10⁹</source>
        <translation>%1&#xa0;: les scores masqués deviennent −10⁹</translation>
    </message>
    <message>
        <source>Changes what masked scores become. It matters only in rows that can attend to nothing.</source>
        <translation>Change ce que deviennent les scores masqués. Cela ne compte que dans les lignes qui ne voient rien.</translation>
    </message>
    <message>
        <source>Another number for masked</source>
        <translation>Autre nombre pour les scores masqués</translation>
    </message>
    <message>
        <source>Mas&amp;ked</source>
        <translation>Mas&amp;qués</translation>
    </message>
    <message>
        <source>−∞</source>
        <translation>−∞</translation>
    </message>
    <message>
        <source>−10⁹</source>
        <translation>−10⁹</translation>
    </message>
    <message>
        <source>&amp;Empty rows</source>
        <translation>Lignes &amp;vides</translation>
    </message>
    <message>
        <source>What becomes of a row that can attend to nothing.</source>
        <translation>Ce que devient une ligne qui ne voit rien.</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>Zéro</translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation>Uniforme</translation>
    </message>
    <message>
        <source>Not a number</source>
        <translation>Pas un nombre</translation>
    </message>
    <message>
        <source>Dropout as in training, seed %1</source>
        <translation>Dropout comme à l’entraînement, graine&#xa0;%1</translation>
    </message>
    <message>
        <source>Sets numbers to zero at random, as in training, and scales the others up so that the mean stays. Another seed drops others.</source>
        <translation>Met des nombres à zéro au hasard, comme à l’entraînement, et agrandit les autres pour que la moyenne reste. Une autre graine en choisit d’autres.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>&amp;Embeddings</source>
        <translation>Plong&amp;ements</translation>
    </message>
    <message>
        <source>Share of the embeddings + positions that is dropped.</source>
        <translation>Part des plongements + positions mise à zéro.</translation>
    </message>
    <message>
        <source>Share of the attention weights that is dropped.</source>
        <translation>Part des poids d’attention mise à zéro.</translation>
    </message>
    <message>
        <source>Su&amp;b-layers</source>
        <translation>Sous-&amp;couches</translation>
    </message>
    <message>
        <source>Share of the sub-layers’ updates that is dropped.</source>
        <translation>Part des mises à jour des sous-couches mise à zéro.</translation>
    </message>
    <message>
        <source>Hidden &amp;units</source>
        <translation>&amp;Unités cachées</translation>
    </message>
    <message>
        <source>Share of the feed-forward layer’s hidden units that is dropped.</source>
        <translation>Part des unités cachées de la couche feed-forward mise à zéro.</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>&amp;Graine</translation>
    </message>
    <message>
        <source>The same seed drops the same numbers.</source>
        <translation>La même graine met à zéro les mêmes nombres.</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Passes</translation>
    </message>
    <message>
        <source>More than one: passes with this seed and those after it. The heatmap then also has their mean and their spread.</source>
        <translation>Plus d’une&#xa0;: des passes avec cette graine et les suivantes. La carte a alors aussi leur moyenne et leur dispersion.</translation>
    </message>
    <message>
        <source>All encoder layers</source>
        <translation>Toutes les couches de l’encodeur</translation>
    </message>
    <message>
        <source>All decoder layers</source>
        <translation>Toutes les couches du décodeur</translation>
    </message>
    <message>
        <source>Encoder layer %1</source>
        <translation>Encodeur, couche %1</translation>
    </message>
    <message>
        <source>Decoder layer %1</source>
        <translation>Décodeur, couche %1</translation>
    </message>
    <message>
        <source>%1: skipped</source>
        <translation>%1&#xa0;: sautée</translation>
    </message>
    <message>
        <source>%1: residual from before cross-attention</source>
        <translation>%1&#xa0;: résidu d’avant l’attention croisée</translation>
    </message>
    <message>
        <source>%1: all heads read head 0</source>
        <translation>%1&#xa0;: toutes les têtes lisent la tête 0</translation>
    </message>
    <message>
        <source>The layer passes its input on. Its attention is still computed and shown, but what it adds is lost. A stack that returns the input of its last layer does this by mistake.</source>
        <translation>La couche transmet son entrée telle quelle. Son attention est toujours calculée et montrée, mais ce qu’elle ajoute est perdu. Une pile qui rend l’entrée de sa dernière couche fait cela par erreur.</translation>
    </message>
    <message>
        <source>The sum behind the feed-forward layer takes the stream from before cross-attention: a slip that loses what cross-attention added, except what went through the feed-forward layer.</source>
        <translation>La somme derrière la couche feed-forward prend le flux d’avant l’attention croisée&#xa0;: une erreur qui perd ce que celle-ci a ajouté, sauf ce qui est passé par la couche feed-forward.</translation>
    </message>
    <message>
        <source>All heads of the layer read the queries, keys and values of head 0, as in a loop that uses the same variable every time. All maps are then the same.</source>
        <translation>Toutes les têtes de la couche lisent les requêtes, clés et valeurs de la tête 0, comme dans une boucle qui prend toujours la même variable. Toutes les cartes sont alors les mêmes.</translation>
    </message>
    <message>
        <source>Skip the layer</source>
        <translation>Sauter la couche</translation>
    </message>
    <message>
        <source>One head for all (a slip)</source>
        <translation>Une tête pour toutes (une erreur)</translation>
    </message>
    <message>
        <source>Residual from before cross-attention (a slip)</source>
        <translation>Résidu d’avant l’attention croisée (une erreur)</translation>
    </message>
    <message>
        <source>&amp;Wiring</source>
        <translation>&amp;Câblage</translation>
    </message>
    <message>
        <source>Residual from before cross-attention</source>
        <translation>Résidu d’avant l’attention croisée</translation>
    </message>
    <message>
        <source>All heads read head 0</source>
        <translation>Toutes les têtes lisent la tête 0</translation>
    </message>
    <message>
        <source>&amp;Layer</source>
        <translation>Co&amp;uche</translation>
    </message>
    <message>
        <source>The layer, counted from 0; −1: all layers of the stack.</source>
        <translation>La couche, comptée à partir de 0&#xa0;; −1&#xa0;: toutes les couches de la pile.</translation>
    </message>
    <message>
        <source>Dropout as in training, seed %1, %2 runs</source>
        <translation>Dropout comme à l’entraînement, graine %1, %2 passes</translation>
    </message>
    <message>
        <source>Adapter off</source>
        <translation>Adaptateur désactivé</translation>
    </message>
    <message>
        <source>Adapter %1 off</source>
        <translation>Adaptateur %1 désactivé</translation>
    </message>
    <message>
        <source>Runs the base model, without the LoRA adapter that was opened over it.</source>
        <translation>Exécute le modèle de base, sans l’adaptateur LoRA ouvert par-dessus.</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>poids</translation>
    </message>
    <message>
        <source>attention’s output</source>
        <translation>sortie de l’attention</translation>
    </message>
    <message>
        <source>feed-forward’s output</source>
        <translation>sortie du feed-forward</translation>
    </message>
    <message>
        <source>stream before the layer</source>
        <translation>flux avant la couche</translation>
    </message>
    <message>
        <source>stream before the feed-forward</source>
        <translation>flux avant le feed-forward</translation>
    </message>
    <message>
        <source>%1 → %2 of %3</source>
        <translation>%1 → %2 de %3</translation>
    </message>
    <message>
        <source>%1 at position %2</source>
        <translation>%1 à la position %2</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>The attention’s output</source>
        <translation>La sortie de l’attention</translation>
    </message>
    <message>
        <source>The stream before the feed-forward</source>
        <translation>Le flux avant le feed-forward</translation>
    </message>
    <message>
        <source>The feed-forward’s output</source>
        <translation>La sortie du feed-forward</translation>
    </message>
    <message>
        <source>encoder causal mask on</source>
        <translation>masque causal de l’encodeur actif</translation>
    </message>
    <message>
        <source>encoder causal mask off</source>
        <translation>masque causal de l’encodeur inactif</translation>
    </message>
    <message>
        <source>decoder causal mask on</source>
        <translation>masque causal du décodeur actif</translation>
    </message>
    <message>
        <source>decoder causal mask off</source>
        <translation>masque causal du décodeur inactif</translation>
    </message>
    <message>
        <source>padding mask off</source>
        <translation>masque de remplissage inactif</translation>
    </message>
</context>
<context>
    <name>headlight</name>
    <message>
        <source>About Headlight</source>
        <translation>À propos de Headlight</translation>
    </message>
    <message>
        <source>This program is free software under the GNU General Public License, version 3 or later. It comes without any warranty.</source>
        <translation>Ce programme est un logiciel libre, sous licence publique générale GNU, version 3 ou ultérieure. Il est fourni sans aucune garantie.</translation>
    </message>
    <message>
        <source>The built-in model was trained on English and French sentences of Tatoeba (&lt;a href=&quot;https://tatoeba.org&quot;&gt;tatoeba.org&lt;/a&gt;), which its contributors publish under the licence &lt;a href=&quot;https://creativecommons.org/licenses/by/2.0/fr/&quot;&gt;CC BY 2.0 FR&lt;/a&gt;.</source>
        <translation>Le modèle intégré a été entraîné sur des phrases anglaises et françaises de Tatoeba (&lt;a href=&quot;https://tatoeba.org&quot;&gt;tatoeba.org&lt;/a&gt;), que ses contributeurs publient sous la licence &lt;a href=&quot;https://creativecommons.org/licenses/by/2.0/fr/&quot;&gt;CC BY 2.0 FR&lt;/a&gt;.</translation>
    </message>
    <message>
        <source>It is written with Qt, QCustomPlot, Eigen, ICU and SentencePiece.</source>
        <translation>Il est écrit avec Qt, QCustomPlot, Eigen, ICU et SentencePiece.</translation>
    </message>
    <message>
        <source>The stream of this text was not recorded.</source>
        <translation>Le flux de ce texte n’a pas été enregistré.</translation>
    </message>
    <message>
        <source>L2 norms of the stream and of what each sub-layer adds to it, as recorded.</source>
        <translation>Normes L2 du flux et de ce que chaque sous-couche y ajoute, telles qu’enregistrées.</translation>
    </message>
    <message>
        <source>Not a part of the typed text</source>
        <translation>Ne fait pas partie du texte saisi</translation>
    </message>
    <message>
        <source>Character %1 of the text</source>
        <translation>Caractère %1 du texte</translation>
    </message>
    <message>
        <source>Characters %1–%2 of the text</source>
        <translation>Caractères %1 à %2 du texte</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>«&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>Position %1 of %2 (from 0), id %3</source>
        <translation>Position %1 sur %2 (à partir de 0), identifiant %3</translation>
    </message>
    <message>
        <source>Padding: beyond the end of this sentence</source>
        <translation>Remplissage&#xa0;: au-delà de la fin de cette phrase</translation>
    </message>
    <message>
        <source>Special token</source>
        <translation>Token spécial</translation>
    </message>
    <message>
        <source>Segment %1</source>
        <translation>Segment %1</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>Normalisation de couche</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>Normalisation RMS</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Attention croisée</translation>
    </message>
    <message>
        <source>Masked self-attention</source>
        <translation>Auto-attention masquée</translation>
    </message>
    <message>
        <source>Self-attention</source>
        <translation>Auto-attention</translation>
    </message>
    <message>
        <source>%1 heads of %2, %3 key/value</source>
        <translation>%1 têtes, largeur %2, dont %3 clé/valeur</translation>
    </message>
    <message>
        <source>window %1</source>
        <translation>fenêtre %1</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>rotatif</translation>
    </message>
    <message>
        <source>relative bias</source>
        <translation>biais relatif</translation>
    </message>
    <message>
        <source>cap %1</source>
        <translation>soft-cap %1</translation>
    </message>
    <message>
        <source>shared with the encoder</source>
        <translation>partagé avec l’encodeur</translation>
    </message>
    <message>
        <source>+ Positions: sinusoids</source>
        <translation>+ Positions&#xa0;: sinusoïdes</translation>
    </message>
    <message>
        <source>+ Positions: learned</source>
        <translation>+ Positions&#xa0;: apprises</translation>
    </message>
    <message>
        <source>Positions: rotary</source>
        <translation>Positions&#xa0;: rotatives</translation>
    </message>
    <message>
        <source>Positions: relative bias</source>
        <translation>Positions&#xa0;: biais relatif</translation>
    </message>
    <message>
        <source>Positions: ALiBi</source>
        <translation>Positions&#xa0;: ALiBi</translation>
    </message>
    <message>
        <source>No positions</source>
        <translation>Aucune position</translation>
    </message>
    <message>
        <source>turns queries and keys in each layer</source>
        <translation>fait tourner requêtes et clés dans chaque couche</translation>
    </message>
    <message>
        <source>added to the scores in each layer</source>
        <translation>ajouté aux scores dans chaque couche</translation>
    </message>
    <message>
        <source>a formula, no parameters</source>
        <translation>formule, sans paramètres</translation>
    </message>
    <message>
        <source>%1 logits</source>
        <translation>%1 logits</translation>
    </message>
    <message>
        <source>tied to the embedding</source>
        <translation>liée au plongement</translation>
    </message>
    <message>
        <source>%1 (layers %2)</source>
        <translation>%1 (couches %2)</translation>
    </message>
    <message>
        <source>sinusoidal, interleaved</source>
        <translation>sinusoïdal, entrelacé</translation>
    </message>
    <message>
        <source>sinusoidal, sines first</source>
        <translation>sinusoïdal, sinus d’abord</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>appris</translation>
    </message>
    <message>
        <source>rotary, on %1 of %2 dimensions</source>
        <translation>rotatif, sur %1 des %2 dimensions</translation>
    </message>
    <message>
        <source>relative, %1 buckets</source>
        <translation>relatif, %1 tranches de distance</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>after each sub-layer</source>
        <translation>après chaque sous-couche</translation>
    </message>
    <message>
        <source>before each sub-layer</source>
        <translation>avant chaque sous-couche</translation>
    </message>
    <message>
        <source>before and after each sub-layer</source>
        <translation>avant et après chaque sous-couche</translation>
    </message>
    <message>
        <source>%1, with %2 key/value heads</source>
        <translation>%1, avec %2 têtes clé/valeur</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>causal</translation>
    </message>
    <message>
        <source>causal, sliding window of %1</source>
        <translation>causal, fenêtre glissante de %1</translation>
    </message>
    <message>
        <source>sliding window of %1</source>
        <translation>fenêtre glissante de %1</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Couches</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Têtes</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>Largeur d’une tête</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Masque</translation>
    </message>
    <message>
        <source>In a sliding window a query sees only that many keys, itself included.</source>
        <translation>Dans une fenêtre glissante, une requête ne voit que ce nombre de clés, elle-même comprise.</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positions</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>Segments</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>encoder and decoder</source>
        <translation>encodeur et décodeur</translation>
    </message>
    <message>
        <source>encoder only</source>
        <translation>encodeur seul</translation>
    </message>
    <message>
        <source>decoder only</source>
        <translation>décodeur seul</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Famille</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Genre</translation>
    </message>
    <message>
        <source>d_model</source>
        <translation>d_model</translation>
    </message>
    <message>
        <source>Width of the stream between the layers</source>
        <translation>Largeur du flux entre les couches</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>none: the checkpoint has no language-model head</source>
        <translation>aucun&#xa0;: le modèle n’a pas de tête de langage</translation>
    </message>
    <message>
        <source>of masked words</source>
        <translation>pour des mots masqués</translation>
    </message>
    <message>
        <source>of the next word</source>
        <translation>pour le mot suivant</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>%1, half precision kept</source>
        <translation>%1, demi-précision gardée</translation>
    </message>
    <message>
        <source>%1, as F32</source>
        <translation>%1, en F32</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Tied weights are counted once.</source>
        <translation>Les poids liés sont comptés une fois.</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>Dans le fichier</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>En mémoire</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokeniseur</translation>
    </message>
    <message>
        <source>none: type token ids</source>
        <translation>aucun&#xa0;: saisissez des identifiants</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Target side</source>
        <translation>Côté cible</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>et %1 de plus</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>Tokens spéciaux</translation>
    </message>
    <message>
        <source>Each with its id</source>
        <translation>Chacun avec son identifiant</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Gabarit de dialogue</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>Encodeur</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>Décodeur</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 paramètres</translation>
    </message>
    <message>
        <source>%1 million parameters</source>
        <translation>%1 millions de paramètres</translation>
    </message>
    <message>
        <source>%1 + %2 layers</source>
        <translation>%1 + %2 couches</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 têtes</translation>
    </message>
    <message>
        <source>The model could not be opened: %1</source>
        <translation>Le modèle n’a pas pu être ouvert&#xa0;: %1</translation>
    </message>
    <message>
        <source>The trace file could not be opened: %1</source>
        <translation>Le fichier de trace n’a pas pu être ouvert&#xa0;: %1</translation>
    </message>
    <message>
        <source>The export failed: %1</source>
        <translation>L’exportation a échoué&#xa0;: %1</translation>
    </message>
    <message>
        <source>The session could not be opened: %1</source>
        <translation>La session n’a pas pu être ouverte&#xa0;: %1</translation>
    </message>
    <message>
        <source>The session could not be saved: %1</source>
        <translation>La session n’a pas pu être enregistrée&#xa0;: %1</translation>
    </message>
    <message>
        <source>Check that the file is still where it was.</source>
        <translation>Vérifiez que le fichier est toujours à sa place.</translation>
    </message>
    <message>
        <source>Shorten the text.</source>
        <translation>Raccourcissez le texte.</translation>
    </message>
    <message>
        <source>Close other programs, shorten the text, or choose a smaller model.</source>
        <translation>Fermez d’autres programmes, raccourcissez le texte ou choisissez un modèle plus petit.</translation>
    </message>
    <message>
        <source>Change the text, or undo the last change with Ctrl+Z.</source>
        <translation>Changez le texte, ou annulez la dernière modification avec Ctrl+Z.</translation>
    </message>
    <message>
        <source>The session was written by a newer version of Headlight.</source>
        <translation>La session a été écrite par une version plus récente de Headlight.</translation>
    </message>
    <message>
        <source>The rest is in the file.</source>
        <translation>Le reste est dans le fichier.</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Calcul…</translation>
    </message>
    <message>
        <source>Opening the model…</source>
        <translation>Ouverture du modèle…</translation>
    </message>
    <message>
        <source>Weights are kept in memory as stored; computation is in F32. You can change this in Preferences.</source>
        <translation>Les poids restent en mémoire tels qu’ils sont stockés&#xa0;; le calcul se fait en F32. Vous pouvez le changer dans les préférences.</translation>
    </message>
    <message>
        <source>This is not a session file, or it was edited by hand. Correct the field named above, or open another file.</source>
        <translation>Ce n’est pas un fichier de session, ou il a été modifié à la main. Corrigez le champ indiqué ou ouvrez-en un autre.</translation>
    </message>
    <message>
        <source>Headlight does not support this kind of model or file yet.</source>
        <translation>Headlight ne prend pas encore en charge ce type de modèle ou de fichier.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Arrêté.</translation>
    </message>
    <message>
        <source>Internal error: %1</source>
        <translation>Erreur interne&#xa0;: %1</translation>
    </message>
    <message>
        <source>Your text is safe. Undo the last change with Ctrl+Z, or restart Headlight.</source>
        <translation>Votre texte est conservé. Annulez la dernière modification avec Ctrl+Z, ou relancez Headlight.</translation>
    </message>
    <message>
        <source>Ignored, because this version does not know it: %1.</source>
        <translation>Ignoré, car cette version ne le connaît pas&#xa0;: %1.</translation>
    </message>
    <message>
        <source>%1 heads, width %2</source>
        <translation>%1 têtes, largeur %2</translation>
    </message>
    <message>
        <source>q, k normalised</source>
        <translation>q, k normalisés</translation>
    </message>
    <message>
        <source>order comes from the mask alone</source>
        <translation>l’ordre vient du seul masque</translation>
    </message>
    <message>
        <source>Logit lens: the model’s final norm and language-model head read the stream at every layer.</source>
        <translation>Logit lens&#xa0;: la normalisation finale et la tête de langage du modèle lisent le flux à chaque couche.</translation>
    </message>
    <message>
        <source>The language-model head has an extra layer, trained on the last layer’s stream only.</source>
        <translation>La tête de langage a une couche supplémentaire, entraînée sur le seul flux de la dernière couche.</translation>
    </message>
    <message>
        <source>Only an approximation: this post-norm model renormalises the stream in every layer, so an earlier stream is not simply part of the last one.</source>
        <translation>Une approximation seulement&#xa0;: ce modèle post-norm renormalise le flux à chaque couche, si bien qu’un flux antérieur n’est pas simplement une partie du dernier.</translation>
    </message>
    <message>
        <source>The logit lens needs the model, which a trace file does not include. Open the model to use it.</source>
        <translation>Le logit lens a besoin du modèle, qu’un fichier de trace ne contient pas. Ouvrez le modèle pour l’utiliser.</translation>
    </message>
    <message>
        <source>This model has no language-model head, so the logit lens does not apply. Choose “Norms” instead.</source>
        <translation>Ce modèle n’a pas de tête de langage&#xa0;: le logit lens ne s’applique pas. Choisissez plutôt «&#xa0;Normes&#xa0;».</translation>
    </message>
    <message>
        <source>The language-model head reads the decoder’s stream only. For the encoder choose “Norms”.</source>
        <translation>La tête de langage ne lit que le flux du décodeur. Pour l’encodeur, choisissez «&#xa0;Normes&#xa0;».</translation>
    </message>
    <message>
        <source>This post-norm model normalises after each update, so the norms do not add up.</source>
        <translation>Ce modèle post-norm normalise après chaque mise à jour&#xa0;: les normes ne s’additionnent pas.</translation>
    </message>
    <message>
        <source>Cosine of each update with the stream that enters the layer: −1 removes, 0 adds something new, +1 reinforces.</source>
        <translation>Cosinus de chaque mise à jour avec le flux qui entre dans la couche&#xa0;: −1 retire, 0 ajoute du nouveau, +1 renforce.</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Plongements</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Requêtes</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Clés</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Scores</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Biais</translation>
    </message>
    <message>
        <source>Head output</source>
        <translation>Sortie de tête</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Flux</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>Normalisation finale</translation>
    </message>
    <message>
        <source>Attention update</source>
        <translation>Mise à jour de l’attention</translation>
    </message>
    <message>
        <source>Feed-forward update</source>
        <translation>Mise à jour du feed-forward</translation>
    </message>
    <message>
        <source>emb.</source>
        <translation>pl.</translation>
    </message>
    <message>
        <source>pos.</source>
        <translation>pos.</translation>
    </message>
    <message>
        <source>seg.</source>
        <translation>seg.</translation>
    </message>
    <message>
        <source>%1 · Tokens</source>
        <translation>%1 · Tokens</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · Next token</source>
        <translation>%1 · Token suivant</translation>
    </message>
    <message>
        <source>%1. Click the title to fold it.</source>
        <translation>%1. Cliquez sur le titre pour la replier.</translation>
    </message>
    <message>
        <source>%1. Click the title to open it.</source>
        <translation>%1. Cliquez sur le titre pour l’ouvrir.</translation>
    </message>
    <message>
        <source>%1: the most likely tokens after the followed one.</source>
        <translation>%1&#xa0;: les tokens les plus probables après le token suivi.</translation>
    </message>
    <message>
        <source>%1: %2 (position %3)</source>
        <translation>%1&#xa0;: %2 (position %3)</translation>
    </message>
    <message>
        <source>%1: %2 to %3 is %4</source>
        <translation>%1&#xa0;: de %2 vers %3&#xa0;: %4</translation>
    </message>
    <message>
        <source>%1: after %2, token id %3 is %4</source>
        <translation>%1&#xa0;: après %2, token d’identifiant %3&#xa0;: %4</translation>
    </message>
    <message>
        <source>%1: %2, dimension %3 is %4</source>
        <translation>%1&#xa0;: %2, dimension %3&#xa0;: %4</translation>
    </message>
    <message>
        <source>Enter shows it in the Heatmap.</source>
        <translation>Entrée l’affiche dans la carte de chaleur.</translation>
    </message>
    <message>
        <source>Enter shows the positional encodings.</source>
        <translation>Entrée affiche les encodages positionnels.</translation>
    </message>
    <message>
        <source>Enter shows the residual stream.</source>
        <translation>Entrée affiche le flux résiduel.</translation>
    </message>
    <message>
        <source>Enter shows the decoding.</source>
        <translation>Entrée affiche le décodage.</translation>
    </message>
    <message>
        <source>Enter shows the tokens.</source>
        <translation>Entrée affiche les tokens.</translation>
    </message>
    <message>
        <source>Enter shows how the cell is computed.</source>
        <translation>Entrée affiche le calcul de la cellule.</translation>
    </message>
    <message>
        <source>Shows what a transformer’s attention heads do. It runs on this computer only and sends nothing anywhere.</source>
        <translation>Montre ce que font les têtes d’attention d’un transformeur. Le programme tourne sur cet ordinateur seul et n’envoie rien nulle part.</translation>
    </message>
    <message>
        <source>at most %1 tokens</source>
        <translation>au plus %1 tokens</translation>
    </message>
    <message>
        <source>made for %1 tokens</source>
        <translation>fait pour %1 tokens</translation>
    </message>
    <message>
        <source>If there are fewer key/value heads than heads, several heads share one.</source>
        <translation>S’il y a moins de têtes clé/valeur que de têtes, plusieurs têtes en partagent une.</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>à porte</translation>
    </message>
    <message>
        <source>Norm layers</source>
        <translation>Normalisations</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architecture</translation>
    </message>
    <message>
        <source>Weights stored as F32 are read from the file when needed.</source>
        <translation>Les poids stockés en F32 sont lus dans le fichier au besoin.</translation>
    </message>
    <message>
        <source>has a separate tokenizer</source>
        <translation>a son propre tokeniseur</translation>
    </message>
    <message>
        <source>Choose a folder with config.json and the weights, as downloaded from Hugging Face.</source>
        <translation>Choisissez un dossier qui contient config.json et les poids, tel que téléchargé de Hugging Face.</translation>
    </message>
    <message>
        <source>Check that you are allowed to read the file, or copy it to one of your folders.</source>
        <translation>Vérifiez que vous avez le droit de lire le fichier, ou copiez-le dans un de vos dossiers.</translation>
    </message>
    <message>
        <source>Choose another folder, or free some disk space.</source>
        <translation>Choisissez un autre dossier, ou libérez de l’espace disque.</translation>
    </message>
    <message>
        <source>The file may be damaged or incomplete. Download it again.</source>
        <translation>Le fichier est peut-être abîmé ou incomplet. Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>The weights do not match config.json. Download the whole folder again.</source>
        <translation>Les poids ne correspondent pas à config.json. Téléchargez de nouveau tout le dossier.</translation>
    </message>
    <message>
        <source>The numbers may be wrong: %1</source>
        <translation>Les nombres sont peut-être faux&#xa0;: %1</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>with an extra layer</source>
        <translation>avec une couche supplémentaire</translation>
    </message>
    <message>
        <source>Logit lens: the model’s language-model head reads the stream at every layer.</source>
        <translation>Logit lens&#xa0;: la tête de langage du modèle lit le flux à chaque couche.</translation>
    </message>
    <message>
        <source>This trace was recorded with a different model from the one that is open.</source>
        <translation>Cette trace a été enregistrée avec un autre modèle que celui qui est ouvert.</translation>
    </message>
    <message>
        <source>Norm of each update relative to the stream that enters the layer.</source>
        <translation>Norme de chaque mise à jour rapportée au flux qui entre dans la couche.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Open (%1)</source>
        <translation>Ouvrir (%1)</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Commencer</translation>
    </message>
    <message>
        <source>Open model</source>
        <translation>Ouvrir le modèle</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Copier la commande</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>Après %1</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>À %1</translation>
    </message>
    <message>
        <source>The logits after this token were not recorded.</source>
        <translation>Les logits après ce token n’ont pas été enregistrés.</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Couche %1</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Normalisation</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>crois.</translation>
    </message>
    <message>
        <source>self</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>non enregistré</translation>
    </message>
    <message>
        <source>Queries, rotated</source>
        <translation>Requêtes, tournées</translation>
    </message>
    <message>
        <source>Keys, rotated</source>
        <translation>Clés, tournées</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>Beams × %1</source>
        <translation>Faisceaux × %1</translation>
    </message>
    <message>
        <source>Beam search decodes every sentence until you switch it off. Click to decode greedily.</source>
        <translation>La recherche en faisceau décode chaque phrase tant que vous ne la désactivez pas. Cliquer pour revenir au décodage glouton.</translation>
    </message>
    <message>
        <source>Decode greedily</source>
        <translation>Décodage glouton</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Échantillonnage</translation>
    </message>
    <message>
        <source>Tokens are picked at random, in every sentence. Click to decode greedily.</source>
        <translation>Les tokens sont tirés au hasard, dans chaque phrase. Cliquer pour revenir au décodage glouton.</translation>
    </message>
    <message>
        <source>Repetition penalty %1</source>
        <translation>Pénalité de répétition %1</translation>
    </message>
    <message>
        <source>Tokens that are in the text already become less likely. Click to switch it off.</source>
        <translation>Les tokens déjà présents deviennent moins probables. Cliquer pour la désactiver.</translation>
    </message>
    <message>
        <source>No repetition penalty</source>
        <translation>Sans pénalité de répétition</translation>
    </message>
    <message>
        <source>Prompt only</source>
        <translation>Texte saisi seul</translation>
    </message>
    <message>
        <source>Max %1</source>
        <translation>Max. %1</translation>
    </message>
    <message>
        <source>How many tokens the model may write. Click for the default, %1.</source>
        <translation>Nombre de tokens que le modèle peut écrire. Cliquer pour la valeur par défaut, %1.</translation>
    </message>
    <message>
        <source>Default number of new tokens</source>
        <translation>Nombre de nouveaux tokens par défaut</translation>
    </message>
    <message>
        <source>Reset the mask</source>
        <translation>Réinitialiser le masque</translation>
    </message>
    <message>
        <source>Causal mask on</source>
        <translation>Masque causal activé</translation>
    </message>
    <message>
        <source>Causal mask off</source>
        <translation>Masque causal désactivé</translation>
    </message>
    <message>
        <source>Encoder causal mask on</source>
        <translation>Masque causal de l’encodeur activé</translation>
    </message>
    <message>
        <source>Encoder causal mask off</source>
        <translation>Masque causal de l’encodeur désactivé</translation>
    </message>
    <message>
        <source>Padding mask off</source>
        <translation>Masque de remplissage désactivé</translation>
    </message>
    <message>
        <source>Positions off</source>
        <translation>Positions désactivées</translation>
    </message>
    <message>
        <source>Positions changed</source>
        <translation>Positions modifiées</translation>
    </message>
    <message>
        <source>Disable edits</source>
        <translation>Désactiver les modifications</translation>
    </message>
    <message>
        <source>Click to disable them.</source>
        <translation>Cliquer pour les désactiver.</translation>
    </message>
    <message numerus="yes">
        <source>%n edit(s)</source>
        <translation>
            <numerusform>%n modification</numerusform>
            <numerusform>%n modifications</numerusform>
        </translation>
    </message>
    <message>
        <source>Edits of the positions. Click to disable them.</source>
        <translation>Modifications des positions. Cliquer pour les désactiver.</translation>
    </message>
    <message>
        <source>A beam that was not chosen</source>
        <translation>Un faisceau non retenu</translation>
    </message>
    <message>
        <source>All views show this beam. Click to go back to the chosen one.</source>
        <translation>Toutes les vues montrent ce faisceau. Cliquer pour revenir à celui qui a été retenu.</translation>
    </message>
    <message>
        <source>Without edits</source>
        <translation>Sans modifications</translation>
    </message>
    <message>
        <source>The views show the run without edits. Click to see it with them.</source>
        <translation>Les vues montrent l’exécution sans modifications. Cliquer pour la voir avec elles.</translation>
    </message>
    <message>
        <source>Chosen tokens</source>
        <translation>Tokens choisis</translation>
    </message>
    <message>
        <source>The output begins with tokens that you chose. Click to let the model choose.</source>
        <translation>La sortie commence par des tokens que vous avez choisis. Cliquer pour laisser le modèle choisir.</translation>
    </message>
    <message>
        <source>Back to the model’s choice</source>
        <translation>Revenir au choix du modèle</translation>
    </message>
    <message>
        <source>Token ids</source>
        <translation>Identifiants de tokens</translation>
    </message>
    <message>
        <source>The lines are read as token ids. Click to type text again.</source>
        <translation>Les lignes sont lues comme des identifiants de tokens. Cliquer pour saisir à nouveau du texte.</translation>
    </message>
    <message>
        <source>sinusoidal, sines first, slowest wave 10000</source>
        <translation>sinusoïdal, sinus d’abord, onde la plus lente 10000</translation>
    </message>
    <message>
        <source>disentangled, %1 buckets</source>
        <translation>désenchevêtré, %1 classes</translation>
    </message>
    <message>
        <source>disentangled, %1 distances</source>
        <translation>désenchevêtré, %1 distances</translation>
    </message>
    <message>
        <source>disentangled</source>
        <translation>désenchevêtrée</translation>
    </message>
    <message>
        <source>Positions: disentangled</source>
        <translation>Positions&#xa0;: désenchevêtrées</translation>
    </message>
    <message>
        <source>two terms of the scores in each layer</source>
        <translation>deux termes des scores dans chaque couche</translation>
    </message>
    <message>
        <source>on the output of each sub-layer</source>
        <translation>sur la sortie de chaque sous-couche</translation>
    </message>
    <message>
        <source>before each sub-layer, in the residual stream</source>
        <translation>avant chaque sous-couche, dans le flux résiduel</translation>
    </message>
    <message>
        <source>sinusoidal, steep</source>
        <translation>sinusoïdal, raide</translation>
    </message>
    <message>
        <source>sinusoidal, steep, an angle for each dimension</source>
        <translation>sinusoïdal, raide, un angle par dimension</translation>
    </message>
    <message>
        <source>learned sinks</source>
        <translation>puits appris</translation>
    </message>
    <message>
        <source>%1 of %2 experts</source>
        <translation>%1 experts sur %2</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>Adaptateur</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 à %2</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Rows of A, columns of B: W x becomes W x + scale · B (A x).</source>
        <translation>Lignes de A, colonnes de B&#xa0;: W x devient W x + échelle · B (A x).</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>The scale is alpha divided by the root of the rank.</source>
        <translation>L’échelle est alpha divisé par la racine du rang.</translation>
    </message>
    <message>
        <source>The scale is alpha divided by the rank.</source>
        <translation>L’échelle est alpha divisé par le rang.</translation>
    </message>
    <message>
        <source>Target modules</source>
        <translation>Modules cibles</translation>
    </message>
    <message>
        <source>Changed matrices</source>
        <translation>Matrices modifiées</translation>
    </message>
    <message>
        <source>Not among those of the model.</source>
        <translation>Non compris dans ceux du modèle.</translation>
    </message>
    <message>
        <source>Base model</source>
        <translation>Modèle de base</translation>
    </message>
    <message>
        <source>As the adapter names it</source>
        <translation>Tel que l’adaptateur le nomme</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>%1, from the chat template</source>
        <translation>%1, écrit par le chat template</translation>
    </message>
    <message>
        <source>From the chat template</source>
        <translation>Écrit par le chat template</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>faulty</source>
        <translation>défectueux</translation>
    </message>
    <message>
        <source>Edit → Conversation writes a conversation by it. A sentence is read exactly as you type it.</source>
        <translation>Édition → Conversation s’en sert pour écrire une conversation. Une phrase est lue exactement comme vous la saisissez.</translation>
    </message>
    <message>
        <source>Nothing was recorded for %1.</source>
        <translation>Rien n’a été enregistré pour %1.</translation>
    </message>
    <message>
        <source>This layer is not computed yet.</source>
        <translation>Cette couche n’est pas encore calculée.</translation>
    </message>
    <message>
        <source>Reading all rows, to see who looks at this token…</source>
        <translation>Lecture de toutes les lignes, pour voir qui regarde ce token…</translation>
    </message>
    <message>
        <source>How to make a reference</source>
        <translation>Comment créer une référence</translation>
    </message>
    <message>
        <source>A reference is the file headlight-probe.safetensors in the model’s folder: what another implementation computes for one short input. Headlight never makes it. With PyTorch and transformers installed, this command does; open the folder again afterwards.</source>
        <translation>Une référence est le fichier headlight-probe.safetensors dans le dossier du modèle&#xa0;: ce qu’une autre implémentation calcule pour une courte entrée. Headlight ne le crée jamais. Si PyTorch et transformers sont installés, cette commande le fait&#xa0;; rouvrez ensuite le dossier.</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
    <message>
        <source>&amp;Copy command</source>
        <translation>&amp;Copier la commande</translation>
    </message>
    <message>
        <source>positional encoding</source>
        <translation>encodage positionnel</translation>
    </message>
    <message>
        <source>position</source>
        <translation>position</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>dimension</translation>
    </message>
    <message>
        <source>Difference, after − before: %1</source>
        <translation>Différence, après − avant&#xa0;: %1</translation>
    </message>
    <message>
        <source>Spread over %1 runs: %2</source>
        <translation>Dispersion sur %1 passes&#xa0;: %2</translation>
    </message>
    <message>
        <source>Mean of %1 runs: %2</source>
        <translation>Moyenne de %1 passes&#xa0;: %2</translation>
    </message>
    <message>
        <source>Positional encodings</source>
        <translation>Encodages positionnels</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>couche %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>tête %1</translation>
    </message>
    <message>
        <source>Named by what it does on this text: %1
%2
Mean over the rows of %3: %4. A head has this name from %5 on.</source>
        <translation>Nommée d’après ce qu’elle fait sur ce texte&#xa0;: %1
%2
Moyenne sur les lignes de %3&#xa0;: %4. Une tête porte ce nom à partir de %5.</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>Auto-attention de l’encodeur</translation>
    </message>
    <message>
        <source>Decoder self-attention</source>
        <translation>Auto-attention du décodeur</translation>
    </message>
    <message>
        <source>Encoder layer %1</source>
        <translation>Encodeur, couche %1</translation>
    </message>
    <message>
        <source>Decoder layer %1</source>
        <translation>Décodeur, couche %1</translation>
    </message>
    <message>
        <source>%1 · head %2</source>
        <translation>%1 · tête %2</translation>
    </message>
    <message>
        <source>layer %1 · head %2</source>
        <translation>couche %1 · tête %2</translation>
    </message>
    <message>
        <source>Mean of %1 heads</source>
        <translation>Moyenne de %1 têtes</translation>
    </message>
    <message>
        <source>Maximum of %1 heads</source>
        <translation>Maximum de %1 têtes</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>words: weights summed over a word’s key tokens, averaged over its query tokens</source>
        <translation>mots&#xa0;: poids sommés sur les tokens clés d’un mot, moyennés sur ses tokens requêtes</translation>
    </message>
    <message>
        <source>the largest weights of each row that make up %1%</source>
        <translation>les plus grands poids de chaque ligne, qui font ensemble %1&#xa0;%</translation>
    </message>
    <message>
        <source>Final norm of the stack</source>
        <translation>Normalisation finale de la pile</translation>
    </message>
    <message>
        <source>Norm over the whole matrix</source>
        <translation>Normalisation de toute la matrice</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>gain</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>biais</translation>
    </message>
    <message>
        <source>Mean and deviation are not recorded.</source>
        <translation>La moyenne et l’écart type ne sont pas enregistrés.</translation>
    </message>
    <message>
        <source>mean μ %1 · deviation σ %2</source>
        <translation>moyenne μ %1 · écart type σ %2</translation>
    </message>
    <message>
        <source>Gain and bias are weights, which a trace does not include.</source>
        <translation>Le gain et le biais sont des paramètres, qu’une trace ne contient pas.</translation>
    </message>
    <message>
        <source>%1 of %2 units are active; the others are 0.</source>
        <translation>%1 unités sur %2 sont actives&#xa0;; les autres sont à 0.</translation>
    </message>
    <message>
        <source>%1 of %2 units are above 0.</source>
        <translation>%1 unités sur %2 sont supérieures à 0.</translation>
    </message>
    <message>
        <source>expert %1 with %2</source>
        <translation>expert %1 avec %2</translation>
    </message>
    <message>
        <source>Chosen: %1.</source>
        <translation>Choisis&#xa0;: %1.</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>feed-forward</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>auto-attention</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>attention croisée</translation>
    </message>
    <message>
        <source>Into the layer: x</source>
        <translation>À l’entrée de la couche&#xa0;: x</translation>
    </message>
    <message>
        <source>the residual stream before it</source>
        <translation>le flux résiduel avant elle</translation>
    </message>
    <message>
        <source>Heads of self-attention, concatenated</source>
        <translation>Têtes d’auto-attention, concaténées</translation>
    </message>
    <message>
        <source>Heads of cross-attention, concatenated</source>
        <translation>Têtes d’attention croisée, concaténées</translation>
    </message>
    <message>
        <source>%1 heads × %2 numbers; click one to see its map</source>
        <translation>%1 têtes × %2 nombres&#xa0;; cliquez sur une tête pour voir sa carte</translation>
    </message>
    <message>
        <source>What attention adds</source>
        <translation>Ce que l’attention ajoute</translation>
    </message>
    <message>
        <source>the heads · W_O</source>
        <translation>les têtes · W_O</translation>
    </message>
    <message>
        <source>+ residual</source>
        <translation>+ résidu</translation>
    </message>
    <message>
        <source>x + self-attention + feed-forward</source>
        <translation>x + auto-attention + feed-forward</translation>
    </message>
    <message>
        <source>x + %1</source>
        <translation>x + %1</translation>
    </message>
    <message>
        <source>Hidden units of the feed-forward</source>
        <translation>Unités cachées du feed-forward</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>Routeur</translation>
    </message>
    <message>
        <source>probability of each expert</source>
        <translation>probabilité de chaque expert</translation>
    </message>
    <message>
        <source>What the feed-forward adds</source>
        <translation>Ce que le feed-forward ajoute</translation>
    </message>
    <message>
        <source>the hidden units · W₂</source>
        <translation>les unités cachées · W₂</translation>
    </message>
    <message>
        <source>As recorded; recomputed, it differs by %1.</source>
        <translation>Tel qu’enregistré&#xa0;; recalculé, il diffère de %1.</translation>
    </message>
    <message>
        <source>As recorded, under the edits; without them it would differ by %1.</source>
        <translation>Tel qu’enregistré, avec les modifications&#xa0;; sans elles, il différerait de %1.</translation>
    </message>
    <message>
        <source>As recorded, but recomputed it differs by %1.</source>
        <translation>Tel qu’enregistré, mais recalculé il diffère de %1.</translation>
    </message>
    <message>
        <source>Not recorded.</source>
        <translation>Non enregistré.</translation>
    </message>
    <message>
        <source>Computed from what is recorded.</source>
        <translation>Calculé à partir de ce qui est enregistré.</translation>
    </message>
    <message>
        <source>A convolution over the neighbours follows, which is not recorded.</source>
        <translation>Une convolution sur les voisins suit&#xa0;; elle n’est pas enregistrée.</translation>
    </message>
    <message>
        <source>No norm follows the last layer.</source>
        <translation>Aucune normalisation ne suit la dernière couche.</translation>
    </message>
    <message>
        <source>As recorded. The trace does not include the numbers it was computed from.</source>
        <translation>Tel qu’enregistré. La trace ne contient pas les nombres dont il est calculé.</translation>
    </message>
    <message>
        <source>As recorded, but recomputing gives %1 (difference %2).</source>
        <translation>Tel qu’enregistré, mais le recalcul donne %1 (écart %2).</translation>
    </message>
    <message>
        <source>An edit changed this run.</source>
        <translation>Une modification a changé cette exécution.</translation>
    </message>
    <message>
        <source>|q| = %1, |k| = %2: without a length there is no angle.</source>
        <translation>|q| = %1, |k| = %2&#xa0;: sans longueur, il n’y a pas d’angle.</translation>
    </message>
    <message>
        <source>= |q| · |k| · cos θ = %1 × %2 × %3, θ = %4°</source>
        <translation>= |q| · |k| · cos θ = %1 × %2 × %3, θ = %4°</translation>
    </message>
    <message>
        <source>Dot product, q·k</source>
        <translation>Produit scalaire, q·k</translation>
    </message>
    <message>
        <source>sum over %1 dimensions</source>
        <translation>somme sur %1 dimensions</translation>
    </message>
    <message>
        <source>The trace does not include this head’s keys (k).</source>
        <translation>La trace ne contient pas les clés (k) de cette tête.</translation>
    </message>
    <message>
        <source>The trace does not include this head’s queries (q).</source>
        <translation>La trace ne contient pas les requêtes (q) de cette tête.</translation>
    </message>
    <message>
        <source>The trace includes neither this head’s queries (q) nor its keys (k).</source>
        <translation>La trace ne contient ni les requêtes (q) ni les clés (k) de cette tête.</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Score, %1</source>
        <translation>Score, %1</translation>
    </message>
    <message>
        <source>The trace does not include this head’s scores.</source>
        <translation>La trace ne contient pas les scores de cette tête.</translation>
    </message>
    <message>
        <source>Soft-cap</source>
        <translation>Soft-cap</translation>
    </message>
    <message>
        <source>+ bias</source>
        <translation>+ biais</translation>
    </message>
    <message>
        <source>The bias by distance, as recorded.</source>
        <translation>Le biais selon la distance, tel qu’enregistré.</translation>
    </message>
    <message>
        <source>Query with relative position, then key with relative position.</source>
        <translation>Requête avec position relative, puis clé avec position relative.</translation>
    </message>
    <message>
        <source>The term of the relative position.</source>
        <translation>Le terme de la position relative.</translation>
    </message>
    <message>
        <source>+ mask</source>
        <translation>+ masque</translation>
    </message>
    <message>
        <source>The trace does not include this head’s mask.</source>
        <translation>La trace ne contient pas le masque de cette tête.</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>autorisé</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>masqué</translation>
    </message>
    <message>
        <source>Weight, softmax</source>
        <translation>Poids, softmax</translation>
    </message>
    <message>
        <source>The trace does not include this head’s weights.</source>
        <translation>La trace ne contient pas les poids de cette tête.</translation>
    </message>
    <message>
        <source>softmax over 1 key</source>
        <translation>softmax sur 1 clé</translation>
    </message>
    <message>
        <source>softmax over %1 keys, rank %2</source>
        <translation>softmax sur %1 clés, rang %2</translation>
    </message>
    <message>
        <source>Weight × value</source>
        <translation>Poids × valeur</translation>
    </message>
    <message>
        <source>this key’s contribution, as a norm</source>
        <translation>contribution de cette clé, en norme</translation>
    </message>
    <message>
        <source>The trace does not include this head’s values (v).</source>
        <translation>La trace ne contient pas les valeurs (v) de cette tête.</translation>
    </message>
    <message>
        <source>Head’s output</source>
        <translation>Sortie de la tête</translation>
    </message>
    <message>
        <source>The trace does not include this head’s output.</source>
        <translation>La trace ne contient pas la sortie de cette tête.</translation>
    </message>
    <message>
        <source>all keys of the row, as a norm</source>
        <translation>toutes les clés de la ligne, en norme</translation>
    </message>
    <message>
        <source>As recorded, but the sum of weights × values differs by up to %1.</source>
        <translation>Tel qu’enregistré, mais la somme des poids × valeurs diffère jusqu’à %1.</translation>
    </message>
    <message>
        <source>Weight × ‖v‖</source>
        <translation>Poids × ‖v‖</translation>
    </message>
    <message>
        <source>%1% of the row by weight (rank %2), %3% by weight × ‖v‖ (rank %4).</source>
        <translation>%1&#xa0;% de la ligne par le poids (rang %2), %3&#xa0;% par poids × ‖v‖ (rang %4).</translation>
    </message>
    <message>
        <source>output</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>Query and key, dimension by dimension, as they enter the dot product (after rotary encoding, if any), their products, and the running sum (Σ). Click to show the dot products in the map.</source>
        <translation>La requête et la clé, dimension par dimension, telles qu’elles entrent dans le produit scalaire (après l’encodage rotatif, s’il y en a un), leurs produits et la somme cumulée (Σ). Cliquez pour afficher les produits scalaires dans la carte.</translation>
    </message>
    <message>
        <source>The dot product times the model’s scale. Click to show the scores in the map.</source>
        <translation>Le produit scalaire multiplié par l’échelle du modèle. Cliquez pour afficher les scores dans la carte.</translation>
    </message>
    <message>
        <source>Soft-capping keeps large scores below a limit. Click to show the masked scores in the map.</source>
        <translation>Le soft-cap maintient les grands scores sous une limite. Cliquez pour afficher les scores masqués dans la carte.</translation>
    </message>
    <message>
        <source>Adds a bias that depends on the distance between query and key. Click to show the bias in the map.</source>
        <translation>Ajoute un biais qui dépend de la distance entre requête et clé. Cliquez pour afficher le biais dans la carte.</translation>
    </message>
    <message>
        <source>Whether this query can attend to this key: masked keys do not enter the softmax. Click to show the masked scores in the map.</source>
        <translation>Si cette requête peut voir cette clé&#xa0;: les clés masquées n’entrent pas dans le softmax. Cliquez pour afficher les scores masqués dans la carte.</translation>
    </message>
    <message>
        <source>Softmax of the row: how much this query takes from each key. Shown: the row’s largest weights, this one marked. Click to show the weights in the map.</source>
        <translation>Softmax de la ligne&#xa0;: ce que cette requête prend à chaque clé. Affichés&#xa0;: les plus grands poids de la ligne, celui-ci marqué. Cliquez pour afficher les poids dans la carte.</translation>
    </message>
    <message>
        <source>The key’s value (v), and the value times the weight, on the same scale.</source>
        <translation>La valeur (v) de la clé et, à la même échelle, la valeur multipliée par le poids.</translation>
    </message>
    <message>
        <source>The head’s output for this query, before the output projection (pale), and this key’s part of it (strong).</source>
        <translation>La sortie de la tête pour cette requête, avant la projection de sortie (pâle), et la part de cette clé (vif).</translation>
    </message>
    <message>
        <source>A large weight on a small value contributes little. Weight × norm of the value (Kobayashi et al. 2020; here before the output projection). Click to show this in the map.</source>
        <translation>Un grand poids sur une petite valeur apporte peu. Poids × norme de la valeur (Kobayashi et al. 2020&#xa0;; ici avant la projection de sortie). Cliquez pour l’afficher dans la carte.</translation>
    </message>
    <message>
        <source>1 (this model does not scale)</source>
        <translation>1 (ce modèle ne met pas à l’échelle)</translation>
    </message>
    <message>
        <source>%1 (the model’s own)</source>
        <translation>%1 (propre au modèle)</translation>
    </message>
    <message>
        <source>head</source>
        <translation>tête</translation>
    </message>
    <message>
        <source>query</source>
        <translation>requête</translation>
    </message>
    <message>
        <source>key</source>
        <translation>clé</translation>
    </message>
    <message>
        <source>dot product</source>
        <translation>produit scalaire</translation>
    </message>
    <message>
        <source>angle (radians)</source>
        <translation>angle (radians)</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>échelle</translation>
    </message>
    <message>
        <source>score</source>
        <translation>score</translation>
    </message>
    <message>
        <source>capped</source>
        <translation>plafonné</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>masque</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>poids</translation>
    </message>
    <message>
        <source>weight*|v|</source>
        <translation>poids*|v|</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>after the edits</source>
        <translation>après les modifications</translation>
    </message>
    <message>
        <source>before the edits</source>
        <translation>avant les modifications</translation>
    </message>
    <message>
        <source>Running the model without edits…</source>
        <translation>Exécution du modèle sans modifications…</translation>
    </message>
    <message>
        <source>Running “%1”…</source>
        <translation>Exécution de «&#xa0;%1&#xa0;»…</translation>
    </message>
    <message>
        <source> · with edits</source>
        <translation> · avec modifications</translation>
    </message>
    <message>
        <source>The weights are equal, but in B the head is switched off: its output is not used.</source>
        <translation>Les poids sont égaux, mais en B la tête est désactivée&#xa0;: sa sortie n’est pas utilisée.</translation>
    </message>
    <message>
        <source>The weights are equal, but in A the head is switched off: its output is not used.</source>
        <translation>Les poids sont égaux, mais en A la tête est désactivée&#xa0;: sa sortie n’est pas utilisée.</translation>
    </message>
    <message>
        <source>B: what you show next</source>
        <translation>B&#xa0;: ce que vous montrerez ensuite</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Token embeddings</source>
        <translation>Plongements des tokens</translation>
    </message>
    <message>
        <source>Token embeddings × √%1</source>
        <translation>Plongements des tokens × √%1</translation>
    </message>
    <message>
        <source>Token embeddings × %1</source>
        <translation>Plongements des tokens × %1</translation>
    </message>
    <message>
        <source>The paper’s: 2i/d over pairs</source>
        <translation>Celle de l’article&#xa0;: 2i/d par paires</translation>
    </message>
    <message>
        <source>Halves: sines first, then cosines</source>
        <translation>Moitiés&#xa0;: d’abord les sinus, puis les cosinus</translation>
    </message>
    <message>
        <source>Steep: 2i/d counts dimensions</source>
        <translation>Abrupte&#xa0;: 2i/d compte les dimensions</translation>
    </message>
    <message>
        <source>Steep, each cosine with its own angle</source>
        <translation>Abrupte, chaque cosinus avec son angle</translation>
    </message>
    <message>
        <source>The model’s own</source>
        <translation>Celle du modèle</translation>
    </message>
    <message>
        <source>sinusoids, sine and cosine interleaved</source>
        <translation>sinusoïdes, sinus et cosinus entrelacés</translation>
    </message>
    <message>
        <source>sinusoids, all sines first, then all cosines</source>
        <translation>sinusoïdes, tous les sinus puis tous les cosinus</translation>
    </message>
    <message>
        <source>sinusoids, all sines first, the slowest with a period of 2π × 10000</source>
        <translation>sinusoïdes, tous les sinus d’abord, la plus lente de période 2π × 10000</translation>
    </message>
    <message>
        <source>steep sinusoids: the exponent counts dimensions, not pairs</source>
        <translation>sinusoïdes raides&#xa0;: l’exposant compte les dimensions, non les paires</translation>
    </message>
    <message>
        <source>steep sinusoids: the exponent counts dimensions, for sine and cosine</source>
        <translation>sinusoïdes raides&#xa0;: l’exposant compte les dimensions, pour le sinus et le cosinus</translation>
    </message>
    <message>
        <source>a learned table</source>
        <translation>une table apprise</translation>
    </message>
    <message>
        <source>This model adds nothing to its embeddings.

It rotates queries and keys by angles that grow with the position (rotary encoding), so that a score depends on how far apart two tokens are.</source>
        <translation>Ce modèle n’ajoute rien à ses plongements.

Il fait tourner requêtes et clés d’angles qui croissent avec la position (encodage rotatif), si bien qu’un score dépend de la distance entre deux tokens.</translation>
    </message>
    <message>
        <source>This model adds nothing to its embeddings.

Each head has a learned number for every distance between query and key, which is added to the score (relative position bias).</source>
        <translation>Ce modèle n’ajoute rien à ses plongements.

Chaque tête a appris un nombre pour chaque distance entre requête et clé, qui s’ajoute au score (biais de position relative).</translation>
    </message>
    <message>
        <source>This model adds nothing to its embeddings.

Each head lowers its scores in proportion to the distance between query and key (ALiBi).</source>
        <translation>Ce modèle n’ajoute rien à ses plongements.

Chaque tête abaisse ses scores en proportion de la distance entre requête et clé (ALiBi).</translation>
    </message>
    <message>
        <source>This model adds nothing to its embeddings.

Its scores have two more terms: the query with the relative position of the key, and the key with that of the query (disentangled attention).</source>
        <translation>Ce modèle n’ajoute rien à ses plongements.

Ses scores ont deux termes de plus&#xa0;: la requête avec la position relative de la clé, et la clé avec celle de la requête (attention désenchevêtrée).</translation>
    </message>
    <message>
        <source>This model has no positional encoding.

Only the causal mask lets it distinguish one word order from another.</source>
        <translation>Ce modèle n’a pas d’encodage positionnel.

Seul le masque causal lui permet de distinguer un ordre des mots d’un autre.</translation>
    </message>
    <message>
        <source>No positional encoding was recorded.

Models with rotary or relative positions add nothing to their embeddings: they apply the position inside attention.</source>
        <translation>Aucun encodage positionnel n’est enregistré ici.

Les modèles à positions rotatives ou relatives n’ajoutent rien à leurs plongements&#xa0;: ils appliquent la position dans l’attention même.</translation>
    </message>
    <message>
        <source>%1: rotary; %2 pairs among %3 dimensions rotate, the slowest once every %4 tokens.</source>
        <translation>%1&#xa0;: rotatif&#xa0;; %2 paires parmi %3 dimensions tournent, la plus lente d’un tour tous les %4 tokens.</translation>
    </message>
    <message>
        <source>The other %1 dimensions do not rotate.</source>
        <translation>Les %1 autres dimensions ne tournent pas.</translation>
    </message>
    <message>
        <source>Rotated vectors are scaled by %1.</source>
        <translation>Les vecteurs tournés sont multipliés par %1.</translation>
    </message>
    <message>
        <source>%1: ALiBi; each head adds its slope times the distance to the scores.</source>
        <translation>%1&#xa0;: ALiBi&#xa0;; chaque tête ajoute aux scores sa pente multipliée par la distance.</translation>
    </message>
    <message>
        <source>%1: relative positions, %2 buckets for both directions, the same in all layers of the stack.</source>
        <translation>%1&#xa0;: positions relatives, %2 tranches de distance dans les deux sens, les mêmes dans toutes les couches de la pile.</translation>
    </message>
    <message>
        <source>%1: relative positions, %2 buckets, the same in all layers of the stack.</source>
        <translation>%1&#xa0;: positions relatives, %2 tranches de distance, les mêmes dans toutes les couches de la pile.</translation>
    </message>
    <message>
        <source>Position %1, pair %2 (dimensions %3 and %4): angle %5, %6 turns; one full turn every %7 tokens</source>
        <translation>Position %1, paire %2 (dimensions %3 et %4)&#xa0;: angle %5, %6 tours&#xa0;; un tour complet tous les %7 tokens</translation>
    </message>
    <message>
        <source>Distance %1</source>
        <translation>Distance %1</translation>
    </message>
    <message>
        <source>mean effect %1</source>
        <translation>effet moyen %1</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>score %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Key at the query’s position</source>
        <translation>Clé à la position de la requête</translation>
    </message>
    <message>
        <source>Key %1 after the query</source>
        <translation>Clé %1 après la requête</translation>
    </message>
    <message>
        <source>Key %1 before the query</source>
        <translation>Clé %1 avant la requête</translation>
    </message>
    <message>
        <source>%1: head %2 adds %3; all heads add %4 to %5</source>
        <translation>%1&#xa0;: la tête %2 ajoute %3&#xa0;; les têtes ajoutent de %4 à %5</translation>
    </message>
    <message>
        <source>Score of %1 with %2 at other distances: head %3, everything else as recorded</source>
        <translation>Score de %1 avec %2 à d’autres distances&#xa0;: tête %3, tout le reste tel qu’enregistré</translation>
    </message>
    <message>
        <source>Dictionary: look up one word</source>
        <translation>Dictionnaire&#xa0;: chercher un mot</translation>
    </message>
    <message>
        <source>The query is the key of “fun”: hard and soft look-up both give 10.</source>
        <translation>La requête est la clé de «&#xa0;fun&#xa0;»&#xa0;: les recherches stricte et souple donnent toutes deux 10.</translation>
    </message>
    <message>
        <source>Dictionary: look up a mixture</source>
        <translation>Dictionnaire&#xa0;: chercher un mélange</translation>
    </message>
    <message>
        <source>0.45 × 10 + 0.45 × 9 + 0.1 × (−3) = 8.25. One introduction prints 5.65 here, which is a slip.</source>
        <translation>0,45 × 10 + 0,45 × 9 + 0,1 × (−3) = 8,25. Une introduction imprime ici 5,65, ce qui est une erreur.</translation>
    </message>
    <message>
        <source>mixture</source>
        <translation>mélange</translation>
    </message>
    <message>
        <source>Words in the plane: dot product</source>
        <translation>Mots dans le plan&#xa0;: produit scalaire</translation>
    </message>
    <message>
        <source>Dot products 55, 53 and −72; weights 0.881, 0.119 and 0; answer 9.88.</source>
        <translation>Produits scalaires 55&#xa0;; 53 et −72&#xa0;; poids 0,881&#xa0;; 0,119 et 0&#xa0;; réponse 9,88.</translation>
    </message>
    <message>
        <source>Words in the plane: ÷ √2</source>
        <translation>Mots dans le plan&#xa0;: ÷ √2</translation>
    </message>
    <message>
        <source>Dividing by √2 first evens the weights out: 0.804, 0.196 and 0; answer 9.80.</source>
        <translation>Diviser d’abord par √2 rapproche les poids&#xa0;: 0,804&#xa0;; 0,196 et 0&#xa0;; réponse 9,80.</translation>
    </message>
    <message>
        <source>Two keys: plain share</source>
        <translation>Deux clés&#xa0;: part simple</translation>
    </message>
    <message>
        <source>Weights in proportion to the dot product: 1 and 0, so the answer is (0, 0).</source>
        <translation>Poids proportionnels au produit scalaire&#xa0;: 1 et 0, donc la réponse est (0&#xa0;; 0).</translation>
    </message>
    <message>
        <source>Two keys: softmax</source>
        <translation>Deux clés&#xa0;: softmax</translation>
    </message>
    <message>
        <source>With softmax the other key keeps 0.269: the answer is 0.269 of (1, 1).</source>
        <translation>Avec softmax, l’autre clé garde 0,269&#xa0;: la réponse est 0,269 de (1&#xa0;; 1).</translation>
    </message>
    <message>
        <source>Self-attention of three vectors: row 1</source>
        <translation>Auto-attention de trois vecteurs&#xa0;: ligne 1</translation>
    </message>
    <message>
        <source>Queries, keys and values are the same three vectors. Weights 0.3333 each, output (0.0333, 0.5000).</source>
        <translation>Requêtes, clés et valeurs sont les mêmes trois vecteurs. Poids 0,3333 chacun, sortie (0,0333&#xa0;; 0,5000).</translation>
    </message>
    <message>
        <source>Self-attention of three vectors: row 2</source>
        <translation>Auto-attention de trois vecteurs&#xa0;: ligne 2</translation>
    </message>
    <message>
        <source>Weights 0.2246, 0.4555 and 0.3199; output (0.0320, 0.6155).</source>
        <translation>Poids 0,2246&#xa0;; 0,4555 et 0,3199&#xa0;; sortie (0,0320&#xa0;; 0,6155).</translation>
    </message>
    <message>
        <source>Self-attention of three vectors: row 3</source>
        <translation>Auto-attention de trois vecteurs&#xa0;: ligne 3</translation>
    </message>
    <message>
        <source>Weights 0.2758, 0.3928 and 0.3315; output (0.0331, 0.5585).</source>
        <translation>Poids 0,2758&#xa0;; 0,3928 et 0,3315&#xa0;; sortie (0,0331&#xa0;; 0,5585).</translation>
    </message>
    <message>
        <source>Angles: cos θ and exp(cos θ)</source>
        <translation>Angles&#xa0;: cos θ et exp(cos θ)</translation>
    </message>
    <message>
        <source>exp amplifies agreement (e¹ = 2.718) and damps opposition (e⁻¹ = 0.3679). Select keys to see them on the curves.</source>
        <translation>exp amplifie l’accord (e¹ = 2,718) et atténue l’opposition (e⁻¹ = 0,3679). Sélectionnez des clés pour les voir sur les courbes.</translation>
    </message>
    <message>
        <source>Additive similarity without tanh</source>
        <translation>Similarité additive sans tanh</translation>
    </message>
    <message>
        <source>w · q + w · k: the query adds the same to every score, so softmax does not see it. Choose the additive rule with tanh to compare.</source>
        <translation>w · q + w · k&#xa0;: la requête ajoute la même chose à chaque score, donc softmax ne la voit pas. Choisissez la règle additive avec tanh pour comparer.</translation>
    </message>
    <message>
        <source>Four keys in the plane</source>
        <translation>Quatre clés dans le plan</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>É&amp;dition</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>A&amp;ller</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>Aid&amp;e</translation>
    </message>
    <message>
        <source>In the heatmap</source>
        <translation>Dans la carte de chaleur</translation>
    </message>
    <message>
        <source>In the views</source>
        <translation>Dans les vues</translation>
    </message>
    <message>
        <source>first token left out, rows renormalised to sum to 1</source>
        <translation>premier token omis, lignes renormalisées (somme 1)</translation>
    </message>
    <message>
        <source>special tokens left out, rows renormalised to sum to 1</source>
        <translation>tokens spéciaux omis, lignes renormalisées (somme 1)</translation>
    </message>
    <message>
        <source>first token left out, rows not renormalised</source>
        <translation>premier token omis, lignes non renormalisées</translation>
    </message>
    <message>
        <source>special tokens left out, rows not renormalised</source>
        <translation>tokens spéciaux omis, lignes non renormalisées</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 et %2</translation>
    </message>
    <message>
        <source>For %1</source>
        <translation>Pour %1</translation>
    </message>
    <message>
        <source>Having read %1, with %2 coming next</source>
        <translation>Après avoir lu %1, que suit %2</translation>
    </message>
    <message>
        <source>Having read %1, about to write %2</source>
        <translation>Après avoir lu %1, sur le point d’écrire %2</translation>
    </message>
    <message>
        <source>%1, this head gives %2 a weight of %3; most goes to %4.</source>
        <translation>%1, cette tête donne à %2 un poids de %3&#xa0;; le plus grand va à %4.</translation>
    </message>
    <message>
        <source>%1, this head looks at that token itself (%2).</source>
        <translation>%1, cette tête regarde ce token lui-même (%2).</translation>
    </message>
    <message>
        <source>%1, this head rests on the first token, %2, as an attention sink.</source>
        <translation>%1, cette tête se repose sur le premier token, %2, comme sur un puits d’attention.</translation>
    </message>
    <message>
        <source>%1, this head looks at %2.</source>
        <translation>%1, cette tête regarde %2.</translation>
    </message>
    <message>
        <source>%1, this head looks mostly at %2.</source>
        <translation>%1, cette tête regarde surtout %2.</translation>
    </message>
    <message>
        <source>%1, this head spreads its weight over %2 keys; the most goes to %3.</source>
        <translation>%1, cette tête étale son poids sur %2 clés&#xa0;; le plus grand va à %3.</translation>
    </message>
    <message>
        <source>%1, this head cannot attend to %2: it is masked.</source>
        <translation>%1, cette tête ne peut pas voir %2&#xa0;: il est masqué.</translation>
    </message>
    <message>
        <source>%1, this head can attend to %2.</source>
        <translation>%1, cette tête peut voir %2.</translation>
    </message>
    <message>
        <source>%1, this head can attend to every key.</source>
        <translation>%1, cette tête peut voir toutes les clés.</translation>
    </message>
    <message>
        <source>%1, this head can attend to %2 of %3 keys.</source>
        <translation>%1, cette tête peut voir %2 clés sur %3.</translation>
    </message>
    <message>
        <source>%1, the dot product with %2 is %3; the largest is that with %4.</source>
        <translation>%1, le produit scalaire avec %2 est %3&#xa0;; le plus grand est celui avec %4.</translation>
    </message>
    <message>
        <source>%1, the largest dot product is that with %2. Dot products are no shares.</source>
        <translation>%1, le plus grand produit scalaire est celui avec %2. Un produit scalaire n’est pas une part.</translation>
    </message>
    <message>
        <source>%1, the bias of %2 is %3; the largest is that of %4.</source>
        <translation>%1, le biais de %2 est %3&#xa0;; le plus grand est celui de %4.</translation>
    </message>
    <message>
        <source>%1, the bias adds most to the score of %2.</source>
        <translation>%1, le biais ajoute le plus au score de %2.</translation>
    </message>
    <message>
        <source>%1, the position of %2 adds %3; the most is added for %4.</source>
        <translation>%1, la position de %2 ajoute %3&#xa0;; l’ajout le plus grand est celui de %4.</translation>
    </message>
    <message>
        <source>%1, the position adds most to the score of %2.</source>
        <translation>%1, la position ajoute le plus au score de %2.</translation>
    </message>
    <message>
        <source>%1, the masked score of %2 is %3; the highest is that of %4.</source>
        <translation>%1, le score masqué de %2 est %3&#xa0;; le plus haut est celui de %4.</translation>
    </message>
    <message>
        <source>%1, the highest masked score is that of %2. Scores are no shares: the softmax turns them into weights.</source>
        <translation>%1, le plus haut score masqué est celui de %2. Les scores ne sont pas des parts&#xa0;: le softmax en fait des poids.</translation>
    </message>
    <message>
        <source>%1, %2 contributes %3 (weight × ‖v‖); the most comes from %4.</source>
        <translation>%1, %2 contribue %3 (poids × ‖v‖)&#xa0;; le plus vient de %4.</translation>
    </message>
    <message>
        <source>%1, the largest contribution (weight × ‖v‖) comes from %2.</source>
        <translation>%1, la plus grande contribution (poids × ‖v‖) vient de %2.</translation>
    </message>
    <message>
        <source>%1, the score of %2 is %3; the highest is that of %4.</source>
        <translation>%1, le score de %2 est %3&#xa0;; le plus haut est celui de %4.</translation>
    </message>
    <message>
        <source>%1, the highest score is that of %2. Scores are no shares: the softmax turns them into weights.</source>
        <translation>%1, le plus haut score est celui de %2. Les scores ne sont pas des parts&#xa0;: le softmax en fait des poids.</translation>
    </message>
    <message>
        <source>%1, the edits change %2 by %3.</source>
        <translation>%1, les modifications changent %2 de %3.</translation>
    </message>
    <message>
        <source>%1, the edits change nothing.</source>
        <translation>%1, les modifications ne changent rien.</translation>
    </message>
    <message>
        <source>%1, the edits change %2 most: by %3.</source>
        <translation>%1, les modifications changent surtout %2&#xa0;: de %3.</translation>
    </message>
    <message>
        <source>%1, the weights of this head are not sound numbers: they say nothing.</source>
        <translation>%1, les poids de cette tête ne sont pas des nombres valables&#xa0;: ils ne disent rien.</translation>
    </message>
    <message>
        <source>%1, there is nothing to compare.</source>
        <translation>%1, il n’y a rien à comparer.</translation>
    </message>
    <message>
        <source>%1, this head can attend to nothing: every key is masked.</source>
        <translation>%1, cette tête ne peut rien voir&#xa0;: toutes les clés sont masquées.</translation>
    </message>
    <message>
        <source>%1, nothing was recorded for this row.</source>
        <translation>%1, rien n’a été enregistré pour cette ligne.</translation>
    </message>
    <message>
        <source>%1, the weights of this head sum to %2, not 1; the largest is that of %3.</source>
        <translation>%1, la somme des poids de cette tête est %2 et non 1&#xa0;; le plus grand est celui de %3.</translation>
    </message>
    <message>
        <source>%1 The head is switched off: its output is not used.</source>
        <translation>%1 La tête est désactivée&#xa0;: sa sortie n’est pas utilisée.</translation>
    </message>
    <message>
        <source>%1 can be attended to from %2 of %3 rows.</source>
        <translation>%1 peut être vu depuis %2 lignes sur %3.</translation>
    </message>
    <message>
        <source>This head looks at %1 most from the row of %2 (%3).</source>
        <translation>C’est depuis la ligne de %2 que cette tête regarde le plus %1 (%3).</translation>
    </message>
    <message>
        <source>The largest number of %1 is in the row of %2 (%3).</source>
        <translation>Le plus grand nombre de %1 est dans la ligne de %2 (%3).</translation>
    </message>
    <message>
        <source>%1: not computed yet</source>
        <translation>%1&#xa0;: pas encore calculé</translation>
    </message>
    <message>
        <source>%1: not recorded</source>
        <translation>%1&#xa0;: non enregistré</translation>
    </message>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>Couleurs de %1 à %2</translation>
    </message>
    <message>
        <source>scales each token’s vector to a fixed size.</source>
        <translation>ramène le vecteur de chaque token à une taille fixe.</translation>
    </message>
    <message>
        <source>processes each token alone.</source>
        <translation>traite chaque token séparément.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Échelle</translation>
    </message>
    <message>
        <source>multiplies the update by a constant.</source>
        <translation>multiplie la mise à jour par une constante.</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Somme</translation>
    </message>
    <message>
        <source>adds the update to the residual stream.</source>
        <translation>ajoute la mise à jour au flux résiduel.</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>Convolution</translation>
    </message>
    <message>
        <source>adds a mixture of the layer’s input and its neighbours.</source>
        <translation>ajoute un mélange de l’entrée de la couche et de ses voisins.</translation>
    </message>
    <message>
        <source>dimension (mean of %1 × %2)</source>
        <translation>dimension (moyenne de %1 × %2)</translation>
    </message>
    <message>
        <source>As recorded. Dropout removed some weights at random and scaled up the others: the trace does not say which.</source>
        <translation>Tel qu’enregistré. Le dropout a retiré des poids au hasard et agrandi les autres&#xa0;: la trace ne dit pas lesquels.</translation>
    </message>
    <message>
        <source>Where numbers are smaller than a dot, it shows their mean.</source>
        <translation>Là où les nombres sont plus petits qu’un point, celui-ci montre leur moyenne.</translation>
    </message>
    <message>
        <source>For %1, computed together with what follows</source>
        <translation>Pour %1, calculé avec la suite</translation>
    </message>
    <message>
        <source>Having read %1 and all that follows, beginning with %2</source>
        <translation>Après avoir lu %1 et tout ce qui suit, à commencer par %2</translation>
    </message>
    <message>
        <source>In the row of %1, computed again once %2 was written</source>
        <translation>Dans la ligne de %1, recalculée une fois %2 écrit</translation>
    </message>
    <message>
        <source>%1, every key is masked, by a number instead of −∞: that leaves equal weights (%2 each).</source>
        <translation>%1, toutes les clés sont masquées, par un nombre au lieu de −∞&#xa0;: il reste des poids égaux (%2 chacun).</translation>
    </message>
    <message>
        <source>&amp;Strategy</source>
        <translation>&amp;Stratégie</translation>
    </message>
    <message>
        <source>Greedy always chooses the most likely token. Sampling picks one at random. Beam search follows several continuations at once and keeps the best.</source>
        <translation>Glouton choisit toujours le token le plus probable. L’échantillonnage en tire un au sort. La recherche en faisceau suit plusieurs continuations à la fois et garde la meilleure.</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>Glouton</translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation>Recherche en faisceau</translation>
    </message>
    <message>
        <source>Repetition &amp;penalty</source>
        <translation>&amp;Pénalité de répétition</translation>
    </message>
    <message>
        <source>For tokens already in the text, positive logits are divided by this number and negative ones multiplied. 1 = off.</source>
        <translation>Pour les tokens déjà présents dans le texte, les logits positifs sont divisés par ce nombre, les négatifs multipliés. 1 = inactif.</translation>
    </message>
    <message>
        <source>Tem&amp;perature</source>
        <translation>Tem&amp;pérature</translation>
    </message>
    <message>
        <source>Logits are divided by this number: below 1 favours likely tokens, above 1 unlikely ones. 1 = off.</source>
        <translation>Les logits sont divisés par ce nombre&#xa0;: au-dessous de 1, il favorise les tokens probables, au-dessus les improbables. 1 = inactif.</translation>
    </message>
    <message>
        <source>Top-&amp;k</source>
        <translation>Top-&amp;k</translation>
    </message>
    <message>
        <source>Keeps only the k most likely tokens.</source>
        <translation>Ne garde que les k tokens les plus probables.</translation>
    </message>
    <message>
        <source>off</source>
        <translation>inactif</translation>
    </message>
    <message>
        <source>T&amp;op-p</source>
        <translation>T&amp;op-p</translation>
    </message>
    <message>
        <source>Keeps the most likely tokens whose probabilities add up to this share. 1 = off.</source>
        <translation>Garde les tokens les plus probables dont les probabilités atteignent ensemble cette part. 1 = inactif.</translation>
    </message>
    <message>
        <source>&amp;Min-p</source>
        <translation>&amp;Min-p</translation>
    </message>
    <message>
        <source>Keeps tokens with at least this fraction of the top token’s probability. 0 = off.</source>
        <translation>Garde les tokens qui ont au moins cette fraction de la probabilité du plus probable. 0 = inactif.</translation>
    </message>
    <message>
        <source>T&amp;ypical</source>
        <translation>T&amp;ypique</translation>
    </message>
    <message>
        <source>Keeps the tokens whose surprisal is closest to the entropy, up to this share (Meister et al. 2022). 1 = off.</source>
        <translation>Garde les tokens dont la surprise est la plus proche de l’entropie, jusqu’à atteindre cette part (Meister et al. 2022). 1 = inactif.</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>&amp;Graine</translation>
    </message>
    <message>
        <source>The same seed samples the same tokens on every computer.</source>
        <translation>La même graine tire les mêmes tokens sur tout ordinateur.</translation>
    </message>
    <message>
        <source>&amp;Beams</source>
        <translation>&amp;Faisceaux</translation>
    </message>
    <message>
        <source>Number of continuations followed at once.</source>
        <translation>Nombre de continuations suivies à la fois.</translation>
    </message>
    <message>
        <source>&amp;Length penalty</source>
        <translation>Pénalité de &amp;longueur</translation>
    </message>
    <message>
        <source>Score = sum of log-probabilities ÷ length^penalty. Above 0 favours longer outputs, below 0 shorter ones.</source>
        <translation>Score = somme des log-probabilités ÷ longueur^pénalité. Au-dessus de 0, elle favorise les sorties longues, au-dessous les courtes.</translation>
    </message>
    <message>
        <source>&amp;Groups</source>
        <translation>&amp;Groupes</translation>
    </message>
    <message>
        <source>Diverse beam search: splits the beams into groups that choose in turn (Vijayakumar et al. 2016). The number of beams must be a multiple of this. 1 = off.</source>
        <translation>Recherche en faisceau diversifiée&#xa0;: répartit les faisceaux en groupes qui choisissent tour à tour (Vijayakumar et al. 2016). Le nombre de faisceaux doit en être un multiple. 1 = inactif.</translation>
    </message>
    <message>
        <source>Di&amp;versity penalty</source>
        <translation>Pénalité de di&amp;versité</translation>
    </message>
    <message>
        <source>Subtracted from a token’s score for each beam of an earlier group that chose it at this step.</source>
        <translation>Retranché du score d’un token pour chaque faisceau d’un groupe antérieur qui l’a choisi à ce pas.</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>A&amp;rrêt</translation>
    </message>
    <message>
        <source>When to stop, once there are as many finished hypotheses as beams (early_stopping=False, True, &quot;never&quot; in Hugging Face Transformers).</source>
        <translation>Quand s’arrêter, une fois qu’il y a autant d’hypothèses terminées que de faisceaux (early_stopping=False, True, &quot;never&quot; dans Hugging Face Transformers).</translation>
    </message>
    <message>
        <source>When none is likely to win</source>
        <translation>Quand aucune ne gagnera sans doute</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Aussitôt</translation>
    </message>
    <message>
        <source>When none can win</source>
        <translation>Quand aucune ne peut gagner</translation>
    </message>
    <message>
        <source>&amp;n best</source>
        <translation>&amp;n meilleures</translation>
    </message>
    <message>
        <source>Number of hypotheses listed.</source>
        <translation>Nombre d’hypothèses listées.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>tout</translation>
    </message>
    <message>
        <source>All tokens</source>
        <translation>Tous les tokens</translation>
    </message>
    <message>
        <source>Without the first token</source>
        <translation>Sans le premier token</translation>
    </message>
    <message>
        <source>Without special tokens</source>
        <translation>Sans les tokens spéciaux</translation>
    </message>
    <message>
        <source>Leaves out no token.</source>
        <translation>N’omet aucun token.</translation>
    </message>
    <message>
        <source>Leaves out the first key, where many heads park weight they do not need (attention sink).</source>
        <translation>Omet la première clé, où bien des têtes déposent le poids dont elles n’ont pas besoin (puits d’attention).</translation>
    </message>
    <message>
        <source>Leaves out tokens such as [CLS] and [SEP], both as keys and as queries.</source>
        <translation>Omet les tokens comme [CLS] et [SEP], comme clés et comme requêtes.</translation>
    </message>
    <message>
        <source>Renormalise rows</source>
        <translation>Renormaliser les lignes</translation>
    </message>
    <message>
        <source>Divides what is left of each row by its sum, so that it sums to 1 again.</source>
        <translation>Divise ce qui reste de chaque ligne par sa somme, qui redevient 1.</translation>
    </message>
    <message>
        <source>Merge tokens into words</source>
        <translation>Fusionner les tokens en mots</translation>
    </message>
    <message>
        <source>Sums weights over a word’s key tokens and averages them over its query tokens.</source>
        <translation>Somme les poids sur les tokens clés d’un mot et en fait la moyenne sur ses tokens requêtes.</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Côte à côte</translation>
    </message>
    <message>
        <source>Mean of the heads</source>
        <translation>Moyenne des têtes</translation>
    </message>
    <message>
        <source>Maximum of the heads</source>
        <translation>Maximum des têtes</translation>
    </message>
    <message>
        <source>Shows one map per selected head.</source>
        <translation>Affiche une carte par tête sélectionnée.</translation>
    </message>
    <message>
        <source>Shows one map: the mean of the selected heads.</source>
        <translation>Affiche une seule carte&#xa0;: la moyenne des têtes sélectionnées.</translation>
    </message>
    <message>
        <source>Shows one map: the largest weight among the selected heads in each cell. Rows no longer sum to 1.</source>
        <translation>Affiche une seule carte&#xa0;: dans chaque cellule, le plus grand poids parmi les têtes sélectionnées. La somme d’une ligne n’est plus 1.</translation>
    </message>
    <message>
        <source>Shared colour scale</source>
        <translation>Échelle de couleurs commune</translation>
    </message>
    <message>
        <source>Maps side by side share one colour scale; otherwise each has its own.</source>
        <translation>Les cartes côte à côte partagent une échelle de couleurs&#xa0;; sinon, chacune a la sienne.</translation>
    </message>
    <message>
        <source>Linear scale</source>
        <translation>Échelle linéaire</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>Échelle logarithmique</translation>
    </message>
    <message>
        <source>Scale per row</source>
        <translation>Échelle par ligne</translation>
    </message>
    <message>
        <source>Colour is proportional to weight.</source>
        <translation>La couleur est proportionnelle au poids.</translation>
    </message>
    <message>
        <source>Colour follows the logarithm of the weight, so that small weights become visible.</source>
        <translation>La couleur suit le logarithme du poids&#xa0;: les petits poids deviennent visibles.</translation>
    </message>
    <message>
        <source>Gives the largest weight of each row the top colour.</source>
        <translation>Donne la dernière couleur au plus grand poids de chaque ligne.</translation>
    </message>
    <message>
        <source>Scale to largest weight</source>
        <translation>Échelle jusqu’au plus grand poids</translation>
    </message>
    <message>
        <source>The top colour is the largest weight shown; otherwise it is 1.</source>
        <translation>La dernière couleur est le plus grand poids affiché&#xa0;; sinon, elle est 1.</translation>
    </message>
    <message>
        <source>Sums of rows and columns</source>
        <translation>Sommes des lignes et des colonnes</translation>
    </message>
    <message>
        <source>Draws bars beside the rows and below the columns: how much each query gives and each key receives.</source>
        <translation>Dessine des barres à côté des lignes et sous les colonnes&#xa0;: ce que donne chaque requête et ce que reçoit chaque clé.</translation>
    </message>
    <message>
        <source>Numbers in the cells</source>
        <translation>Nombres dans les cellules</translation>
    </message>
    <message>
        <source>Shows numbers in cells that are large enough.</source>
        <translation>Affiche les nombres dans les cellules assez grandes.</translation>
    </message>
    <message>
        <source>Next token beside each row</source>
        <translation>Token suivant à côté de chaque ligne</translation>
    </message>
    <message>
        <source>Labels each row of a decoder with the token it has read and the one that comes next: the one it is about to write.</source>
        <translation>Nomme chaque ligne d’un décodeur par le token lu et par le suivant&#xa0;: celui qu’il s’apprête à écrire.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n couche</numerusform>
            <numerusform>%n couches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n tête</numerusform>
            <numerusform>%n têtes</numerusform>
        </translation>
    </message>
    <message>
        <source>This model is not trained: it shows how the numbers are computed, but its heads have learned nothing.</source>
        <translation>Ce modèle n’est pas entraîné&#xa0;: il montre comment les nombres sont calculés, mais ses têtes n’ont rien appris.</translation>
    </message>
    <message>
        <source>recomputed, it differs by %1</source>
        <translation>recalculé, il diffère de %1</translation>
    </message>
    <message>
        <source>computed from the recorded queries and keys</source>
        <translation>calculé à partir des requêtes et des clés enregistrées</translation>
    </message>
    <message>
        <source>computed from the recorded operands, with the same code as the run</source>
        <translation>calculé à partir des opérandes enregistrés, avec le même code que l’exécution</translation>
    </message>
    <message>
        <source>the sum of weights × values agrees to within %1</source>
        <translation>la somme des poids × valeurs concorde à %1 près</translation>
    </message>
    <message>
        <source>Each number agrees with the one before it:</source>
        <translation>Chaque nombre concorde avec le précédent&#xa0;:</translation>
    </message>
    <message>
        <source>%1: %2 · %3</source>
        <translation>%1&#xa0;: %2 · %3</translation>
    </message>
    <message>
        <source>Click to set the mask back to the model’s own.</source>
        <translation>Cliquez pour remettre le masque du modèle.</translation>
    </message>
    <message>
        <source>A learned sink takes a share of each row. What it leaves is not scaled up to the sum 1.</source>
        <translation>Un puits appris prend une part de chaque ligne. Ce qu’il laisse n’est pas ramené à la somme 1.</translation>
    </message>
    <message>
        <source>&amp;Views</source>
        <translation>&amp;Vues</translation>
    </message>
    <message>
        <source>%1 ✓</source>
        <translation>%1 ✓</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>plongement</translation>
    </message>
    <message>
        <source>segment</source>
        <translation>segment</translation>
    </message>
    <message>
        <source>feed-forward %1</source>
        <translation>feed-forward %1</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>convolution</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>distance</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>biais</translation>
    </message>
    <message>
        <source>bias of attention %1</source>
        <translation>biais de l’attention %1</translation>
    </message>
    <message>
        <source>bias of the final norm</source>
        <translation>biais de la norme finale</translation>
    </message>
    <message>
        <source>bias of the embeddings’ norm</source>
        <translation>biais de la norme des plongements</translation>
    </message>
    <message>
        <source>bias of a norm %1</source>
        <translation>biais d’une norme %1</translation>
    </message>
    <message>
        <source>bias of the head</source>
        <translation>biais de la tête de langage</translation>
    </message>
    <message>
        <source>bias of a projection</source>
        <translation>biais d’une projection</translation>
    </message>
    <message>
        <source>The lesson could not be opened: %1</source>
        <translation>La leçon n’a pas pu être ouverte&#xa0;: %1</translation>
    </message>
    <message>
        <source>Correct the field named above in a text editor, or ask the author for another file.</source>
        <translation>Corrigez le champ nommé ci-dessus dans un éditeur de texte, ou demandez un autre fichier à l’auteur.</translation>
    </message>
    <message>
        <source>%1, %2 adds %3 to the logit directly; %4 adds most.</source>
        <translation>%1, %2 ajoute %3 directement au logit&#xa0;; %4 ajoute le plus.</translation>
    </message>
    <message>
        <source>%1, %2 adds most to the logit directly.</source>
        <translation>%1, %2 ajoute le plus directement au logit.</translation>
    </message>
    <message>
        <source>%1, masking %2 would cost about %3 nats; masking %4 would cost most.</source>
        <translation>%1, masquer %2 coûterait environ %3 nats&#xa0;; masquer %4 coûterait le plus.</translation>
    </message>
    <message>
        <source>%1, masking %2 would cost most, in nats.</source>
        <translation>%1, masquer %2 coûterait le plus, en nats.</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Pas %1 sur %2</translation>
    </message>
    <message>
        <source>All views show the output up to this step. Click to see all of it.</source>
        <translation>Toutes les vues montrent la sortie jusqu’à ce pas. Cliquez pour la voir en entier.</translation>
    </message>
    <message>
        <source>Nothing to show: the message at the bottom right says why.</source>
        <translation>Rien à montrer : le message en bas à droite dit pourquoi.</translation>
    </message>
    <message>
        <source>change of %1</source>
        <translation>changement de %1</translation>
    </message>
    <message>
        <source>edits</source>
        <translation>modifications</translation>
    </message>
    <message>
        <source>%1, estimated</source>
        <translation>%1, estimé</translation>
    </message>
    <message>
        <source>%1, by a run</source>
        <translation>%1, par une exécution</translation>
    </message>
    <message>
        <source>Estimates and runs: correlation %1</source>
        <translation>Estimations et exécutions&#xa0;: corrélation %1</translation>
    </message>
    <message>
        <source>Estimates and runs</source>
        <translation>Estimations et exécutions</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1, par %2</translation>
    </message>
    <message>
        <source>Two experiments: correlation %1</source>
        <translation>Deux expériences&#xa0;: corrélation %1</translation>
    </message>
    <message>
        <source>Two experiments</source>
        <translation>Deux expériences</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>entrées</translation>
    </message>
    <message>
        <source>direct effect</source>
        <translation>effet direct</translation>
    </message>
    <message>
        <source>weight × gradient</source>
        <translation>poids × gradient</translation>
    </message>
    <message>
        <source>lost if masked, measured</source>
        <translation>perdu si masquée, mesuré</translation>
    </message>
    <message>
        <source>lost if masked, estimated</source>
        <translation>perdu si masquée, estimé</translation>
    </message>
    <message>
        <source>%1, rank correlation %2</source>
        <translation>%1, corrélation des rangs %2</translation>
    </message>
    <message>
        <source>The experiment could not be run: %1.</source>
        <translation>L’expérience n’a pas pu être exécutée&#xa0;: %1.</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>positions</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>têtes</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>couches</translation>
    </message>
    <message>
        <source>An edit has set it to 0.</source>
        <translation>Une modification l’a mise à 0.</translation>
    </message>
    <message>
        <source>%1 (by an edit)</source>
        <translation>%1 (par une modification)</translation>
    </message>
    <message>
        <source>%1, this head gives %2 a weight of %3; no key has more.</source>
        <translation>%1, cette tête donne à %2 un poids de %3 ; aucune clé n’a plus.</translation>
    </message>
    <message>
        <source>%1: %2, for each token alone.</source>
        <translation>%1&#xa0;: %2, pour chaque token séparément.</translation>
    </message>
    <message>
        <source>Masked: %1.</source>
        <translation>Masqué&#xa0;: %1.</translation>
    </message>
    <message>
        <source>%1, this head cannot attend to %2: it is masked, since %3.</source>
        <translation>%1, cette tête ne peut pas voir %2&#xa0;: il est masqué, car %3.</translation>
    </message>
    <message>
        <source>= exp(%1 − %2) ÷ Σ exp(score − %2) = %3 ÷ %4</source>
        <translation>= exp(%1 − %2) ÷ Σ exp(score − %2) = %3 ÷ %4</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>%1, quantised weights kept</source>
        <translation>%1, poids quantifiés conservés</translation>
    </message>
    <message>
        <source>The model could not be run: %1.</source>
        <translation>Le modèle n’a pas pu être exécuté&#xa0;: %1.</translation>
    </message>
    <message>
        <source>%1 · layer %2</source>
        <translation>%1 · couche %2</translation>
    </message>
    <message>
        <source>%1 without replacement</source>
        <translation>%1 sans remplacement</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>mesure</translation>
    </message>
    <message>
        <source>No row of this head looks at %1.</source>
        <translation>Aucune ligne de cette tête ne regarde %1.</translation>
    </message>
    <message>
        <source>with edits (cross-hatched: switched off)</source>
        <translation>avec modifications (quadrillée&#xa0;: désactivée)</translation>
    </message>
    <message>
        <source>with edits</source>
        <translation>avec modifications</translation>
    </message>
    <message>
        <source>%1 (nats)</source>
        <translation>%1 (nats)</translation>
    </message>
    <message>
        <source>%1 nats</source>
        <translation>%1&#xa0;nats</translation>
    </message>
    <message>
        <source>%1, nats</source>
        <translation>%1, nats</translation>
    </message>
    <message>
        <source>%1 (log p %2, %3 per token, in nats)</source>
        <translation>%1 (log p %2, %3 par token, en nats)</translation>
    </message>
    <message>
        <source>cross head %1</source>
        <translation>tête croisée %1</translation>
    </message>
    <message>
        <source>encoder head %1</source>
        <translation>tête d’encodeur %1</translation>
    </message>
    <message>
        <source>decoder head %1</source>
        <translation>tête de décodeur %1</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>désactivée</translation>
    </message>
    <message>
        <source>not computed yet</source>
        <translation>pas encore calculé</translation>
    </message>
</context>
<context>
    <name>headlight::AngleCurves</name>
    <message>
        <source>Curves of cos θ and exp(cos θ)</source>
        <translation>Courbes de cos θ et de exp(cos θ)</translation>
    </message>
    <message>
        <source>cos θ (of the query and each key) and its exponential, from 0 to 2π: softmax amplifies agreement and damps opposition</source>
        <translation>cos θ (de la requête et de chaque clé) et son exponentielle, de 0 à 2π&#xa0;: softmax amplifie l’accord et atténue l’opposition</translation>
    </message>
    <message>
        <source>Select a key to see it on the curves.</source>
        <translation>Sélectionnez une clé pour la voir sur les courbes.</translation>
    </message>
    <message>
        <source>A vector without length has no angle.</source>
        <translation>Un vecteur sans longueur n’a pas d’angle.</translation>
    </message>
    <message>
        <source>θ = %1°, cos θ = %2, exp(cos θ) = %3</source>
        <translation>θ = %1°, cos θ = %2, exp(cos θ) = %3</translation>
    </message>
    <message>
        <source>The selected key on the curves</source>
        <translation>La clé choisie sur les courbes</translation>
    </message>
</context>
<context>
    <name>headlight::AppearancePage</name>
    <message>
        <source>&amp;Theme and contrast</source>
        <translation>&amp;Thème et contraste</translation>
    </message>
    <message>
        <source>High contrast is black and white, with stronger lines</source>
        <translation>Le contraste élevé est noir et blanc, avec des traits plus forts</translation>
    </message>
    <message>
        <source>&amp;Size of the text</source>
        <translation>Taille &amp;du texte</translation>
    </message>
    <message>
        <source>&amp;Colours of the map</source>
        <translation>&amp;Couleurs de la carte</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Langue</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>&amp;Display scale</source>
        <translation>Échelle d’&amp;affichage</translation>
    </message>
    <message>
        <source>All are perceptually uniform and safe for colour-blind people. Signed numbers have their own colour map.</source>
        <translation>Toutes sont perceptivement uniformes et lisibles pour les daltoniens. Les nombres signés ont leur propre palette.</translation>
    </message>
    <message>
        <source>%</source>
        <translation>&#xa0;%</translation>
    </message>
    <message>
        <source>Relative to the desktop’s text size</source>
        <translation>Par rapport à la taille du texte du bureau</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>Scales text, icons and gaps, for a projector or a high-resolution screen</source>
        <translation>Met à l’échelle textes, icônes et espaces, pour un projecteur ou un écran à haute résolution</translation>
    </message>
    <message>
        <source>Takes effect the next time Headlight starts.</source>
        <translation>Prend effet au prochain démarrage de Headlight.</translation>
    </message>
    <message>
        <source>Language of all texts</source>
        <translation>Langue de tous les textes</translation>
    </message>
    <message>
        <source>The language changes at once; everything stays open.</source>
        <translation>La langue change aussitôt&#xa0;; tout reste ouvert.</translation>
    </message>
</context>
<context>
    <name>headlight::BeamCanvas</name>
    <message>
        <source>kept</source>
        <translation>gardé</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>terminé</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>élagué</translation>
    </message>
    <message>
        <source>Beam tree</source>
        <translation>Arbre des faisceaux</translation>
    </message>
    <message>
        <source>%1 (id %2), step %3, rank %4: %5</source>
        <translation>%1 (identifiant %2), pas %3, rang %4&#xa0;: %5</translation>
    </message>
    <message>
        <source>group %1, diversity penalty %2</source>
        <translation>groupe %1, pénalité de diversité %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>pas %1</translation>
    </message>
    <message>
        <source>An end token finishes a hypothesis only if it ranks among the top N candidates (N = number of beams).</source>
        <translation>Un token de fin ne termine une hypothèse que s’il est parmi les N meilleurs candidats (N&#xa0;: nombre de faisceaux).</translation>
    </message>
    <message>
        <source>%1 (id %2), step %3, rank %4: chosen, probability %5</source>
        <translation>%1 (id %2), pas %3, rang %4&#xa0;: choisi, probabilité %5</translation>
    </message>
    <message>
        <source>%1 (id %2), step %3, rank %4: not chosen, probability %5</source>
        <translation>%1 (id %2), pas %3, rang %4&#xa0;: non choisi, probabilité %5</translation>
    </message>
    <message>
        <source>log p %1 nats (%2), sum %3 nats, score %4</source>
        <translation>log p %1 nats (%2), somme %3 nats, score %4</translation>
    </message>
</context>
<context>
    <name>headlight::BeamsView</name>
    <message>
        <source>Decode this sentence with beam search. You can undo this.</source>
        <translation>Décoder cette phrase avec une recherche en faisceau. Vous pouvez l’annuler.</translation>
    </message>
    <message>
        <source>Why this hypothesis was chosen</source>
        <translation>Pourquoi cette hypothèse a été choisie</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Log p</source>
        <translation>Log p</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Somme</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Hypotheses, best first</source>
        <translation>Hypothèses, la meilleure d’abord</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longueur</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation>Recherche en faisceau</translation>
    </message>
    <message>
        <source>%1 of group %2</source>
        <translation>%1 du groupe %2</translation>
    </message>
    <message>
        <source>Without the length penalty “%1” would have won, with the sum %2.</source>
        <translation>Sans la pénalité de longueur, «&#xa0;%1&#xa0;» l’aurait emporté, avec la somme %2.</translation>
    </message>
    <message>
        <source>The search ended by its stopping rule.</source>
        <translation>La recherche s’est arrêtée par sa règle d’arrêt.</translation>
    </message>
    <message>
        <source>Run &amp;beam search</source>
        <translation>Lancer la recherche en &amp;faisceau</translation>
    </message>
    <message>
        <source>Show &amp;pruned continuations</source>
        <translation>Afficher les continuations éla&amp;guées</translation>
    </message>
    <message>
        <source>This model does not generate text, so there is no beam search to show.</source>
        <translation>Ce modèle ne génère pas de texte&#xa0;: il n’y a pas de recherche en faisceau à afficher.</translation>
    </message>
    <message>
        <source>Running beam search…</source>
        <translation>Recherche en faisceau…</translation>
    </message>
    <message>
        <source>No hypothesis was finished.</source>
        <translation>Aucune hypothèse n’est terminée.</translation>
    </message>
    <message>
        <source>The search ended because no beams were left open.</source>
        <translation>La recherche s’est arrêtée car aucun faisceau n’était plus ouvert.</translation>
    </message>
    <message>
        <source>Copy the tree as an image</source>
        <translation>Copier l’arbre en image</translation>
    </message>
    <message>
        <source>Copy the step as a table</source>
        <translation>Copier ce pas en tableau</translation>
    </message>
    <message>
        <source>Copy the hypotheses as a table</source>
        <translation>Copier les hypothèses en tableau</translation>
    </message>
    <message>
        <source>Show, in grey, continuations that were considered but are not among the beams.</source>
        <translation>Afficher en gris les continuations considérées qui ne sont pas parmi les faisceaux.</translation>
    </message>
    <message>
        <source>Continuations at this step</source>
        <translation>Continuations de ce pas</translation>
    </message>
    <message>
        <source>Step %1: continuations considered</source>
        <translation>Pas %1&#xa0;: les continuations considérées</translation>
    </message>
    <message>
        <source>The next best has %1.</source>
        <translation>La suivante a %1.</translation>
    </message>
    <message>
        <source>The search ended at the maximum length.</source>
        <translation>La recherche s’est arrêtée à la longueur maximale.</translation>
    </message>
    <message>
        <source>Decoded without beam search: each step chose one token. Beam search follows several candidates at once, and shows which continuation wins and why.</source>
        <translation>Décodé sans recherche en faisceau&#xa0;: chaque pas a choisi un token. La recherche en faisceau suit plusieurs candidats à la fois et montre quelle continuation l’emporte et pourquoi.</translation>
    </message>
    <message>
        <source>Nothing has been decoded yet.</source>
        <translation>Rien n’a encore été décodé.</translation>
    </message>
    <message numerus="yes">
        <source>“%1” was chosen: its score %2 = %3 ÷ %4 is the best of %Ln hypothesis(es).</source>
        <translation>
            <numerusform>«&#xa0;%1&#xa0;» a été choisi&#xa0;: son score %2 = %3 ÷ %4 est le meilleur de %Ln hypothèse.</numerusform>
            <numerusform>«&#xa0;%1&#xa0;» a été choisi&#xa0;: son score %2 = %3 ÷ %4 est le meilleur de %Ln hypothèses.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::BlockStagePanel</name>
    <message>
        <source>out</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>gain</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>biais</translation>
    </message>
</context>
<context>
    <name>headlight::BlockView</name>
    <message>
        <source>Token and layer</source>
        <translation>Token et couche</translation>
    </message>
    <message>
        <source>The token’s way through the layer</source>
        <translation>Le chemin du token à travers la couche</translation>
    </message>
    <message>
        <source>Copy the numbers as a table</source>
        <translation>Copier les nombres sous forme de tableau</translation>
    </message>
    <message>
        <source>Type a sentence to follow a token through a layer.</source>
        <translation>Saisissez une phrase pour suivre un token à travers une couche.</translation>
    </message>
    <message>
        <source>Nothing is recorded of %1.</source>
        <translation>Rien n’est enregistré de %1.</translation>
    </message>
    <message>
        <source>Running the model once more to record the layer…</source>
        <translation>Nouvelle passe du modèle pour enregistrer la couche…</translation>
    </message>
    <message>
        <source>The trace does not include the residual stream. Open the model to see a token’s way through a layer.</source>
        <translation>La trace ne contient pas le flux résiduel. Ouvrez le modèle pour voir le chemin d’un token à travers une couche.</translation>
    </message>
    <message>
        <source>Nothing is recorded of this token.</source>
        <translation>Rien n’est enregistré de ce token.</translation>
    </message>
    <message>
        <source>%1 through %2</source>
        <translation>%1 à travers %2</translation>
    </message>
</context>
<context>
    <name>headlight::BranchPanel</name>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>Comparison of two branches</source>
        <translation>Comparaison de deux branches</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Branche</translation>
    </message>
    <message>
        <source>From step</source>
        <translation>À partir du pas</translation>
    </message>
    <message>
        <source>Log p</source>
        <translation>Log p</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Branches of the decoding</source>
        <translation>Branches du décodage</translation>
    </message>
    <message>
        <source>Rename the branch</source>
        <translation>Renommer la branche</translation>
    </message>
    <message>
        <source>Show this branch (Enter)</source>
        <translation>Afficher cette branche (Entrée)</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>Re&amp;nommer</translation>
    </message>
    <message>
        <source>Give the branch another name (F2)</source>
        <translation>Donner un autre nom à la branche (F2)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>%1, shown</source>
        <translation>%1, affichée</translation>
    </message>
    <message>
        <source>Switch to “%1”</source>
        <translation>Passer à «&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>Delete “%1”</source>
        <translation>Supprimer «&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>Select two branches to compare them.</source>
        <translation>Sélectionnez deux branches pour les comparer.</translation>
    </message>
    <message>
        <source>&amp;Compare maps</source>
        <translation>&amp;Comparer les cartes</translation>
    </message>
    <message>
        <source>Press Enter or double-click to switch, F2 to rename, Delete to delete. Select two branches to compare them.</source>
        <translation>Appuyez sur Entrée ou double-cliquez pour passer à la branche, F2 pour renommer, Suppr pour supprimer. Sélectionnez deux branches pour les comparer.</translation>
    </message>
    <message>
        <source>&amp;Switch to this branch</source>
        <translation>&amp;Passer à cette branche</translation>
    </message>
    <message>
        <source>Show the heatmaps of both branches side by side, with their difference</source>
        <translation>Afficher côte à côte les cartes de chaleur des deux branches, avec leur différence</translation>
    </message>
    <message>
        <source>The only branch so far</source>
        <translation>La seule branche pour l’instant</translation>
    </message>
    <message>
        <source>Choose another token at any step: the current output is kept as a branch.</source>
        <translation>Choisissez un autre token à n’importe quel pas&#xa0;: la sortie actuelle est conservée comme branche.</translation>
    </message>
    <message>
        <source>They differ from step %1 on: %2 and %3.</source>
        <translation>Elles diffèrent à partir du pas %1&#xa0;: %2 et %3.</translation>
    </message>
    <message>
        <source>“%1” (%2)</source>
        <translation>«&#xa0;%1&#xa0;» (%2)</translation>
    </message>
    <message>
        <source>%1 is likelier than %2: Δ log p = %3 nats.</source>
        <translation>%1 est plus probable que %2&#xa0;: Δ log p = %3&#xa0;nats.</translation>
    </message>
    <message>
        <source>%1 is %2 times as likely as %3.</source>
        <translation>%1 est %2 fois plus probable que %3.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>«&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>Both have the same tokens.</source>
        <translation>Les deux ont les mêmes tokens.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Delete the branch; you can undo this (Delete)</source>
        <translation>Supprimer la branche&#xa0;; vous pouvez l’annuler (Suppr)</translation>
    </message>
    <message>
        <source>Running this branch with the current edits…</source>
        <translation>Exécution de cette branche avec les modifications actuelles…</translation>
    </message>
    <message>
        <source>Running the branches with the current edits…</source>
        <translation>Exécution des branches avec les modifications actuelles…</translation>
    </message>
    <message numerus="yes">
        <source>log p %1, %2 per token, in nats; %Ln token(s)</source>
        <translation>
            <numerusform>log p %1, %2 par token, en nats&#xa0;; %Ln token</numerusform>
            <numerusform>log p %1, %2 par token, en nats&#xa0;; %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::CandidatePanel</name>
    <message>
        <source>&amp;Other text</source>
        <translation>&amp;Autre texte</translation>
    </message>
    <message>
        <source>Other text</source>
        <translation>Autre texte</translation>
    </message>
    <message>
        <source>“%1” at step %2</source>
        <translation>«&#xa0;%1&#xa0;» au pas %2</translation>
    </message>
    <message>
        <source>&amp;Use this token</source>
        <translation>&amp;Utiliser ce token</translation>
    </message>
    <message>
        <source>Replaces this step’s token with your text (F2 in the time line) and continues decoding from there. The previous output is kept as a branch.</source>
        <translation>Remplace le token de ce pas par votre texte (F2 dans la chronologie) et poursuit le décodage à partir de là. La sortie précédente est conservée comme branche.</translation>
    </message>
    <message>
        <source>Continue decoding from the selected candidate (double-click, or Enter in the list)</source>
        <translation>Continuer le décodage à partir du candidat sélectionné (double-clic, ou Entrée dans la liste)</translation>
    </message>
    <message>
        <source>Discard your choices from this step on</source>
        <translation>Abandonner vos choix à partir de ce pas</translation>
    </message>
    <message>
        <source>The original branch</source>
        <translation>La branche d’origine</translation>
    </message>
    <message>
        <source>Use “%1” at step %2</source>
        <translation>Utiliser «&#xa0;%1&#xa0;» au pas %2</translation>
    </message>
    <message>
        <source>&amp;Back to the model’s choice</source>
        <translation>Revenir au choi&amp;x du modèle</translation>
    </message>
    <message>
        <source>Best candidates at this step</source>
        <translation>Meilleurs candidats de ce pas</translation>
    </message>
    <message>
        <source>Back to the model’s choice</source>
        <translation>Revenir au choix du modèle</translation>
    </message>
    <message>
        <source>your text, then Enter</source>
        <translation>votre texte, puis Entrée</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other token(s) together</source>
        <translation>
            <numerusform>%Ln autre token</numerusform>
            <numerusform>%Ln autres tokens ensemble</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::CandidatesModel</name>
    <message>
        <source>Rank %1: id %2, probability %3, %4</source>
        <translation>Rang %1&#xa0;: identifiant %2, probabilité %3, %4</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Probabilité</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>choisi par vous</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>choisi</translation>
    </message>
    <message>
        <source>press Enter to use it</source>
        <translation>appuyez sur Entrée pour l’utiliser</translation>
    </message>
    <message>
        <source>%1, chosen</source>
        <translation>%1, choisi</translation>
    </message>
</context>
<context>
    <name>headlight::CellCanvas</name>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Copy all numbers as a table</source>
        <translation>Copier tous les nombres en tableau</translation>
    </message>
    <message>
        <source>Show all stages</source>
        <translation>Afficher toutes les étapes</translation>
    </message>
    <message>
        <source>Play the stages once</source>
        <translation>Dérouler les étapes une fois</translation>
    </message>
    <message>
        <source>How this weight is computed</source>
        <translation>Comment ce poids est calculé</translation>
    </message>
    <message>
        <source>Key %1 (position %2), weight %3. Click to go to its cell</source>
        <translation>Clé %1 (position %2), poids %3. Cliquez pour aller à sa cellule</translation>
    </message>
    <message>
        <source>There are more dimensions than pixels: each pixel shows the largest of its dimensions.</source>
        <translation>Il y a plus de dimensions que de pixels&#xa0;: chaque pixel montre la plus grande de ses dimensions.</translation>
    </message>
</context>
<context>
    <name>headlight::CellComparison</name>
    <message>
        <source>Cells of attention maps</source>
        <translation>Cellules des cartes d’attention</translation>
    </message>
    <message>
        <source>Heads whose cells are shown</source>
        <translation>Têtes dont les cellules sont montrées</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>toutes les têtes</translation>
    </message>
    <message>
        <source>this head</source>
        <translation>cette tête</translation>
    </message>
    <message>
        <source>Cells of</source>
        <translation>Cellules de</translation>
    </message>
    <message>
        <source>Number across</source>
        <translation>Nombre en abscisse</translation>
    </message>
    <message>
        <source>Number upwards</source>
        <translation>Nombre en ordonnée</translation>
    </message>
    <message>
        <source>across</source>
        <translation>en abscisse</translation>
    </message>
    <message>
        <source>up</source>
        <translation>en ordonnée</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Mask each cell</source>
        <translation>Masquer chaque cellule</translation>
    </message>
    <message>
        <source>Stop the runs</source>
        <translation>Arrêter les exécutions</translation>
    </message>
    <message>
        <source>Run the line once for each cell, with the cell masked, and show what the token really loses</source>
        <translation>Exécuter la ligne une fois par cellule, la cellule étant masquée, et montrer ce que le token perd vraiment</translation>
    </message>
    <message>
        <source>Masking each cell…</source>
        <translation>Masquage de chaque cellule…</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Exécution…</translation>
    </message>
    <message>
        <source>“Mask each cell” measures what is lost.</source>
        <translation>«&#xa0;Masquer chaque cellule&#xa0;» mesure ce qui est perdu.</translation>
    </message>
    <message>
        <source>%1 cells are too many to plot. Choose “this head”, or a shorter text.</source>
        <translation>%1 cellules, c’est trop pour un graphique. Choisissez «&#xa0;cette tête&#xa0;», ou un texte plus court.</translation>
    </message>
    <message>
        <source>Inputs whose cells are shown</source>
        <translation>Entrées dont les cellules sont montrées</translation>
    </message>
    <message>
        <source>the explained token</source>
        <translation>le token expliqué</translation>
    </message>
    <message>
        <source>heads of this kind</source>
        <translation>têtes de ce genre</translation>
    </message>
    <message>
        <source>over</source>
        <comment>inputs</comment>
        <translation>sur</translation>
    </message>
    <message>
        <source>Run each sentence once for each cell, with the cell masked, and show what its loss really gains or loses</source>
        <translation>Exécuter chaque phrase une fois par cellule, la cellule masquée, et montrer ce que sa perte gagne ou perd vraiment</translation>
    </message>
    <message>
        <source>Input %1, %2</source>
        <translation>Entrée %1, %2</translation>
    </message>
    <message>
        <source>%1 of %2 cells can reach what is measured; the others have no effect.</source>
        <translation>%1 cellules sur %2 peuvent atteindre ce qui est mesuré&#xa0;; les autres n’ont aucun effet.</translation>
    </message>
</context>
<context>
    <name>headlight::CellView</name>
    <message>
        <source>Play the stages</source>
        <translation>Dérouler les étapes</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copy all numbers</source>
        <translation>Copier tous les nombres</translation>
    </message>
    <message>
        <source>Copy every number of this cell as a table (Ctrl+C)</source>
        <translation>Copier tous les nombres de cette cellule en tableau (Ctrl+C)</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Cellule</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tout afficher</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1, the largest weight of the row · %2</source>
        <translation>%1, le plus grand poids de la ligne · %2</translation>
    </message>
    <message>
        <source>%1, the largest weight of the column · %2</source>
        <translation>%1, le plus grand poids de la colonne · %2</translation>
    </message>
    <message>
        <source>This key did not exist yet when the row of %1 was computed.</source>
        <translation>Cette clé n’existait pas encore quand la ligne de %1 a été calculée.</translation>
    </message>
    <message>
        <source>▸ just computed · %1</source>
        <translation>▸ vient d’être calculée · %1</translation>
    </message>
    <message>
        <source>Play the stages one by one (P)</source>
        <translation>Dérouler les étapes une à une (P)</translation>
    </message>
    <message>
        <source>Type a sentence to see how its attention weights are computed.</source>
        <translation>Saisissez une phrase pour voir comment ses poids d’attention sont calculés.</translation>
    </message>
    <message>
        <source>Point at a cell of the heatmap to see how its number is computed: query · key, scale, mask, softmax, weight × value. Click a cell to pin it.</source>
        <translation>Pointez une cellule de la carte de chaleur pour voir comment son nombre est calculé&#xa0;: requête · clé, échelle, masque, softmax, poids × valeur. Cliquez sur une cellule pour l’épingler.</translation>
    </message>
    <message>
        <source>Show all stages at once (P)</source>
        <translation>Afficher toutes les étapes à la fois (P)</translation>
    </message>
    <message>
        <source>%1, next %2</source>
        <translation>%1, suivant %2</translation>
    </message>
    <message>
        <source>Computing this cell…</source>
        <translation>Calcul de cette cellule…</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>Recalculé</translation>
    </message>
</context>
<context>
    <name>headlight::ChangePanel</name>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Avant</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Après</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Écart</translation>
    </message>
    <message>
        <source>Probabilities of the next token before and after</source>
        <translation>Probabilités du token suivant avant et après</translation>
    </message>
    <message>
        <source>The most likely token of both runs, then those whose probability changed most.</source>
        <translation>Les tokens les plus probables des deux exécutions, puis ceux dont la probabilité a le plus changé.</translation>
    </message>
    <message>
        <source>Before and after: %1</source>
        <translation>Avant et après&#xa0;: %1</translation>
    </message>
    <message>
        <source>Before: %1
After: %2</source>
        <translation>Avant&#xa0;: %1
Après&#xa0;: %2</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Pas %1</translation>
    </message>
    <message>
        <source>Position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>Rank %1 before, %2 after</source>
        <translation>Rang %1 avant, %2 après</translation>
    </message>
    <message>
        <source>“%1” (%2)</source>
        <translation>«&#xa0;%1&#xa0;» (%2)</translation>
    </message>
    <message>
        <source>Masked word at position %1: before %2, after %3</source>
        <translation>Mot masqué à la position %1&#xa0;: avant %2, après %3</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(rien)</translation>
    </message>
    <message>
        <source>No edit is active. Add one to compare the output before and after it here.</source>
        <translation>Aucune modification n’est active. Ajoutez-en une pour comparer ici la sortie avant et après.</translation>
    </message>
    <message>
        <source>No probabilities to compare.</source>
        <translation>Pas de probabilités à comparer.</translation>
    </message>
    <message>
        <source>%1, next-token distribution: KL(before ‖ after) = %2 nats; entropy %3 → %4 nats.</source>
        <translation>%1, distribution du token suivant&#xa0;: KL(avant ‖ après) = %2&#xa0;nats&#xa0;; entropie %3 → %4&#xa0;nats.</translation>
    </message>
    <message>
        <source>Running the model without edits…</source>
        <translation>Exécution du modèle sans modifications…</translation>
    </message>
    <message>
        <source>%1 (the last one before the outputs diverge)</source>
        <translation>%1 (le dernier avant que les sorties divergent)</translation>
    </message>
    <message>
        <source>%1, distribution of the token there: KL(before ‖ after) = %2 nats; entropy %3 → %4 nats.</source>
        <translation>%1, distribution du token à cet endroit&#xa0;: KL(avant ‖ après) = %2&#xa0;nats&#xa0;; entropie %3 → %4&#xa0;nats.</translation>
    </message>
    <message>
        <source>%1 pp</source>
        <translation>%1&#xa0;pp</translation>
    </message>
    <message>
        <source>Step %1, where most changes</source>
        <translation>Pas %1, où le changement est le plus grand</translation>
    </message>
</context>
<context>
    <name>headlight::ChangedHeadButton</name>
    <message>
        <source>Show the head whose map differs most between A and B</source>
        <translation>Afficher la tête dont la carte diffère le plus entre A et B</translation>
    </message>
    <message>
        <source>Most changed: %1, by %2 on average</source>
        <translation>La plus modifiée&#xa0;: %1, de %2 en moyenne</translation>
    </message>
</context>
<context>
    <name>headlight::CommandPalette</name>
    <message>
        <source>Search everything</source>
        <translation>Tout rechercher</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>A word of the field, an action, a model, a head such as decoder.1.cross.2, a token</source>
        <translation>Un mot du domaine, une action, un modèle, une tête comme decoder.1.cross.2, un token</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Recherche…</translation>
    </message>
    <message>
        <source>Nothing found for “%1”. The nearest name:</source>
        <translation>Rien trouvé pour «&#xa0;%1&#xa0;». Le nom le plus proche&#xa0;:</translation>
    </message>
    <message>
        <source>Nothing found for “%1”</source>
        <translation>Rien trouvé pour «&#xa0;%1&#xa0;»</translation>
    </message>
</context>
<context>
    <name>headlight::CompareCanvas</name>
    <message>
        <source>A, B and their difference</source>
        <translation>A, B et leur différence</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>Query %1, key %2: A %3, B %4, difference %5</source>
        <translation>Requête %1, clé %2&#xa0;: A %3, B %4, différence %5</translation>
    </message>
    <message>
        <source>Query %1, key %2: %3</source>
        <translation>Requête %1, clé %2&#xa0;: %3</translation>
    </message>
</context>
<context>
    <name>headlight::ComparePicker</name>
    <message>
        <source>Branch A</source>
        <translation>Branche A</translation>
    </message>
    <message>
        <source>Branch B</source>
        <translation>Branche B</translation>
    </message>
    <message>
        <source>Kept or selected</source>
        <translation>Gardé ou sélectionné</translation>
    </message>
    <message>
        <source>Before and after the edits</source>
        <translation>Avant et après les modifications</translation>
    </message>
    <message>
        <source>Two branches</source>
        <translation>Deux branches</translation>
    </message>
    <message>
        <source>What to compare: the current result with a kept one or a second head, the runs before and after the edits, or two branches</source>
        <translation>Que comparer&#xa0;: le résultat actuel avec un résultat gardé ou une deuxième tête, les exécutions avant et après les modifications, ou deux branches</translation>
    </message>
    <message>
        <source>What to compare</source>
        <translation>Que comparer</translation>
    </message>
    <message>
        <source>Branch to show as A</source>
        <translation>Branche à afficher comme A</translation>
    </message>
    <message>
        <source>Branch to show as B</source>
        <translation>Branche à afficher comme B</translation>
    </message>
</context>
<context>
    <name>headlight::CompareStart</name>
    <message>
        <source>Sets the output of the current head to zero</source>
        <translation>Met à zéro la sortie de la tête actuelle</translation>
    </message>
    <message>
        <source>Switch off the decoder’s causal mask</source>
        <translation>Désactiver le masque causal du décodeur</translation>
    </message>
    <message>
        <source>Lets every token of the output see the ones after it</source>
        <translation>Laisse chaque token de la sortie voir ceux qui le suivent</translation>
    </message>
    <message>
        <source>Leave out the positions</source>
        <translation>Omettre les positions</translation>
    </message>
    <message>
        <source>Gives all tokens to the model without their places in the sentence</source>
        <translation>Donne tous les tokens au modèle sans leur place dans la phrase</translation>
    </message>
    <message>
        <source>Keep what is shown as A</source>
        <translation>Garder ce qui est affiché comme A</translation>
    </message>
    <message>
        <source>What you show next, another sentence or head or model, is B</source>
        <translation>Ce que vous affichez ensuite, une autre phrase, tête ou un autre modèle, est B</translation>
    </message>
    <message>
        <source>Keeps this line as A and shows the other one as B</source>
        <translation>Garde cette ligne comme A et affiche l’autre comme B</translation>
    </message>
    <message>
        <source>Selects two heads of this layer</source>
        <translation>Sélectionne deux têtes de cette couche</translation>
    </message>
    <message>
        <source>Compare before and after the edits</source>
        <translation>Comparer avant et après les modifications</translation>
    </message>
    <message>
        <source>Shows the runs without and with your edits</source>
        <translation>Affiche les exécutions sans et avec vos modifications</translation>
    </message>
    <message>
        <source>Compare two branches of the decoding</source>
        <translation>Comparer deux branches du décodage</translation>
    </message>
    <message>
        <source>Shows the first and the last branch; choose others above</source>
        <translation>Affiche la première et la dernière branche&#xa0;; choisissez-en d’autres au-dessus</translation>
    </message>
    <message>
        <source>Nothing can be edited here</source>
        <translation>Rien ne peut être modifié ici</translation>
    </message>
    <message>
        <source>Edits need a model that runs. Open the model to change it.</source>
        <translation>Les modifications demandent un modèle qui s’exécute. Ouvrez le modèle pour le modifier.</translation>
    </message>
    <message>
        <source>Running the model without edits…</source>
        <translation>Exécution du modèle sans modifications…</translation>
    </message>
    <message>
        <source>What would happen if …?</source>
        <translation>Que se passerait-il si…&#xa0;?</translation>
    </message>
    <message>
        <source>Change the model or what it can see: the runs before and after the change then stand here side by side, with their difference. Start with one of these, with “Add” beside this, or paint on the heatmap of Explore.</source>
        <translation>Modifiez le modèle ou ce qu’il peut voir&#xa0;: les exécutions avant et après s’affichent alors ici côte à côte, avec leur différence. Commencez par l’une de ces modifications, par «&#xa0;Ajouter&#xa0;» à côté, ou peignez sur la carte de chaleur d’Explorer.</translation>
    </message>
    <message>
        <source>Switch off this head: %1</source>
        <translation>Désactiver cette tête&#xa0;: %1</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>Rien à comparer pour l’instant</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>Saisissez d’abord une phrase.</translation>
    </message>
    <message>
        <source>Keep what is shown as A; the sentence, head, masks or model that you show next is B. Or put two heads beside each other (Shift and click in Heads).</source>
        <translation>Gardez ce qui est affiché comme A&#xa0;; la phrase, la tête, les masques ou le modèle que vous affichez ensuite est B. Ou placez deux têtes côte à côte (Maj et clic dans Têtes).</translation>
    </message>
    <message>
        <source>Compare this line with line %1</source>
        <translation>Comparer cette ligne avec la ligne %1</translation>
    </message>
    <message>
        <source>Compare heads %1 and %2 of this layer</source>
        <translation>Comparer les têtes %1 et %2 de cette couche</translation>
    </message>
    <message>
        <source>Switch a head off</source>
        <translation>Désactiver une tête</translation>
    </message>
    <message>
        <source>Causal mask off</source>
        <translation>Masque causal désactivé</translation>
    </message>
</context>
<context>
    <name>headlight::CompareView</name>
    <message>
        <source>Keep as A</source>
        <translation>Garder comme A</translation>
    </message>
    <message>
        <source>Forget A</source>
        <translation>Oublier A</translation>
    </message>
    <message>
        <source>Same head</source>
        <translation>Même tête</translation>
    </message>
    <message>
        <source>Same tokens</source>
        <translation>Mêmes tokens</translation>
    </message>
    <message>
        <source>Same spelling</source>
        <translation>Même graphie</translation>
    </message>
    <message>
        <source>Alignment of the tokens</source>
        <translation>Alignement des tokens</translation>
    </message>
    <message>
        <source>Largest difference %1, on average %2.</source>
        <translation>Plus grande différence %1, en moyenne %2.</translation>
    </message>
    <message>
        <source>No difference.</source>
        <translation>Aucune différence.</translation>
    </message>
    <message>
        <source>Same words</source>
        <translation>Mêmes mots</translation>
    </message>
    <message>
        <source>A, %1: %2
B, %3: %4</source>
        <translation>A, %1&#xa0;: %2
B, %3&#xa0;: %4</translation>
    </message>
    <message>
        <source>Keep the current result as A and compare what you show next with it</source>
        <translation>Garder le résultat actuel comme A et lui comparer ce que vous affichez ensuite</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Arrêter de comparer</translation>
    </message>
    <message>
        <source>Compare the same head on both sides; otherwise A stays on the head it was kept with</source>
        <translation>Comparer la même tête des deux côtés&#xa0;; sinon A reste à la tête avec laquelle il a été gardé</translation>
    </message>
    <message>
        <source>How tokens of A and B are matched. Spelling: ignores space and continuation marks. Words: merges the pieces of a word (weights summed over keys, averaged over queries), for models with different tokenizers.</source>
        <translation>Comment apparier les tokens de A et de B. Graphie&#xa0;: ignore les marques d’espace et de continuation. Mots&#xa0;: fusionne les morceaux d’un mot (poids sommés sur les clés, moyennés sur les requêtes), pour des modèles à tokeniseurs différents.</translation>
    </message>
    <message>
        <source>These numbers were recorded on one side only.</source>
        <translation>Ces nombres n’ont été enregistrés que d’un côté.</translation>
    </message>
    <message>
        <source>No token of A matches a token of B.</source>
        <translation>Aucun token de A ne correspond à un token de B.</translation>
    </message>
    <message>
        <source>Same positions</source>
        <translation>Mêmes positions</translation>
    </message>
    <message>
        <source>No other head’s map differs either.</source>
        <translation>La carte d’aucune autre tête ne diffère non plus.</translation>
    </message>
    <message>
        <source>Comparing all cells: %1 %</source>
        <translation>Comparaison de toutes les cellules&#xa0;: %1&#xa0;%</translation>
    </message>
    <message>
        <source>What to compare</source>
        <translation>Que comparer</translation>
    </message>
    <message>
        <source>Outputs of the two runs</source>
        <translation>Sorties des deux exécutions</translation>
    </message>
    <message>
        <source>Copy the largest differences as a table</source>
        <translation>Copier les plus grandes différences en tableau</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 et %2</translation>
    </message>
    <message numerus="yes">
        <source>%n query(ies)</source>
        <translation>
            <numerusform>%n requête</numerusform>
            <numerusform>%n requêtes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n clé</numerusform>
            <numerusform>%n clés</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out (no match): %1 of A, %2 of B.</source>
        <translation>Laissés de côté (sans correspondance)&#xa0;: %1 de A, %2 de B.</translation>
    </message>
    <message>
        <source>The colours of B − A reach to ±%1.</source>
        <translation>Les couleurs de B − A vont jusqu’à ±%1.</translation>
    </message>
</context>
<context>
    <name>headlight::ConversationEditor</name>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversation</translation>
    </message>
    <message>
        <source>+ Turn</source>
        <translation>+ Tour</translation>
    </message>
    <message>
        <source>Add a turn after the last one</source>
        <translation>Ajouter un tour après le dernier</translation>
    </message>
    <message>
        <source>Add a turn</source>
        <translation>Ajouter un tour</translation>
    </message>
    <message>
        <source>End the text where the assistant’s answer begins (generation prompt), so that the model answers. Otherwise it ends with the last turn.</source>
        <translation>Terminer le texte là où commence la réponse de l’assistant (generation prompt), pour que le modèle réponde. Sinon, il se termine par le dernier tour.</translation>
    </message>
    <message>
        <source>Open the answer</source>
        <translation>Ouvrir la réponse</translation>
    </message>
    <message>
        <source>Leave the answer out</source>
        <translation>Ne pas ouvrir la réponse</translation>
    </message>
    <message>
        <source>Change the role</source>
        <translation>Changer le rôle</translation>
    </message>
    <message>
        <source>Typing</source>
        <translation>Saisie</translation>
    </message>
    <message>
        <source>Remove a turn</source>
        <translation>Supprimer un tour</translation>
    </message>
    <message>
        <source>Move a turn</source>
        <translation>Déplacer un tour</translation>
    </message>
</context>
<context>
    <name>headlight::CopyMenu</name>
    <message>
        <source>Copy image</source>
        <translation>Copier l’image</translation>
    </message>
    <message>
        <source>%1 (%2 numbers are too many)</source>
        <translation>%1 (%2 nombres, c’est trop)</translation>
    </message>
    <message>
        <source>Save image</source>
        <translation>Enregistrer l’image</translation>
    </message>
    <message>
        <source>Save image…</source>
        <translation>Enregistrer l’image…</translation>
    </message>
</context>
<context>
    <name>headlight::CrashCopy</name>
    <message>
        <source>Restore all</source>
        <translation>Tout restaurer</translation>
    </message>
    <message>
        <source>Only the newest</source>
        <translation>Seulement la plus récente</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Reopen what was open when Headlight closed</source>
        <translation>Rouvrir ce qui était ouvert quand Headlight s’est fermé</translation>
    </message>
    <message>
        <source>Headlight did not close properly last time. Your work was kept: %1.</source>
        <translation>Headlight s’est fermé de façon inattendue. Votre travail a été conservé&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Open each of them in a separate window</source>
        <translation>Ouvrir chacune dans sa propre fenêtre</translation>
    </message>
    <message>
        <source>Open the newest one; the others are offered again at the next start</source>
        <translation>Ouvrir la plus récente&#xa0;; les autres seront proposées de nouveau au prochain démarrage</translation>
    </message>
    <message>
        <source>Headlight did not close properly last time. Your work in %1 windows was kept; the newest is from %2.</source>
        <translation>Headlight s’est fermé de façon inattendue. Votre travail dans %1 fenêtres a été conservé&#xa0;; le plus récent date du %2.</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>Impossible d’écrire dans %1.</translation>
    </message>
    <message>
        <source>Your work is not kept in case Headlight stops: %1</source>
        <translation>Votre travail n’est pas conservé en cas d’arrêt de Headlight&#xa0;: %1</translation>
    </message>
    <message>
        <source>Save the session, or free some disk space.</source>
        <translation>Enregistrez la session ou libérez de l’espace disque.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Delete kept work</source>
        <translation>Supprimer le travail conservé</translation>
    </message>
    <message numerus="yes">
        <source>Delete the work in %n window(s) that was kept when Headlight closed? This cannot be undone.</source>
        <translation>
            <numerusform>Supprimer le travail conservé quand Headlight s’est fermé&#xa0;? Cette action est irréversible.</numerusform>
            <numerusform>Supprimer le travail de %n fenêtres conservé quand Headlight s’est fermé&#xa0;? Cette action est irréversible.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>Your edits and results of last time were kept: %1.</source>
        <translation>Vos modifications et résultats de la dernière fois ont été gardés : %1.</translation>
    </message>
    <message>
        <source>Your edits and results of last time in %1 windows were kept; the newest are from %2.</source>
        <translation>Vos modifications et résultats de la dernière fois ont été gardés pour %1 fenêtres ; les plus récents datent du %2.</translation>
    </message>
    <message>
        <source>Work of last time</source>
        <translation>Travail de la dernière fois</translation>
    </message>
    <message>
        <source>Delete what was kept; otherwise File → Recent sessions has it</source>
        <translation>Supprimer ce qui a été gardé&#xa0;; sinon, Fichier → Sessions récentes le propose</translation>
    </message>
</context>
<context>
    <name>headlight::CumulativeBar</name>
    <message>
        <source>Cumulative distribution</source>
        <translation>Fonction de répartition</translation>
    </message>
    <message>
        <source>The random number is %1; it lies between %2 and %3.</source>
        <translation>Le nombre aléatoire est %1&#xa0;; il tombe entre %2 et %3.</translation>
    </message>
    <message>
        <source>%1 (id %2): %3, from %4</source>
        <translation>%1 (identifiant %2)&#xa0;: %3, à partir de %4</translation>
    </message>
    <message>
        <source>unlikely tokens, ids %1 to %2, together: %3, from %4</source>
        <translation>tokens improbables, identifiants %1 à %2, ensemble&#xa0;: %3, à partir de %4</translation>
    </message>
    <message>
        <source>Nothing is sampled: the most likely token is chosen.</source>
        <translation>Rien n’est tiré au sort&#xa0;: le token le plus probable est choisi.</translation>
    </message>
</context>
<context>
    <name>headlight::DecodingView</name>
    <message>
        <source>The step in words</source>
        <translation>Le pas en mots</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Candidats</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Distribution</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Branches</translation>
    </message>
    <message>
        <source>The step in detail</source>
        <translation>Le pas en détail</translation>
    </message>
    <message>
        <source>O&amp;utput</source>
        <translation>So&amp;rtie</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Type a sentence to see how the model decodes, token by token.</source>
        <translation>Saisissez une phrase pour voir comment le modèle décode, token par token.</translation>
    </message>
    <message>
        <source>Nothing was decoded.</source>
        <translation>Rien n’a été décodé.</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Pas %1 sur %2</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 tokens/s</translation>
    </message>
    <message>
        <source>%1, full passes</source>
        <translation>%1, passes complètes</translation>
    </message>
    <message>
        <source>You chose %1: probability %2, rank %3.</source>
        <translation>Vous avez choisi %1&#xa0;: probabilité %2, rang %3.</translation>
    </message>
    <message>
        <source>%1 is kept from the earlier output: probability %2, rank %3.</source>
        <translation>%1 est gardé de la sortie précédente&#xa0;: probabilité %2, rang %3.</translation>
    </message>
    <message>
        <source>The best beam has %1: probability %2, rank %3.</source>
        <translation>Le meilleur faisceau a %1&#xa0;: probabilité %2, rang %3.</translation>
    </message>
    <message>
        <source>The model chose %1: probability %2.</source>
        <translation>Le modèle a choisi %1&#xa0;: probabilité %2.</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>probabilité</translation>
    </message>
    <message>
        <source>entropy (bits, one scale)</source>
        <translation>entropie (bits, une échelle)</translation>
    </message>
    <message>
        <source>The ten most likely tokens at this step; choose another one here</source>
        <translation>Les dix tokens les plus probables à ce pas&#xa0;; choisissez-en un autre ici</translation>
    </message>
    <message>
        <source>From the logits to the chosen token, stage by stage, with the settings</source>
        <translation>Des logits au token choisi, étape par étape, avec les réglages</translation>
    </message>
    <message>
        <source>Branches of the decoding</source>
        <translation>Branches du décodage</translation>
    </message>
    <message>
        <source>This model has no decoder: it reads text but does not generate any.
The other views show its attention.</source>
        <translation>Ce modèle n’a pas de décodeur&#xa0;: il lit du texte mais n’en génère pas.
Les autres vues montrent son attention.</translation>
    </message>
    <message>
        <source>Decoding…</source>
        <translation>Décodage…</translation>
    </message>
    <message>
        <source>An edit lets earlier positions see later ones, so nothing can be cached: each step is a full pass over all tokens.</source>
        <translation>Une modification laisse des positions antérieures en voir de postérieures&#xa0;: rien ne peut être mis en cache, chaque pas est une passe complète sur tous les tokens.</translation>
    </message>
    <message>
        <source>Copy the steps as an image</source>
        <translation>Copier les pas en image</translation>
    </message>
    <message>
        <source>Copy the details as an image</source>
        <translation>Copier le détail en image</translation>
    </message>
    <message>
        <source>Copy the steps as a table</source>
        <translation>Copier les pas en tableau</translation>
    </message>
    <message>
        <source>Your target has %1: probability %2, rank %3.</source>
        <translation>Votre cible a %1&#xa0;: probabilité %2, rang %3.</translation>
    </message>
    <message>
        <source>%1 was sampled: probability %2, rank %3.</source>
        <translation>%1 a été tiré au sort&#xa0;: probabilité %2, rang %3.</translation>
    </message>
    <message>
        <source>Surprisal %1 bits, entropy %2 bits.</source>
        <translation>Surprise %1&#xa0;bits, entropie %2&#xa0;bits.</translation>
    </message>
    <message>
        <source>The model only reads: 0 new tokens are allowed. Raise “Max new tokens” beside the output to let it write.</source>
        <translation>Le modèle ne fait que lire&#xa0;: 0 nouveau token est autorisé. Augmentez «&#xa0;Nouveaux tokens max.&#xa0;» à côté de la sortie pour le laisser écrire.</translation>
    </message>
    <message>
        <source>A beam that was not chosen, up to %1: probability %2. Its candidates and its distribution were not recorded.</source>
        <translation>Un faisceau non retenu, jusqu’à %1&#xa0;: probabilité %2. Ses candidats et sa distribution n’ont pas été enregistrés.</translation>
    </message>
    <message>
        <source>Without the edits: %1</source>
        <translation>Sans les modifications&#xa0;: %1</translation>
    </message>
    <message>
        <source>No token can be chosen: the logits are not numbers (NaN).</source>
        <translation>Aucun token ne peut être choisi&#xa0;: les logits ne sont pas des nombres (NaN).</translation>
    </message>
    <message>
        <source>Save the steps as an image…</source>
        <translation>Enregistrer les pas comme image…</translation>
    </message>
    <message>
        <source>Save the details as an image…</source>
        <translation>Enregistrer le détail comme image…</translation>
    </message>
    <message>
        <source>surprisal (bits)</source>
        <translation>surprise (bits)</translation>
    </message>
</context>
<context>
    <name>headlight::DiagramBuilder</name>
    <message>
        <source>target tokens so far</source>
        <translation>tokens cibles jusqu’ici</translation>
    </message>
    <message>
        <source>tokens of the text</source>
        <translation>tokens du texte</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>Plongement des tokens</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>Projection</translation>
    </message>
    <message>
        <source>+ Segments</source>
        <translation>+ Segments</translation>
    </message>
    <message>
        <source>Language-model head</source>
        <translation>Tête de langage</translation>
    </message>
    <message>
        <source>to the decoder</source>
        <translation>vers le décodeur</translation>
    </message>
    <message>
        <source>one vector per token</source>
        <translation>un vecteur par token</translation>
    </message>
    <message>
        <source>the next token</source>
        <translation>le token suivant</translation>
    </message>
    <message>
        <source>the tokens behind the masks</source>
        <translation>les tokens derrière les masques</translation>
    </message>
</context>
<context>
    <name>headlight::DictionaryModel</name>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Weight in the plane</source>
        <translation>Poids dans le plan</translation>
    </message>
    <message>
        <source>‖v‖</source>
        <translation>‖v‖</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>Model’s weight</source>
        <translation>Poids du modèle</translation>
    </message>
    <message>
        <source>Hard answer</source>
        <translation>Réponse stricte</translation>
    </message>
    <message>
        <source>Soft answer</source>
        <translation>Réponse souple</translation>
    </message>
    <message>
        <source>Double-click, or press F2, to type</source>
        <translation>Double-cliquer, ou appuyer sur F2, pour saisir</translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation>Coordonnées</translation>
    </message>
    <message>
        <source>Soft</source>
        <translation>Souple</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>Strict</translation>
    </message>
    <message>
        <source>In the plane</source>
        <translation>Dans le plan</translation>
    </message>
    <message>
        <source>Model</source>
        <comment>weight</comment>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Hard answer (first of %1 equal)</source>
        <translation>Réponse stricte (la première de %1 égales)</translation>
    </message>
</context>
<context>
    <name>headlight::DifferenceTable</name>
    <message>
        <source>Query → key</source>
        <translation>Requête → clé</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Largest differences</source>
        <translation>Plus grandes différences</translation>
    </message>
</context>
<context>
    <name>headlight::DistributionPanel</name>
    <message>
        <source>Find any token of the vocabulary, by text or id</source>
        <translation>Chercher un token du vocabulaire, par texte ou identifiant</translation>
    </message>
    <message>
        <source>Find a token</source>
        <translation>Chercher un token</translation>
    </message>
    <message>
        <source>Stages of the distribution</source>
        <translation>Étapes de la distribution</translation>
    </message>
    <message>
        <source>Decode a&amp;gain</source>
        <translation>Décoder de nou&amp;veau</translation>
    </message>
    <message>
        <source>Run the model from the first step with these settings. You can undo this.</source>
        <translation>Relancer le modèle dès le premier pas avec ces réglages. Vous pouvez l’annuler.</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Réinitialiser</translation>
    </message>
    <message>
        <source>Decode with other settings</source>
        <translation>Décoder avec d’autres réglages</translation>
    </message>
    <message>
        <source>Lists the tokens that contain this text. Leave empty for the most likely ones.</source>
        <translation>Énumère les tokens qui contiennent ce texte. Laissez vide pour les plus probables.</translation>
    </message>
    <message>
        <source>Continue from &amp;here</source>
        <translation>Continuer à partir d’&amp;ici</translation>
    </message>
    <message>
        <source>Keep the output before this step and continue with these settings. You can undo this.</source>
        <translation>Garder la sortie avant ce pas et continuer avec ces réglages. Vous pouvez l’annuler.</translation>
    </message>
    <message>
        <source>Back to the settings this output was decoded with.</source>
        <translation>Revenir aux réglages avec lesquels cette sortie a été décodée.</translation>
    </message>
    <message>
        <source>The logits of this step were not kept: the output is too long for the memory set aside for them.</source>
        <translation>Les logits de ce pas n’ont pas été gardés&#xa0;: la sortie est trop longue pour la mémoire qui leur est réservée.</translation>
    </message>
    <message>
        <source>Random number %1 from seed %2 is %3. It lies in [%4, %5), so “%6” is sampled.</source>
        <translation>Le nombre aléatoire %1 de la graine %2 est %3. Il tombe dans [%4, %5)&#xa0;: «&#xa0;%6&#xa0;» est donc tiré au sort.</translation>
    </message>
    <message>
        <source>Beam search scores whole continuations; the Beams view shows which ones it followed.</source>
        <translation>La recherche en faisceau évalue des continuations entières&#xa0;; la vue Faisceaux montre lesquelles elle a suivies.</translation>
    </message>
    <message>
        <source>Greedy decoding chooses the most likely token: “%1”.</source>
        <translation>Le décodage glouton choisit le token le plus probable&#xa0;: «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>The output has “%1”.</source>
        <translation>La sortie a «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>Token these settings choose here</source>
        <translation>Le token que choisissent ici ces réglages</translation>
    </message>
    <message>
        <source>The output has the same token.</source>
        <translation>La sortie a le même token.</translation>
    </message>
    <message>
        <source>Continue with other settings from step %1</source>
        <translation>Continuer avec d’autres réglages à partir du pas %1</translation>
    </message>
</context>
<context>
    <name>headlight::DockTitle</name>
    <message>
        <source>Put this view back where it was (F12)</source>
        <translation>Remettre cette vue à sa place (F12)</translation>
    </message>
    <message>
        <source>Show this view in a window, or back in the main window</source>
        <translation>Afficher cette vue dans une fenêtre, ou la remettre dans la fenêtre principale</translation>
    </message>
    <message>
        <source>Close this view</source>
        <translation>Fermer cette vue</translation>
    </message>
    <message>
        <source>List the views that share this place</source>
        <translation>Lister les vues qui partagent cette place</translation>
    </message>
    <message>
        <source>Give this view all the room (F12)</source>
        <translation>Donner toute la place à cette vue (F12)</translation>
    </message>
</context>
<context>
    <name>headlight::EditBanner</name>
    <message>
        <source>Reset</source>
        <translation>Réinitialiser</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>et %n de plus</numerusform>
            <numerusform>et %n de plus</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>This trace was recorded with edits: %1.</source>
        <translation>Cette trace a été enregistrée avec des modifications&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Remove all edits. You can undo this.</source>
        <translation>Retirer toutes les modifications. Vous pouvez l’annuler.</translation>
    </message>
    <message>
        <source>Show the runs before and after the edits side by side.</source>
        <translation>Afficher côte à côte les exécutions avant et après les modifications.</translation>
    </message>
    <message>
        <source>The output is the same as without edits.</source>
        <translation>La sortie est la même que sans modifications.</translation>
    </message>
    <message>
        <source>Output without edits: %1</source>
        <translation>Sortie sans modifications&#xa0;: %1</translation>
    </message>
    <message>
        <source>Masked words without edits: %1</source>
        <translation>Mots masqués sans modifications&#xa0;: %1</translation>
    </message>
    <message>
        <source>The heatmap shows the difference the edits make.</source>
        <translation>La carte de chaleur montre la différence due aux modifications.</translation>
    </message>
    <message>
        <source>The What if view lists the edits.</source>
        <translation>La vue Et si&#xa0;? énumère les modifications.</translation>
    </message>
    <message>
        <source>The model was not trained this way: %1.</source>
        <translation>Le modèle n’a pas été entraîné ainsi&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Without edits there is no output.</source>
        <translation>Sans modifications, il n’y a pas de sortie.</translation>
    </message>
    <message>
        <source>The masked words are the same as without edits.</source>
        <translation>Les mots masqués sont les mêmes que sans modifications.</translation>
    </message>
    <message>
        <source>All views now show the run without edits.</source>
        <translation>Toutes les vues montrent maintenant l’exécution sans modifications.</translation>
    </message>
    <message numerus="yes">
        <source>Mean and spread are of %n run(s) with other seeds.</source>
        <translation>
            <numerusform>Moyenne et dispersion sont celles de %n passe avec une autre graine.</numerusform>
            <numerusform>Moyenne et dispersion sont celles de %n passes avec d’autres graines.</numerusform>
        </translation>
    </message>
    <message>
        <source>Edited model</source>
        <translation>Modèle modifié</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Remove all edits</source>
        <translation>Retirer toutes les modifications</translation>
    </message>
    <message>
        <source>Edited: %1.</source>
        <translation>Modifié&#xa0;: %1.</translation>
    </message>
    <message>
        <source>The model is edited. The lesson asks what is wrong.</source>
        <translation>Le modèle est modifié. La leçon demande ce qui ne va pas.</translation>
    </message>
    <message>
        <source>Output with given tokens: as likely as without edits.</source>
        <translation>Sortie avec des tokens donnés&#xa0;: aussi probable que sans modifications.</translation>
    </message>
    <message>
        <source>Output with given tokens: log p %1 → %2 nats.</source>
        <translation>Sortie avec des tokens donnés&#xa0;: log p %1 → %2 nats.</translation>
    </message>
    <message>
        <source>Same words as without edits, less sure: log p %1 → %2 nats.</source>
        <translation>Mêmes mots que sans modifications, moins sûrs&#xa0;: log p %1 → %2 nats.</translation>
    </message>
    <message>
        <source>Same words as without edits, surer: log p %1 → %2 nats.</source>
        <translation>Mêmes mots que sans modifications, plus sûrs&#xa0;: log p %1 → %2 nats.</translation>
    </message>
</context>
<context>
    <name>headlight::EditsModel</name>
    <message>
        <source>Encoder: causal mask on</source>
        <translation>Encodeur&#xa0;: masque causal actif</translation>
    </message>
    <message>
        <source>Encoder: causal mask off</source>
        <translation>Encodeur&#xa0;: masque causal inactif</translation>
    </message>
    <message>
        <source>Decoder: causal mask on</source>
        <translation>Décodeur&#xa0;: masque causal actif</translation>
    </message>
    <message>
        <source>Decoder: causal mask off</source>
        <translation>Décodeur&#xa0;: masque causal inactif</translation>
    </message>
    <message>
        <source>Padding mask off</source>
        <translation>Masque de remplissage inactif</translation>
    </message>
    <message>
        <source>%1. Untick to restore the architecture’s own mask.</source>
        <translation>%1. Décochez pour rétablir le masque de l’architecture.</translation>
    </message>
    <message>
        <source>Enable an edit</source>
        <translation>Activer une modification</translation>
    </message>
    <message>
        <source>Disable an edit</source>
        <translation>Désactiver une modification</translation>
    </message>
    <message>
        <source>Architecture’s own mask</source>
        <translation>Masque de l’architecture</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>headlight::EffectsKeeper</name>
    <message>
        <source>Effects are computed with the model, which a trace file does not include.</source>
        <translation>Les effets se calculent avec le modèle, qu’un fichier de trace ne contient pas.</translation>
    </message>
    <message>
        <source>Open the model to see them.</source>
        <translation>Ouvrez le modèle pour les voir.</translation>
    </message>
    <message>
        <source>The effects cannot be computed: %1.</source>
        <translation>Impossible de calculer les effets&#xa0;: %1.</translation>
    </message>
</context>
<context>
    <name>headlight::ExperimentForm</name>
    <message>
        <source>Sentences that the replacement comes from</source>
        <translation>Phrases d’où vient le remplacement</translation>
    </message>
    <message>
        <source>the inputs</source>
        <translation>les entrées</translation>
    </message>
    <message>
        <source>Other sentence</source>
        <translation>Autre phrase</translation>
    </message>
    <message>
        <source>another sentence</source>
        <translation>une autre phrase</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>Ce qui est mesuré</translation>
    </message>
    <message>
        <source>Token that is measured</source>
        <translation>Token mesuré</translation>
    </message>
    <message>
        <source>the token there</source>
        <translation>le token à cet endroit</translation>
    </message>
    <message>
        <source>Token whose logit is subtracted</source>
        <translation>Token dont le logit est soustrait</translation>
    </message>
    <message>
        <source>another token</source>
        <translation>un autre token</translation>
    </message>
    <message>
        <source>Positions that are measured</source>
        <translation>Positions mesurées</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positions</translation>
    </message>
    <message>
        <source>such as 0-3,5</source>
        <translation>par exemple 0-3,5</translation>
    </message>
    <message>
        <source>Inputs of the experiment</source>
        <translation>Entrées de l’expérience</translation>
    </message>
    <message>
        <source>the current text</source>
        <translation>le texte actuel</translation>
    </message>
    <message>
        <source>over</source>
        <comment>reference</comment>
        <translation>sur</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Remplacer</translation>
    </message>
    <message>
        <source>by</source>
        <translation>par</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>mesurer</translation>
    </message>
    <message>
        <source>on</source>
        <translation>à</translation>
    </message>
    <message>
        <source>over</source>
        <comment>inputs</comment>
        <translation>sur</translation>
    </message>
    <message>
        <source>Leave empty for the token that follows at each position</source>
        <translation>Laisser vide pour le token qui suit à chaque position</translation>
    </message>
    <message>
        <source>each head</source>
        <translation>chaque tête</translation>
    </message>
    <message>
        <source>each selected head</source>
        <translation>chaque tête sélectionnée</translation>
    </message>
    <message>
        <source>the selected heads together</source>
        <translation>les têtes sélectionnées ensemble</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>its mean</source>
        <translation>sa moyenne</translation>
    </message>
    <message>
        <source>its mean per position</source>
        <translation>sa moyenne par position</translation>
    </message>
    <message>
        <source>another input’s</source>
        <translation>celle d’une autre entrée</translation>
    </message>
    <message>
        <source>the pair’s other</source>
        <translation>l’autre de la paire</translation>
    </message>
    <message>
        <source>another sentence’s</source>
        <translation>celle d’une autre phrase</translation>
    </message>
    <message>
        <source>log-probability</source>
        <translation>log-probabilité</translation>
    </message>
    <message>
        <source>logit A − B</source>
        <translation>logit A − B</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>probabilité</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rang</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>perte</translation>
    </message>
    <message>
        <source>recovery</source>
        <translation>récupération</translation>
    </message>
    <message>
        <source>the masked words</source>
        <translation>les mots masqués</translation>
    </message>
    <message>
        <source>the prompt</source>
        <translation>le prompt</translation>
    </message>
    <message>
        <source>the output</source>
        <translation>la sortie</translation>
    </message>
    <message>
        <source>the last position</source>
        <translation>la dernière position</translation>
    </message>
    <message>
        <source>all positions</source>
        <translation>toutes les positions</translation>
    </message>
    <message>
        <source>some positions</source>
        <translation>quelques positions</translation>
    </message>
    <message>
        <source>Type the other token: its logit is subtracted.</source>
        <translation>Tapez l’autre token&#xa0;: son logit est soustrait.</translation>
    </message>
    <message>
        <source>Type positions such as 0-3,5.</source>
        <translation>Tapez des positions, par exemple 0-3,5.</translation>
    </message>
    <message>
        <source>%1 by %2; %3 on %4; %5</source>
        <translation>%1 par %2&#xa0;; %3, %4&#xa0;; %5</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>Which positions of the two sentences belong together</source>
        <translation>Quelles positions des deux phrases vont ensemble</translation>
    </message>
    <message>
        <source>position by position</source>
        <translation>position par position</translation>
    </message>
    <message>
        <source>token by token</source>
        <translation>token par token</translation>
    </message>
    <message>
        <source>Token by token: equal tokens belong together, also where the sentences differ in length</source>
        <translation>Token par token&#xa0;: les tokens égaux vont ensemble, même si les phrases n’ont pas la même longueur</translation>
    </message>
    <message>
        <source>What is replaced</source>
        <translation>Ce qui est remplacé</translation>
    </message>
    <message>
        <source>What replaces it</source>
        <translation>Ce qui le remplace</translation>
    </message>
    <message>
        <source>How edits are tried</source>
        <translation>Comment les modifications sont essayées</translation>
    </message>
    <message>
        <source>by runs</source>
        <translation>par des exécutions</translation>
    </message>
    <message>
        <source>by runs and by the gradient</source>
        <translation>par des exécutions et par le gradient</translation>
    </message>
    <message>
        <source>tried</source>
        <translation>essayé</translation>
    </message>
    <message>
        <source>The unedited model runs on it; its numbers take the place of the replaced ones</source>
        <translation>Le modèle sans modification s’exécute dessus&#xa0;; ses nombres prennent la place de ceux qui sont remplacés</translation>
    </message>
    <message>
        <source>Estimates each edit by one gradient, too, and compares the estimates with the runs</source>
        <translation>Estime aussi chaque modification par un seul gradient, et compare les estimations aux exécutions</translation>
    </message>
    <message>
        <source>each token of the encoder</source>
        <translation>chaque token de l’encodeur</translation>
    </message>
    <message>
        <source>each token of the decoder</source>
        <translation>chaque token du décodeur</translation>
    </message>
    <message>
        <source>Type the other sentence: its numbers take the place of the replaced ones.</source>
        <translation>Écrivez l’autre phrase&#xa0;: ses nombres prennent la place de ceux qui sont remplacés.</translation>
    </message>
    <message>
        <source>Type positions, or drag over tokens in the view Tokens</source>
        <translation>Tapez des positions, ou glissez sur des tokens dans la vue Tokens</translation>
    </message>
    <message>
        <source>Heads or layers</source>
        <translation>Têtes ou couches</translation>
    </message>
    <message>
        <source>Activation to patch</source>
        <translation>Activation à greffer</translation>
    </message>
    <message>
        <source>the shown line</source>
        <translation>la ligne affichée</translation>
    </message>
    <message>
        <source>With its output, as the window shows it</source>
        <translation>Avec sa sortie, comme la fenêtre la montre</translation>
    </message>
    <message>
        <source>each layer and position</source>
        <translation>chaque couche et position</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>toutes les têtes</translation>
    </message>
    <message>
        <source>the current step</source>
        <translation>le pas actuel</translation>
    </message>
    <message>
        <source>the current token</source>
        <translation>le token actuel</translation>
    </message>
    <message>
        <source>Hides each token in turn to show which ones the output depends on.</source>
        <translation>Cache les tokens un à un pour montrer desquels dépend la sortie.</translation>
    </message>
    <message>
        <source>Patches each layer and position in turn from another sentence, to show where the model holds what differs between the two.</source>
        <translation>Greffe tour à tour chaque couche et position depuis une autre phrase, pour montrer où le modèle tient ce qui diffère entre les deux.</translation>
    </message>
    <message>
        <source>Switches off each head in turn to show which ones the output depends on.</source>
        <translation>Désactive les têtes une à une pour montrer de lesquelles dépend la sortie.</translation>
    </message>
    <message>
        <source>Type another token than the one that is measured.</source>
        <translation>Tapez un autre token que celui qui est mesuré.</translation>
    </message>
    <message>
        <source>the pair’s</source>
        <translation>celui de la paire</translation>
    </message>
    <message>
        <source>Makes one edit after the other, and shows what each changes on average and in each sentence.</source>
        <translation>Fait une modification après l’autre, et montre ce que chacune change en moyenne et dans chaque phrase.</translation>
    </message>
</context>
<context>
    <name>headlight::ExperimentRunner</name>
    <message>
        <source>An experiment runs the model. Open a model to use it.</source>
        <translation>Une expérience exécute le modèle. Ouvrez un modèle pour l’utiliser.</translation>
    </message>
    <message>
        <source>Open a sentence</source>
        <translation>Ouvrir une phrase</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2. Run goes on from there.</source>
        <translation>Arrêtée après %1 sur %2. Exécuter la reprendra là.</translation>
    </message>
</context>
<context>
    <name>headlight::ExperimentView</name>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Save or copy this result</source>
        <translation>Enregistrer ou copier ce résultat</translation>
    </message>
    <message>
        <source>Result of the experiment</source>
        <translation>Résultat de l’expérience</translation>
    </message>
    <message>
        <source>Copy the numbers as CSV</source>
        <translation>Copier les nombres en CSV</translation>
    </message>
    <message>
        <source>Copy command line</source>
        <translation>Copier la ligne de commande</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>Avancement de l’expérience</translation>
    </message>
    <message>
        <source>Results of experiments</source>
        <translation>Résultats des expériences</translation>
    </message>
    <message>
        <source>by size</source>
        <translation>par taille</translation>
    </message>
    <message>
        <source>by layer and head</source>
        <translation>par couche et tête</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Enregistrer en CSV…</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Save as JSON…</source>
        <translation>Enregistrer en JSON…</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Retirer de la liste</translation>
    </message>
    <message>
        <source>An experiment runs the model. Open a model to use it.</source>
        <translation>Une expérience exécute le modèle. Ouvrez un modèle pour l’utiliser.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Exécuter</translation>
    </message>
    <message>
        <source>Stop the experiment</source>
        <translation>Arrêter l’expérience</translation>
    </message>
    <message>
        <source>Run the model on every input, once for each replacement</source>
        <translation>Exécuter le modèle sur chaque entrée, une fois par remplacement</translation>
    </message>
    <message>
        <source>%1 of %2, about %3 s left</source>
        <translation>%1 sur %2, encore %3&#xa0;s environ</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message numerus="yes">
        <source>%n input(s); without replacement: %1.</source>
        <translation>
            <numerusform>%n entrée&#xa0;; sans remplacement&#xa0;: %1.</numerusform>
            <numerusform>%n entrées&#xa0;; sans remplacement&#xa0;: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Largest change: %1, %2.</source>
        <translation>Plus grand changement&#xa0;: %1, %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 (%n input(s))</source>
        <translation>
            <numerusform>%1&#xa0;: %2 (%n entrée)</numerusform>
            <numerusform>%1&#xa0;: %2 (%n entrées)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, input %2: %3. Click to open it.</source>
        <translation>%1, entrée %2&#xa0;: %3. Cliquer pour l’ouvrir.</translation>
    </message>
    <message>
        <source>What each edit changes</source>
        <translation>Ce que change chaque modification</translation>
    </message>
    <message>
        <source>What the chosen edit changes for each input</source>
        <translation>Ce que la modification choisie change pour chaque entrée</translation>
    </message>
    <message>
        <source>Copy the plot of edits as an image</source>
        <translation>Copier le graphique des modifications comme image</translation>
    </message>
    <message>
        <source>Copy the plot of inputs as an image</source>
        <translation>Copier le graphique des entrées comme image</translation>
    </message>
    <message>
        <source>Plot of the edits</source>
        <translation>Graphique des modifications</translation>
    </message>
    <message>
        <source>Plot of the inputs</source>
        <translation>Graphique des entrées</translation>
    </message>
    <message>
        <source>a dot for each input</source>
        <translation>un point par entrée</translation>
    </message>
    <message>
        <source>histogram of the inputs</source>
        <translation>histogramme des entrées</translation>
    </message>
    <message>
        <source>Save as NumPy arrays…</source>
        <translation>Enregistrer en tableaux NumPy…</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npz)</source>
        <translation>Tableaux NumPy (*.npz)</translation>
    </message>
    <message>
        <source>Save the plot of edits…</source>
        <translation>Enregistrer le graphique des modifications…</translation>
    </message>
    <message>
        <source>Save the plot of inputs…</source>
        <translation>Enregistrer le graphique des entrées…</translation>
    </message>
    <message>
        <source>Copy the command of the plot of edits</source>
        <translation>Copier la commande du graphique des modifications</translation>
    </message>
    <message>
        <source>Copy the command of the plot of inputs</source>
        <translation>Copier la commande du graphique des entrées</translation>
    </message>
    <message>
        <source>estimates and runs</source>
        <translation>estimations et exécutions</translation>
    </message>
    <message>
        <source>against: %1</source>
        <translation>contre&#xa0;: %1</translation>
    </message>
    <message>
        <source>In the other experiment: %1.</source>
        <translation>Dans l’autre expérience&#xa0;: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3, %n input(s): %4. Click to open the last.</source>
        <translation>
            <numerusform>%1&#xa0;: de %2 à %3, %n entrée&#xa0;: %4. Cliquez pour l’ouvrir.</numerusform>
            <numerusform>%1&#xa0;: de %2 à %3, %n entrées&#xa0;: %4. Cliquez pour ouvrir la dernière.</numerusform>
        </translation>
    </message>
    <message>
        <source>Estimated by the gradient: %1.</source>
        <translation>Estimé par le gradient&#xa0;: %1.</translation>
    </message>
    <message>
        <source>These results do not include the edits you have added from them since.</source>
        <translation>Ces résultats ne comprennent pas les modifications que vous en avez ajoutées depuis.</translation>
    </message>
    <message>
        <source>KL %1 nats; most likely token: %2.</source>
        <translation>KL %1&#xa0;nats&#xa0;; token le plus probable&#xa0;: %2.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>Click to add this edit, click again to remove it.</source>
        <translation>Cliquez pour ajouter cette modification, cliquez encore pour l’enlever.</translation>
    </message>
    <message>
        <source>Remove an edit</source>
        <translation>Retirer une modification</translation>
    </message>
    <message>
        <source>Add an edit</source>
        <translation>Ajouter une modification</translation>
    </message>
    <message>
        <source>This is the result of an earlier text.</source>
        <translation>Ce résultat est celui d’un texte antérieur.</translation>
    </message>
    <message>
        <source>each input without replacement</source>
        <translation>chaque entrée sans remplacement</translation>
    </message>
    <message>
        <source>Without replacement, input %1: %2. Click to open it.</source>
        <translation>Sans remplacement, entrée %1&#xa0;: %2. Cliquer pour l’ouvrir.</translation>
    </message>
    <message>
        <source>This is the result of another model.</source>
        <translation>C’est le résultat d’un autre modèle.</translation>
    </message>
    <message>
        <source>Save the plot of edits as an image…</source>
        <translation>Enregistrer le graphique des modifications comme image…</translation>
    </message>
    <message>
        <source>Save the plot of inputs as an image…</source>
        <translation>Enregistrer le graphique des entrées comme image…</translation>
    </message>
</context>
<context>
    <name>headlight::ExpertsCanvas</name>
    <message>
        <source>Tokens and experts</source>
        <translation>Tokens et experts</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Charge</translation>
    </message>
    <message>
        <source>Expert %1: chosen for %2 of %3 tokens</source>
        <translation>Expert %1&#xa0;: choisi pour %2 tokens sur %3</translation>
    </message>
</context>
<context>
    <name>headlight::ExpertsView</name>
    <message>
        <source>Layer</source>
        <translation>Couche</translation>
    </message>
    <message>
        <source>Layer whose experts are shown</source>
        <translation>Couche dont les experts sont affichés</translation>
    </message>
    <message>
        <source>Probability that the router gives an expert</source>
        <translation>Probabilité que le routeur donne à un expert</translation>
    </message>
    <message>
        <source>Load of the experts</source>
        <translation>Charge des experts</translation>
    </message>
    <message>
        <source>Copy the router’s probabilities as a table</source>
        <translation>Copier les probabilités du routeur sous forme de tableau</translation>
    </message>
    <message>
        <source>Type a sentence to see its experts.</source>
        <translation>Saisissez une phrase pour voir ses experts.</translation>
    </message>
    <message>
        <source>This model has no experts: each of its layers has one feed-forward network for every token. Open a mixture of experts, such as Mixtral or Qwen3-MoE.</source>
        <translation>Ce modèle n’a pas d’experts&#xa0;: chacune de ses couches a un seul réseau feed-forward pour tous les tokens. Ouvrez un mélange d’experts, comme Mixtral ou Qwen3-MoE.</translation>
    </message>
    <message>
        <source>The router was not recorded for this input. Run the model again.</source>
        <translation>Le routeur n’a pas été enregistré pour cette entrée. Relancez le modèle.</translation>
    </message>
    <message>
        <source>%1 of %2 experts run for each token. Expert %3 is chosen most often: for %4 of %5 tokens.</source>
        <translation>%1 experts sur %2 s’exécutent pour chaque token. L’expert %3 est choisi le plus souvent&#xa0;: pour %4 tokens sur %5.</translation>
    </message>
    <message numerus="yes">
        <source>%n expert(s) are not chosen.</source>
        <translation>
            <numerusform>%n expert n’est pas choisi.</numerusform>
            <numerusform>%n experts ne sont pas choisis.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: expert %2 has probability %3, not chosen</source>
        <translation>%1&#xa0;: l’expert %2 a la probabilité %3, non choisi</translation>
    </message>
    <message>
        <source>%1: expert %2 has probability %3, choice %4</source>
        <translation>%1&#xa0;: l’expert %2 a la probabilité %3, choix %4</translation>
    </message>
    <message>
        <source>Switch expert %1 off</source>
        <translation>Désactiver l’expert %1</translation>
    </message>
    <message>
        <source>Switch expert %1 on again</source>
        <translation>Réactiver l’expert %1</translation>
    </message>
</context>
<context>
    <name>headlight::ExportActions</name>
    <message>
        <source>Export numbers</source>
        <translation>Exporter les nombres</translation>
    </message>
    <message>
        <source>Export image</source>
        <translation>Exporter l’image</translation>
    </message>
    <message>
        <source>Trace file with everything recorded (*.safetensors)</source>
        <translation>Fichier de trace avec tout ce qui est enregistré (*.safetensors)</translation>
    </message>
</context>
<context>
    <name>headlight::FigureDialog</name>
    <message>
        <source>One column (85 mm)</source>
        <translation>Une colonne (85 mm)</translation>
    </message>
    <message>
        <source>One and a half columns (120 mm)</source>
        <translation>Une colonne et demie (120 mm)</translation>
    </message>
    <message>
        <source>Two columns (170 mm)</source>
        <translation>Deux colonnes (170 mm)</translation>
    </message>
    <message>
        <source>Slide (254 × 143 mm)</source>
        <translation>Diapositive (254 × 143 mm)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titre</translation>
    </message>
    <message>
        <source>Scale &amp;bar</source>
        <translation>&amp;Barre d’échelle</translation>
    </message>
    <message>
        <source>S&amp;ums of rows and columns</source>
        <translation>So&amp;mmes des lignes et des colonnes</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> ppp</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>Ce qui est dessiné</translation>
    </message>
    <message>
        <source>What the heatmap shows</source>
        <translation>Ce que montre la carte de chaleur</translation>
    </message>
    <message>
        <source>All heads: %1</source>
        <translation>Toutes les têtes&#xa0;: %1</translation>
    </message>
    <message>
        <source>All layers and heads: %1</source>
        <translation>Toutes les couches et têtes&#xa0;: %1</translation>
    </message>
    <message>
        <source>Text of the title</source>
        <translation>Texte du titre</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Fond</translation>
    </message>
    <message>
        <source>As in the window</source>
        <translation>Comme dans la fenêtre</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Back&amp;ground:</source>
        <translation>F&amp;ond&#xa0;:</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>PNG has pixels; SVG and PDF stay sharp at any size</source>
        <translation>PNG a des pixels&#xa0;; SVG et PDF restent nets à toute taille</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Width in millimetres</source>
        <translation>Largeur en millimètres</translation>
    </message>
    <message>
        <source>On paper</source>
        <translation>Sur le papier</translation>
    </message>
    <message>
        <source>Height in millimetres</source>
        <translation>Hauteur en millimètres</translation>
    </message>
    <message>
        <source>Dots per inch</source>
        <translation>Points par pouce</translation>
    </message>
    <message>
        <source>Size of the text in points</source>
        <translation>Taille du texte en points</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>&amp;Format&#xa0;:</translation>
    </message>
    <message>
        <source>S&amp;ize:</source>
        <translation>Ta&amp;ille&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>&amp;Largeur&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>&amp;Hauteur&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Resolution:</source>
        <translation>&amp;Résolution&#xa0;:</translation>
    </message>
    <message>
        <source>Te&amp;xt:</source>
        <translation>Te&amp;xte&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>Enregi&amp;strer sous…</translation>
    </message>
    <message>
        <source>As pixels, at the resolution above</source>
        <translation>En pixels, à la résolution ci-dessus</translation>
    </message>
    <message>
        <source>Copy comman&amp;d</source>
        <translation>Copier la comman&amp;de</translation>
    </message>
    <message>
        <source>Copy the command line to the clipboard</source>
        <translation>Copier la ligne de commande dans le presse-papiers</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 pixels</translation>
    </message>
    <message>
        <source>Positional encodings of the encoder</source>
        <translation>Encodages positionnels de l’encodeur</translation>
    </message>
    <message>
        <source>Positional encodings of the decoder</source>
        <translation>Encodages positionnels du décodeur</translation>
    </message>
    <message>
        <source>Only the zoomed &amp;part</source>
        <translation>Seulement la &amp;partie zoomée</translation>
    </message>
    <message>
        <source>Mar&amp;k the pinned row and column</source>
        <translation>Mar&amp;quer la ligne et la colonne épinglées</translation>
    </message>
    <message>
        <source>Draw only what the heatmap shows now; otherwise all rows and columns</source>
        <translation>Dessiner seulement ce que montre maintenant la carte de chaleur&#xa0;; sinon toutes les lignes et colonnes</translation>
    </message>
    <message>
        <source>A line above the maps; not needed if your caption says the same</source>
        <translation>Une ligne au-dessus des cartes&#xa0;; inutile si votre légende dit la même chose</translation>
    </message>
    <message>
        <source>Leave empty for an automatic title</source>
        <translation>Laissez vide pour un titre automatique</translation>
    </message>
    <message>
        <source>The colour scale with its numbers</source>
        <translation>L’échelle de couleurs avec ses nombres</translation>
    </message>
    <message>
        <source>Light for paper, dark for slides</source>
        <translation>Clair pour le papier, sombre pour les diapositives</translation>
    </message>
    <message>
        <source>Labels and background</source>
        <translation>Étiquettes et fond</translation>
    </message>
    <message>
        <source>Custom size</source>
        <translation>Taille personnalisée</translation>
    </message>
    <message>
        <source>Resolution of a PNG on paper</source>
        <translation>Résolution d’un PNG sur le papier</translation>
    </message>
    <message>
        <source>The command that draws exactly this image; it is also in the file’s metadata</source>
        <translation>La commande qui dessine exactement cette image&#xa0;; elle est aussi dans les métadonnées du fichier</translation>
    </message>
    <message>
        <source>%1 × %2 mm, cells as vector shapes</source>
        <translation>%1 × %2&#xa0;mm, cellules en formes vectorielles</translation>
    </message>
    <message>
        <source>%1 × %2 mm; too many cells for vector shapes, drawn as a bitmap</source>
        <translation>%1 × %2&#xa0;mm&#xa0;; trop de cellules pour des formes vectorielles, dessinées en bitmap</translation>
    </message>
    <message>
        <source>Image copied to the clipboard.</source>
        <translation>Image copiée dans le presse-papiers.</translation>
    </message>
    <message>
        <source>&amp;Numbers in cells, if they fit</source>
        <translation>&amp;Nombres dans les cellules, s’ils tiennent</translation>
    </message>
    <message>
        <source>Export image</source>
        <translation>Exporter l’image</translation>
    </message>
    <message>
        <source>Maps in the image</source>
        <translation>Cartes de l’image</translation>
    </message>
    <message>
        <source>Draw the frames around what is pinned in the heatmap</source>
        <translation>Dessiner les cadres autour de ce qui est épinglé dans la carte de chaleur</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Draw bars beside the rows and below the columns</source>
        <translation>Dessiner des barres à côté des lignes et sous les colonnes</translation>
    </message>
    <message>
        <source>Write the numbers into cells that are large enough</source>
        <translation>Écrire les nombres dans les cellules assez grandes</translation>
    </message>
    <message>
        <source>Column widths are those of many journals</source>
        <translation>Les largeurs de colonne sont celles de beaucoup de revues</translation>
    </message>
    <message>
        <source>Size of the labels on paper; titles, gaps and lines follow it</source>
        <translation>Taille des étiquettes sur le papier&#xa0;; titres, espaces et traits la suivent</translation>
    </message>
    <message>
        <source>Save the image as a file</source>
        <translation>Enregistrer l’image dans un fichier</translation>
    </message>
    <message>
        <source>Asks for a file name</source>
        <translation>Demande un nom de fichier</translation>
    </message>
    <message>
        <source>Cop&amp;y image</source>
        <translation>Copier l’imag&amp;e</translation>
    </message>
    <message>
        <source>Copy the image to the clipboard</source>
        <translation>Copier l’image dans le presse-papiers</translation>
    </message>
    <message>
        <source>Nothing to draw: this was not recorded.</source>
        <translation>Rien à dessiner&#xa0;: cela n’a pas été enregistré.</translation>
    </message>
    <message>
        <source>%1: too large or too small for an image.</source>
        <translation>%1&#xa0;: trop grand ou trop petit pour une image.</translation>
    </message>
    <message>
        <source>%1 Command copied to the clipboard.</source>
        <translation>%1 Commande copiée dans le presse-papiers.</translation>
    </message>
</context>
<context>
    <name>headlight::FigurePreview</name>
    <message>
        <source>%1, %2 by %3 millimetres</source>
        <translation>%1, %2 sur %3 millimètres</translation>
    </message>
    <message>
        <source>Preview of the image</source>
        <translation>Aperçu de l’image</translation>
    </message>
</context>
<context>
    <name>headlight::FileActions</name>
    <message>
        <source>The text %1 has more than a million bytes.</source>
        <translation>Le texte %1 a plus d’un million d’octets.</translation>
    </message>
    <message>
        <source>The text %1 could not be read: %2.</source>
        <translation>Le texte %1 n’a pas pu être lu&#xa0;: %2.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 in a text editor first.</source>
        <translation>Enregistrez-le d’abord en UTF-8 dans un éditeur de texte.</translation>
    </message>
    <message>
        <source>Opening a text</source>
        <translation>Ouverture d’un texte</translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation>Ouvrir un dossier de modèle</translation>
    </message>
    <message>
        <source>Open trace file</source>
        <translation>Ouvrir un fichier de trace</translation>
    </message>
    <message>
        <source>Dropping a text</source>
        <translation>Dépôt d’un texte</translation>
    </message>
    <message>
        <source>The file %1 is not UTF-8 text.</source>
        <translation>Le fichier %1 n’est pas un texte en UTF-8.</translation>
    </message>
    <message>
        <source>Shorten it to the sentences you want to look at.</source>
        <translation>Raccourcissez-le aux phrases que vous voulez regarder.</translation>
    </message>
    <message>
        <source>Traces and attention (*.safetensors *.npy *.npz *.pt *.json)</source>
        <translation>Traces et attention (*.safetensors *.npy *.npz *.pt *.json)</translation>
    </message>
    <message>
        <source>Read tokens</source>
        <translation>Lire les tokens</translation>
    </message>
    <message>
        <source>Tokens (*.json *.txt)</source>
        <translation>Tokens (*.json *.txt)</translation>
    </message>
    <message>
        <source>Open GGUF file</source>
        <translation>Ouvrir un fichier GGUF</translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation>Fichiers GGUF (*.gguf)</translation>
    </message>
    <message>
        <source>Open adapter folder</source>
        <translation>Ouvrir le dossier d’un adaptateur</translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation>Ouvrir une leçon</translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation>Leçons (*.json)</translation>
    </message>
</context>
<context>
    <name>headlight::FileChoice</name>
    <message>
        <source>a file…</source>
        <translation>un fichier…</translation>
    </message>
    <message>
        <source>Sentences, one per line, or pairs</source>
        <translation>Phrases, une par ligne, ou paires</translation>
    </message>
    <message>
        <source>Sentences or pairs (*.txt *.jsonl);;All files (*)</source>
        <translation>Phrases ou paires (*.txt *.jsonl);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Sentences, one per line</source>
        <translation>Phrases, une par ligne</translation>
    </message>
    <message>
        <source>Sentences (*.txt);;All files (*)</source>
        <translation>Phrases (*.txt);;Tous les fichiers (*)</translation>
    </message>
</context>
<context>
    <name>headlight::FileWriter</name>
    <message>
        <source>Saved: %1</source>
        <translation>Enregistré&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>headlight::FilmActions</name>
    <message>
        <source>Export film</source>
        <translation>Exporter un film</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Enregistré&#xa0;: %1</translation>
    </message>
    <message>
        <source>The film was not written: %1</source>
        <translation>Le film n’a pas été écrit&#xa0;: %1</translation>
    </message>
    <message>
        <source>Drawing the film…</source>
        <translation>Dessin du film…</translation>
    </message>
</context>
<context>
    <name>headlight::FilmDialog</name>
    <message>
        <source> ms</source>
        <translation>&#xa0;ms</translation>
    </message>
    <message>
        <source>Milliseconds per step</source>
        <translation>Millisecondes par pas</translation>
    </message>
    <message>
        <source>Milliseconds of the last step</source>
        <translation>Millisecondes du dernier pas</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titre</translation>
    </message>
    <message>
        <source>Scale &amp;bar</source>
        <translation>&amp;Barre d’échelle</translation>
    </message>
    <message>
        <source>Export film</source>
        <translation>Exporter un film</translation>
    </message>
    <message>
        <source>&amp;Each step:</source>
        <translation>&amp;Chaque pas&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Last step:</source>
        <translation>&amp;Dernier pas&#xa0;:</translation>
    </message>
    <message>
        <source>Text of the title</source>
        <translation>Texte du titre</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Fond</translation>
    </message>
    <message>
        <source>As in the window</source>
        <translation>Comme dans la fenêtre</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Back&amp;ground:</source>
        <translation>F&amp;ond&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>Enregi&amp;strer sous…</translation>
    </message>
    <message>
        <source>Save the film as a file</source>
        <translation>Enregistrer le film dans un fichier</translation>
    </message>
    <message numerus="yes">
        <source>%Ln frame(s), %1 seconds.</source>
        <translation>
            <numerusform>%Ln image, %1 secondes.</numerusform>
            <numerusform>%Ln images, %1 secondes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave empty for an automatic title</source>
        <translation>Laissez vide pour un titre automatique</translation>
    </message>
    <message>
        <source>The colour scale with its numbers</source>
        <translation>L’échelle de couleurs avec ses nombres</translation>
    </message>
    <message>
        <source>Light for paper, dark for slides</source>
        <translation>Clair pour le papier, sombre pour les diapositives</translation>
    </message>
    <message>
        <source>Labels and background</source>
        <translation>Étiquettes et fond</translation>
    </message>
    <message>
        <source>How long each step is shown</source>
        <translation>Durée d’affichage de chaque pas</translation>
    </message>
    <message>
        <source>Shows the last step longer, before the film starts again</source>
        <translation>Affiche le dernier pas plus longtemps, avant que le film ne recommence</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Rythme</translation>
    </message>
    <message>
        <source>A line above the maps of every frame</source>
        <translation>Une ligne au-dessus des cartes de chaque image</translation>
    </message>
    <message>
        <source>Asks for a file name: an animated WebP file, or one PNG image per step</source>
        <translation>Demande un nom de fichier&#xa0;: un fichier WebP animé, ou une image PNG par pas</translation>
    </message>
</context>
<context>
    <name>headlight::FindBar</name>
    <message>
        <source>A token, or a part of one</source>
        <translation>Un token, ou une partie</translation>
    </message>
    <message>
        <source>Token to find</source>
        <translation>Token à chercher</translation>
    </message>
    <message>
        <source>in rows and columns</source>
        <translation>dans les lignes et colonnes</translation>
    </message>
    <message>
        <source>in rows</source>
        <translation>dans les lignes</translation>
    </message>
    <message>
        <source>in columns</source>
        <translation>dans les colonnes</translation>
    </message>
    <message>
        <source>F&amp;ind</source>
        <translation>C&amp;hercher</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Fermer la recherche</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>introuvable</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n trouvé</numerusform>
            <numerusform>%n trouvés</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter finds and pins the next match, Shift+Enter the previous one.</source>
        <translation>Entrée cherche et épingle le résultat suivant, Maj+Entrée le précédent.</translation>
    </message>
    <message>
        <source>Where to search</source>
        <translation>Où chercher</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Résultat précédent</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Résultat suivant</translation>
    </message>
    <message>
        <source>Rows are queries, columns are keys.</source>
        <translation>Les lignes sont les requêtes, les colonnes les clés.</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>recherche…</translation>
    </message>
</context>
<context>
    <name>headlight::FlowLevels</name>
    <message>
        <source>Zoom to this part</source>
        <translation>Zoomer sur cette partie</translation>
    </message>
</context>
<context>
    <name>headlight::FlowView</name>
    <message>
        <source>Copy the flow as an image</source>
        <translation>Copier le parcours en image</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Tout replier</translation>
    </message>
    <message>
        <source>Fold all layers</source>
        <translation>Replier toutes les couches</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Zoom arrière (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Zoom avant (+)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
    <message>
        <source>Show the whole model (0)</source>
        <translation>Afficher tout le modèle (0)</translation>
    </message>
    <message>
        <source>Type a sentence to see it flow through the model.</source>
        <translation>Saisissez une phrase pour suivre son parcours à travers le modèle.</translation>
    </message>
    <message>
        <source>Wheel: zoom. Drag: move. Double-click: look closer. Click a row to follow its token.</source>
        <translation>Molette&#xa0;: zoom. Glisser&#xa0;: déplacer. Double-clic&#xa0;: détail. Clic sur une ligne&#xa0;: suivre le token.</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Couche %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Tête %1</translation>
    </message>
    <message>
        <source>Copy the numbers of the selected block</source>
        <translation>Copier les nombres du bloc sélectionné</translation>
    </message>
    <message>
        <source>What is under the mouse, otherwise what is selected</source>
        <translation>Ce qui est sous la souris, sinon ce qui est sélectionné</translation>
    </message>
    <message>
        <source>Whole model</source>
        <translation>Modèle entier</translation>
    </message>
    <message>
        <source>weight 0</source>
        <translation>poids 0</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>Poids d’attention</translation>
    </message>
    <message>
        <source>All other numbers, from the largest negative to the largest positive one of their matrix; point at one for its scale</source>
        <translation>Tous les autres nombres, du plus grand négatif au plus grand positif de leur matrice&#xa0;; pointez-en un pour voir son échelle</translation>
    </message>
    <message>
        <source>Flow of the tokens through the model</source>
        <translation>Parcours des tokens à travers le modèle</translation>
    </message>
</context>
<context>
    <name>headlight::FormulaStrip</name>
    <message>
        <source>Stage of the computation</source>
        <translation>Étape du calcul</translation>
    </message>
    <message>
        <source>cap %1</source>
        <translation>soft-cap %1</translation>
    </message>
    <message>
        <source>Soft-capping keeps large scores below a limit</source>
        <translation>Le plafonnement doux garde les grands scores sous une limite</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1. The trace does not include what this is computed from.</source>
        <translation>%1. La trace ne contient pas ce dont cela se calcule.</translation>
    </message>
</context>
<context>
    <name>headlight::HeadChooser</name>
    <message>
        <source>Kind of attention</source>
        <translation>Type d’attention</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Couche</translation>
    </message>
    <message>
        <source>Page Up and Page Down change the layer</source>
        <translation>Page préc. et Page suiv. changent de couche</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Tête</translation>
    </message>
    <message>
        <source>[ and ] change the head</source>
        <translation>[ et ] changent de tête</translation>
    </message>
    <message>
        <source>Encoder self-attention, decoder self-attention, or cross-attention from decoder to encoder</source>
        <translation>Auto-attention de l’encodeur, auto-attention du décodeur, ou attention croisée du décodeur vers l’encodeur</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Couche %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Tête %1</translation>
    </message>
</context>
<context>
    <name>headlight::HeadComparison</name>
    <message>
        <source>by zero</source>
        <translation>par zéro</translation>
    </message>
    <message>
        <source>by its mean over this line</source>
        <translation>par sa moyenne sur cette ligne</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Stop the runs</source>
        <translation>Arrêter les exécutions</translation>
    </message>
    <message>
        <source>The circles and lines are those of an earlier run.</source>
        <translation>Les cercles et les traits sont ceux d’une exécution antérieure.</translation>
    </message>
    <message>
        <source>What replaces a part’s output</source>
        <translation>Ce qui remplace la sortie d’une partie</translation>
    </message>
    <message>
        <source>Replace each part</source>
        <translation>Remplacer chaque partie</translation>
    </message>
    <message>
        <source>Run the line once without each head and each feed-forward layer, and compare the change with the direct part and with an estimate by the gradient</source>
        <translation>Exécuter la ligne une fois sans chaque tête et sans chaque couche feed-forward, et comparer le changement à la part directe et à une estimation par le gradient</translation>
    </message>
    <message>
        <source>Running without each part…</source>
        <translation>Exécution sans chaque partie…</translation>
    </message>
    <message>
        <source>Bar: direct part. Circle: loss without the part, estimated by the gradient. Line: the same, measured.</source>
        <translation>Barre&#xa0;: part directe. Cercle&#xa0;: perte sans la partie, estimée par le gradient. Trait&#xa0;: la même, mesurée.</translation>
    </message>
    <message numerus="yes">
        <source>Rank correlation with the measured loss: direct %1, gradient %2 (%n part(s)).</source>
        <translation>
            <numerusform>Corrélation des rangs avec la perte mesurée&#xa0;: directe %1, gradient %2 (%n partie).</numerusform>
            <numerusform>Corrélation des rangs avec la perte mesurée&#xa0;: directe %1, gradient %2 (%n parties).</numerusform>
        </translation>
    </message>
    <message>
        <source>Bar: direct part of the logit. Circle: loss of log p without the part, in nats, estimated by the gradient. Line: the same, measured.</source>
        <translation>Barre&#xa0;: part directe du logit. Cercle&#xa0;: perte de log p sans la partie, en nats, estimée par le gradient. Trait&#xa0;: la même, mesurée.</translation>
    </message>
</context>
<context>
    <name>headlight::HeadSquares</name>
    <message>
        <source>%1, shown</source>
        <translation>%1, affichée</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <translation>%1, cachée</translation>
    </message>
    <message>
        <source>%1. Click to show or hide it, double-click to show only this head.</source>
        <translation>%1. Cliquez pour l’afficher ou la cacher, double-cliquez pour n’afficher que cette tête.</translation>
    </message>
    <message>
        <source>Heads drawn</source>
        <translation>Têtes dessinées</translation>
    </message>
</context>
<context>
    <name>headlight::HeadsCanvas</name>
    <message>
        <source>All heads</source>
        <translation>Toutes les têtes</translation>
    </message>
</context>
<context>
    <name>headlight::HeadsModel</name>
    <message>
        <source>Head</source>
        <translation>Tête</translation>
    </message>
    <message>
        <source>Behaviour</source>
        <translation>Comportement</translation>
    </message>
    <message>
        <source>What the head does on this text: its largest statistic, if that is 0.5 or more. The heads of an untrained model have no name.</source>
        <translation>Ce que fait la tête sur ce texte&#xa0;: sa plus grande statistique, si elle vaut au moins 0,5. Les têtes d’un modèle non entraîné n’ont pas de nom.</translation>
    </message>
</context>
<context>
    <name>headlight::HeadsTable</name>
    <message>
        <source>Statistics of all heads</source>
        <translation>Statistiques de toutes les têtes</translation>
    </message>
</context>
<context>
    <name>headlight::HeadsTools</name>
    <message>
        <source>Filter: cross, first&gt;0.5</source>
        <translation>Filtre&#xa0;: cross, first&gt;0.5</translation>
    </message>
    <message>
        <source>Filter of the heads</source>
        <translation>Filtre des têtes</translation>
    </message>
    <message>
        <source>Filter by name (cross, decoder.1) or by number (layer=3, head&lt;2, first&gt;0.5). Numbers you can use: %1.</source>
        <translation>Filtrer par nom (cross, decoder.1) ou par nombre (layer=3, head&lt;2, first&gt;0.5). Nombres utilisables&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tableau</translation>
    </message>
    <message>
        <source>All heads with their statistics; click a column to sort</source>
        <translation>Toutes les têtes avec leurs statistiques&#xa0;; cliquez sur une colonne pour trier</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtrer</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grille</translation>
    </message>
    <message>
        <source>All heads as thumbnails or colours, layers down and heads across</source>
        <translation>Toutes les têtes en vignettes ou en couleurs, les couches de haut en bas, les têtes de gauche à droite</translation>
    </message>
</context>
<context>
    <name>headlight::HeadsView</name>
    <message>
        <source>Show this head alone</source>
        <translation>Afficher cette tête seule</translation>
    </message>
    <message>
        <source>Show all heads of this layer</source>
        <translation>Afficher toutes les têtes de cette couche</translation>
    </message>
    <message>
        <source>Copy its address %1</source>
        <translation>Copier son adresse %1</translation>
    </message>
    <message>
        <source>the arrow points at the row that was just computed</source>
        <translation>la flèche désigne la ligne qui vient d’être calculée</translation>
    </message>
    <message>
        <source>Remove from the heatmap</source>
        <translation>Retirer de la carte de chaleur</translation>
    </message>
    <message>
        <source>Add to the heatmap</source>
        <translation>Ajouter à la carte de chaleur</translation>
    </message>
    <message>
        <source>Copy the heads as an image</source>
        <translation>Copier les têtes en image</translation>
    </message>
    <message>
        <source>Copy the statistics as a table</source>
        <translation>Copier les statistiques en tableau</translation>
    </message>
    <message>
        <source>Type a sentence to see its attention heads.</source>
        <translation>Saisissez une phrase pour voir ses têtes d’attention.</translation>
    </message>
    <message>
        <source>Means over %1 runs</source>
        <translation>Moyennes sur %1 exécutions</translation>
    </message>
    <message>
        <source>Standard deviations over %1 runs</source>
        <translation>Écarts types sur %1 exécutions</translation>
    </message>
</context>
<context>
    <name>headlight::HeatmapPanels</name>
    <message>
        <source>Make %1 the main head</source>
        <translation>Faire de %1 la tête principale</translation>
    </message>
    <message>
        <source>%1: main head, shown in all views</source>
        <translation>%1&#xa0;: tête principale, affichée dans toutes les vues</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Retirer %1</translation>
    </message>
</context>
<context>
    <name>headlight::HeatmapPlot</name>
    <message>
        <source>Pooled: each dot shows the largest of %1 × %2 cells. Zoom in for single cells.</source>
        <translation>Regroupé&#xa0;: chaque point montre la plus grande de %1 × %2 cellules. Zoomez pour voir chaque cellule.</translation>
    </message>
    <message>
        <source>%1 at position %2</source>
        <translation>%1 à la position %2</translation>
    </message>
    <message>
        <source>Pooled: each dot shows the largest difference among %1 × %2 cells. Zoom in for single cells.</source>
        <translation>Regroupé&#xa0;: chaque point montre la plus grande différence parmi %1 × %2 cellules. Zoomez pour voir chaque cellule.</translation>
    </message>
    <message>
        <source>%1, next token: %2</source>
        <translation>%1, token suivant&#xa0;: %2</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>Carte de chaleur</translation>
    </message>
    <message>
        <source>Preview: one row of every %1, exact; the rest is on its way.</source>
        <translation>Aperçu&#xa0;: une ligne sur %1, exacte&#xa0;; le reste arrive.</translation>
    </message>
    <message>
        <source>Each dot shows the mean of %1 × %2 numbers. Zoom in for single numbers.</source>
        <translation>Chaque point montre la moyenne de %1 × %2 nombres. Zoomez pour voir chaque nombre.</translation>
    </message>
</context>
<context>
    <name>headlight::HeatmapTitle</name>
    <message>
        <source>On the command line: %1</source>
        <translation>En ligne de commande&#xa0;: %1</translation>
    </message>
    <message>
        <source>This head is switched off: its weights are computed, but its output is not used.</source>
        <translation>Cette tête est désactivée&#xa0;: ses poids sont calculés, mais sa sortie n’est pas utilisée.</translation>
    </message>
    <message>
        <source>Difference, after − before: %1</source>
        <translation>Différence, après − avant&#xa0;: %1</translation>
    </message>
    <message>
        <source>Spread over %1 runs: %2</source>
        <translation>Dispersion sur %1 passes&#xa0;: %2</translation>
    </message>
    <message>
        <source>Mean of %1 runs: %2</source>
        <translation>Moyenne de %1 passes&#xa0;: %2</translation>
    </message>
</context>
<context>
    <name>headlight::HeatmapView</name>
    <message>
        <source>Heatmap</source>
        <translation>Carte de chaleur</translation>
    </message>
    <message>
        <source>Type a sentence above to see what each head looks at.</source>
        <translation>Saisissez une phrase ci-dessus pour voir ce que regarde chaque tête.</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <translation>Épinglé&#xa0;: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n selected head(s) of another kind of attention cannot be combined with these.</source>
        <translation>
            <numerusform>%n tête sélectionnée d’un autre type d’attention ne peut être combinée avec celles-ci.</numerusform>
            <numerusform>%n têtes sélectionnées d’un autre type d’attention ne peuvent être combinées avec celles-ci.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy value %1</source>
        <translation>Copier la valeur %1</translation>
    </message>
    <message>
        <source>Copy row of %1</source>
        <translation>Copier la ligne de %1</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Détacher</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Show the whole matrix</source>
        <translation>Afficher toute la matrice</translation>
    </message>
    <message>
        <source>Show the main head alone</source>
        <translation>Afficher la tête principale seule</translation>
    </message>
    <message>
        <source>Copy column of %1</source>
        <translation>Copier la colonne de %1</translation>
    </message>
    <message>
        <source>The row of %1 was just computed.</source>
        <translation>La ligne de %1 vient d’être calculée.</translation>
    </message>
    <message>
        <source>Description of the cell</source>
        <translation>Description de la cellule</translation>
    </message>
    <message>
        <source>Each row is a query, each column a key; the colour shows the weight: how much the query takes from that key.</source>
        <translation>Chaque ligne est une requête, chaque colonne une clé&#xa0;; la couleur montre le poids&#xa0;: ce que la requête prend à cette clé.</translation>
    </message>
    <message>
        <source>Point at a cell to read it, click to pin it; wheel to zoom, drag to pan.</source>
        <translation>Pointez une cellule pour la lire, cliquez pour l’épingler&#xa0;; molette pour zoomer, glisser pour déplacer.</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) did not exist before the edits: no difference.</source>
        <translation>
            <numerusform>%n token n’existait pas avant les modifications&#xa0;: pas de différence.</numerusform>
            <numerusform>%n tokens n’existaient pas avant les modifications&#xa0;: pas de différence.</numerusform>
        </translation>
    </message>
    <message>
        <source>Note on the image</source>
        <translation>Remarque sur l’image</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lecture…</translation>
    </message>
    <message>
        <source>Showing the first %1 of %2 heads.</source>
        <translation>Les %1 premières têtes sur %2 sont affichées.</translation>
    </message>
    <message>
        <source>Copy the matrix as a table</source>
        <translation>Copier la matrice en tableau</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>Copier l’image</translation>
    </message>
    <message>
        <source>The map in words</source>
        <translation>La carte en mots</translation>
    </message>
    <message>
        <source>Scale to largest weight</source>
        <translation>Échelle jusqu’au plus grand poids</translation>
    </message>
    <message>
        <source>Gives the top colour to the largest weight shown; so far it stands for 1</source>
        <translation>Donne la dernière couleur au plus grand poids affiché&#xa0;; jusqu’ici elle vaut 1</translation>
    </message>
    <message>
        <source>Explain this number</source>
        <translation>Expliquer ce nombre</translation>
    </message>
</context>
<context>
    <name>headlight::ImageFile</name>
    <message>
        <source>SVG (*.svg);;PDF (*.pdf);;PNG image (*.png)</source>
        <translation>SVG (*.svg);;PDF (*.pdf);;Image PNG (*.png)</translation>
    </message>
    <message>
        <source>Save image</source>
        <translation>Enregistrer l’image</translation>
    </message>
    <message>
        <source>%1 could not be written: is the folder writable?</source>
        <translation>%1 n’a pas pu être écrit&#xa0;: le dossier est-il accessible en écriture&#xa0;?</translation>
    </message>
</context>
<context>
    <name>headlight::ImportDialog</name>
    <message>
        <source>Open attention of another program</source>
        <translation>Ouvrir l’attention d’un autre programme</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Please note</source>
        <translation>À noter</translation>
    </message>
    <message>
        <source>Read &amp;tokens…</source>
        <translation>Lire les &amp;tokens…</translation>
    </message>
    <message>
        <source>Read the tokens from a JSON list, or from a text with one token per line</source>
        <translation>Lire les tokens d’une liste JSON ou d’un texte avec un token par ligne</translation>
    </message>
    <message numerus="yes">
        <source>%n sentences</source>
        <translation>
            <numerusform>%n phrase</numerusform>
            <numerusform>%n phrases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 et encore %n</numerusform>
            <numerusform>%1 et encore %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::InputPanel</name>
    <message>
        <source>Second sen&amp;tence</source>
        <translation>Deuxième ph&amp;rase</translation>
    </message>
    <message>
        <source>T&amp;arget</source>
        <translation>&amp;Cible</translation>
    </message>
    <message>
        <source>&amp;Sentence</source>
        <translation>&amp;Phrase</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Phrase</translation>
    </message>
    <message>
        <source>Second sentence</source>
        <translation>Deuxième phrase</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Cible</translation>
    </message>
    <message>
        <source>This model has no tokenizer: type token ids, such as 12 7 30</source>
        <translation>Ce modèle n’a pas de tokeniseur&#xa0;: saisissez des identifiants de tokens, comme 12 7 30</translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation>Saisissez une phrase</translation>
    </message>
    <message>
        <source>Typing</source>
        <translation>Saisie</translation>
    </message>
    <message>
        <source>The model reads both sentences together; this one is its second segment. In a batch, each line here goes with the same line above.</source>
        <translation>Le modèle lit les deux phrases ensemble&#xa0;; celle-ci est son second segment. Dans un lot, chaque ligne ici va avec la même ligne ci-dessus.</translation>
    </message>
    <message>
        <source>Leave empty to see the model’s own output. Text typed here is fed to the decoder instead (teacher forcing).</source>
        <translation>Laissez vide pour voir la sortie du modèle. Le texte saisi ici est donné au décodeur à la place (teacher forcing).</translation>
    </message>
    <message>
        <source>leave empty for the model’s own output</source>
        <translation>laissez vide pour la sortie du modèle</translation>
    </message>
    <message>
        <source>leave empty for a single sentence</source>
        <translation>laissez vide pour une seule phrase</translation>
    </message>
    <message>
        <source>leave empty for the model’s own output: %1</source>
        <translation>laissez vide pour la sortie du modèle&#xa0;: %1</translation>
    </message>
    <message>
        <source>Shift+Enter breaks a line inside one sentence.</source>
        <translation>Maj+Entrée coupe une ligne à l’intérieur d’une même phrase.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Make the decoder write a text of your own (teacher forcing)</source>
        <translation>Faire écrire au décodeur un texte de votre choix (teacher forcing)</translation>
    </message>
    <message>
        <source>Type a target</source>
        <translation>Saisir une cible</translation>
    </message>
    <message>
        <source>Type token ids</source>
        <translation>Saisir des identifiants de tokens</translation>
    </message>
    <message>
        <source>Type text</source>
        <translation>Saisir du texte</translation>
    </message>
    <message>
        <source>A conversation needs a model, and none is open.</source>
        <translation>Une conversation demande un modèle, et aucun n’est ouvert.</translation>
    </message>
    <message>
        <source>This model has no chat template, which a conversation is written by.</source>
        <translation>Ce modèle n’a pas de chat template, nécessaire pour écrire une conversation.</translation>
    </message>
    <message>
        <source>Write a conversation</source>
        <translation>Écrire une conversation</translation>
    </message>
    <message>
        <source>Write a sentence</source>
        <translation>Écrire une phrase</translation>
    </message>
    <message>
        <source>Conver&amp;sation</source>
        <translation>Conver&amp;sation</translation>
    </message>
    <message>
        <source>The text of this trace. Open its model to change it.</source>
        <translation>Le texte de cette trace. Ouvrez son modèle pour le modifier.</translation>
    </message>
    <message>
        <source>Type a sentence. Ctrl+Enter adds a line. Several lines make a batch: the line with the cursor is shown, the shorter ones are padded to the longest.</source>
        <translation>Saisissez une phrase. Ctrl+Entrée ajoute une ligne. Plusieurs lignes forment un lot&#xa0;: la ligne du curseur est affichée, les plus courtes sont complétées jusqu’à la plus longue.</translation>
    </message>
    <message>
        <source>The model runs as you type.</source>
        <translation>Le modèle s’exécute pendant que vous tapez.</translation>
    </message>
    <message>
        <source>Ctrl+Enter adds a second sentence. Several make a batch.</source>
        <translation>Ctrl+Entrée ajoute une deuxième phrase. Plusieurs forment un lot.</translation>
    </message>
</context>
<context>
    <name>headlight::InputView</name>
    <message>
        <source>What is shown, or the number under the mouse</source>
        <translation>Ce qui est affiché, ou le nombre sous la souris</translation>
    </message>
    <message>
        <source>%1, position %2, dimension %3: %4</source>
        <translation>%1, position %2, dimension %3&#xa0;: %4</translation>
    </message>
    <message>
        <source>Copy the embeddings as a table</source>
        <translation>Copier les plongements comme tableau</translation>
    </message>
    <message>
        <source>Copy the positions as a table</source>
        <translation>Copier les positions comme tableau</translation>
    </message>
    <message>
        <source>Copy the segments as a table</source>
        <translation>Copier les segments comme tableau</translation>
    </message>
    <message>
        <source>Copy the sum as a table</source>
        <translation>Copier la somme comme tableau</translation>
    </message>
    <message>
        <source>Copy the word order’s effect as a table</source>
        <translation>Copier l’effet de l’ordre des mots comme tableau</translation>
    </message>
    <message>
        <source>This sentence</source>
        <translation>Cette phrase</translation>
    </message>
    <message>
        <source>Token embeddings + positions = what the first layer reads</source>
        <translation>Plongements des tokens + positions = ce que lit la première couche</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>Formules</translation>
    </message>
    <message>
        <source>The formulas for positions beside each other, and their difference</source>
        <translation>Les formules de positions côte à côte, et leur différence</translation>
    </message>
    <message>
        <source>Word order</source>
        <translation>Ordre des mots</translation>
    </message>
    <message>
        <source>What changes when the words change places, with and without positions</source>
        <translation>Ce qui change quand les mots changent de place, avec et sans positions</translation>
    </message>
    <message>
        <source>Stack whose input is shown</source>
        <translation>Pile dont l’entrée est affichée</translation>
    </message>
    <message>
        <source>&amp;Length</source>
        <translation>&amp;Longueur</translation>
    </message>
    <message>
        <source>Number of positions</source>
        <translation>Nombre de positions</translation>
    </message>
    <message>
        <source>&amp;Dimensions</source>
        <translation>&amp;Dimensions</translation>
    </message>
    <message>
        <source>Number of dimensions</source>
        <translation>Nombre de dimensions</translation>
    </message>
    <message>
        <source>&amp;Row</source>
        <translation>&amp;Ligne</translation>
    </message>
    <message>
        <source>Position whose numbers are written out</source>
        <translation>Position dont les nombres sont écrits en entier</translation>
    </message>
    <message>
        <source>the paper’s</source>
        <translation>celle de l’article</translation>
    </message>
    <message>
        <source>halves</source>
        <translation>moitiés</translation>
    </message>
    <message>
        <source>steep</source>
        <translation>abrupte</translation>
    </message>
    <message>
        <source>steep, own angles</source>
        <translation>abrupte, angles propres</translation>
    </message>
    <message>
        <source>the model’s own</source>
        <translation>celle du modèle</translation>
    </message>
    <message>
        <source>Formula that the other is taken from</source>
        <translation>Formule dont l’autre est soustraite</translation>
    </message>
    <message>
        <source>Formula that is taken away</source>
        <translation>Formule soustraite</translation>
    </message>
    <message>
        <source>Type a sentence to see its embeddings and positions.</source>
        <translation>Saisissez une phrase pour voir ses plongements et ses positions.</translation>
    </message>
    <message>
        <source>Running the sentence in another order needs the model, which a trace file does not include. Open the model to do it.</source>
        <translation>Exécuter la phrase dans un autre ordre demande le modèle, qu’un fichier de trace ne contient pas. Ouvrez le modèle pour le faire.</translation>
    </message>
    <message>
        <source>Running the model once more to record its embeddings…</source>
        <translation>Nouvelle exécution du modèle pour enregistrer ses plongements…</translation>
    </message>
    <message>
        <source>The trace does not include the embeddings. Open the model to see them.</source>
        <translation>La trace ne contient pas les plongements. Ouvrez le modèle pour les voir.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Dimension</source>
        <translation>Dimension</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>positions</translation>
    </message>
    <message>
        <source>This model adds nothing for the position.</source>
        <translation>Ce modèle n’ajoute rien pour la position.</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>segments</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>somme</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s).</source>
        <translation>
            <numerusform>%n token.</numerusform>
            <numerusform>%n tokens.</numerusform>
        </translation>
    </message>
    <message>
        <source>The sum is what the first layer reads.</source>
        <translation>La somme est ce que lit la première couche.</translation>
    </message>
    <message>
        <source>The first layer reads this sum after a norm or a projection.</source>
        <translation>La première couche lit cette somme après une normalisation ou une projection.</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>Ligne %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>There are %1 positions.</source>
        <translation>Il y a %1 positions.</translation>
    </message>
    <message>
        <source>The two have different sizes.</source>
        <translation>Les deux n’ont pas la même taille.</translation>
    </message>
    <message>
        <source>%1: at most %2 apart.</source>
        <translation>%1&#xa0;: écart d’au plus %2.</translation>
    </message>
    <message>
        <source>%1: the two have different sizes.</source>
        <translation>%1&#xa0;: les deux n’ont pas la même taille.</translation>
    </message>
    <message>
        <source>Running the sentence in another order…</source>
        <translation>Exécution de la phrase dans un autre ordre…</translation>
    </message>
    <message>
        <source>The sentence cannot be run in another order: %1.</source>
        <translation>La phrase ne peut pas être exécutée dans un autre ordre&#xa0;: %1.</translation>
    </message>
    <message>
        <source>The words in reverse order, all masks but padding off. With positions, a token’s output changes by up to %1 of its norm; without, by up to %2: attention then sees a set, not an order.</source>
        <translation>Les mots dans l’ordre inverse, tous les masques sauf celui de remplissage désactivés. Avec les positions, la sortie d’un token change jusqu’à %1 de sa norme&#xa0;; sans elles, jusqu’à %2&#xa0;: l’attention voit alors un ensemble, non un ordre.</translation>
    </message>
</context>
<context>
    <name>headlight::KeysModel</name>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Effet</translation>
    </message>
    <message>
        <source>If masked</source>
        <translation>Si masquée</translation>
    </message>
    <message>
        <source>How much the head’s part would fall without this key, if the others took its weight. What later layers would make of it is not counted</source>
        <translation>De combien la part de la tête baisserait sans cette clé, si les autres prenaient son poids. Ce que les couches suivantes en feraient n’est pas compté</translation>
    </message>
</context>
<context>
    <name>headlight::LearnPage</name>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
</context>
<context>
    <name>headlight::LensModel</name>
    <message>
        <source>Rank %1: id %2, probability %3</source>
        <translation>Rang %1&#xa0;: identifiant %2, probabilité %3</translation>
    </message>
</context>
<context>
    <name>headlight::LessonAnswers</name>
    <message>
        <source>Save my answers</source>
        <translation>Enregistrer mes réponses</translation>
    </message>
    <message>
        <source>Your name, as your teacher is to read it:</source>
        <translation>Votre nom, tel que votre professeur le lira&#xa0;:</translation>
    </message>
    <message>
        <source>Answers (*.json)</source>
        <translation>Réponses (*.json)</translation>
    </message>
    <message>
        <source>Your answers are in %1.</source>
        <translation>Vos réponses sont dans %1.</translation>
    </message>
    <message>
        <source>Hand this file in.</source>
        <translation>Rendez ce fichier.</translation>
    </message>
</context>
<context>
    <name>headlight::LessonPanel</name>
    <message>
        <source>New here? Take the short tour</source>
        <translation>Première visite&#xa0;? Suivre la visite</translation>
    </message>
    <message>
        <source>Show it again</source>
        <translation>Montrer de nouveau</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Précédent</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Suivant</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Leçons</translation>
    </message>
    <message>
        <source>Close the lesson</source>
        <translation>Fermer la leçon</translation>
    </message>
    <message>
        <source>Steps of the lesson</source>
        <translation>Étapes de la leçon</translation>
    </message>
    <message>
        <source>Start the course</source>
        <translation>Commencer le cours</translation>
    </message>
    <message>
        <source>Save my answers…</source>
        <translation>Enregistrer mes réponses…</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Change this lesson, which is in a file of yours</source>
        <translation>Modifie cette leçon, qui est dans un fichier à vous</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Votre réponse</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Indice</translation>
    </message>
    <message>
        <source>Show a hint; that you asked for it is noted</source>
        <translation>Montre un indice&#xa0;; il est noté que vous l’avez demandé</translation>
    </message>
    <message>
        <source>Open my model</source>
        <translation>Ouvrir mon modèle</translation>
    </message>
</context>
<context>
    <name>headlight::LessonPlayer</name>
    <message>
        <source>Tour: %1</source>
        <translation>Visite&#xa0;: %1</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>Exemple&#xa0;: %1</translation>
    </message>
    <message>
        <source>Experiment: %1</source>
        <translation>Expérience&#xa0;: %1</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemples</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>Expériences</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Commencer</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Suivant</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminer</translation>
    </message>
    <message>
        <source>%1. %2 ✓</source>
        <translation>%1. %2 ✓</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>Show it again</source>
        <translation>Montrer de nouveau</translation>
    </message>
    <message>
        <source>Do it for me</source>
        <translation>Le faire pour moi</translation>
    </message>
    <message>
        <source>✓ Right.</source>
        <translation>✓ C’est juste.</translation>
    </message>
    <message>
        <source>✗ Not so.</source>
        <translation>✗ Ce n’est pas cela.</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>Leçon&#xa0;: %1</translation>
    </message>
    <message>
        <source>Text: %1</source>
        <translation>Texte&#xa0;: %1</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>Cours</translation>
    </message>
    <message>
        <source>Introductions to the paper</source>
        <translation>Introductions à l’article</translation>
    </message>
    <message>
        <source>In short</source>
        <translation>En bref</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>Leçon suivante</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>Montrer</translation>
    </message>
    <message>
        <source>The end</source>
        <translation>Fin</translation>
    </message>
    <message>
        <source>Save my answers…</source>
        <translation>Enregistrer mes réponses…</translation>
    </message>
    <message>
        <source>✗ Not so. Try again.</source>
        <translation>✗ Ce n’est pas cela. Essayez encore.</translation>
    </message>
    <message>
        <source>A step of this lesson cannot be shown as its author meant it. %1</source>
        <translation>Une étape de cette leçon ne peut pas être montrée comme son auteur l’a voulu. %1</translation>
    </message>
    <message>
        <source>Tell its author: headlight course check finds all such places.</source>
        <translation>Prévenez son auteur : headlight course check trouve tous ces endroits.</translation>
    </message>
    <message>
        <source>%1 ✓</source>
        <translation>%1 ✓</translation>
    </message>
    <message>
        <source>The answer is a number, such as 0.45.</source>
        <translation>La réponse est un nombre, par exemple 0,45.</translation>
    </message>
    <message>
        <source>The numbers of this step cannot be computed: %1</source>
        <translation>Les nombres de cette étape ne peuvent pas être calculés : %1</translation>
    </message>
    <message>
        <source>Not done yet: %1.</source>
        <translation>Pas encore fait&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Passer</translation>
    </message>
    <message>
        <source>✗ Not so: that is %1. Try again.</source>
        <translation>✗ Ce n’est pas cela&#xa0;: c’est %1. Essayez encore.</translation>
    </message>
    <message>
        <source>The answer is: %1.</source>
        <translation>La bonne réponse&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Headlight</source>
        <translation>Headlight</translation>
    </message>
    <message>
        <source>Whoever edits this lesson sees the answers to its questions. Edit it?</source>
        <translation>Modifier cette leçon montre les réponses à ses questions. La modifier&#xa0;?</translation>
    </message>
    <message>
        <source>The window shows something else now. The words below are about what the step showed.</source>
        <translation>La fenêtre montre autre chose à présent. Le texte ci-dessous porte sur ce que montrait l’étape.</translation>
    </message>
</context>
<context>
    <name>headlight::LessonStage</name>
    <message>
        <source>Back from the lesson</source>
        <translation>Retour de la leçon</translation>
    </message>
    <message>
        <source>Undo brings back the sentence and settings that were just there.</source>
        <translation>Annuler rétablit la phrase et les réglages qui étaient là à l’instant.</translation>
    </message>
    <message>
        <source>What was open before the lesson is back.</source>
        <translation>Ce qui était ouvert avant la leçon est de retour.</translation>
    </message>
    <message>
        <source>each head</source>
        <translation>chaque tête</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>ligne %1, colonne %2</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>ligne %1</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>colonne %1</translation>
    </message>
    <message>
        <source>You chose: %1. The step asks for: %2.</source>
        <translation>Vous avez choisi&#xa0;: %1. L’étape demande&#xa0;: %2.</translation>
    </message>
    <message>
        <source>The step asks for the sentence: %1</source>
        <translation>L’étape demande la phrase&#xa0;: %1</translation>
    </message>
    <message>
        <source>The step is done but for this, which it does not ask for: %1</source>
        <translation>L’étape est faite, à ceci près, qu’elle ne demande pas&#xa0;: %1</translation>
    </message>
    <message>
        <source>output begins with “%1”</source>
        <translation>la sortie commence par «&#xa0;%1&#xa0;»</translation>
    </message>
</context>
<context>
    <name>headlight::LessonWriter</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Undo the last change of the lesson</source>
        <translation>Annule la dernière modification de la leçon</translation>
    </message>
    <message>
        <source>Lesson writer</source>
        <translation>Écriture d’une leçon</translation>
    </message>
    <message>
        <source>Your lesson</source>
        <translation>Votre leçon</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>L’essayer</translation>
    </message>
    <message>
        <source>Close the lesson</source>
        <translation>Fermer la leçon</translation>
    </message>
    <message>
        <source>Title of the lesson</source>
        <translation>Titre de la leçon</translation>
    </message>
    <message>
        <source>What it is about, in a sentence</source>
        <translation>De quoi elle parle, en une phrase</translation>
    </message>
    <message>
        <source>Steps of the lesson</source>
        <translation>Étapes de la leçon</translation>
    </message>
    <message>
        <source>&amp;Add this state as a step</source>
        <translation>&amp;Ajouter cet état comme étape</translation>
    </message>
    <message>
        <source>What the window shows now: sentence, edits, head, cell and view</source>
        <translation>Ce que la fenêtre montre maintenant&#xa0;: phrase, modifications, tête, cellule et vue</translation>
    </message>
    <message>
        <source>Move the step up</source>
        <translation>Monter l’étape</translation>
    </message>
    <message>
        <source>Move the step down</source>
        <translation>Descendre l’étape</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Remove the step</source>
        <translation>Supprimer l’étape</translation>
    </message>
    <message>
        <source>New lesson</source>
        <translation>Nouvelle leçon</translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation>Leçons (*.json)</translation>
    </message>
    <message>
        <source>Bring the window to a state worth seeing, then add it as a step.</source>
        <translation>Amenez la fenêtre à un état qui vaut la peine, puis ajoutez-le comme étape.</translation>
    </message>
    <message>
        <source>Open a model first: a step shows what a model does.</source>
        <translation>Ouvrez d’abord un modèle&#xa0;: une étape montre ce qu’il fait.</translation>
    </message>
    <message>
        <source>Look at %1.</source>
        <translation>Regardez&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Computing %1 …</source>
        <translation>Calcul de %1…</translation>
    </message>
    <message>
        <source>Not kept yet: %1</source>
        <translation>Pas encore enregistrée&#xa0;: %1</translation>
    </message>
    <message>
        <source>Not kept: %1</source>
        <translation>Non enregistrée&#xa0;: %1</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>Enregistrée dans %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Show its state</source>
        <translation>Montrer son état</translation>
    </message>
    <message>
        <source>Bring the window to the state of the step</source>
        <translation>Mettre la fenêtre dans l’état de l’étape</translation>
    </message>
    <message>
        <source>Take this state</source>
        <translation>Prendre cet état</translation>
    </message>
    <message>
        <source>Give the step what the window shows now</source>
        <translation>Donner à l’étape ce que la fenêtre montre maintenant</translation>
    </message>
    <message>
        <source>Open the model %1 first: the step shows it.</source>
        <translation>Ouvrez d’abord le modèle %1&#xa0;: l’étape le montre.</translation>
    </message>
    <message>
        <source>A lesson does not keep: %1.</source>
        <translation>Une leçon ne garde pas&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Redo the change of the lesson that was undone last</source>
        <translation>Rétablir la dernière modification annulée de la leçon</translation>
    </message>
    <message>
        <source>Said after the last step (may be empty)</source>
        <translation>Dit après la dernière étape (peut rester vide)</translation>
    </message>
    <message>
        <source>The last changes of the lesson are not in its file yet. %1</source>
        <translation>Les dernières modifications de la leçon ne sont pas encore dans son fichier. %1</translation>
    </message>
    <message>
        <source>They are still here when you change the lesson again.</source>
        <translation>Elles sont encore là quand vous modifiez à nouveau la leçon.</translation>
    </message>
    <message>
        <source>Not kept yet: the lesson has no title.</source>
        <translation>Pas encore enregistré : la leçon n’a pas de titre.</translation>
    </message>
    <message>
        <source>Not kept yet: the lesson has no step.</source>
        <translation>Pas encore enregistré : la leçon n’a pas d’étape.</translation>
    </message>
    <message>
        <source>Not kept yet: step %1 has %2.</source>
        <translation>Pas encore enregistré : l’étape %1 a %2.</translation>
    </message>
    <message>
        <source>Headlight</source>
        <translation>Headlight</translation>
    </message>
    <message>
        <source>The last changes of a lesson are not in its file yet: it cannot be read as it is.</source>
        <translation>Les dernières modifications d’une leçon ne sont pas encore dans son fichier : telle quelle, elle ne peut pas être lue.</translation>
    </message>
    <message>
        <source>Kept, but step %1 names {%2}, and has no such number.</source>
        <translation>Enregistré, mais l’étape %1 nomme {%2} et n’a pas ce nombre.</translation>
    </message>
    <message>
        <source>Kept, but the file shows the answer of step %1: in what is said at the end, or in a number.</source>
        <translation>Enregistrée, mais le fichier montre la réponse de l’étape %1&#xa0;: dans ce qui est dit à la fin, ou dans un nombre.</translation>
    </message>
</context>
<context>
    <name>headlight::LinesCanvas</name>
    <message>
        <source>Lines between queries and keys</source>
        <translation>Traits entre requêtes et clés</translation>
    </message>
</context>
<context>
    <name>headlight::LinesView</name>
    <message>
        <source>Type a sentence to see its tokens joined by lines.</source>
        <translation>Saisissez une phrase pour voir ses tokens reliés par des traits.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>%1 (%2) looks at: %3</source>
        <translation>%1 (%2) regarde&#xa0;: %3</translation>
    </message>
    <message>
        <source>%1 (%2) is looked at by: %3</source>
        <translation>%1 (%2) est regardé par&#xa0;: %3</translation>
    </message>
    <message>
        <source>1 line.</source>
        <translation>1 trait.</translation>
    </message>
    <message>
        <source>%1 lines.</source>
        <translation>%1 traits.</translation>
    </message>
    <message>
        <source>%1 · just computed</source>
        <translation>%1 · vient d’être calculée</translation>
    </message>
    <message>
        <source>Draws each query’s largest weights, up to this share of its row</source>
        <translation>Dessine les plus grands poids de chaque requête, jusqu’à atteindre cette part de sa ligne</translation>
    </message>
    <message>
        <source>The %1 largest of %2 lines: weights of %3 and above.</source>
        <translation>Les %1 plus grands de %2 traits&#xa0;: poids à partir de %3.</translation>
    </message>
    <message>
        <source>Left out because they connect other tokens: %1.</source>
        <translation>Omises car elles relient d’autres tokens&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Lines drawn</source>
        <translation>Traits dessinés</translation>
    </message>
    <message>
        <source>Copy the heads’ weights as a table</source>
        <translation>Copier les poids des têtes en tableau</translation>
    </message>
    <message>
        <source>% of each row</source>
        <translation>&#xa0;% de chaque ligne</translation>
    </message>
    <message>
        <source>Share of each row drawn</source>
        <translation>Part de chaque ligne dessinée</translation>
    </message>
    <message>
        <source>No weights were recorded for %1.</source>
        <translation>Aucun poids n’a été enregistré pour %1.</translation>
    </message>
    <message>
        <source>%1 · the %2 largest of %3 lines</source>
        <translation>%1 · les %2 plus grandes lignes sur %3</translation>
    </message>
    <message>
        <source>Choosing the lines…</source>
        <translation>Choix des traits…</translation>
    </message>
    <message>
        <source>Choosing the lines of the rows in sight…</source>
        <translation>Choix des traits des lignes visibles…</translation>
    </message>
    <message>
        <source>Of the rows in sight, the %1 largest of %2 lines: weights of %3 and above.</source>
        <translation>Des lignes visibles, les %1 plus grands de %2 traits&#xa0;: poids à partir de %3.</translation>
    </message>
    <message>
        <source>Of the rows in sight, %1 lines.</source>
        <translation>Des lignes visibles, %1 traits.</translation>
    </message>
</context>
<context>
    <name>headlight::LookActions</name>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Thème</translation>
    </message>
    <message>
        <source>&amp;Colours of the map</source>
        <translation>&amp;Couleurs de la carte</translation>
    </message>
    <message>
        <source>Text and display si&amp;ze</source>
        <translation>Taille du te&amp;xte et de l’affichage</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Langue</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Clair</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Sombre</translation>
    </message>
    <message>
        <source>High &amp;contrast, light</source>
        <translation>Contraste &amp;élevé, clair</translation>
    </message>
    <message>
        <source>&amp;High contrast, dark</source>
        <translation>Contraste él&amp;evé, sombre</translation>
    </message>
    <message>
        <source>Follow the &amp;system</source>
        <translation>Comme le &amp;système</translation>
    </message>
    <message>
        <source>Display scale (after restart)</source>
        <translation>Échelle d’affichage (au redémarrage)</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>Takes effect the next time Headlight starts.</source>
        <translation>Prend effet au prochain démarrage de Headlight.</translation>
    </message>
</context>
<context>
    <name>headlight::LossModel</name>
    <message>
        <source>Input</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>Target: input shifted by one</source>
        <translation>Cible&#xa0;: l’entrée décalée d’un</translation>
    </message>
    <message>
        <source>−log p, one pass (nats)</source>
        <translation>−log p, une passe (nats)</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>−log p, step by step (nats)</source>
        <translation>−log p, pas à pas (nats)</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Différence</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Cible</translation>
    </message>
    <message>
        <source>Having read %1, %2 has probability %3: −log p = %4 nats (step by step %5 nats).</source>
        <translation>Après %1, %2 a la probabilité %3&#xa0;: −log p = %4 nats (pas à pas %5 nats).</translation>
    </message>
    <message>
        <source>−log p (nats)</source>
        <translation>−log p (nats)</translation>
    </message>
    <message>
        <source>By step (nats)</source>
        <comment>−log p, step by step</comment>
        <translation>Par pas (nats)</translation>
    </message>
</context>
<context>
    <name>headlight::LossView</name>
    <message>
        <source>&amp;Without the causal mask</source>
        <translation>&amp;Sans le masque causal</translation>
    </message>
    <message>
        <source>Computes the loss with the decoder’s causal mask off: one pass then sees the words that it should predict</source>
        <translation>Calcule la perte sans le masque causal du décodeur&#xa0;: une passe voit alors les mots qu’elle devrait prédire</translation>
    </message>
    <message>
        <source>Sum and mean of the loss</source>
        <translation>Somme et moyenne de la perte</translation>
    </message>
    <message>
        <source>The line and its loss, token by token</source>
        <translation>La ligne et sa perte, token par token</translation>
    </message>
    <message>
        <source>The selected token’s loss</source>
        <translation>La perte du token sélectionné</translation>
    </message>
    <message>
        <source>Copy the loss as a table</source>
        <translation>Copier la perte comme tableau</translation>
    </message>
    <message>
        <source>Type a sentence to see how likely the model finds each token of the output, or of a target that you type.</source>
        <translation>Saisissez une phrase pour voir combien le modèle trouve probable chaque token de la sortie, ou d’une cible que vous saisissez.</translation>
    </message>
    <message>
        <source>This model has no decoder: it does not predict the next token, and so has no such loss.</source>
        <translation>Ce modèle n’a pas de décodeur&#xa0;: il ne prédit pas le token suivant et n’a donc pas cette perte.</translation>
    </message>
    <message>
        <source>The loss is computed with the model, which a trace file does not include. Open the model to see it.</source>
        <translation>La perte se calcule avec le modèle, qu’un fichier de trace ne contient pas. Ouvrez le modèle pour la voir.</translation>
    </message>
    <message>
        <source>The loss of this line cannot be computed: %1.</source>
        <translation>La perte de cette ligne ne peut pas être calculée&#xa0;: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>sum %1 nats · mean %2 nats · perplexity %3.</source>
        <translation>somme %1 nats · moyenne %2 nats · perplexité %3.</translation>
    </message>
    <message>
        <source>One pass over the whole line equals decoding step by step: they differ by %1 at most.</source>
        <translation>Une passe sur toute la ligne équivaut au décodage pas à pas&#xa0;: l’écart est d’au plus %1.</translation>
    </message>
    <message>
        <source>One pass and step by step differ by up to %1: without the causal mask, later tokens change earlier predictions.</source>
        <translation>Une passe et le pas à pas diffèrent jusqu’à %1&#xa0;: sans le masque causal, les tokens suivants changent les prédictions précédentes.</translation>
    </message>
    <message>
        <source>Not all of these are numbers (NaN), so they cannot be compared.</source>
        <translation>Ces valeurs ne sont pas toutes des nombres (NaN)&#xa0;: elles ne peuvent pas être comparées.</translation>
    </message>
    <message>
        <source>Up to step %1 of %2.</source>
        <translation>Jusqu’au pas %1 sur %2.</translation>
    </message>
    <message>
        <source>The line has no end token: the last target is the model’s own choice, which counts, too.</source>
        <translation>La ligne n’a pas de token de fin&#xa0;: la dernière cible est le choix du modèle, et elle compte aussi.</translation>
    </message>
</context>
<context>
    <name>headlight::MainWindow</name>
    <message>
        <source>Headlight</source>
        <translation>Headlight</translation>
    </message>
    <message>
        <source>The built-in model was not found.</source>
        <translation>Le modèle intégré est introuvable.</translation>
    </message>
    <message>
        <source>Open a model folder with File → Open model folder, or drop one on this window.</source>
        <translation>Ouvrez un dossier de modèle avec Fichier → Ouvrir un dossier de modèle, ou déposez-en un sur cette fenêtre.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>L’ouvrir</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>Lancer</translation>
    </message>
    <message>
        <source>Run the model on this text. You can stop it at any time.</source>
        <translation>Lance le modèle sur ce texte. Vous pouvez l’arrêter à tout moment.</translation>
    </message>
</context>
<context>
    <name>headlight::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>Manuel</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Chercher dans le manuel</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Page</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a page of the manual and its section</comment>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Nothing found for “%1”</source>
        <translation>Rien trouvé pour «&#xa0;%1&#xa0;»</translation>
    </message>
</context>
<context>
    <name>headlight::MapLegend</name>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>Couleurs de %1 à %2</translation>
    </message>
</context>
<context>
    <name>headlight::MapOptionsMenu</name>
    <message>
        <source>Several heads</source>
        <translation>Plusieurs têtes</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Couleurs</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Share of each row</source>
        <translation>Part de chaque ligne</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>all</source>
        <translation>tout</translation>
    </message>
    <message>
        <source>Reset map options</source>
        <translation>Réinitialiser les options de la carte</translation>
    </message>
    <message>
        <source>Shows only the largest weights of each row that together make up this share. Press &lt; or &gt; in the map to change it.</source>
        <translation>N’affiche que les plus grands poids de chaque ligne qui font ensemble cette part. Appuyez sur &lt; ou &gt; dans la carte pour la changer.</translation>
    </message>
    <message>
        <source>Share of each row shown</source>
        <translation>Part affichée de chaque ligne</translation>
    </message>
    <message>
        <source>Restores the defaults: nothing left out, linear colours.</source>
        <translation>Rétablit les réglages par défaut&#xa0;: rien d’omis, couleurs linéaires.</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1&#xa0;%</translation>
    </message>
</context>
<context>
    <name>headlight::MapTools</name>
    <message>
        <source>Map options</source>
        <translation>Options de la carte</translation>
    </message>
    <message>
        <source>Paint the mask</source>
        <translation>Peindre le masque</translation>
    </message>
    <message>
        <source>Choose the stage of the computation that the map shows</source>
        <translation>Choisir l’étape du calcul que montre la carte</translation>
    </message>
    <message>
        <source>Several heads, colour scale, tokens left out or merged into words, sums</source>
        <translation>Plusieurs têtes, échelle des couleurs, tokens omis ou fusionnés en mots, sommes</translation>
    </message>
    <message>
        <source>Map options in use</source>
        <translation>Options de la carte en vigueur</translation>
    </message>
    <message>
        <source>Stage of the computation: %1</source>
        <translation>Étape du calcul&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>headlight::MaskActions</name>
    <message>
        <source>Adapter on</source>
        <translation>Adaptateur activé</translation>
    </message>
    <message>
        <source>Adapter off</source>
        <translation>Adaptateur désactivé</translation>
    </message>
    <message>
        <source>This head adds no bias to its scores</source>
        <translation>Cette tête n’ajoute aucun biais à ses scores</translation>
    </message>
</context>
<context>
    <name>headlight::MaskFillView</name>
    <message>
        <source>Masked token</source>
        <translation>Token masqué</translation>
    </message>
    <message>
        <source>The masked token whose candidates are shown</source>
        <translation>Le token masqué dont les candidats sont affichés</translation>
    </message>
    <message>
        <source>Candidates for the masked token</source>
        <translation>Candidats pour le token masqué</translation>
    </message>
    <message>
        <source>Type a sentence with a mask, such as: The cat [MASK] on the chair.</source>
        <translation>Saisissez une phrase avec un masque, comme&#xa0;: The cat [MASK] on the chair.</translation>
    </message>
    <message>
        <source>Token %1: %2</source>
        <translation>Token %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>&amp;Insert</source>
        <translation>&amp;Insérer</translation>
    </message>
    <message>
        <source>This view needs a masked language model such as BERT.</source>
        <translation>Cette vue a besoin d’un modèle de langage masqué comme BERT.</translation>
    </message>
    <message>
        <source>There is no mask in the sentence, or the model has no language-model head to fill it.
Type [MASK] (RoBERTa: &lt;mask&gt;) in place of a word.</source>
        <translation>Il n’y a pas de masque dans la phrase, ou le modèle n’a pas de tête de langage pour le remplir.
Saisissez [MASK] (RoBERTa&#xa0;: &lt;mask&gt;) à la place d’un mot.</translation>
    </message>
    <message>
        <source>Copy the candidates as a table</source>
        <translation>Copier les candidats en tableau</translation>
    </message>
    <message>
        <source>Insert the selected word into the text (double-click, or Enter in the list)</source>
        <translation>Insérer le mot sélectionné dans le texte (double-clic, ou Entrée dans la liste)</translation>
    </message>
    <message>
        <source>Rank %1: id %2, probability %3; press Enter to insert it</source>
        <translation>Rang %1&#xa0;: identifiant %2, probabilité %3&#xa0;; appuyez sur Entrée pour l’insérer</translation>
    </message>
    <message>
        <source>Insert “%1”</source>
        <translation>Insérer «&#xa0;%1&#xa0;»</translation>
    </message>
</context>
<context>
    <name>headlight::MaskModel</name>
    <message>
        <source>%1 can attend to %2</source>
        <translation>%1 peut voir %2</translation>
    </message>
    <message>
        <source>%1 cannot attend to %2</source>
        <translation>%1 ne peut pas voir %2</translation>
    </message>
</context>
<context>
    <name>headlight::MaskPainter</name>
    <message>
        <source>Paint the mask</source>
        <translation>Peindre le masque</translation>
    </message>
    <message>
        <source>Drag over cells or labels to mask or allow them; the model runs with the painted mask (%1).</source>
        <translation>Glisser sur des cellules ou des étiquettes pour les masquer ou les autoriser&#xa0;; le modèle s’exécute avec le masque peint (%1).</translation>
    </message>
    <message>
        <source>Brush</source>
        <translation>Pinceau</translation>
    </message>
    <message>
        <source>Mask or allow the painted cells.</source>
        <translation>Masquer ou autoriser les cellules peintes.</translation>
    </message>
    <message>
        <source>Paint the current head only, or more heads.</source>
        <translation>Peindre la tête actuelle seule, ou davantage de têtes.</translation>
    </message>
    <message>
        <source>Drag over cells or labels · Shift+arrows, R, C: select · X: mask · A: allow</source>
        <translation>Glissez sur des cellules ou des étiquettes · Maj+flèches, R, C&#xa0;: sélectionner · X&#xa0;: masquer · A&#xa0;: autoriser</translation>
    </message>
    <message>
        <source>Merged words cannot be painted. Turn off “Merge tokens into words” first.</source>
        <translation>Les mots fusionnés ne peuvent pas être peints. Désactivez d’abord «&#xa0;Fusionner les tokens en mots&#xa0;».</translation>
    </message>
    <message>
        <source>Paint: allow</source>
        <translation>Peindre&#xa0;: autoriser</translation>
    </message>
    <message>
        <source>Paint: mask</source>
        <translation>Peindre&#xa0;: masquer</translation>
    </message>
    <message>
        <source>mask cells</source>
        <translation>masquer</translation>
    </message>
    <message>
        <source>allow cells</source>
        <translation>autoriser</translation>
    </message>
    <message>
        <source>Heads to paint</source>
        <translation>Têtes à peindre</translation>
    </message>
</context>
<context>
    <name>headlight::MaskView</name>
    <message>
        <source>What the numbers mean</source>
        <translation>Ce que signifient les nombres</translation>
    </message>
    <message>
        <source>The mask: queries down, keys across</source>
        <translation>Le masque&#xa0;: requêtes en lignes, clés en colonnes</translation>
    </message>
    <message>
        <source>Copy the mask as a table</source>
        <translation>Copier le masque comme tableau</translation>
    </message>
    <message>
        <source>Which mask</source>
        <translation>Quel masque</translation>
    </message>
    <message>
        <source>Shows the mask of the current head, or a small example</source>
        <translation>Affiche le masque de la tête actuelle, ou un petit exemple</translation>
    </message>
    <message>
        <source>current head</source>
        <translation>tête actuelle</translation>
    </message>
    <message>
        <source>causal, 4 tokens</source>
        <translation>causal, 4 tokens</translation>
    </message>
    <message>
        <source>causal, 3 tokens</source>
        <translation>causal, 3 tokens</translation>
    </message>
    <message>
        <source>padding, 3 of 4 tokens</source>
        <translation>remplissage, 3 tokens sur 4</translation>
    </message>
    <message>
        <source>causal and padding, 3 of 4 tokens</source>
        <translation>causal et remplissage, 3 tokens sur 4</translation>
    </message>
    <message>
        <source>causal, with an empty row</source>
        <translation>causal, avec une ligne vide</translation>
    </message>
    <message>
        <source>Truth: 1, 0</source>
        <translation>Vérité&#xa0;: 1, 0</translation>
    </message>
    <message>
        <source>1 = can attend, 0 = cannot</source>
        <translation>1 = peut voir, 0 = ne peut pas voir</translation>
    </message>
    <message>
        <source>Added: 0, −∞</source>
        <translation>Ajouté&#xa0;: 0, −∞</translation>
    </message>
    <message>
        <source>Is added to the scores before the softmax</source>
        <translation>S’ajoute aux scores avant softmax</translation>
    </message>
    <message>
        <source>Added: 0, −10⁹</source>
        <translation>Ajouté&#xa0;: 0, −10⁹</translation>
    </message>
    <message>
        <source>The same with a large number in place of infinity</source>
        <translation>La même chose avec un grand nombre à la place de l’infini</translation>
    </message>
    <message>
        <source>PyTorch: True = hidden</source>
        <translation>PyTorch&#xa0;: True = masqué</translation>
    </message>
    <message>
        <source>The boolean attn_mask of torch.nn.MultiheadAttention</source>
        <translation>Le booléen attn_mask de torch.nn.MultiheadAttention</translation>
    </message>
    <message>
        <source>Code that makes this mask</source>
        <translation>Code qui produit ce masque</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Copier le code</translation>
    </message>
    <message>
        <source>Copy the code that makes this mask</source>
        <translation>Copier le code qui produit ce masque</translation>
    </message>
    <message>
        <source>Type a sentence to see the mask of the current head, or choose one of the examples.</source>
        <translation>Saisissez une phrase pour voir le masque de la tête actuelle, ou choisissez un des exemples.</translation>
    </message>
    <message>
        <source>The mask of this head was not recorded. Choose one of the examples.</source>
        <translation>Le masque de cette tête n’a pas été enregistré. Choisissez un des exemples.</translation>
    </message>
    <message>
        <source>1 = can attend, 0 = cannot: where it is 0, the score is replaced before the softmax.</source>
        <translation>1 = peut voir, 0 = ne peut pas voir&#xa0;: là où il vaut 0, le score est remplacé avant softmax.</translation>
    </message>
    <message>
        <source>Added to the scores: 0 changes nothing, −∞ becomes a weight of exactly 0.</source>
        <translation>Ajouté aux scores&#xa0;: 0 ne change rien, −∞ devient un poids d’exactement 0.</translation>
    </message>
    <message>
        <source>Added to the scores: beside any other score, softmax makes 0 of −10⁹.</source>
        <translation>Ajouté aux scores&#xa0;: à côté de tout autre score, softmax fait 0 de −10⁹.</translation>
    </message>
    <message>
        <source>True = hidden, the opposite of the truth mask. PyTorch’s scaled_dot_product_attention reads True as “can attend”.</source>
        <translation>True = masqué, le contraire du masque de vérité. La fonction scaled_dot_product_attention de PyTorch lit True comme «&#xa0;peut voir&#xa0;».</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Row %1 can attend to nothing: −∞ makes it NaN in PyTorch, −10⁹ makes it uniform; here its weights are 0.</source>
        <translation>La ligne %1 ne peut rien voir&#xa0;: −∞ la rend NaN dans PyTorch, −10⁹ la rend uniforme&#xa0;; ici, ses poids valent 0.</translation>
    </message>
    <message>
        <source>Shown: the first %1 queries and keys.</source>
        <translation>Affichées&#xa0;: les %1 premières requêtes et clés.</translation>
    </message>
</context>
<context>
    <name>headlight::MatricesView</name>
    <message>
        <source>Self-attention, rows: x · W</source>
        <translation>Auto-attention, en lignes : x · W</translation>
    </message>
    <message>
        <source>Self-attention, columns: W · x</source>
        <translation>Auto-attention, en colonnes : W · x</translation>
    </message>
    <message>
        <source>Cross-attention: queries of X, keys and values of Y</source>
        <translation>Attention croisée : requêtes de X, clés et valeurs de Y</translation>
    </message>
    <message>
        <source>Two heads: slices, concatenated and projected</source>
        <translation>Deux têtes : tranches, concaténées puis projetées</translation>
    </message>
    <message>
        <source>Text 0: the soft dictionary</source>
        <translation>Texte 0 : le dictionnaire souple</translation>
    </message>
    <message>
        <source>Text 1: three words, q = k = v = x</source>
        <translation>Texte 1 : trois mots, q = k = v = x</translation>
    </message>
    <message>
        <source>The sheet: one line for each matrix</source>
        <translation>La feuille : une ligne par matrice</translation>
    </message>
    <message>
        <source>Code that computes the same numbers</source>
        <translation>Code qui calcule les mêmes nombres</translation>
    </message>
    <message>
        <source>How the cell is computed</source>
        <translation>Comment la cellule est calculée</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Partir de</translation>
    </message>
    <message>
        <source>Replaces the sheet; Ctrl+Z brings it back</source>
        <translation>Remplace la feuille ; Ctrl+Z la ramène</translation>
    </message>
    <message>
        <source>The current head</source>
        <translation>La tête actuelle</translation>
    </message>
    <message>
        <source>Open a sheet…</source>
        <translation>Ouvrir une feuille…</translation>
    </message>
    <message>
        <source>◀ Step back</source>
        <translation>◀ Pas en arrière</translation>
    </message>
    <message>
        <source>Hides the numbers of the last line that is seen: calculate them first</source>
        <translation>Cache les nombres de la dernière ligne visible : calculez-les d’abord</translation>
    </message>
    <message>
        <source>Step ▶</source>
        <translation>Pas ▶</translation>
    </message>
    <message>
        <source>Shows the numbers of the next line</source>
        <translation>Montre les nombres de la ligne suivante</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tout montrer</translation>
    </message>
    <message>
        <source>Shows the numbers of all lines</source>
        <translation>Montre les nombres de toutes les lignes</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Saves the sheet, or prints it to calculate on paper</source>
        <translation>Enregistre la feuille, ou l’imprime pour calculer sur papier</translation>
    </message>
    <message>
        <source>Work sheet with empty cells…</source>
        <translation>Feuille d’exercices aux cellules vides…</translation>
    </message>
    <message>
        <source>Its solution…</source>
        <translation>Sa solution…</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Feuille</translation>
    </message>
    <message>
        <source>What is computed; edit it here or in the cells</source>
        <translation>Ce qui est calculé ; modifiez-le ici ou dans les cellules</translation>
    </message>
    <message>
        <source>The same in Python with NumPy</source>
        <translation>La même chose en Python avec NumPy</translation>
    </message>
    <message>
        <source>The same in Python with PyTorch</source>
        <translation>La même chose en Python avec PyTorch</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copies this text</source>
        <translation>Copie ce texte</translation>
    </message>
    <message>
        <source>Nothing has run yet</source>
        <translation>Rien n’a encore été calculé</translation>
    </message>
    <message>
        <source>%1[%2, %3] = %4</source>
        <translation>%1[%2, %3] = %4</translation>
    </message>
    <message>
        <source>“%1” is no number: type one such as 0.5, −2 or −inf.</source>
        <translation>«&#xa0;%1&#xa0;» n’est pas un nombre&#xa0;: écrivez-en un comme 0.5, −2 ou −inf.</translation>
    </message>
    <message>
        <source>%1 is computed: paste over a matrix that is given.</source>
        <translation>%1 est calculée : collez sur une matrice donnée.</translation>
    </message>
    <message>
        <source>The clipboard has no matrix: rows are lines, or lists in brackets.</source>
        <translation>Le presse-papiers ne contient pas de matrice : les lignes y sont des lignes, ou des listes entre crochets.</translation>
    </message>
    <message>
        <source>Open a sheet</source>
        <translation>Ouvrir une feuille</translation>
    </message>
    <message>
        <source>Sheets (*.txt);;All files (*)</source>
        <translation>Feuilles (*.txt);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Save the solution</source>
        <translation>Enregistrer la solution</translation>
    </message>
    <message>
        <source>Save the work sheet</source>
        <translation>Enregistrer la feuille d’exercices</translation>
    </message>
    <message>
        <source>solution.pdf</source>
        <translation>solution.pdf</translation>
    </message>
    <message>
        <source>work sheet.pdf</source>
        <translation>feuille d’exercices.pdf</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;Markdown (*.md);;The sheet itself (*.txt)</source>
        <translation>PDF (*.pdf);;Markdown (*.md);;La feuille elle-même (*.txt)</translation>
    </message>
    <message>
        <source>%1 could not be written: is the folder writable?</source>
        <translation>%1 n’a pas pu être écrit : le dossier est-il accessible en écriture ?</translation>
    </message>
    <message>
        <source>Choose a cell to see how it is computed; type into it to change it.</source>
        <translation>Choisissez une cellule pour voir comment elle est calculée ; écrivez-y pour la changer.</translation>
    </message>
    <message>
        <source>%1 cannot be read as a sheet: it is missing, or larger than 1 MB.</source>
        <translation>%1 ne peut pas être lu comme feuille : il manque, ou dépasse 1 Mo.</translation>
    </message>
</context>
<context>
    <name>headlight::MatrixBlock</name>
    <message>
        <source>Typed by you. Delete gives the computed number back.</source>
        <translation>Saisi par vous. Suppr rend le nombre calculé.</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
</context>
<context>
    <name>headlight::MeasureChoice</name>
    <message>
        <source>Thumbnails</source>
        <translation>Vignettes</translation>
    </message>
    <message>
        <source>A thumbnail of each head’s map</source>
        <translation>Une vignette de la carte de chaque tête</translation>
    </message>
    <message>
        <source>What the grid of heads shows</source>
        <translation>Ce que montre la grille des têtes</translation>
    </message>
    <message>
        <source>Thumbnails of the maps, or one statistic per head, shaded from smallest to largest</source>
        <translation>Vignettes des cartes, ou une statistique par tête, teintée du plus petit au plus grand</translation>
    </message>
    <message>
        <source>Experiment %1</source>
        <translation>Expérience %1</translation>
    </message>
</context>
<context>
    <name>headlight::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>Fermer ce message</translation>
    </message>
</context>
<context>
    <name>headlight::ModelChoice</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>Ouvrir un modèle &amp;récent</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Open model folder…</source>
        <translation>Ouvrir un dossier de modèle…</translation>
    </message>
    <message>
        <source>Current model</source>
        <translation>Modèle actuel</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Open GGUF file…</source>
        <translation>Ouvrir un fichier GGUF…</translation>
    </message>
</context>
<context>
    <name>headlight::ModelFactsView</name>
    <message>
        <source>Facts about the model</source>
        <translation>Fiche du modèle</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>Copy facts</source>
        <translation>Copier la fiche</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Aucun modèle</translation>
    </message>
    <message>
        <source>A trace file has no weights and no settings.</source>
        <translation>Un fichier de trace n’a ni poids ni réglages.</translation>
    </message>
    <message>
        <source>Facts about the model; Ctrl+C copies the selected lines</source>
        <translation>Fiche du modèle&#xa0;; Ctrl+C copie les lignes sélectionnées</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
</context>
<context>
    <name>headlight::ModelOpener</name>
    <message>
        <source>Large model</source>
        <translation>Grand modèle</translation>
    </message>
    <message>
        <source>%1 would take about %2 of memory.</source>
        <translation>%1 prendrait environ %2 de mémoire.</translation>
    </message>
    <message>
        <source>&amp;Open it</source>
        <translation>&amp;L’ouvrir</translation>
    </message>
    <message>
        <source>Open in &amp;half precision (%1)</source>
        <translation>Ouvrir en &amp;demi-précision (%1)</translation>
    </message>
    <message>
        <source>&amp;Remember this for the model</source>
        <translation>&amp;Retenir pour ce modèle</translation>
    </message>
    <message>
        <source>This computer has %1 of memory, of which %2 is free. If you open the model anyway, it and other programs may become slow.</source>
        <translation>Cet ordinateur a %1 de mémoire, dont %2 libres. Si vous ouvrez quand même le modèle, il peut devenir lent, et les autres programmes aussi.</translation>
    </message>
    <message>
        <source>Open adapter</source>
        <translation>Ouvrir un adaptateur</translation>
    </message>
    <message>
        <source>The adapter does not name the model that it was trained on.</source>
        <translation>L’adaptateur ne nomme pas le modèle avec lequel il a été entraîné.</translation>
    </message>
    <message>
        <source>The adapter was trained on “%1”, which was not found.</source>
        <translation>L’adaptateur a été entraîné sur «&#xa0;%1&#xa0;», qui est introuvable.</translation>
    </message>
    <message>
        <source>An adapter changes a model; it cannot run alone. Choose its base model.</source>
        <translation>Un adaptateur modifie un modèle et ne peut pas être exécuté seul. Choisissez son modèle de base.</translation>
    </message>
    <message>
        <source>Choose a &amp;folder…</source>
        <translation>Choisir un &amp;dossier…</translation>
    </message>
    <message>
        <source>Choose a &amp;GGUF file…</source>
        <translation>Choisir un fichier &amp;GGUF…</translation>
    </message>
    <message>
        <source>Base model of the adapter</source>
        <translation>Modèle de base de l’adaptateur</translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation>Fichiers GGUF (*.gguf)</translation>
    </message>
    <message>
        <source>&amp;Use the current model</source>
        <translation>&amp;Utiliser le modèle actuel</translation>
    </message>
</context>
<context>
    <name>headlight::ModelView</name>
    <message>
        <source>All layers</source>
        <translation>Toutes les couches</translation>
    </message>
    <message>
        <source>Draw all layers with their blocks</source>
        <translation>Dessiner toutes les couches avec leurs blocs</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
    <message>
        <source>Fit the width (0)</source>
        <translation>Ajuster à la largeur (0)</translation>
    </message>
    <message>
        <source>%1 · %2 parameters</source>
        <translation>%1 · %2 paramètres</translation>
    </message>
    <message>
        <source>Family %1, d_model %2</source>
        <translation>Famille %1, d_model %2</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>Encodeur</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>Décodeur</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Zoom out (−, or Ctrl+wheel)</source>
        <translation>Zoom arrière (−, ou Ctrl+molette)</translation>
    </message>
    <message>
        <source>Open a model to see how it is built.

A trace file does not include this.</source>
        <translation>Ouvrez un modèle pour voir comment il est construit.

Un fichier de trace ne le contient pas.</translation>
    </message>
    <message>
        <source>Copy the model as an image</source>
        <translation>Copier le modèle en image</translation>
    </message>
    <message>
        <source>Copy the blocks as a table</source>
        <translation>Copier les blocs en tableau</translation>
    </message>
    <message>
        <source>Draw all layers with their blocks; otherwise only the current one</source>
        <translation>Dessiner toutes les couches avec leurs blocs&#xa0;; sinon seulement la couche actuelle</translation>
    </message>
    <message>
        <source>Zoom in (+, or Ctrl+wheel)</source>
        <translation>Zoom avant (+, ou Ctrl+molette)</translation>
    </message>
    <message>
        <source>The block under the mouse, otherwise the current one</source>
        <translation>Le bloc sous la souris, sinon le bloc actuel</translation>
    </message>
    <message>
        <source>Click a block to see its details, or move with the arrow keys.</source>
        <translation>Cliquez sur un bloc pour voir ses détails, ou déplacez-vous avec les flèches.</translation>
    </message>
    <message>
        <source>Diagram of the model</source>
        <translation>Schéma du modèle</translation>
    </message>
    <message>
        <source>So does a double-click.</source>
        <translation>Un double-clic aussi.</translation>
    </message>
</context>
<context>
    <name>headlight::ModelsPage</name>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Retirer</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>&amp;Ajouter…</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>List models from the &amp;Hugging Face cache</source>
        <translation>Lister les modèles du cache de &amp;Hugging Face</translation>
    </message>
    <message>
        <source>Keep if full precision does not fit in memory</source>
        <translation>Garder si la pleine précision ne tient pas en mémoire</translation>
    </message>
    <message>
        <source>Never: load weights as F32</source>
        <translation>Jamais&#xa0;: charger les poids en F32</translation>
    </message>
    <message>
        <source>Always: keep weights as stored</source>
        <translation>Toujours&#xa0;: garder les poids tels que stockés</translation>
    </message>
    <message>
        <source>Asks again before opening a model that is large for this computer</source>
        <translation>Demande de nouveau avant d’ouvrir un modèle trop grand pour cet ordinateur</translation>
    </message>
    <message>
        <source>Applies to the next model you open. Model facts shows how the current model’s weights are kept.</source>
        <translation>Vaut pour le prochain modèle ouvert. La fiche du modèle indique comment sont gardés les poids du modèle actuel.</translation>
    </message>
    <message>
        <source>&amp;Model folders (their models appear in the model list)</source>
        <translation>&amp;Dossiers de modèles (leurs modèles apparaissent dans la liste)</translation>
    </message>
    <message>
        <source>&amp;Forget answers about large models</source>
        <translation>&amp;Oublier les réponses au sujet des grands modèles</translation>
    </message>
    <message>
        <source>Models downloaded by Hugging Face’s tools, in %1</source>
        <translation>Modèles téléchargés par les outils de Hugging Face, dans %1</translation>
    </message>
    <message>
        <source>Model folders</source>
        <translation>Dossiers de modèles</translation>
    </message>
    <message>
        <source>Folders searched for models, two levels deep</source>
        <translation>Dossiers où chercher des modèles, sur deux niveaux</translation>
    </message>
    <message>
        <source>Add a folder that contains model folders</source>
        <translation>Ajouter un dossier qui contient des dossiers de modèles</translation>
    </message>
    <message>
        <source>Remove the folder from the list; nothing is deleted from the disk</source>
        <translation>Retirer le dossier de la liste&#xa0;; rien n’est supprimé du disque</translation>
    </message>
    <message>
        <source>Add a model folder</source>
        <translation>Ajouter un dossier de modèles</translation>
    </message>
    <message>
        <source>Half precision halves the memory for weights stored in F16 or BF16. Computation is in F32, but for the fast products of quantised weights.</source>
        <translation>La demi-précision divise par deux la mémoire des poids stockés en F16 ou BF16. Le calcul se fait en F32, sauf pour les produits rapides des poids quantifiés.</translation>
    </message>
    <message>
        <source>Fast: also round to 8 bits what quantised weights multiply</source>
        <translation>Rapide : arrondir aussi à 8 bits ce que multiplient les poids quantifiés</translation>
    </message>
    <message>
        <source>Precision of weights</source>
        <translation>Précision des poids</translation>
    </message>
    <message>
        <source>&amp;Precision</source>
        <translation>&amp;Précision</translation>
    </message>
</context>
<context>
    <name>headlight::Opener</name>
    <message>
        <source>Choose a model above to type again.</source>
        <translation>Choisissez un modèle ci-dessus pour saisir de nouveau.</translation>
    </message>
    <message>
        <source>Trace file %1, recorded with %2.</source>
        <translation>Fichier de trace %1, enregistré avec %2.</translation>
    </message>
    <message>
        <source>It has %1 sentences; the line with the cursor is shown.</source>
        <translation>Il contient %1 phrases ; celle de la ligne du curseur est affichée.</translation>
    </message>
    <message>
        <source>Trace file %1.</source>
        <translation>Fichier de trace %1.</translation>
    </message>
</context>
<context>
    <name>headlight::OrderTable</name>
    <message>
        <source>How much each token’s output changes when the words change places</source>
        <translation>De combien la sortie de chaque token change quand les mots changent de place</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Moves to</source>
        <translation>Va en</translation>
    </message>
    <message>
        <source>Output changes, with positions</source>
        <translation>La sortie change, avec positions</translation>
    </message>
    <message>
        <source>without positions</source>
        <translation>sans positions</translation>
    </message>
</context>
<context>
    <name>headlight::OutputRow</name>
    <message>
        <source>“%1”</source>
        <translation>«&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>inconnu&#xa0;: %1</translation>
    </message>
    <message>
        <source>new to the model: %1</source>
        <translation>jamais lu par le modèle&#xa0;: %1</translation>
    </message>
    <message>
        <source>trained on whole sentences</source>
        <translation>entraîné sur des phrases entières</translation>
    </message>
    <message>
        <source>The vocabulary lacks these: %1. The model reads the same token for each.</source>
        <translation>Le vocabulaire ne les contient pas&#xa0;: %1. Le modèle lit le même token pour chacun.</translation>
    </message>
    <message>
        <source>No training sentence contains these pieces: %1. Do not rely on the output.</source>
        <translation>Aucune phrase d’entraînement ne contient ces morceaux&#xa0;: %1. Ne vous fiez pas à la sortie.</translation>
    </message>
    <message>
        <source>The model was trained on whole sentences and cannot do much with a word or two.</source>
        <translation>Le modèle a été entraîné sur des phrases entières et ne peut guère traiter un ou deux mots seuls.</translation>
    </message>
    <message>
        <source>Choose how the output is decoded, and how long it may become</source>
        <translation>Choisir comment la sortie est décodée et sa longueur maximale</translation>
    </message>
    <message>
        <source>Note on the sentence</source>
        <translation>Remarque sur la phrase</translation>
    </message>
    <message>
        <source>&amp;Greedy</source>
        <translation>&amp;Glouton</translation>
    </message>
    <message>
        <source>&amp;Sampling</source>
        <translation>É&amp;chantillonnage</translation>
    </message>
    <message>
        <source>&amp;Beam search</source>
        <translation>&amp;Recherche en faisceau</translation>
    </message>
    <message>
        <source>&amp;Max new tokens</source>
        <translation>Nouveaux tokens &amp;max.</translation>
    </message>
    <message>
        <source>0 (prompt only)</source>
        <translation>0 (texte saisi seul)</translation>
    </message>
    <message>
        <source>Limits the output to this many tokens; 0 = the model only reads</source>
        <translation>Limite la sortie à ce nombre de tokens&#xa0;; 0 = le modèle ne fait que lire</translation>
    </message>
    <message>
        <source>Max new tokens</source>
        <translation>Nouveaux tokens max.</translation>
    </message>
    <message>
        <source>prompt only: the model reads and does not write</source>
        <translation>texte saisi seul&#xa0;: le modèle lit et n’écrit pas</translation>
    </message>
    <message>
        <source>teacher forcing: the decoder reads the target</source>
        <translation>teacher forcing&#xa0;: le décodeur lit la cible</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>glouton</translation>
    </message>
    <message>
        <source>sampling, seed %1</source>
        <translation>échantillonnage, graine %1</translation>
    </message>
    <message>
        <source>beam search</source>
        <translation>recherche en faisceau</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>max. %1</translation>
    </message>
    <message>
        <source>ends with %1</source>
        <translation>se termine par %1</translation>
    </message>
    <message>
        <source>stopped at the limit</source>
        <translation>arrêté à la limite</translation>
    </message>
    <message>
        <source>stopped: its numbers are not finite</source>
        <translation>arrêté&#xa0;: ses nombres ne sont pas finis</translation>
    </message>
    <message>
        <source>Sentences like those of the training</source>
        <translation>Phrases semblables à celles de l’entraînement</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Exemple</translation>
    </message>
    <message>
        <source>Choose the language that the model writes</source>
        <translation>Choisir la langue dans laquelle le modèle écrit</translation>
    </message>
    <message>
        <source>into %1</source>
        <translation>vers %1</translation>
    </message>
    <message>
        <source>into: default</source>
        <translation>vers&#xa0;: par défaut</translation>
    </message>
    <message>
        <source>Target language: %1</source>
        <translation>Langue cible&#xa0;: %1</translation>
    </message>
    <message>
        <source>Target language</source>
        <translation>Langue cible</translation>
    </message>
    <message>
        <source>As the model’s settings say</source>
        <translation>Selon les réglages du modèle</translation>
    </message>
    <message>
        <source>stopped at the model’s %1 positions</source>
        <translation>arrêtée aux %1 positions du modèle</translation>
    </message>
</context>
<context>
    <name>headlight::PaletteActions</name>
    <message>
        <source>Row %1</source>
        <translation>Ligne %1</translation>
    </message>
    <message>
        <source>Column %1</source>
        <translation>Colonne %1</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vue</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Réglage</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Espace de travail</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Action</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Décodage</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Terme</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Leçon</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Carte</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Manuel</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Tête</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>headlight::ParityBadge</name>
    <message>
        <source>attention weights</source>
        <translation>poids d’attention</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>états cachés</translation>
    </message>
    <message>
        <source>final hidden states</source>
        <translation>états cachés finaux</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>pas un nombre</translation>
    </message>
    <message>
        <source>%1, head %2, query %3, key %4</source>
        <translation>%1, tête %2, requête %3, clé %4</translation>
    </message>
    <message>
        <source>position %1, token id %2</source>
        <translation>position %1, identifiant de token %2</translation>
    </message>
    <message>
        <source>%1, head %2, position %3, dimension %4</source>
        <translation>%1, tête %2, position %3, dimension %4</translation>
    </message>
    <message>
        <source>%1, position %2, dimension %3</source>
        <translation>%1, position %2, dimension %3</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Vérifier à nouveau</translation>
    </message>
    <message>
        <source>&amp;Check now</source>
        <translation>&amp;Vérifier maintenant</translation>
    </message>
    <message>
        <source>&amp;Stop the check</source>
        <translation>&amp;Arrêter la vérification</translation>
    </message>
    <message>
        <source>&amp;How to make a reference…</source>
        <translation>&amp;Comment créer une référence…</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>vérification…</translation>
    </message>
    <message>
        <source>agrees with the reference to %1</source>
        <translation>d’accord avec la référence à %1 près</translation>
    </message>
    <message>
        <source>differs from the reference</source>
        <translation>diffère de la référence</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>non vérifié</translation>
    </message>
    <message>
        <source>Compares the model’s numbers with those of a reference implementation</source>
        <translation>Compare les nombres du modèle à ceux d’une implémentation de référence</translation>
    </message>
    <message>
        <source>The model’s folder has no results of a reference implementation.</source>
        <translation>Le dossier du modèle ne contient pas de résultats d’une implémentation de référence.</translation>
    </message>
    <message>
        <source>The check takes a while: it starts when you ask for it.</source>
        <translation>La vérification prend un certain temps&#xa0;: elle commence quand vous la demandez.</translation>
    </message>
    <message>
        <source>Reference: %1</source>
        <translation>Référence&#xa0;: %1</translation>
    </message>
    <message>
        <source>%1: %2 at most</source>
        <translation>%1&#xa0;: au plus %2</translation>
    </message>
    <message>
        <source>%1 by up to %2 (the worst: %3)</source>
        <translation>%1, jusqu’à %2 (le pire&#xa0;: %3)</translation>
    </message>
    <message>
        <source>The model could not be checked against its reference.</source>
        <translation>Le modèle n’a pas pu être comparé à sa référence.</translation>
    </message>
    <message>
        <source>The model’s numbers differ from its reference: %1.</source>
        <translation>Les nombres du modèle diffèrent de sa référence&#xa0;: %1.</translation>
    </message>
    <message>
        <source>; </source>
        <translation>&#xa0;; </translation>
    </message>
    <message>
        <source>Do not rely on them before you know why.</source>
        <translation>Ne vous y fiez pas avant de savoir pourquoi.</translation>
    </message>
</context>
<context>
    <name>headlight::ParityChecker</name>
    <message>
        <source>There is too little memory for the check.</source>
        <translation>La mémoire ne suffit pas pour la vérification.</translation>
    </message>
</context>
<context>
    <name>headlight::PartsModel</name>
    <message>
        <source>%1 adds %2 directly</source>
        <translation>%1 ajoute %2 directement</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Fin</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Couche %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Tête %1</translation>
    </message>
    <message>
        <source>Cross-attention, head %1</source>
        <translation>Attention croisée, tête %1</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>Input, biases</source>
        <translation>Entrée, biais</translation>
    </message>
    <message>
        <source>%1 adds %2 directly; by the gradient %3, measured %4</source>
        <translation>%1 ajoute %2 directement&#xa0;; selon le gradient %3, mesuré %4</translation>
    </message>
    <message>
        <source>Cross, head %1</source>
        <translation>Croisée, tête %1</translation>
    </message>
    <message>
        <source>%1 adds %2 directly; only heads and feed-forward layers can be replaced</source>
        <translation>%1 ajoute %2 directement&#xa0;; seules les têtes et les couches feed-forward peuvent être remplacées</translation>
    </message>
</context>
<context>
    <name>headlight::PassRunner</name>
    <message>
        <source>it was stopped; a change of the text starts it again</source>
        <translation>le calcul a été interrompu&#xa0;; une modification du texte le relance</translation>
    </message>
    <message numerus="yes">
        <source>it would take about %n minute(s)</source>
        <translation>
            <numerusform>cela prendrait environ %n minute</numerusform>
            <numerusform>cela prendrait environ %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not run yet: %1 tokens would take about %n minute(s).</source>
        <translation>
            <numerusform>Pas encore lancé&#xa0;: %1 tokens prendraient environ %n minute.</numerusform>
            <numerusform>Pas encore lancé&#xa0;: %1 tokens prendraient environ %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::PathsCanvas</name>
    <message>
        <source>Paths between heads</source>
        <translation>Chemins entre têtes</translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>aucun effet</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Couche %1</translation>
    </message>
    <message>
        <source>into queries</source>
        <translation>vers les requêtes</translation>
    </message>
    <message>
        <source>into keys</source>
        <translation>vers les clés</translation>
    </message>
    <message>
        <source>into values</source>
        <translation>vers les valeurs</translation>
    </message>
    <message>
        <source>Dashed: composition of the weights. Solid: confirmed by a patch, with the change. Grey: patched, no effect.</source>
        <translation>Tirets&#xa0;: composition des poids. Plein&#xa0;: confirmé par un patch, avec le changement. Gris&#xa0;: patché, aucun effet.</translation>
    </message>
    <message>
        <source>c %1</source>
        <comment>cross-attention</comment>
        <translation>c %1</translation>
    </message>
    <message>
        <source>cross %1</source>
        <translation>croisée %1</translation>
    </message>
</context>
<context>
    <name>headlight::PathsView</name>
    <message>
        <source>Stack whose heads are shown</source>
        <translation>Pile dont les têtes sont montrées</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Save or copy the paths</source>
        <translation>Enregistrer ou copier les chemins</translation>
    </message>
    <message>
        <source>The paths in words</source>
        <translation>Les chemins en mots</translation>
    </message>
    <message>
        <source>Copy the paths as a table</source>
        <translation>Copier les chemins comme table</translation>
    </message>
    <message>
        <source>Copy command line</source>
        <translation>Copier la ligne de commande</translation>
    </message>
    <message>
        <source>What the later head makes of what it reads</source>
        <translation>Ce que la seconde tête fait de ce qu’elle lit</translation>
    </message>
    <message>
        <source>queries, keys and values</source>
        <translation>requêtes, clés et valeurs</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>requêtes</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>clés</translation>
    </message>
    <message>
        <source>values</source>
        <translation>valeurs</translation>
    </message>
    <message>
        <source>Progress of the patch</source>
        <translation>Progression du patch</translation>
    </message>
    <message>
        <source>Save image…</source>
        <translation>Enregistrer l’image…</translation>
    </message>
    <message>
        <source>Paths are found in the model’s weights. Open a model to see them.</source>
        <translation>Les chemins se trouvent dans les poids du modèle. Ouvrez un modèle pour les voir.</translation>
    </message>
    <message>
        <source>Comparing the weights of all heads…</source>
        <translation>Comparaison des poids de toutes les têtes…</translation>
    </message>
    <message>
        <source>No two heads of this stack compose beyond chance (%1 ± %2).</source>
        <translation>Dans cette pile, aucune paire de têtes ne se compose plus que par hasard (%1 ± %2).</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>The %1 strongest of %2 compositions beyond chance (%3).</source>
        <translation>Les %1 plus fortes de %2 compositions au-delà du hasard (%3).</translation>
    </message>
    <message numerus="yes">
        <source>%n composition(s) beyond chance (%1).</source>
        <translation>
            <numerusform>%n composition au-delà du hasard (%1).</numerusform>
            <numerusform>%n compositions au-delà du hasard (%1).</numerusform>
        </translation>
    </message>
    <message>
        <source>A large one may do nothing: click a path to patch it.</source>
        <translation>Une grande peut ne rien faire&#xa0;: cliquez un chemin pour le patcher.</translation>
    </message>
    <message>
        <source>%1 → %2 of %3: composition %4 (chance %5 ± %6)</source>
        <translation>%1 → %2 de %3&#xa0;: composition %4 (hasard %5 ± %6)</translation>
    </message>
    <message numerus="yes">
        <source>Patched: no effect, %1 (%2, %n line(s))</source>
        <translation>
            <numerusform>Patché&#xa0;: aucun effet, %1 (%2, %n ligne)</numerusform>
            <numerusform>Patché&#xa0;: aucun effet, %1 (%2, %n lignes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Patched: %1 (%2, %n line(s))</source>
        <translation>
            <numerusform>Patché&#xa0;: %1 (%2, %n ligne)</numerusform>
            <numerusform>Patché&#xa0;: %1 (%2, %n lignes)</numerusform>
        </translation>
    </message>
    <message>
        <source>Inputs of the patches</source>
        <translation>Entrées des patchs</translation>
    </message>
    <message>
        <source>the current text</source>
        <translation>le texte actuel</translation>
    </message>
    <message>
        <source>What replaces the sender’s output</source>
        <translation>Ce qui remplace la sortie de l’émettrice</translation>
    </message>
    <message>
        <source>its mean</source>
        <translation>sa moyenne</translation>
    </message>
    <message>
        <source>another sentence’s</source>
        <translation>celle d’une autre phrase</translation>
    </message>
    <message>
        <source>Other sentence</source>
        <translation>Autre phrase</translation>
    </message>
    <message>
        <source>another sentence</source>
        <translation>une autre phrase</translation>
    </message>
    <message>
        <source>Which positions of the two sentences belong together</source>
        <translation>Quelles positions des deux phrases vont ensemble</translation>
    </message>
    <message>
        <source>position by position</source>
        <translation>position par position</translation>
    </message>
    <message>
        <source>token by token</source>
        <translation>token par token</translation>
    </message>
    <message>
        <source>A click replaces the sender’s output by</source>
        <translation>Un clic remplace la sortie de l’émettrice par</translation>
    </message>
    <message>
        <source>over</source>
        <comment>inputs</comment>
        <translation>sur</translation>
    </message>
    <message>
        <source>the pair’s other</source>
        <translation>l’autre de la paire</translation>
    </message>
    <message>
        <source>change of the pairs’ logit difference</source>
        <translation>changement de la différence des logits des paires</translation>
    </message>
    <message>
        <source>Path %1, sender by its mean; %2</source>
        <translation>Chemin %1, émettrice par sa moyenne&#xa0;; %2</translation>
    </message>
    <message>
        <source>Path %1, sender by the pair’s other %2; %3</source>
        <translation>Chemin %1, émettrice par l’autre de la paire %2&#xa0;; %3</translation>
    </message>
    <message>
        <source>Path %1, sender as in “%2” %3; %4</source>
        <translation>Chemin %1, émettrice comme dans «&#xa0;%2&#xa0;» %3&#xa0;; %4</translation>
    </message>
    <message>
        <source>Type the other sentence: the sender puts out what it does there.</source>
        <translation>Écrivez l’autre phrase&#xa0;: l’émettrice donne ce qu’elle y fait.</translation>
    </message>
    <message>
        <source>Numbers in brackets are of an earlier text: click a path to patch it in this one.</source>
        <translation>Les nombres entre parenthèses sont d’un texte antérieur&#xa0;: cliquez un chemin pour le patcher dans celui-ci.</translation>
    </message>
    <message>
        <source>Of an earlier text:</source>
        <translation>D’un texte antérieur&#xa0;:</translation>
    </message>
    <message>
        <source>change of the logit difference that Why explains, in row %1</source>
        <translation>changement de la différence de logits que Pourquoi explique, à la ligne %1</translation>
    </message>
    <message>
        <source>change of the logit difference that Why explains, in the last row</source>
        <translation>changement de la différence de logits que Pourquoi explique, à la dernière ligne</translation>
    </message>
    <message>
        <source>change of log p of all tokens, in nats</source>
        <translation>changement de log p de tous les tokens, en nats</translation>
    </message>
</context>
<context>
    <name>headlight::PositionEffectsPanel</name>
    <message>
        <source>Where the numbers come from, or the value under the mouse</source>
        <translation>D’où viennent les nombres, ou la valeur sous la souris</translation>
    </message>
    <message>
        <source>Distances &amp;up to</source>
        <translation>Distances &amp;jusqu’à</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Pair of dimensions</source>
        <translation>Paire de dimensions</translation>
    </message>
    <message>
        <source>Cosine of the angle</source>
        <translation>Cosinus de l’angle</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Distance</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>moyenne</translation>
    </message>
    <message>
        <source>No query and key were recorded.</source>
        <translation>Ni requête ni clé n’ont été enregistrées.</translation>
    </message>
    <message>
        <source>score</source>
        <translation>score</translation>
    </message>
    <message>
        <source>Bias of every head by distance (key − query); head %1 stands out</source>
        <translation>Biais de chaque tête selon la distance (clé − requête)&#xa0;; la tête %1 ressort</translation>
    </message>
    <message>
        <source>Key − query</source>
        <translation>Clé − requête</translation>
    </message>
    <message>
        <source>An edit changed the rotary positions of this run, so there is no curve for it.</source>
        <translation>Une modification a changé les positions rotatives de cette exécution&#xa0;: il n’y a pas de courbe pour elle.</translation>
    </message>
    <message>
        <source>Longest distance shown</source>
        <translation>Plus longue distance affichée</translation>
    </message>
    <message>
        <source>Largest distance between query and key in the curves</source>
        <translation>Plus grande distance entre requête et clé dans les courbes</translation>
    </message>
    <message>
        <source>Effect by distance: mean of the pairs’ cosines</source>
        <translation>Effet selon la distance&#xa0;: moyenne des cosinus des paires</translation>
    </message>
</context>
<context>
    <name>headlight::PositionSwitch</name>
    <message>
        <source>Run with p&amp;ositions</source>
        <translation>Exécuter avec les p&amp;ositions</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>désactivées</translation>
    </message>
    <message>
        <source>shifted</source>
        <translation>décalées</translation>
    </message>
    <message>
        <source>sinusoids, in halves</source>
        <translation>sinusoïdes, par moitiés</translation>
    </message>
    <message>
        <source>by </source>
        <translation>de </translation>
    </message>
    <message>
        <source>By how many positions</source>
        <translation>De combien de positions</translation>
    </message>
    <message>
        <source>A token at position p gets position p + this number</source>
        <translation>Un token à la position p reçoit la position p + ce nombre</translation>
    </message>
    <message>
        <source>other positions</source>
        <translation>d’autres positions</translation>
    </message>
    <message>
        <source>The output is the same: “%1”.</source>
        <translation>La sortie est la même&#xa0;: «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>Before: “%1”. Now: “%2”.</source>
        <translation>Avant&#xa0;: «&#xa0;%1&#xa0;». Maintenant&#xa0;: «&#xa0;%2&#xa0;».</translation>
    </message>
    <message>
        <source>Run the model with other positions to see what its own contribute. You can undo this.</source>
        <translation>Exécuter le modèle avec d’autres positions pour voir ce qu’apportent les siennes. Vous pouvez l’annuler.</translation>
    </message>
    <message>
        <source>the model’s own</source>
        <translation>celles du modèle</translation>
    </message>
    <message>
        <source>sinusoids, interleaved</source>
        <translation>sinusoïdes, entrelacées</translation>
    </message>
    <message>
        <source>Effect of the changed positions</source>
        <translation>Effet des positions modifiées</translation>
    </message>
    <message>
        <source>The run without edits has not finished yet.</source>
        <translation>L’exécution sans modifications n’est pas encore terminée.</translation>
    </message>
    <message>
        <source>%1: weights differ by up to %2; the mean total difference per row is %3.</source>
        <translation>%1&#xa0;: les poids diffèrent jusqu’à %2&#xa0;; la différence totale moyenne par ligne est %3.</translation>
    </message>
    <message>
        <source>Positions the model runs with</source>
        <translation>Positions avec lesquelles le modèle est exécuté</translation>
    </message>
    <message>
        <source>the model’s positions</source>
        <translation>les positions du modèle</translation>
    </message>
    <message>
        <source>sinusoids, steep</source>
        <translation>sinusoïdes, raides</translation>
    </message>
    <message>
        <source>sinusoids, steep, all angles</source>
        <translation>sinusoïdes, raides, tous les angles</translation>
    </message>
</context>
<context>
    <name>headlight::PositionsView</name>
    <message>
        <source>Where the numbers come from, or the value under the mouse</source>
        <translation>D’où viennent les nombres, ou la valeur sous la souris</translation>
    </message>
    <message>
        <source>Encodings</source>
        <translation>Encodages</translation>
    </message>
    <message>
        <source>What is added to each embedding: positions × dimensions</source>
        <translation>Ce qui s’ajoute à chaque plongement&#xa0;: positions × dimensions</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>Similarité</translation>
    </message>
    <message>
        <source>Dot products of the encodings of every two positions</source>
        <translation>Produits scalaires des encodages de deux positions quelconques</translation>
    </message>
    <message>
        <source>&amp;Length</source>
        <translation>&amp;Longueur</translation>
    </message>
    <message>
        <source>Number of positions</source>
        <translation>Nombre de positions</translation>
    </message>
    <message>
        <source>Show as many positions as the text has tokens</source>
        <translation>Afficher autant de positions que le texte a de tokens</translation>
    </message>
    <message>
        <source>&amp;Dimensions</source>
        <translation>&amp;Dimensions</translation>
    </message>
    <message>
        <source>&amp;Positions</source>
        <translation>&amp;Positions</translation>
    </message>
    <message>
        <source>Dimensions drawn as curves</source>
        <translation>Dimensions tracées en courbes</translation>
    </message>
    <message>
        <source>Positions drawn as curves</source>
        <translation>Positions tracées en courbes</translation>
    </message>
    <message>
        <source>%1 positions × %2 dimensions</source>
        <translation>%1 positions × %2 dimensions</translation>
    </message>
    <message>
        <source>%1, as added to this text: %2.</source>
        <translation>%1, tels qu’ajoutés à ce texte&#xa0;: %2.</translation>
    </message>
    <message>
        <source>Type a sentence to see what is added to its embeddings for the position.</source>
        <translation>Saisissez une phrase pour voir ce qui s’ajoute à ses plongements pour la position.</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Dimension</source>
        <translation>Dimension</translation>
    </message>
    <message>
        <source>Added value</source>
        <translation>Valeur ajoutée</translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation>Produit scalaire</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Position %1, dimension %2: %3</source>
        <translation>Position %1, dimension %2&#xa0;: %3</translation>
    </message>
    <message>
        <source>Positions %1 and %2, %3 apart: %4</source>
        <translation>Positions %1 et %2, à %3 l’une de l’autre&#xa0;: %4</translation>
    </message>
    <message>
        <source>Nothing was added for the position in this run.</source>
        <translation>Rien n’a été ajouté pour la position dans cette exécution.</translation>
    </message>
    <message>
        <source>match te&amp;xt</source>
        <translation>selon le te&amp;xte</translation>
    </message>
    <message>
        <source>The model’s position table ends here: it accepts no longer text.</source>
        <translation>La table des positions du modèle s’arrête ici&#xa0;: il n’accepte pas de texte plus long.</translation>
    </message>
    <message>
        <source>The trace has no more positions. Open the model to see more.</source>
        <translation>La trace n’a pas d’autres positions. Ouvrez le modèle pour en voir plus.</translation>
    </message>
    <message>
        <source>Copy the curves as an image</source>
        <translation>Copier les courbes en image</translation>
    </message>
    <message>
        <source>Copy the effects of positions as an image</source>
        <translation>Copier les effets des positions en image</translation>
    </message>
    <message>
        <source>Copy the matrix as a table</source>
        <translation>Copier la matrice en tableau</translation>
    </message>
    <message>
        <source>Dimensions drawn as curves, such as 0, 1, 8-11. Click in the map to add or remove one.</source>
        <translation>Dimensions tracées en courbes, comme 0, 1, 8-11. Cliquez dans la carte pour en ajouter ou en retirer une.</translation>
    </message>
    <message>
        <source>Positions drawn as curves, such as 0, 5. Click in the map to add or remove one.</source>
        <translation>Positions tracées en courbes, comme 0, 5. Cliquez dans la carte pour en ajouter ou en retirer une.</translation>
    </message>
    <message>
        <source>%1 of the model’s learned table; the text has %2.</source>
        <translation>%1 de la table apprise par le modèle&#xa0;; le texte en a %2.</translation>
    </message>
    <message>
        <source>%1 by the model’s formula: %2; the text has %3.</source>
        <translation>%1 selon la formule du modèle&#xa0;: %2&#xa0;; le texte en a %3.</translation>
    </message>
    <message>
        <source>Showing similarities for the first %1.</source>
        <translation>Similarités affichées pour les %1 premières.</translation>
    </message>
    <message>
        <source>a formula</source>
        <translation>une formule</translation>
    </message>
</context>
<context>
    <name>headlight::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Préférences</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Preference pages</source>
        <translation>Pages des préférences</translation>
    </message>
</context>
<context>
    <name>headlight::PresentBar</name>
    <message>
        <source>Stage of the map</source>
        <translation>Étape de la carte</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Pas précédent</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Pas suivant</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>Tête précédente</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>Tête suivante</translation>
    </message>
    <message>
        <source>Previous scene</source>
        <translation>Scène précédente</translation>
    </message>
    <message>
        <source>Next scene</source>
        <translation>Scène suivante</translation>
    </message>
    <message>
        <source>Blank (B)</source>
        <translation>Noir (B)</translation>
    </message>
    <message>
        <source>Blank the screen; B brings it back</source>
        <translation>Éteindre l’écran&#xa0;; B le rallume</translation>
    </message>
    <message>
        <source>End the presentation (Esc)</source>
        <translation>Terminer la présentation (Échap)</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>aucun pas</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>pas&#xa0;%1 sur&#xa0;%2</translation>
    </message>
    <message numerus="yes">
        <source>%n scene(s)</source>
        <translation>
            <numerusform>%n scène</numerusform>
            <numerusform>%n scènes</numerusform>
        </translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>Causal</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Remplissage</translation>
    </message>
    <message>
        <source>Encoder causal</source>
        <translation>Causal, encodeur</translation>
    </message>
    <message>
        <source>%1/%2: %3</source>
        <translation>%1/%2&#xa0;: %3</translation>
    </message>
</context>
<context>
    <name>headlight::ResultPlots</name>
    <message numerus="yes">
        <source>%1, mean over %n input(s)</source>
        <translation>
            <numerusform>%1, moyenne sur %n entrée</numerusform>
            <numerusform>%1, moyenne sur %n entrées</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation>
            <numerusform>%n cellule</numerusform>
            <numerusform>%n cellules</numerusform>
        </translation>
    </message>
    <message>
        <source>logprob</source>
        <translation>log-probabilité</translation>
    </message>
    <message>
        <source>logit-difference</source>
        <translation>différence de logits</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>probabilité</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rang</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>perte</translation>
    </message>
    <message>
        <source>recovery</source>
        <translation>récupération</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>zéro</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>moyenne</translation>
    </message>
    <message>
        <source>mean-position</source>
        <translation>moyenne par position</translation>
    </message>
    <message>
        <source>resample</source>
        <translation>autre entrée</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>autre de la paire</translation>
    </message>
    <message>
        <source>hiding</source>
        <translation>masquage</translation>
    </message>
</context>
<context>
    <name>headlight::RoomRail</name>
    <message>
        <source>Views</source>
        <translation>Vues</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>Espaces de travail</translation>
    </message>
    <message>
        <source>List all views</source>
        <translation>Lister toutes les vues</translation>
    </message>
</context>
<context>
    <name>headlight::Rooms</name>
    <message>
        <source>&amp;Workspace</source>
        <translation>&amp;Espace de travail</translation>
    </message>
    <message>
        <source>Your workspace “%1”</source>
        <translation>Votre espace de travail «&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>Rename workspace</source>
        <translation>Renommer l’espace de travail</translation>
    </message>
    <message>
        <source>Save as a workspace</source>
        <translation>Enregistrer comme espace de travail</translation>
    </message>
    <message>
        <source>Name of the workspace</source>
        <translation>Nom de l’espace de travail</translation>
    </message>
</context>
<context>
    <name>headlight::RunController</name>
    <message>
        <source>The views still show the last result.</source>
        <translation>Les vues montrent encore le dernier résultat.</translation>
    </message>
    <message numerus="yes">
        <source>Not run yet: %1 tokens would take about %n minute(s).</source>
        <translation>
            <numerusform>Pas encore lancé&#xa0;: %1 tokens prendraient environ %n minute.</numerusform>
            <numerusform>Pas encore lancé&#xa0;: %1 tokens prendraient environ %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::SamplingControls</name>
    <message>
        <source>↻</source>
        <translation>↻</translation>
    </message>
    <message>
        <source>Another seed</source>
        <translation>Une autre graine</translation>
    </message>
</context>
<context>
    <name>headlight::SceneExport</name>
    <message>
        <source>Export scenes</source>
        <translation>Exporter les scènes</translation>
    </message>
    <message>
        <source>scenes.pdf</source>
        <translation>scenes.pdf</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 →&#xa0;%2</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Enregistré&#xa0;: %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Scenes (*.pdf)</source>
        <translation>Scènes (*.pdf)</translation>
    </message>
    <message>
        <source>Hand-out: scenes and work sheet (*.pdf)</source>
        <translation>Polycopié&#xa0;: scènes et feuille d’exercices (*.pdf)</translation>
    </message>
    <message>
        <source>%1 has no work sheet: %2</source>
        <translation>%1 n’a pas de feuille d’exercices&#xa0;: %2</translation>
    </message>
    <message>
        <source>Correct the sheet in Matrices, and export again.</source>
        <translation>Corrigez la feuille dans Matrices, puis exportez à nouveau.</translation>
    </message>
    <message>
        <source>%1 · edited: %2</source>
        <translation>%1 · modifié : %2</translation>
    </message>
    <message>
        <source>hand-out.pdf</source>
        <translation>polycopié.pdf</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3</source>
        <translation>%1 · étape&#xa0;%2 sur&#xa0;%3</translation>
    </message>
</context>
<context>
    <name>headlight::SceneList</name>
    <message>
        <source>Scenes</source>
        <translation>Scènes</translation>
    </message>
    <message>
        <source>Name of the scene</source>
        <translation>Nom de la scène</translation>
    </message>
    <message>
        <source>Notes for the speaker</source>
        <translation>Notes pour l’orateur</translation>
    </message>
    <message>
        <source>Move the scene up</source>
        <translation>Monter la scène</translation>
    </message>
    <message>
        <source>Move the scene down</source>
        <translation>Descendre la scène</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Remove the scene; Undo brings it back</source>
        <translation>Supprime la scène&#xa0;; Annuler la ramène</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Montrer</translation>
    </message>
    <message>
        <source>Show the scene in the window</source>
        <translation>Montre la scène dans la fenêtre</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>▸ %1</source>
        <translation>▸ %1</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Ensuite&#xa0;: %1</translation>
    </message>
    <message>
        <source>No scene follows.</source>
        <translation>Aucune scène ne suit.</translation>
    </message>
    <message>
        <source>%1 · %2 min since this list was opened</source>
        <translation>%1 · %2 min depuis l’ouverture de cette liste</translation>
    </message>
</context>
<context>
    <name>headlight::Scenes</name>
    <message>
        <source>S&amp;cenes</source>
        <translation>S&amp;cènes</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 ·&#xa0;%2</translation>
    </message>
    <message>
        <source>Scene %1 of %2 added.</source>
        <translation>Scène&#xa0;%1 sur&#xa0;%2 ajoutée.</translation>
    </message>
    <message>
        <source>Present with F5; Page Down and Page Up step through the scenes.</source>
        <translation>Présentez avec F5&#xa0;; Page suivante et Page précédente parcourent les scènes.</translation>
    </message>
    <message>
        <source>This scene was made with the model “%1”.</source>
        <translation>Cette scène a été faite avec le modèle «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>Scene: %1</source>
        <translation>Scène&#xa0;:&#xa0;%1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1.&#xa0;%2</translation>
    </message>
    <message>
        <source>Open that model to see the scene.</source>
        <translation>Ouvrez ce modèle pour voir la scène.</translation>
    </message>
    <message>
        <source>Add a scene</source>
        <translation>Ajouter une scène</translation>
    </message>
    <message>
        <source>Remove a scene</source>
        <translation>Retirer une scène</translation>
    </message>
    <message>
        <source>Scene “%1” removed.</source>
        <translation>Scène «&#xa0;%1&#xa0;» retirée.</translation>
    </message>
    <message>
        <source>Undo brings it back.</source>
        <translation>Annuler la rétablit.</translation>
    </message>
    <message>
        <source>&amp;List and notes…</source>
        <translation>&amp;Liste et notes…</translation>
    </message>
    <message>
        <source>Name and order the scenes, and write notes to speak from on a second screen</source>
        <translation>Nommez et ordonnez les scènes, et écrivez des notes à lire sur un second écran</translation>
    </message>
    <message>
        <source>Change a scene</source>
        <translation>Modifier une scène</translation>
    </message>
    <message>
        <source>Move a scene</source>
        <translation>Déplacer une scène</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
</context>
<context>
    <name>headlight::SegmentChoice</name>
    <message>
        <source>Segments</source>
        <translation>Segments</translation>
    </message>
    <message>
        <source>For a sentence pair: the segment of the queries (left) and of the keys (right)</source>
        <translation>Pour une paire de phrases&#xa0;: le segment des requêtes (à gauche) et celui des clés (à droite)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Toutes</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
</context>
<context>
    <name>headlight::SentenceEdit</name>
    <message>
        <source>Paste several lines</source>
        <translation>Coller plusieurs lignes</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) were copied. Are they one text, or a batch of several?</source>
        <translation>
            <numerusform>%n ligne a été copiée. Est-ce un seul texte, ou un lot de plusieurs&#xa0;?</numerusform>
            <numerusform>%n lignes ont été copiées. Est-ce un seul texte, ou un lot de plusieurs&#xa0;?</numerusform>
        </translation>
    </message>
    <message>
        <source>The texts of a batch are padded to the longest and run together; the one with the cursor is shown.</source>
        <translation>Les textes d’un lot sont complétés à la longueur du plus long et passent ensemble&#xa0;; celui du curseur est montré.</translation>
    </message>
    <message>
        <source>&amp;One text</source>
        <translation>&amp;Un seul texte</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Batch of %n text(s)</source>
        <translation>
            <numerusform>&amp;Lot de %n texte</numerusform>
            <numerusform>&amp;Lot de %n textes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::SessionActions</name>
    <message>
        <source>Recent s&amp;essions</source>
        <translation>S&amp;essions récentes</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Enregistrer la session</translation>
    </message>
    <message>
        <source>Sessions (*.headlight)</source>
        <translation>Sessions (*.headlight)</translation>
    </message>
    <message>
        <source>Open session</source>
        <translation>Ouvrir une session</translation>
    </message>
    <message>
        <source>Headlight</source>
        <translation>Headlight</translation>
    </message>
    <message>
        <source>The session “%1” has changes that are not saved.</source>
        <translation>La session «&#xa0;%1&#xa0;» a des modifications non enregistrées.</translation>
    </message>
    <message>
        <source>The session “%1” was changed by another window since it was opened.</source>
        <translation>La session «&#xa0;%1&#xa0;» a été modifiée par une autre fenêtre depuis son ouverture.</translation>
    </message>
    <message>
        <source>If you overwrite it, what was saved there is lost.</source>
        <translation>Si vous la remplacez, ce qui y a été enregistré sera perdu.</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Enregistrer &amp;sous…</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>&amp;Remplacer</translation>
    </message>
    <message>
        <source>The session “%1” is open in another window, too. Headlight asks before one overwrites what the other has saved.</source>
        <translation>La session «&#xa0;%1&#xa0;» est aussi ouverte dans une autre fenêtre. Headlight demande avant que l’une remplace ce que l’autre a enregistré.</translation>
    </message>
    <message>
        <source>Work of &amp;last time…</source>
        <translation>Travail de la &amp;dernière fois…</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Enregistré&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>headlight::SessionRestorer</name>
    <message>
        <source>Open session</source>
        <translation>Ouvrir une session</translation>
    </message>
    <message>
        <source>The model of this session has changed.</source>
        <translation>Le modèle de cette session a changé.</translation>
    </message>
    <message>
        <source>&amp;Open anyway</source>
        <translation>&amp;Ouvrir quand même</translation>
    </message>
    <message>
        <source>&amp;Choose a folder…</source>
        <translation>&amp;Choisir un dossier…</translation>
    </message>
    <message>
        <source>Model of the session</source>
        <translation>Modèle de la session</translation>
    </message>
    <message>
        <source>This session’s model can no longer be found.</source>
        <translation>Le modèle de cette session est introuvable.</translation>
    </message>
    <message>
        <source>The session was saved with “%1” in %2. Choose the folder it is in now, or another model for the same texts.</source>
        <translation>La session a été enregistrée avec «&#xa0;%1&#xa0;», dans %2. Choisissez le dossier où il se trouve maintenant, ou un autre modèle pour les mêmes textes.</translation>
    </message>
    <message>
        <source>The session was saved with “%1”. The files in %2 have changed since, so the numbers may differ.</source>
        <translation>La session a été enregistrée avec «&#xa0;%1&#xa0;». Les fichiers de %2 ont changé depuis&#xa0;: les nombres peuvent différer.</translation>
    </message>
    <message>
        <source>&amp;Use the current model</source>
        <translation>&amp;Utiliser le modèle actuel</translation>
    </message>
</context>
<context>
    <name>headlight::ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>Raccourcis</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Action</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Touches</translation>
    </message>
    <message>
        <source>Mouse, in the heatmap</source>
        <translation>Souris, dans la carte de chaleur</translation>
    </message>
    <message>
        <source>Look at a cell</source>
        <translation>Regarder une cellule</translation>
    </message>
    <message>
        <source>hover</source>
        <translation>survol</translation>
    </message>
    <message>
        <source>click</source>
        <translation>clic</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoomer</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>molette</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>glisser</translation>
    </message>
    <message>
        <source>Pin or unpin a cell</source>
        <translation>Épingler ou détacher une cellule</translation>
    </message>
    <message>
        <source>Move the map</source>
        <translation>Déplacer la carte</translation>
    </message>
    <message>
        <source>Show the whole map</source>
        <translation>Afficher toute la carte</translation>
    </message>
    <message>
        <source>double-click</source>
        <translation>double-clic</translation>
    </message>
</context>
<context>
    <name>headlight::StackChoice</name>
    <message>
        <source>Stack</source>
        <translation>Pile</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>Encodeur</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>Décodeur</translation>
    </message>
</context>
<context>
    <name>headlight::StageModel</name>
    <message>
        <source>Logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Pénalité de répétition</translation>
    </message>
    <message>
        <source>÷ temperature</source>
        <translation>÷ température</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>Typique</translation>
    </message>
    <message>
        <source>probability %1</source>
        <translation>probabilité %1</translation>
    </message>
    <message>
        <source>logit %1, probability %2 at this stage</source>
        <translation>logit %1, probabilité %2 à cette étape</translation>
    </message>
    <message>
        <source>%1: %L2 tokens kept, %3 of the probability before, entropy %4 bits</source>
        <translation>%1&#xa0;: %L2 tokens gardés, %3 de la probabilité d’avant, entropie %4 bits</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Probability
softmax
</source>
        <translation>Probabilité
softmax
</translation>
    </message>
    <message>
        <source>%L1 kept</source>
        <translation>%L1 gardés</translation>
    </message>
    <message>
        <source> · %1</source>
        <translation> · %1</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 bits</translation>
    </message>
    <message>
        <source>Model’s rules</source>
        <translation>Règles du modèle</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>retiré</translation>
    </message>
    <message>
        <source>id %1; double-click or press Enter to use it</source>
        <translation>identifiant %1&#xa0;; double-cliquez ou appuyez sur Entrée pour l’utiliser</translation>
    </message>
</context>
<context>
    <name>headlight::StatusLine</name>
    <message>
        <source>Progress</source>
        <translation>Progression</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Stop what is running</source>
        <translation>Arrêter ce qui est en cours</translation>
    </message>
    <message>
        <source>Opening the model…</source>
        <translation>Ouverture du modèle…</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Exécution…</translation>
    </message>
    <message>
        <source>Opening the model: %1</source>
        <translation>Ouverture du modèle&#xa0;: %1</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>Exécution&#xa0;: %1</translation>
    </message>
    <message>
        <source>line %1 of %2</source>
        <translation>ligne %1 sur %2</translation>
    </message>
    <message>
        <source>tokens in: %1</source>
        <translation>tokens en entrée&#xa0;: %1</translation>
    </message>
    <message>
        <source>out: %1</source>
        <translation>en sortie&#xa0;: %1</translation>
    </message>
    <message>
        <source>tokens: %1</source>
        <translation>tokens&#xa0;: %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>How long the last run took, decoding included</source>
        <translation>Durée de la dernière exécution, décodage compris</translation>
    </message>
    <message>
        <source>%1, half precision</source>
        <translation>%1, demi-précision</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>The model, how long the last run took, and whether its numbers agree with those of a reference implementation</source>
        <translation>Le modèle, la durée du dernier calcul, et si ses nombres concordent avec ceux d’une implémentation de référence</translation>
    </message>
    <message>
        <source>%1, untrained</source>
        <translation>%1, non entraîné</translation>
    </message>
    <message>
        <source>%1, fast: activations in 8 bits</source>
        <translation>%1, rapide : activations sur 8 bits</translation>
    </message>
</context>
<context>
    <name>headlight::StepForm</name>
    <message>
        <source>Title of the step</source>
        <translation>Titre de l’étape</translation>
    </message>
    <message>
        <source>Text (Markdown)</source>
        <translation>Texte (Markdown)</translation>
    </message>
    <message>
        <source>What the reader does to reach the state (may be empty)</source>
        <translation>Ce que fait le lecteur pour arriver à l’état (peut rester vide)</translation>
    </message>
    <message>
        <source>Said at the end</source>
        <translation>Dit à la fin</translation>
    </message>
    <message>
        <source>No question</source>
        <translation>Pas de question</translation>
    </message>
    <message>
        <source>Asked before the state is shown</source>
        <translation>Posée avant de montrer l’état</translation>
    </message>
    <message>
        <source>Asked about the state</source>
        <translation>Posée sur l’état</translation>
    </message>
    <message>
        <source>The answer is chosen</source>
        <translation>La réponse se choisit</translation>
    </message>
    <message>
        <source>The answer is a typed text</source>
        <translation>La réponse est un texte tapé</translation>
    </message>
    <message>
        <source>The answer is a typed number</source>
        <translation>La réponse est un nombre tapé</translation>
    </message>
    <message>
        <source>How it is answered</source>
        <translation>Comment on y répond</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Words of the question</source>
        <translation>Texte de la question</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Réponses</translation>
    </message>
    <message>
        <source>The right answer</source>
        <translation>La bonne réponse</translation>
    </message>
    <message>
        <source>within ± </source>
        <translation>à ± </translation>
    </message>
    <message>
        <source>Tolerance of the number</source>
        <translation>Tolérance du nombre</translation>
    </message>
    <message>
        <source>Hint (may be empty)</source>
        <translation>Indice (peut rester vide)</translation>
    </message>
    <message>
        <source>Add a number</source>
        <translation>Ajouter un nombre</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Remove the number</source>
        <translation>Supprimer le nombre</translation>
    </message>
    <message>
        <source>writes “%1”</source>
        <translation>écrit «&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>The answer is kept; type to change it</source>
        <translation>La réponse est gardée&#xa0;; tapez pour la changer</translation>
    </message>
    <message>
        <source>Weight of the pinned cell</source>
        <translation>Poids de la cellule épinglée</translation>
    </message>
    <message>
        <source>Score of the pinned cell</source>
        <translation>Score de la cellule épinglée</translation>
    </message>
    <message>
        <source>Key that the pinned row looks at most</source>
        <translation>Clé que la ligne épinglée regarde le plus</translation>
    </message>
    <message>
        <source>Statistic of the head</source>
        <translation>Statistique de la tête</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forme</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Requêtes</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Clés</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Output of the head</source>
        <translation>Sortie de la tête</translation>
    </message>
    <message>
        <source>Output of the sub-layer</source>
        <translation>Sortie de la sous-couche</translation>
    </message>
    <message>
        <source>Formula…</source>
        <translation>Formule…</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formule</translation>
    </message>
    <message>
        <source>A formula, as the manual’s page on lessons lists them:</source>
        <translation>Une formule, comme les énumère la page du manuel sur les leçons&#xa0;:</translation>
    </message>
    <message>
        <source>Token of a step</source>
        <translation>Token d’une étape</translation>
    </message>
    <message>
        <source>Probability of a step</source>
        <translation>Probabilité d’une étape</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Étape %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>All that the model writes</source>
        <translation>Tout ce que le modèle écrit</translation>
    </message>
    <message>
        <source>The answer is a cell that is clicked</source>
        <translation>La réponse est une cellule sur laquelle on clique</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>ligne %1</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>colonne %1</translation>
    </message>
    <message>
        <source>Pin the cell in the map, then press here</source>
        <translation>Épinglez la cellule dans la carte, puis cliquez ici</translation>
    </message>
    <message>
        <source>Take the pinned cell instead of
%1</source>
        <translation>Prendre la cellule épinglée au lieu de
%1</translation>
    </message>
    <message>
        <source>no title</source>
        <translation>un titre vide</translation>
    </message>
    <message>
        <source>a question without words</source>
        <translation>une question sans texte</translation>
    </message>
    <message>
        <source>a question with fewer than two answers</source>
        <translation>une question avec moins de deux réponses</translation>
    </message>
    <message>
        <source>a question without a right answer: begin that one with *</source>
        <translation>une question sans bonne réponse : commencez celle-ci par *</translation>
    </message>
    <message>
        <source>One answer a line; * before the right one, “| It …” with the reason after a wrong one</source>
        <translation>Une réponse par ligne&#xa0;; * devant la bonne, «&#xa0;| Elle …&#xa0;» avec la raison après une fausse</translation>
    </message>
    <message>
        <source>What must hold; the text names the numbers as {a}, {b}, …</source>
        <translation>Ce qui doit être vrai&#xa0;; le texte nomme les nombres {a}, {b}, …</translation>
    </message>
    <message>
        <source>a question without an answer: give answers to choose from, the right one, or its cell</source>
        <translation>une question sans réponse&#xa0;: donnez des réponses à choisir, la bonne réponse ou sa cellule</translation>
    </message>
</context>
<context>
    <name>headlight::StepsModel</name>
    <message>
        <source>Step %1: %2, probability %3, rank %4</source>
        <translation>Pas %1&#xa0;: %2, probabilité %3, rang %4</translation>
    </message>
    <message>
        <source>Chosen by you</source>
        <translation>Choisi par vous</translation>
    </message>
    <message>
        <source>Given, and not the model’s own first choice</source>
        <translation>Donné, et non le premier choix du modèle</translation>
    </message>
    <message>
        <source>Surprisal %1 bits, entropy %2 bits</source>
        <translation>Surprise %1&#xa0;bits, entropie %2&#xa0;bits</translation>
    </message>
    <message>
        <source>Given, and the model’s own first choice</source>
        <translation>Donné, et aussi le premier choix du modèle</translation>
    </message>
    <message>
        <source>Step %1: %2, probability %3, of a beam that was not chosen</source>
        <translation>Pas %1&#xa0;: %2, probabilité %3, d’un faisceau non retenu</translation>
    </message>
    <message>
        <source>Step %1: no token, since the logits are not numbers (NaN)</source>
        <translation>Pas %1&#xa0;: aucun token, car les logits ne sont pas des nombres (NaN)</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
</context>
<context>
    <name>headlight::StreamCanvas</name>
    <message>
        <source>Layers and positions</source>
        <translation>Couches et positions</translation>
    </message>
</context>
<context>
    <name>headlight::StreamContent</name>
    <message>
        <source>layer %1: + self-attention</source>
        <translation>couche %1&#xa0;: + auto-attention</translation>
    </message>
    <message>
        <source>layer %1: + attention</source>
        <translation>couche %1&#xa0;: + attention</translation>
    </message>
    <message>
        <source>layer %1: + cross-attention</source>
        <translation>couche %1&#xa0;: + attention croisée</translation>
    </message>
    <message>
        <source>layer %1: + feed-forward</source>
        <translation>couche %1&#xa0;: + feed-forward</translation>
    </message>
    <message>
        <source>input</source>
        <translation>entrée</translation>
    </message>
    <message>
        <source>after layer %1</source>
        <translation>après la couche %1</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>pas encore lu</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 avec %2</translation>
    </message>
    <message>
        <source>%1, position %2 (%3)</source>
        <translation>%1, position %2 (%3)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>non enregistré</translation>
    </message>
    <message>
        <source>%1: cosine with the stream %2</source>
        <translation>%1&#xa0;: cosinus avec le flux %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rang %1</translation>
    </message>
    <message>
        <source>rank 1</source>
        <translation>rang 1</translation>
    </message>
    <message>
        <source>%1 (logarithmic)</source>
        <translation>%1 (logarithmique)</translation>
    </message>
    <message>
        <source>%1; the last layer’s %2 has %3, rank %4</source>
        <translation>%1&#xa0;; %2 de la dernière couche a %3, rang %4</translation>
    </message>
    <message>
        <source>%1; the next token %2 has %3, rank %4</source>
        <translation>%1&#xa0;; le token suivant %2 a %3, rang %4</translation>
    </message>
    <message>
        <source>%1: %2 of the stream’s norm</source>
        <translation>%1&#xa0;: %2 de la norme du flux</translation>
    </message>
    <message>
        <source>%1: norm %2</source>
        <translation>%1&#xa0;: norme %2</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>the logits are not numbers (NaN)</source>
        <translation>les logits ne sont pas des nombres (NaN)</translation>
    </message>
</context>
<context>
    <name>headlight::StreamDetails</name>
    <message>
        <source>stream</source>
        <translation>flux</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>attention</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>attention croisée</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>feed-forward</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Couche</translation>
    </message>
    <message>
        <source>The selected cell, or the one under the mouse</source>
        <translation>La cellule sélectionnée, ou celle sous la souris</translation>
    </message>
    <message>
        <source>Best tokens of the selected cell</source>
        <translation>Meilleurs tokens de la cellule sélectionnée</translation>
    </message>
    <message>
        <source>rank after each layer, from 0</source>
        <translation>rang après chaque couche, à partir de 0</translation>
    </message>
    <message>
        <source>probability after each layer</source>
        <translation>probabilité par couche</translation>
    </message>
    <message>
        <source>Layer (−1: input)</source>
        <translation>Couche (−1&#xa0;: entrée)</translation>
    </message>
</context>
<context>
    <name>headlight::StreamView</name>
    <message>
        <source>What the numbers are</source>
        <translation>Ce que sont les nombres</translation>
    </message>
    <message>
        <source>Logit lens: probability</source>
        <translation>Logit lens&#xa0;: probabilité</translation>
    </message>
    <message>
        <source>Logit lens: rank</source>
        <translation>Logit lens&#xa0;: rang</translation>
    </message>
    <message>
        <source>Token that the colours follow</source>
        <translation>Token que suivent les couleurs</translation>
    </message>
    <message>
        <source>The token whose probability or rank gives a cell its colour</source>
        <translation>Le token dont la probabilité ou le rang donne sa couleur à une cellule</translation>
    </message>
    <message>
        <source>Type a sentence to see what the layers write into the residual stream.</source>
        <translation>Saisissez une phrase pour voir ce que les couches écrivent dans le flux résiduel.</translation>
    </message>
    <message>
        <source>Click a cell, or move with the arrow keys.</source>
        <translation>Cliquez sur une cellule, ou déplacez-vous avec les flèches.</translation>
    </message>
    <message>
        <source>▸ just computed · %1</source>
        <translation>▸ vient d’être calculée · %1</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>Normes</translation>
    </message>
    <message>
        <source>Update ÷ stream norm</source>
        <translation>Norme mise à jour ÷ flux</translation>
    </message>
    <message>
        <source>Update direction (cosine)</source>
        <translation>Direction de la mise à jour (cosinus)</translation>
    </message>
    <message>
        <source>Running the model once more to record its stream…</source>
        <translation>Nouvelle exécution pour enregistrer le flux…</translation>
    </message>
    <message>
        <source>Copy layers and positions as a table</source>
        <translation>Copier les couches et positions en tableau</translation>
    </message>
    <message>
        <source>Copy the best tokens as a table</source>
        <translation>Copier les meilleurs tokens en tableau</translation>
    </message>
    <message>
        <source>Copy the curves as an image</source>
        <translation>Copier les courbes en image</translation>
    </message>
    <message>
        <source>Stack whose stream is shown</source>
        <translation>Pile dont le flux est affiché</translation>
    </message>
    <message>
        <source>What to show of the stream</source>
        <translation>Que montrer du flux</translation>
    </message>
    <message>
        <source>What to show of the stream at every layer and position</source>
        <translation>Que montrer du flux à chaque couche et position</translation>
    </message>
    <message>
        <source>of the last layer’s token</source>
        <translation>du token de la dernière couche</translation>
    </message>
    <message>
        <source>of the text’s next token</source>
        <translation>du token suivant du texte</translation>
    </message>
</context>
<context>
    <name>headlight::TermGuide</name>
    <message>
        <source>Show it: %1 (Enter)</source>
        <translation>Montrer&#xa0;: %1 (Entrée)</translation>
    </message>
</context>
<context>
    <name>headlight::TimeLine</name>
    <message>
        <source>Steps of the decoding</source>
        <translation>Pas du décodage</translation>
    </message>
</context>
<context>
    <name>headlight::TokenStrip</name>
    <message>
        <source>Token stream</source>
        <translation>Suite des tokens</translation>
    </message>
</context>
<context>
    <name>headlight::TokensView</name>
    <message>
        <source>Strongest tokens</source>
        <translation>Tokens les plus forts</translation>
    </message>
    <message>
        <source>What it looks at</source>
        <translation>Ce qu’il regarde</translation>
    </message>
    <message>
        <source>Who looks at it</source>
        <translation>Qui le regarde</translation>
    </message>
    <message>
        <source>␣ Spaces</source>
        <translation>␣ Espaces</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Source</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Cible</translation>
    </message>
    <message>
        <source>queries and keys</source>
        <translation>requêtes et clés</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>requêtes</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>clés</translation>
    </message>
    <message>
        <source>not read by this head</source>
        <translation>non lu par cette tête</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Type a sentence to see its tokens.</source>
        <translation>Saisissez une phrase pour voir ses tokens.</translation>
    </message>
    <message>
        <source>%1 does not read these tokens.</source>
        <translation>%1 ne lit pas ces tokens.</translation>
    </message>
    <message>
        <source>%1 looks at nothing.</source>
        <translation>%1 ne regarde rien.</translation>
    </message>
    <message>
        <source>Nothing looks at %1.</source>
        <translation>Rien ne regarde %1.</translation>
    </message>
    <message>
        <source>Highest scores of %1: %2</source>
        <translation>Scores les plus élevés de %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Highest scores with %1: %2</source>
        <translation>Scores les plus élevés avec %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Highest bias of %1: %2</source>
        <translation>Biais les plus élevés de %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Highest bias with %1: %2</source>
        <translation>Biais les plus élevés avec %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1 looks at: %2</source>
        <translation>%1 regarde&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1 is looked at by: %2</source>
        <translation>%1 est regardé par&#xa0;: %2</translation>
    </message>
    <message>
        <source>Value here: %1</source>
        <translation>Valeur ici&#xa0;: %1</translation>
    </message>
    <message>
        <source>Source token %1: %2</source>
        <translation>Token source %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Target token %1: %2</source>
        <translation>Token cible %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1, its row was just computed</source>
        <translation>%1, sa ligne vient d’être calculée</translation>
    </message>
    <message>
        <source>The shading follows the logarithm of the weights, so that small ones stay visible</source>
        <translation>La teinte suit le logarithme des poids, pour que les petits restent visibles</translation>
    </message>
    <message>
        <source>Point at a token to see what it looks at; click it or press Enter to pin it.</source>
        <translation>Pointez un token pour voir ce qu’il regarde&#xa0;; un clic ou Entrée l’épingle.</translation>
    </message>
    <message>
        <source>%1 can attend to: %2</source>
        <translation>%1 peut voir&#xa0;: %2</translation>
    </message>
    <message>
        <source>Copy tokens and numbers as a table</source>
        <translation>Copier les tokens et les nombres en tableau</translation>
    </message>
    <message>
        <source>Shade the tokens by the row of the token under the mouse: what it looks at (D)</source>
        <translation>Teinter les tokens selon la ligne du token sous la souris&#xa0;: ce qu’il regarde (D)</translation>
    </message>
    <message>
        <source>Shade the tokens by the column of the token under the mouse: who looks at it (D)</source>
        <translation>Teinter les tokens selon la colonne du token sous la souris&#xa0;: qui le regarde (D)</translation>
    </message>
    <message>
        <source>Show the spaces that belong to the tokens; otherwise a gap marks a space (W)</source>
        <translation>Afficher les espaces qui font partie des tokens&#xa0;; sinon, un intervalle marque une espace (W)</translation>
    </message>
    <message>
        <source>Nothing was recorded for %1.</source>
        <translation>Rien n’a été enregistré pour %1.</translation>
    </message>
    <message>
        <source>Can attend to %1: %2</source>
        <translation>Peuvent voir %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Masked</source>
        <translation>Masqué</translation>
    </message>
    <message>
        <source>%1: %2 typed, %3 written by the model (◥) · %4</source>
        <translation>%1&#xa0;: %2 saisis, %3 écrits par le modèle (◥) · %4</translation>
    </message>
    <message>
        <source>%1, written by the model</source>
        <translation>%1, écrit par le modèle</translation>
    </message>
    <message>
        <source>Largest effects in the row of %1: %2</source>
        <translation>Plus grands effets dans la ligne de %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Largest effects of %1: %2</source>
        <translation>Plus grands effets de %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Experiment measures positions %1.</source>
        <translation>Expérience mesure les positions %1.</translation>
    </message>
    <message>
        <source>Largest dot products of %1: %2</source>
        <translation>Produits scalaires les plus grands de %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>Largest dot products with %1: %2</source>
        <translation>Produits scalaires les plus grands avec %1&#xa0;: %2</translation>
    </message>
</context>
<context>
    <name>headlight::ToolRow</name>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>Causal</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Remplissage</translation>
    </message>
</context>
<context>
    <name>headlight::TransportBar</name>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 pas/s</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Position in the decoding</source>
        <translation>Position dans le décodage</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>Vitesse de lecture</translation>
    </message>
    <message>
        <source>Tokens generated per second, while recording everything the open views need.</source>
        <translation>Tokens générés par seconde, en enregistrant tout ce dont les vues ouvertes ont besoin.</translation>
    </message>
    <message>
        <source>Decoding speed</source>
        <translation>Vitesse du décodage</translation>
    </message>
    <message>
        <source>Playback speed: %1</source>
        <translation>Vitesse de lecture&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>headlight::TurnRow</name>
    <message>
        <source>Who speaks. Another role than these can be typed, if the model’s template has it.</source>
        <translation>Qui parle. Un autre rôle peut être saisi, si le chat template du modèle le connaît.</translation>
    </message>
    <message>
        <source>Return goes to the next turn and adds one after the last. Shift+Return breaks a line. Alt+Up and Alt+Down move the turn.</source>
        <translation>Entrée passe au tour suivant et en ajoute un après le dernier. Maj+Entrée va à la ligne. Alt+Haut et Alt+Bas déplacent le tour.</translation>
    </message>
    <message>
        <source>Remove this turn</source>
        <translation>Supprimer ce tour</translation>
    </message>
    <message>
        <source>Role of turn %1</source>
        <translation>Rôle du tour %1</translation>
    </message>
    <message>
        <source>Text of turn %1</source>
        <translation>Texte du tour %1</translation>
    </message>
    <message>
        <source>Remove turn %1</source>
        <translation>Supprimer le tour %1</translation>
    </message>
</context>
<context>
    <name>headlight::VectorCanvas</name>
    <message>
        <source>Plane of query and keys</source>
        <translation>Plan de la requête et des clés</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>réponse</translation>
    </message>
</context>
<context>
    <name>headlight::VectorControls</name>
    <message>
        <source>How a query is scored against a key</source>
        <translation>Comment une requête est comparée à une clé</translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation>Produit scalaire</translation>
    </message>
    <message>
        <source>Scaled dot product</source>
        <translation>Produit scalaire mis à l’échelle</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Cosinus</translation>
    </message>
    <message>
        <source>General: q · W · k</source>
        <translation>Général&#xa0;: q · W · k</translation>
    </message>
    <message>
        <source>Additive (Bahdanau)</source>
        <translation>Additif (Bahdanau)</translation>
    </message>
    <message>
        <source>Additive without tanh</source>
        <translation>Additive sans tanh</translation>
    </message>
    <message>
        <source>How scores become weights</source>
        <translation>Comment les scores deviennent des poids</translation>
    </message>
    <message>
        <source>Softmax of the scores, or each score’s plain share of their sum</source>
        <translation>Softmax des scores, ou part simple de chaque score dans leur somme</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>plain share</source>
        <translation>part simple</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>The values that are blended into the answer</source>
        <translation>Les valeurs qui se mêlent à la réponse</translation>
    </message>
    <message>
        <source>values: numbers</source>
        <translation>valeurs&#xa0;: nombres</translation>
    </message>
    <message>
        <source>values: vectors</source>
        <translation>valeurs&#xa0;: vecteurs</translation>
    </message>
    <message>
        <source>Load current row</source>
        <translation>Charger la ligne actuelle</translation>
    </message>
    <message>
        <source>Load the real query and keys of the current row: the pinned query’s, otherwise the last one’s</source>
        <translation>Charger la vraie requête et les vraies clés de la ligne actuelle&#xa0;: celles de la requête épinglée, sinon de la dernière</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemples</translation>
    </message>
    <message>
        <source>Open a dictionary that an introduction works out</source>
        <translation>Ouvrir un dictionnaire calculé dans une introduction</translation>
    </message>
    <message>
        <source>Tem&amp;perature</source>
        <translation>Tem&amp;pérature</translation>
    </message>
    <message>
        <source>Temperature of the softmax</source>
        <translation>Température du softmax</translation>
    </message>
    <message>
        <source>Scores are divided by this before the softmax: near 0 the best key wins, far above 1 all keys count equally</source>
        <translation>Les scores sont divisés par ce nombre avant le softmax&#xa0;: près de 0 la meilleure clé l’emporte, bien au-dessus de 1 toutes comptent autant</translation>
    </message>
    <message>
        <source>&amp;Shade the plane</source>
        <translation>&amp;Ombrer le plan</translation>
    </message>
    <message>
        <source>Colour the plane by the answer a query would get at each place</source>
        <translation>Colorer le plan selon la réponse qu’une requête recevrait à chaque endroit</translation>
    </message>
    <message>
        <source>+ key</source>
        <translation>+ clé</translation>
    </message>
    <message>
        <source>Add a key</source>
        <translation>Ajouter une clé</translation>
    </message>
    <message>
        <source>− key</source>
        <translation>− clé</translation>
    </message>
    <message>
        <source>Remove the selected key, otherwise the last one</source>
        <translation>Retirer la clé sélectionnée, sinon la dernière</translation>
    </message>
    <message>
        <source>Type the coordinates of the query, such as 8, −5</source>
        <translation>Saisir les coordonnées de la requête, par exemple 8&#xa0;; −5</translation>
    </message>
    <message>
        <source>Coordinates of the query</source>
        <translation>Coordonnées de la requête</translation>
    </message>
    <message>
        <source>&amp;Dimensions</source>
        <translation>&amp;Dimensions</translation>
    </message>
    <message>
        <source>Dimensions of query and keys</source>
        <translation>Dimensions de la requête et des clés</translation>
    </message>
    <message>
        <source>Coordinates that the query and every key have</source>
        <translation>Nombre de coordonnées de la requête et de chaque clé</translation>
    </message>
    <message>
        <source>W, by rows</source>
        <translation>W, par lignes</translation>
    </message>
    <message>
        <source>v</source>
        <translation>v</translation>
    </message>
    <message>
        <source>The numbers of W, row by row</source>
        <translation>Les nombres de W, ligne par ligne</translation>
    </message>
    <message>
        <source>The numbers of v</source>
        <translation>Les nombres de v</translation>
    </message>
    <message>
        <source>Type the numbers of W, row by row</source>
        <translation>Saisir les nombres de W, ligne par ligne</translation>
    </message>
    <message>
        <source>Type one number per dimension</source>
        <translation>Saisir un nombre par dimension</translation>
    </message>
    <message>
        <source>Like the model</source>
        <translation>Comme le modèle</translation>
    </message>
    <message>
        <source>Query %1 =</source>
        <translation>Requête %1 =</translation>
    </message>
</context>
<context>
    <name>headlight::VectorStrip</name>
    <message>
        <source>dimension %1: %2</source>
        <translation>dimension %1&#xa0;: %2</translation>
    </message>
    <message>
        <source>head %1, %2</source>
        <translation>tête %1, %2</translation>
    </message>
</context>
<context>
    <name>headlight::VectorsView</name>
    <message>
        <source>What is shown</source>
        <translation>Ce qui est affiché</translation>
    </message>
    <message>
        <source>q: %1</source>
        <translation>q&#xa0;: %1</translation>
    </message>
    <message>
        <source>Drag the query or a key. Keyboard: Page Up and Page Down to select, arrows to move.</source>
        <translation>Faites glisser la requête ou une clé. Clavier&#xa0;: Page préc. et Page suiv. pour sélectionner, flèches pour déplacer.</translation>
    </message>
    <message>
        <source>This head’s query and keys were not recorded, or the query cannot attend to any key.</source>
        <translation>La requête et les clés de cette tête n’ont pas été enregistrées, ou la requête ne peut voir aucune clé.</translation>
    </message>
    <message>
        <source>%1, query %2 (%3): the projection loses %4 of the squared norms of query and keys, %5 of the query’s.</source>
        <translation>%1, requête %2 (%3)&#xa0;: la projection perd %4 des normes au carré de la requête et des clés, %5 de celle de la requête.</translation>
    </message>
    <message>
        <source>You moved a vector: the model’s weights are still the recorded ones.</source>
        <translation>Vous avez déplacé un vecteur&#xa0;: les poids du modèle restent ceux de l’enregistrement.</translation>
    </message>
    <message>
        <source>Copy keys and weights as a table</source>
        <translation>Copier les clés et les poids en tableau</translation>
    </message>
    <message>
        <source>If much is lost, the weights in the plane are not the model’s.</source>
        <translation>Si beaucoup est perdu, les poids dans le plan ne sont pas ceux du modèle.</translation>
    </message>
    <message>
        <source>Copy the curves as an image</source>
        <translation>Copier les courbes en image</translation>
    </message>
    <message>
        <source>Keys, their weights and values, and the answers</source>
        <translation>Les clés, leurs poids et valeurs, et les réponses</translation>
    </message>
    <message>
        <source>score = q · k = |q| |k| cos θ.</source>
        <translation>score = q · k = |q| |k| cos θ.</translation>
    </message>
    <message>
        <source>score = cos θ = q · k ÷ (|q| |k|): lengths do not count.</source>
        <translation>score = cos θ = q · k ÷ (|q| |k|)&#xa0;: les longueurs ne comptent pas.</translation>
    </message>
    <message>
        <source>score = q · W · k (Luong et al. 2015): W turns and stretches before it compares.</source>
        <translation>score = q · W · k (Luong et al. 2015)&#xa0;: W tourne et étire avant de comparer.</translation>
    </message>
    <message>
        <source>score = v · tanh(q + k) (Bahdanau et al. 2015, with W₁ and W₂ the identity).</source>
        <translation>score = v · tanh(q + k) (Bahdanau et al. 2015, avec W₁ et W₂ l’identité).</translation>
    </message>
    <message>
        <source>score = v · q + v · k: without tanh the query adds the same to every score.</source>
        <translation>score = v · q + v · k&#xa0;: sans tanh, la requête ajoute la même chose à chaque score.</translation>
    </message>
    <message>
        <source>score = q · k × the model’s scale, with its bias if it has one.</source>
        <translation>score = q · k × l’échelle du modèle, avec son biais s’il en a un.</translation>
    </message>
    <message>
        <source>score = q · k ÷ √%1, with d = %1 dimensions (Vaswani et al. 2017).</source>
        <translation>score = q · k ÷ √%1, avec d = %1 dimensions (Vaswani et al. 2017).</translation>
    </message>
    <message>
        <source>Soft: weights = softmax(scores ÷ temperature), answer = Σ weight × value. Hard: the value of the best key.</source>
        <translation>Souple&#xa0;: poids = softmax(scores ÷ température), réponse = Σ poids × valeur. Strict&#xa0;: la valeur de la meilleure clé.</translation>
    </message>
    <message>
        <source>The scores add up to 0: there are no shares, and the answer is 0.</source>
        <translation>La somme des scores est 0&#xa0;: il n’y a pas de parts, et la réponse est 0.</translation>
    </message>
    <message>
        <source>Soft: weight = score ÷ sum of the scores, which may be negative. Hard: the value of the best key.</source>
        <translation>Souple&#xa0;: poids = score ÷ somme des scores, qui peut être négatif. Strict&#xa0;: la valeur de la meilleure clé.</translation>
    </message>
    <message>
        <source>|q| = %1.</source>
        <translation>|q| = %1.</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 en %2</translation>
    </message>
    <message>
        <source>The plane is a projection of %1 dimensions and loses %2 of their squared lengths; the numbers are of all dimensions.</source>
        <translation>Le plan est une projection de %1 dimensions et perd %2 du carré de leurs longueurs&#xa0;; les nombres portent sur toutes les dimensions.</translation>
    </message>
</context>
<context>
    <name>headlight::VersionSwitch</name>
    <message>
        <source>Before</source>
        <translation>Avant</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Après</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Différence</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Côte à côte</translation>
    </message>
    <message>
        <source>Open the Compare view with both runs, their difference and where it is largest</source>
        <translation>Ouvrir la vue Comparer avec les deux exécutions, leur différence et les endroits où elle est la plus grande</translation>
    </message>
    <message>
        <source>Showing the difference, after − before.</source>
        <translation>Affiché&#xa0;: la différence, après − avant.</translation>
    </message>
    <message>
        <source>Showing the run without edits.</source>
        <translation>Affiché&#xa0;: l’exécution sans modifications.</translation>
    </message>
    <message>
        <source>Showing the run with edits.</source>
        <translation>Affiché&#xa0;: l’exécution avec modifications.</translation>
    </message>
    <message>
        <source>Show the run without edits in all views (Alt+8)</source>
        <translation>Afficher l’exécution sans modifications dans toutes les vues (Alt+8)</translation>
    </message>
    <message>
        <source>Show the run with edits in all views (Alt+9)</source>
        <translation>Afficher l’exécution avec modifications dans toutes les vues (Alt+9)</translation>
    </message>
    <message>
        <source>Show in the heatmap what the edits changed: the run with them minus the run without them (Alt+0)</source>
        <translation>Afficher dans la carte de chaleur ce que les modifications ont changé&#xa0;: l’exécution avec elles moins l’exécution sans elles (Alt+0)</translation>
    </message>
    <message>
        <source>Running the model without edits…</source>
        <translation>Exécution du modèle sans modifications…</translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation>Passe affichée</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Moyenne</translation>
    </message>
    <message>
        <source>Show in the heatmap the mean of every weight over the runs with dropout</source>
        <translation>Afficher dans la carte la moyenne de chaque poids sur les passes avec dropout</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Étalement</translation>
    </message>
    <message>
        <source>Show in the heatmap the standard deviation of every weight over the runs with dropout</source>
        <translation>Afficher dans la carte l’écart type de chaque poids sur les passes avec dropout</translation>
    </message>
    <message numerus="yes">
        <source>Running %n time(s)…</source>
        <translation>
            <numerusform>%n passe en cours…</numerusform>
            <numerusform>%n passes en cours…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean and spread of %n run(s).</source>
        <translation>
            <numerusform>Moyenne et dispersion de %n passe.</numerusform>
            <numerusform>Moyenne et dispersion de %n passes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::ViewList</name>
    <message>
        <source>All views</source>
        <translation>Toutes les vues</translation>
    </message>
    <message>
        <source>Add here</source>
        <translation>Ajouter ici</translation>
    </message>
    <message>
        <source>Open this view in the workspace that is shown</source>
        <translation>Ouvrir cette vue dans l’espace de travail affiché</translation>
    </message>
    <message>
        <source>Add %1 here</source>
        <translation>Ajouter&#xa0;%1 ici</translation>
    </message>
</context>
<context>
    <name>headlight::WeightsView</name>
    <message>
        <source>Shapes and counts, or the number under the mouse</source>
        <translation>Dimensions et nombres de paramètres, ou le nombre sous la souris</translation>
    </message>
    <message>
        <source>Copy %1 as a table</source>
        <translation>Copier %1 comme tableau</translation>
    </message>
    <message>
        <source>Part of the matrices</source>
        <translation>Partie des matrices</translation>
    </message>
    <message>
        <source>Shows the current head’s part, or the matrices of all heads with this part framed</source>
        <translation>Affiche la partie de la tête actuelle, ou les matrices de toutes les têtes avec cette partie encadrée</translation>
    </message>
    <message>
        <source>this head</source>
        <translation>cette tête</translation>
    </message>
    <message>
        <source>all heads, packed</source>
        <translation>toutes les têtes réunies</translation>
    </message>
    <message>
        <source>How the product is written</source>
        <translation>Comment le produit s’écrit</translation>
    </message>
    <message>
        <source>Writes the projection as x · W (x is a row, as in the paper) or as W · x (x is a column, as checkpoints store it): the same numbers, transposed</source>
        <translation>Écrit la projection comme x · W (x est une ligne, comme dans l’article) ou comme W · x (x est une colonne, comme dans les fichiers de poids)&#xa0;: les mêmes nombres, transposés</translation>
    </message>
    <message>
        <source>The projections are weights of the model, which a trace file does not include. Open the model to see them.</source>
        <translation>Les projections sont des poids du modèle, qu’un fichier de trace ne contient pas. Ouvrez le modèle pour les voir.</translation>
    </message>
    <message>
        <source>The open model has no %1: the trace was recorded with another model.</source>
        <translation>Le modèle ouvert n’a pas «&#xa0;%1&#xa0;»&#xa0;: la trace a été enregistrée avec un autre modèle.</translation>
    </message>
    <message>
        <source>%1, shared by %2 query heads</source>
        <translation>%1, partagée par %2 têtes de requêtes</translation>
    </message>
    <message>
        <source>%1, and a bias</source>
        <translation>%1, et un biais</translation>
    </message>
    <message>
        <source>in</source>
        <translation>entrée</translation>
    </message>
    <message>
        <source>out</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>%1, row %2, column %3: %4</source>
        <translation>%1, ligne %2, colonne %3&#xa0;: %4</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>W_Q, W_K, W_V of all heads: 3 × D × d_head × heads = 3 × %1 × %2 × %3 = %4</source>
        <translation>W_Q, W_K, W_V de toutes les têtes&#xa0;: 3 × D × d_tête × têtes = 3 × %1 × %2 × %3 = %4</translation>
    </message>
    <message>
        <source>W_Q of all heads: D × d_k × heads = %1 × %2 × %3; W_K and W_V for %4 key/value heads of widths %2 and %5; together %6</source>
        <translation>W_Q de toutes les têtes&#xa0;: D × d_k × têtes = %1 × %2 × %3&#xa0;; W_K et W_V pour %4 têtes clé/valeur de largeurs %2 et %5&#xa0;; ensemble %6</translation>
    </message>
    <message>
        <source>(%1 with biases)</source>
        <translation>(%1 avec les biais)</translation>
    </message>
    <message>
        <source>W_O: heads × d_v × D = %1 × %2 × %3 = %4.</source>
        <translation>W_O&#xa0;: têtes × d_v × D = %1 × %2 × %3 = %4.</translation>
    </message>
    <message>
        <source>The packed matrices are too large to show: this head’s part is shown.</source>
        <translation>Les matrices réunies sont trop grandes pour être affichées&#xa0;: seule la partie de cette tête l’est.</translation>
    </message>
</context>
<context>
    <name>headlight::WhatIfView</name>
    <message>
        <source>Edits</source>
        <translation>Modifications</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Effet</translation>
    </message>
    <message>
        <source>Change an edit</source>
        <translation>Changer une modification</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Add an edit</source>
        <translation>Ajouter une modification</translation>
    </message>
    <message>
        <source>↑</source>
        <translation>↑</translation>
    </message>
    <message>
        <source>Apply this edit earlier</source>
        <translation>Appliquer cette modification plus tôt</translation>
    </message>
    <message>
        <source>↓</source>
        <translation>↓</translation>
    </message>
    <message>
        <source>Apply this edit later</source>
        <translation>Appliquer cette modification plus tard</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Remove this edit</source>
        <translation>Retirer cette modification</translation>
    </message>
    <message>
        <source>No edits: the model runs as it was trained. Add one here, paint on the heatmap, or use the context menus of heatmap and tokens.</source>
        <translation>Aucune modification&#xa0;: le modèle s’exécute tel qu’il a été entraîné. Ajoutez-en une ici, peignez sur la carte de chaleur, ou servez-vous du menu contextuel de la carte et des tokens.</translation>
    </message>
    <message>
        <source>There is nothing to edit yet</source>
        <translation>Il n’y a encore rien à modifier</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masques</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positions</translation>
    </message>
    <message>
        <source>Remove an edit</source>
        <translation>Retirer une modification</translation>
    </message>
    <message>
        <source>Reorder the edits</source>
        <translation>Réordonner les modifications</translation>
    </message>
    <message>
        <source>Edits and what they do</source>
        <translation>Les modifications et leurs effets</translation>
    </message>
    <message>
        <source>Copy the edits for the command line</source>
        <translation>Copier les modifications pour la ligne de commande</translation>
    </message>
    <message>
        <source>Edits apply from top to bottom; use the check box to enable or disable one.</source>
        <translation>Les modifications s’appliquent de haut en bas&#xa0;; la case à cocher en active ou désactive une.</translation>
    </message>
    <message>
        <source>What is changed in the model or in what it can see.</source>
        <translation>Ce qui est changé dans le modèle ou dans ce qu’il peut voir.</translation>
    </message>
    <message>
        <source>The output and the next token’s distribution before and after.</source>
        <translation>La sortie et la distribution du token suivant, avant et après.</translation>
    </message>
    <message>
        <source>Copy the effect as a table</source>
        <translation>Copier l’effet en tableau</translation>
    </message>
    <message>
        <source>Edits, in the order they apply</source>
        <translation>Modifications, dans l’ordre où elles s’appliquent</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Couche</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>Adaptateur</translation>
    </message>
    <message>
        <source>Edits need the model</source>
        <translation>Les modifications nécessitent le modèle</translation>
    </message>
    <message>
        <source>This trace was recorded with these edits. Open the model to change them.</source>
        <translation>Cette trace a été enregistrée avec ces modifications. Ouvrez le modèle pour les changer.</translation>
    </message>
    <message>
        <source>This trace was recorded without edits. Open the model to try some.</source>
        <translation>Cette trace a été enregistrée sans modification. Ouvrez le modèle pour en essayer.</translation>
    </message>
</context>
<context>
    <name>headlight::WhyView</name>
    <message>
        <source>The number that is explained</source>
        <translation>Le nombre expliqué</translation>
    </message>
    <message>
        <source>What each part of the model adds</source>
        <translation>Ce que chaque partie du modèle ajoute</translation>
    </message>
    <message>
        <source>Copy the parts as a table</source>
        <translation>Copier les parts en tableau</translation>
    </message>
    <message>
        <source>Copy the keys as a table</source>
        <translation>Copier les clés en tableau</translation>
    </message>
    <message>
        <source>Copy the writers as a table</source>
        <translation>Copier les auteurs en tableau</translation>
    </message>
    <message>
        <source>Choose a token, or type one: a text that is one token, or an id</source>
        <translation>Choisissez un token, ou écrivez-en un : un texte d’un seul token, ou un numéro</translation>
    </message>
    <message>
        <source>Token that is explained</source>
        <translation>Token expliqué</translation>
    </message>
    <message>
        <source>the most likely</source>
        <translation>le plus probable</translation>
    </message>
    <message>
        <source>rather than</source>
        <translation>plutôt que</translation>
    </message>
    <message>
        <source>Token that it is compared with</source>
        <translation>Token auquel il est comparé</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>What each key of the head adds</source>
        <translation>Ce que chaque clé de la tête ajoute</translation>
    </message>
    <message>
        <source>Back to where this head was found</source>
        <translation>Revenir là où cette tête a été trouvée</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Retour</translation>
    </message>
    <message>
        <source>The key that got less weight</source>
        <translation>La clé qui a eu moins de poids</translation>
    </message>
    <message>
        <source>Who wrote the query, and who the key</source>
        <translation>Qui a écrit la requête, et qui la clé</translation>
    </message>
    <message>
        <source>Type a sentence to see what made the model prefer one token to another.</source>
        <translation>Écrivez une phrase pour voir ce qui a fait préférer un token à un autre.</translation>
    </message>
    <message>
        <source>This is computed with the model, which a trace file does not include. Open the model to see it.</source>
        <translation>Ceci se calcule avec le modèle, qu’un fichier de trace ne contient pas. Ouvrez le modèle pour le voir.</translation>
    </message>
    <message>
        <source>After %1:</source>
        <translation>Après %1 :</translation>
    </message>
    <message>
        <source>%1 is left over, since the head is not linear.</source>
        <translation>Il reste %1, car la tête de langage n’est pas linéaire.</translation>
    </message>
    <message>
        <source>Select a head to see what it looks at, and why.</source>
        <translation>Choisissez une tête pour voir ce qu’elle regarde, et pourquoi.</translation>
    </message>
    <message>
        <source>%1: why %2 looks at %3</source>
        <translation>%1 : pourquoi %2 regarde %3</translation>
    </message>
    <message>
        <source>Colour the Heatmap by</source>
        <translation>Colorer la Carte de chaleur par</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Parts</translation>
    </message>
    <message>
        <source>Show what each part of the model adds</source>
        <translation>Montrer ce que chaque part du modèle ajoute</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Cellules</translation>
    </message>
    <message>
        <source>Plot what the cells of attention maps weigh against what they do</source>
        <translation>Dessiner ce que pèsent les cellules des cartes d’attention par rapport à ce qu’elles font</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Graphique</translation>
    </message>
    <message>
        <source>Save the plot, or copy its command</source>
        <translation>Enregistrer le graphique, ou copier sa commande</translation>
    </message>
    <message>
        <source>Save the plot…</source>
        <translation>Enregistrer le graphique…</translation>
    </message>
    <message>
        <source>Copy the command of the plot</source>
        <translation>Copier la commande du graphique</translation>
    </message>
    <message>
        <source>At %1:</source>
        <translation>À %1&#xa0;:</translation>
    </message>
    <message>
        <source>%1 cannot be compared with itself. Choose another token.</source>
        <translation>%1 ne peut pas être comparé à lui-même. Choisissez un autre token.</translation>
    </message>
    <message>
        <source>Copy the command of the parts</source>
        <translation>Copier la commande des parts</translation>
    </message>
    <message>
        <source>Copy the command of the writers</source>
        <translation>Copier la commande des auteurs</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Save or copy what is shown, or the commands that print it</source>
        <translation>Enregistrer ou copier ce qui est affiché, ou les commandes qui l’affichent</translation>
    </message>
    <message>
        <source>The logit of %1 exceeds that of %2 by %3, the sum of all parts.</source>
        <translation>Le logit de %1 dépasse celui de %2 de %3, la somme de toutes les parts.</translation>
    </message>
    <message>
        <source>The logit of %1 is %2, the sum of all parts.</source>
        <translation>Le logit de %1 est %2, la somme de toutes les parts.</translation>
    </message>
</context>
<context>
    <name>headlight::WritersModel</name>
    <message>
        <source>the rest</source>
        <translation>le reste</translation>
    </message>
    <message>
        <source>Query from</source>
        <translation>Requête par</translation>
    </message>
    <message>
        <source>Key from</source>
        <translation>Clé par</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Part</translation>
    </message>
    <message>
        <source>Goes on to this head, where it wrote</source>
        <translation>Mène à cette tête, là où elle a écrit</translation>
    </message>
</context>
<context>
    <name>lessons</name>
    <message>
        <source>Short tour</source>
        <translation>Visite rapide</translation>
    </message>
    <message>
        <source>Two minutes through the window: what you type, what the model writes, and what each head looks at.</source>
        <translation>La fenêtre en deux minutes&#xa0;: ce que vous saisissez, ce qu’écrit le modèle, et ce que regarde chaque tête.</translation>
    </message>
    <message>
        <source>Type here</source>
        <translation>Saisissez ici</translation>
    </message>
    <message>
        <source>What the decoder writes</source>
        <translation>Ce qu’écrit le décodeur</translation>
    </message>
    <message>
        <source>The model’s output, and how it was decoded; a chip shows every setting that is not the default. The button at the end makes the decoder write your own text instead: you see how likely each word was.</source>
        <translation>La sortie du modèle, et comment elle a été décodée&#xa0;; une pastille signale chaque réglage qui n’est pas celui par défaut. Le bouton à la fin fait écrire votre propre texte au décodeur&#xa0;: vous voyez combien chaque mot était probable.</translation>
    </message>
    <message>
        <source>All heads at a glance</source>
        <translation>Toutes les têtes d’un coup d’œil</translation>
    </message>
    <message>
        <source>Each thumbnail is one attention head, with one row per layer. Click one to open it in the heatmap; [ and ] change the head, Page Up and Page Down the layer.</source>
        <translation>Chaque vignette est une tête d’attention, avec une rangée par couche. Cliquez pour l’ouvrir dans la carte de chaleur&#xa0;; [ et ] changent de tête, Page préc. et Page suiv. de couche.</translation>
    </message>
    <message>
        <source>One head, exactly</source>
        <translation>Une tête, exactement</translation>
    </message>
    <message>
        <source>Each row is a token that looks (a query), each column a token it looks at (a key); the colour shows how much. Tokens are what the model really reads and writes: pieces of words, and special tokens for start and end. Point at a cell for its numbers, click to pin it, use the wheel to zoom.</source>
        <translation>Chaque ligne est un token qui regarde (une requête), chaque colonne un token regardé (une clé)&#xa0;; la couleur montre combien. Les tokens sont ce que le modèle lit et écrit vraiment&#xa0;: des morceaux de mots, et des tokens spéciaux pour le début et la fin. Pointez une cellule pour ses nombres, cliquez pour l’épingler, zoomez avec la molette.</translation>
    </message>
    <message>
        <source>Where a number comes from</source>
        <translation>D’où vient un nombre</translation>
    </message>
    <message>
        <source>In the workspace Explain, the Cell view breaks down one weight: query · key, scale, mask, softmax, and what the weight does with the value.</source>
        <translation>Dans l’espace Expliquer, la vue Cellule décompose un poids&#xa0;: requête · clé, échelle, masque, softmax, et ce que le poids fait de la valeur.</translation>
    </message>
    <message>
        <source>Word by word</source>
        <translation>Mot à mot</translation>
    </message>
    <message>
        <source>In the workspace Decode you step through the output. Each step shows the ten most likely tokens; choose another one, and the model continues from there.</source>
        <translation>Dans l’espace Décoder, parcourez la sortie pas à pas. Chaque pas montre les dix tokens les plus probables&#xa0;; choisissez-en un autre, et le modèle continue à partir de là.</translation>
    </message>
    <message>
        <source>Change the model</source>
        <translation>Modifier le modèle</translation>
    </message>
    <message>
        <source>In the workspace What if you switch off heads, hide tokens or change masks and positions, and compare the output before and after. The masks also have switches above the sentence; a banner reminds you that the model was not trained this way.</source>
        <translation>Dans l’espace Et si&#xa0;?, désactivez des têtes, cachez des tokens ou changez masques et positions, et comparez la sortie avant et après. Les masques ont aussi des interrupteurs au-dessus de la phrase&#xa0;; un bandeau rappelle que le modèle n’a pas été entraîné ainsi.</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>Espaces de travail</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>D’autres modèles</translation>
    </message>
    <message>
        <source>Choose another model here, or drop a model’s folder anywhere on this window. You can start this tour again from the Help menu.</source>
        <translation>Choisissez ici un autre modèle, ou déposez le dossier d’un modèle n’importe où sur cette fenêtre. Vous pouvez relancer cette visite depuis le menu Aide.</translation>
    </message>
    <message>
        <source>Which head carries the alignment?</source>
        <translation>Quelle tête porte l’alignement&#xa0;?</translation>
    </message>
    <message>
        <source>To translate, the decoder must keep track of which source word comes next. Which cross-attention head does that, and what does the model write without it?</source>
        <translation>Pour traduire, le décodeur doit savoir quel mot de la source vient ensuite. Quelle tête d’attention croisée s’en charge, et qu’écrit le modèle sans elle&#xa0;?</translation>
    </message>
    <message>
        <source>Translate a sentence</source>
        <translation>Traduire une phrase</translation>
    </message>
    <message>
        <source>The model translates “The black cat sleeps on the chair.” as “Le chat noir dort sur la chaise.”</source>
        <translation>Le modèle traduit «&#xa0;The black cat sleeps on the chair.&#xa0;» par «&#xa0;Le chat noir dort sur la chaise.&#xa0;»</translation>
    </message>
    <message>
        <source>Switch each head off in turn</source>
        <translation>Désactiver les têtes une à une</translation>
    </message>
    <message>
        <source>A sweep runs the model with each cross-attention head switched off in turn; the Heads view shows by colour how far the log-probability of the translation drops. It drops most without {decoder.0.cross.3} ({first} nats), then without {decoder.2.cross.1} ({second} nats).</source>
        <translation>Un balayage exécute le modèle en désactivant tour à tour chaque tête d’attention croisée&#xa0;; la vue Têtes montre par la couleur de combien baisse la log-probabilité de la traduction. Elle baisse le plus sans la tête {decoder.0.cross.3} ({first}&#xa0;nats), puis sans la tête {decoder.2.cross.1} ({second}&#xa0;nats).</translation>
    </message>
    <message>
        <source>Look at that head</source>
        <translation>Regarder cette tête</translation>
    </message>
    <message>
        <source>Each French word looks at its English counterpart: “chat” at “cat” with a weight of {aligned}, “noir” at “black”, “dort” at “sleep”, even though the word order differs. This head tracks what has been written. The runner-up looks at what comes next: “chat” at “black” with a weight of {ahead}, because “noir” follows.</source>
        <translation>Chaque mot français regarde son équivalent anglais&#xa0;: «&#xa0;chat&#xa0;» regarde «&#xa0;cat&#xa0;» avec un poids de {aligned}, «&#xa0;noir&#xa0;» «&#xa0;black&#xa0;», «&#xa0;dort&#xa0;» «&#xa0;sleep&#xa0;», bien que l’ordre des mots diffère. Cette tête suit ce qui a été écrit. La deuxième regarde ce qui vient ensuite&#xa0;: «&#xa0;chat&#xa0;» regarde «&#xa0;black&#xa0;» avec un poids de {ahead}, car «&#xa0;noir&#xa0;» suit.</translation>
    </message>
    <message>
        <source>Switch it off</source>
        <translation>La désactiver</translation>
    </message>
    <message>
        <source>What does the model write without this head?</source>
        <translation>Qu’écrit le modèle sans cette tête&#xa0;?</translation>
    </message>
    <message>
        <source>The same translation</source>
        <translation>La même traduction</translation>
    </message>
    <message>
        <source>The words in their English order</source>
        <translation>Les mots dans l’ordre anglais</translation>
    </message>
    <message>
        <source>Something made up</source>
        <translation>Un texte inventé</translation>
    </message>
    <message>
        <source>The translation is still “Le chat noir dort sur la chaise.” The other heads suffice for it; the Effect tab shows how much less likely the words have become.</source>
        <translation>La traduction est toujours «&#xa0;Le chat noir dort sur la chaise.&#xa0;» Les autres têtes y suffisent&#xa0;; l’onglet Effet montre combien les mots sont devenus moins probables.</translation>
    </message>
    <message>
        <source>Switch off the second one, too</source>
        <translation>Désactiver aussi la deuxième</translation>
    </message>
    <message>
        <source>Without both the model writes “Le chat noir est dans la chaise.” It has lost the verb: the cat no longer sleeps. No single head carries the alignment, but these two together do.</source>
        <translation>Sans les deux, le modèle écrit «&#xa0;Le chat noir est dans la chaise.&#xa0;» Il a perdu le verbe&#xa0;: le chat ne dort plus. Aucune tête ne porte l’alignement à elle seule, mais ces deux ensemble le portent.</translation>
    </message>
    <message>
        <source>Switch off all heads of the last layer</source>
        <translation>Désactiver toutes les têtes de la dernière couche</translation>
    </message>
    <message>
        <source>Without any cross-attention in layer 2 the output is made up: “La fourmi des choses en train de se faire partie de la tête.” The decoder writes good French that has nothing to do with the sentence.</source>
        <translation>Sans aucune attention croisée dans la couche 2, la sortie est inventée&#xa0;: «&#xa0;La fourmi des choses en train de se faire partie de la tête.&#xa0;» Le décodeur écrit un bon français qui n’a rien à voir avec la phrase.</translation>
    </message>
    <message>
        <source>Remove all edits</source>
        <translation>Retirer toutes les modifications</translation>
    </message>
    <message>
        <source>All edits are removed: “Le chat noir dort sur la chaise.”</source>
        <translation>Toutes les modifications sont retirées&#xa0;: «&#xa0;Le chat noir dort sur la chaise.&#xa0;»</translation>
    </message>
    <message>
        <source>What happens to the decoder without its causal mask?</source>
        <translation>Que devient le décodeur sans son masque causal&#xa0;?</translation>
    </message>
    <message>
        <source>A decoder is trained with a mask that hides later tokens. Does it still need the mask while decoding, when there are no later tokens yet?</source>
        <translation>Un décodeur est entraîné avec un masque qui cache les tokens suivants. En a-t-il encore besoin pendant le décodage, quand il n’y a encore aucun token suivant&#xa0;?</translation>
    </message>
    <message>
        <source>The model translates “My brother is a doctor.” as “Mon frère est médecin.” In the decoder’s self-attention everything above the diagonal is hatched: no token sees a later one.</source>
        <translation>Le modèle traduit «&#xa0;My brother is a doctor.&#xa0;» par «&#xa0;Mon frère est médecin.&#xa0;» Dans l’auto-attention du décodeur, tout ce qui est au-dessus de la diagonale est hachuré&#xa0;: aucun token ne voit ceux qui le suivent.</translation>
    </message>
    <message>
        <source>Switch off the causal mask</source>
        <translation>Désactiver le masque causal</translation>
    </message>
    <message>
        <source>Switch off the decoder’s causal mask: its switch is above the sentence (Ctrl+M).</source>
        <translation>Désactivez le masque causal du décodeur : son interrupteur est au-dessus de la phrase (Ctrl+M).</translation>
    </message>
    <message>
        <source>The model writes “Mon est médecin.” With each new token, all earlier tokens see more than they ever did in training: their rows change, and the brother is lost. Because earlier rows change, each step is a full pass; the Decoding view says so.</source>
        <translation>Le modèle écrit «&#xa0;Mon est médecin.&#xa0;» À chaque nouveau token, tous les tokens antérieurs voient plus qu’ils n’ont jamais vu à l’entraînement&#xa0;: leurs lignes changent, et le frère est perdu. Comme les lignes antérieures changent, chaque pas est une passe complète&#xa0;; la vue Décodage le dit.</translation>
    </message>
    <message>
        <source>Before and after side by side</source>
        <translation>Avant et après côte à côte</translation>
    </message>
    <message>
        <source>There are now weights above the diagonal. Since each row sums to 1, they are taken from the rest of the row.</source>
        <translation>Il y a maintenant des poids au-dessus de la diagonale. Comme la somme d’une ligne est 1, ils sont pris sur le reste de la ligne.</translation>
    </message>
    <message>
        <source>The mask is on again: “Mon frère est médecin.”</source>
        <translation>Masque causal réactivé&#xa0;: «&#xa0;Mon frère est médecin.&#xa0;»</translation>
    </message>
    <message>
        <source>Worth seeing: a translation</source>
        <translation>À voir&#xa0;: une traduction</translation>
    </message>
    <message>
        <source>A dozen states worth seeing on the model that translates. Each replaces your sentence and settings in one step; undo brings them back.</source>
        <translation>Une douzaine d’états qui valent le coup d’œil, sur le modèle qui traduit. Chacun remplace votre phrase et vos réglages en une étape&#xa0;; Annuler les rétablit.</translation>
    </message>
    <message>
        <source>An alignment that nobody taught</source>
        <translation>Un alignement que personne n’a enseigné</translation>
    </message>
    <message>
        <source>Follow the bright cells: each French word looks at the English word that it translates.</source>
        <translation>Suivre les cellules claires&#xa0;: chaque mot français regarde le mot anglais qu’il traduit.</translation>
    </message>
    <message>
        <source>“noir” and “chat” change places</source>
        <translation>«&#xa0;noir&#xa0;» et «&#xa0;chat&#xa0;» changent de place</translation>
    </message>
    <message>
        <source>The bright line steps back: “chat” looks at “cat”, and “noir”, one row below, at “black”.</source>
        <translation>La diagonale claire recule&#xa0;: «&#xa0;chat&#xa0;» regarde «&#xa0;cat&#xa0;» et «&#xa0;noir&#xa0;», une ligne plus bas, «&#xa0;black&#xa0;».</translation>
    </message>
    <message>
        <source>A head that is one word ahead</source>
        <translation>Une tête en avance d’un mot</translation>
    </message>
    <message>
        <source>Having read “chat”, this head looks at “black” already: “noir” is what it is about to write.</source>
        <translation>Après avoir lu «&#xa0;chat&#xa0;», cette tête regarde déjà «&#xa0;black&#xa0;»&#xa0;: «&#xa0;noir&#xa0;» est ce qu’elle s’apprête à écrire.</translation>
    </message>
    <message>
        <source>The pronoun finds its noun</source>
        <translation>Le pronom trouve son nom</translation>
    </message>
    <message>
        <source>“it” looks at “cat”: this head of the encoder knows who is tired.</source>
        <translation>«&#xa0;it&#xa0;» regarde «&#xa0;cat&#xa0;»&#xa0;: cette tête de l’encodeur sait qui est fatigué.</translation>
    </message>
    <message>
        <source>Whose dog is it?</source>
        <translation>À qui est le chien&#xa0;?</translation>
    </message>
    <message>
        <source>“his” looks at “boy”, two words back; try “girl” and “her”.</source>
        <translation>«&#xa0;his&#xa0;» regarde «&#xa0;boy&#xa0;», deux mots en arrière&#xa0;; essayer «&#xa0;girl&#xa0;» et «&#xa0;her&#xa0;».</translation>
    </message>
    <message>
        <source>Padding mask off</source>
        <translation>Masque de remplissage désactivé</translation>
    </message>
    <message>
        <source>The second line is filled up with &lt;pad&gt;. Without its mask the last row looks at that.</source>
        <translation>La deuxième ligne est complétée par &lt;pad&gt;. Sans son masque, la dernière ligne de la carte le regarde.</translation>
    </message>
    <message>
        <source>Causal mask off</source>
        <translation>Masque causal désactivé</translation>
    </message>
    <message>
        <source>Above the diagonal there are weights now, and the brother is lost: “Mon est médecin.”</source>
        <translation>Au-dessus de la diagonale il y a maintenant des poids, et le frère est perdu&#xa0;: «&#xa0;Mon est médecin.&#xa0;»</translation>
    </message>
    <message>
        <source>An encoder that cannot look ahead</source>
        <translation>Un encodeur qui ne peut pas regarder devant lui</translation>
    </message>
    <message>
        <source>At “My” the encoder has not seen “brother” yet: it becomes “Ma” instead of “Mon”.</source>
        <translation>À «&#xa0;My&#xa0;», l’encodeur n’a pas encore vu «&#xa0;brother&#xa0;»&#xa0;: il en fait «&#xa0;Ma&#xa0;» au lieu de «&#xa0;Mon&#xa0;».</translation>
    </message>
    <message>
        <source>Positions off</source>
        <translation>Positions désactivées</translation>
    </message>
    <message>
        <source>Without positions the encoder reads a bag of words: who bites whom is lost.</source>
        <translation>Sans positions, l’encodeur lit un sac de mots&#xa0;: qui mord qui est perdu.</translation>
    </message>
    <message>
        <source>Another candidate taken</source>
        <translation>Un autre candidat choisi</translation>
    </message>
    <message>
        <source>The model prefers “C&apos;est”. Made to begin with “Elle”, it goes on as if that had been its idea.</source>
        <translation>Le modèle préfère «&#xa0;C’est&#xa0;». Forcé à commencer par «&#xa0;Elle&#xa0;», il continue comme si c’était son idée.</translation>
    </message>
    <message>
        <source>Without the heads that align</source>
        <translation>Sans les têtes qui alignent</translation>
    </message>
    <message>
        <source>Two heads are off, and the verb is gone: the cat no longer sleeps. What if lists the edits.</source>
        <translation>Deux têtes sont désactivées et le verbe a disparu&#xa0;: le chat ne dort plus. Et si liste les modifications.</translation>
    </message>
    <message>
        <source>Four beams at once</source>
        <translation>Quatre faisceaux à la fois</translation>
    </message>
    <message>
        <source>Beam search keeps four beginnings; the tree shows which were dropped, and where. Click one to see its maps.</source>
        <translation>La recherche en faisceau garde quatre débuts&#xa0;; l’arbre montre lesquels sont abandonnés, et où. Cliquer sur l’un pour voir ses cartes.</translation>
    </message>
    <message>
        <source>Worth seeing: the next word</source>
        <translation>À voir&#xa0;: le mot suivant</translation>
    </message>
    <message>
        <source>A dozen states worth seeing on the model that goes on with a text.</source>
        <translation>Une douzaine d’états qui valent le coup d’œil, sur le modèle qui continue un texte.</translation>
    </message>
    <message>
        <source>Induction: it has read this before</source>
        <translation>Induction&#xa0;: elle l’a déjà lu</translation>
    </message>
    <message>
        <source>At the second “has” this head looks at “a”, which followed the first “has”.</source>
        <translation>Au deuxième «&#xa0;has&#xa0;», cette tête regarde «&#xa0;a&#xa0;», qui suivait le premier «&#xa0;has&#xa0;».</translation>
    </message>
    <message>
        <source>One token back</source>
        <translation>Un token en arrière</translation>
    </message>
    <message>
        <source>A line below the diagonal: each token looks at the one before. Induction is built on it.</source>
        <translation>Une ligne sous la diagonale&#xa0;: chaque token regarde le précédent. L’induction repose là-dessus.</translation>
    </message>
    <message>
        <source>An attention sink</source>
        <translation>Un puits d’attention</translation>
    </message>
    <message>
        <source>Nearly every row rests on the first token: this head has nothing to do here.</source>
        <translation>Presque chaque ligne se repose sur le premier token&#xa0;: cette tête n’a rien à faire ici.</translation>
    </message>
    <message>
        <source>The token itself</source>
        <translation>Le token lui-même</translation>
    </message>
    <message>
        <source>The diagonal: this head mostly looks at the token that was just read.</source>
        <translation>La diagonale&#xa0;: cette tête regarde surtout le token qui vient d’être lu.</translation>
    </message>
    <message>
        <source>Dot products are no shares</source>
        <translation>Les produits scalaires ne sont pas des parts</translation>
    </message>
    <message>
        <source>The same head before the softmax: numbers of both signs. Click softmax in the formula.</source>
        <translation>La même tête avant le softmax&#xa0;: des nombres des deux signes. Cliquer sur softmax dans la formule.</translation>
    </message>
    <message>
        <source>From layer to layer</source>
        <translation>De couche en couche</translation>
    </message>
    <message>
        <source>The logit lens reads the stream after each layer: see when the model settles on a token.</source>
        <translation>Le logit lens lit le flux après chaque couche&#xa0;: voir quand le modèle se décide pour un token.</translation>
    </message>
    <message>
        <source>Without induction</source>
        <translation>Sans induction</translation>
    </message>
    <message>
        <source>The induction head is off, and the text goes on differently: compare the outputs in What if.</source>
        <translation>La tête d’induction est désactivée et le texte continue autrement&#xa0;: comparer les sorties dans Et si.</translation>
    </message>
    <message>
        <source>Tokens see those after them, as they never did in training: it only repeats now.</source>
        <translation>Les tokens voient ceux qui les suivent, comme jamais à l’entraînement&#xa0;: le modèle ne fait plus que répéter.</translation>
    </message>
    <message>
        <source>The line below the diagonal is gone: without positions no head can find “one back”.</source>
        <translation>La ligne sous la diagonale a disparu&#xa0;: sans positions, aucune tête ne trouve «&#xa0;un en arrière&#xa0;».</translation>
    </message>
    <message>
        <source>A window of four tokens</source>
        <translation>Une fenêtre de quatre tokens</translation>
    </message>
    <message>
        <source>Made to go on with “a cat”, the model continues from there. Step through it in Decoding.</source>
        <translation>Forcé à continuer par «&#xa0;a cat&#xa0;», le modèle repart de là. Le suivre pas à pas dans Décodage.</translation>
    </message>
    <message>
        <source>Four beginnings are kept at each step; the tree shows which of them won.</source>
        <translation>Quatre débuts sont gardés à chaque pas&#xa0;; l’arbre montre lesquels ont gagné.</translation>
    </message>
    <message>
        <source>Worth seeing: masked words</source>
        <translation>À voir&#xa0;: les mots masqués</translation>
    </message>
    <message>
        <source>A dozen states worth seeing on the model that fills in masked words.</source>
        <translation>Une douzaine d’états qui valent le coup d’œil, sur le modèle qui complète les mots masqués.</translation>
    </message>
    <message>
        <source>What is in the cup?</source>
        <translation>Qu’y a-t-il dans la tasse&#xa0;?</translation>
    </message>
    <message>
        <source>[MASK] looks at “cup”: Masked words lists what the model would fill in.</source>
        <translation>[MASK] regarde «&#xa0;cup&#xa0;»&#xa0;: Mots masqués liste ce que le modèle y mettrait.</translation>
    </message>
    <message>
        <source>Which verb?</source>
        <translation>Quel verbe&#xa0;?</translation>
    </message>
    <message>
        <source>The word is missing between dog and cat: Masked words lists the verbs that fit.</source>
        <translation>Il manque un mot entre dog et cat&#xa0;: Mots masqués liste les verbes possibles.</translation>
    </message>
    <message>
        <source>Two words are missing</source>
        <translation>Il manque deux mots</translation>
    </message>
    <message>
        <source>Each [MASK] is filled by itself: choose a filling for the first and see the second change.</source>
        <translation>Chaque [MASK] est rempli séparément&#xa0;: choisir un mot pour le premier et voir changer le second.</translation>
    </message>
    <message>
        <source>A line below the diagonal: in an encoder, too, heads find the token before.</source>
        <translation>Une ligne sous la diagonale&#xa0;: dans un encodeur aussi, des têtes trouvent le token précédent.</translation>
    </message>
    <message>
        <source>One token ahead</source>
        <translation>Un token en avant</translation>
    </message>
    <message>
        <source>A line above the diagonal: nothing is masked here, so a token can look at the next one.</source>
        <translation>Une ligne au-dessus de la diagonale&#xa0;: rien n’est masqué ici, un token peut donc regarder le suivant.</translation>
    </message>
    <message>
        <source>The verb and its noun</source>
        <translation>Le verbe et son nom</translation>
    </message>
    <message>
        <source>“cup” looks at “drank”: what is done with it.</source>
        <translation>«&#xa0;cup&#xa0;» regarde «&#xa0;drank&#xa0;»&#xa0;: ce qu’on en fait.</translation>
    </message>
    <message>
        <source>The cup is hidden</source>
        <translation>La tasse est cachée</translation>
    </message>
    <message>
        <source>No token can look at “cup”: see in Masked words how the filling changes.</source>
        <translation>Aucun token ne peut regarder «&#xa0;cup&#xa0;»&#xa0;: voir dans Mots masqués comment cela change le mot.</translation>
    </message>
    <message>
        <source>With a causal mask the head of the next token has nowhere to look: the upper half is hatched.</source>
        <translation>Avec un masque causal, la tête du token suivant n’a rien à regarder&#xa0;: la moitié supérieure est hachurée.</translation>
    </message>
    <message>
        <source>The line below the diagonal is gone: order is known by positions alone.</source>
        <translation>La ligne sous la diagonale a disparu&#xa0;: l’ordre n’est connu que par les positions.</translation>
    </message>
    <message>
        <source>Without “one token back”</source>
        <translation>Sans «&#xa0;un token en arrière&#xa0;»</translation>
    </message>
    <message>
        <source>The logit lens reads the stream after each layer: see where [MASK] becomes a word.</source>
        <translation>Le logit lens lit le flux après chaque couche&#xa0;: voir où [MASK] devient un mot.</translation>
    </message>
    <message>
        <source>Worked examples</source>
        <translation>Exemples chiffrés</translation>
    </message>
    <message>
        <source>Self-attention by hand</source>
        <translation>Auto-attention à la main</translation>
    </message>
    <message>
        <source>The same without the scale</source>
        <translation>La même sans facteur</translation>
    </message>
    <message>
        <source>Shares instead of softmax</source>
        <translation>Parts au lieu de softmax</translation>
    </message>
    <message>
        <source>Positions whose exponent counts dimensions</source>
        <translation>Positions dont l’exposant compte les dimensions</translation>
    </message>
    <message>
        <source>Only the first columns turn: the exponent is 2i/d with i counting dimensions, not pairs. Compare with the paper’s under Run with positions.</source>
        <translation>Seules les premières colonnes tournent&#xa0;: l’exposant est 2i/d où i compte les dimensions, non les paires. Comparez avec celles de l’article sous Exécuter avec les positions.</translation>
    </message>
    <message>
        <source>Heads that read a slice each</source>
        <translation>Des têtes qui lisent chacune une tranche</translation>
    </message>
    <message>
        <source>Three heads, each of width 64, read three of the nine features each.</source>
        <translation>Trois têtes, chacune de largeur 64, lisent chacune trois des neuf dimensions.</translation>
    </message>
    <message>
        <source>Four heads at two dimensions</source>
        <translation>Quatre têtes en deux dimensions</translation>
    </message>
    <message>
        <source>Ten words, two features, one matrix as feed-forward layer, and one mean and deviation for the whole matrix.</source>
        <translation>Dix mots, deux dimensions, une seule matrice comme couche feed-forward, une moyenne et un écart pour toute la matrice.</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>Pour commencer</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemples</translation>
    </message>
    <message>
        <source>A dozen states worth seeing for each kind of model: one click each, with a line on what to look at.</source>
        <translation>Une douzaine d’états qui valent le coup d’œil par sorte de modèle&#xa0;: un clic pour chacun, avec une ligne qui dit quoi regarder.</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>Tout trouver</translation>
    </message>
    <message>
        <source>Type the name of a view, a head, a token or a command, and press Enter.</source>
        <translation>Saisissez le nom d’une vue, d’une tête, d’un token ou d’une commande, puis Entrée.</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Raccourcis</translation>
    </message>
    <message>
        <source>Experiments on the built-in translation model</source>
        <translation>Expériences sur le modèle de traduction intégré</translation>
    </message>
    <message>
        <source>Models that come with Headlight</source>
        <translation>Modèles fournis avec Headlight</translation>
    </message>
    <message>
        <source>Translates English into French. An encoder reads the sentence, a decoder writes its translation, and cross-attention ties the two together.</source>
        <translation>Traduit de l’anglais en français. Un encodeur lit la phrase, un décodeur écrit sa traduction et l’attention croisée relie les deux.</translation>
    </message>
    <message>
        <source>Continues English text. A decoder alone, which reads what it writes; some of its heads look for earlier copies of a word.</source>
        <translation>Continue un texte anglais. Un décodeur seul, qui lit ce qu’il écrit&#xa0;; certaines têtes cherchent les occurrences précédentes d’un mot.</translation>
    </message>
    <message>
        <source>Fills in masked words. An encoder alone, which sees the whole sentence at once: type [MASK] for a word.</source>
        <translation>Complète les mots masqués. Un encodeur seul, qui voit toute la phrase à la fois&#xa0;: saisissez [MASK] à la place d’un mot.</translation>
    </message>
    <message>
        <source>On the command line</source>
        <translation>En ligne de commande</translation>
    </message>
    <message>
        <source>A figure for a paper</source>
        <translation>Une figure pour un article</translation>
    </message>
    <message>
        <source>Draws one head to PDF, SVG, PNG or CSV, without a window.</source>
        <translation>Dessine une tête en PDF, SVG, PNG ou CSV, sans fenêtre.</translation>
    </message>
    <message>
        <source>Statistics of all heads</source>
        <translation>Statistiques de toutes les têtes</translation>
    </message>
    <message>
        <source>Prints where each head looks, in numbers.</source>
        <translation>Affiche où regarde chaque tête, en nombres.</translation>
    </message>
    <message>
        <source>The output, step by step</source>
        <translation>La sortie, pas à pas</translation>
    </message>
    <message>
        <source>Decodes a text, and prints what was chosen.</source>
        <translation>Décode un texte et affiche ce qui est choisi.</translation>
    </message>
    <message>
        <source>word alignment, cross-attention</source>
        <translation>alignement des mots, attention croisée</translation>
    </message>
    <message>
        <source>causal mask off, look-ahead</source>
        <translation>sans masque causal, anticipation</translation>
    </message>
    <message>
        <source>translation, encoder–decoder, seq2seq</source>
        <translation>traduction, encodeur–décodeur, seq2seq</translation>
    </message>
    <message>
        <source>language model, GPT, generation</source>
        <translation>modèle de langue, GPT, génération</translation>
    </message>
    <message>
        <source>BERT, masked language model</source>
        <translation>BERT, modèle de langue masqué</translation>
    </message>
    <message>
        <source>worked examples, by hand, textbook, illustrated transformer, exercises</source>
        <translation>exemples calculés, à la main, manuel scolaire, transformer illustré, exercices</translation>
    </message>
    <message>
        <source>Each workspace arranges the same views for one kind of work. The sentence, the head and the cell stay the same in all of them, and each keeps your arrangement. The button below lists all views. Double-click the title of a view, or press F12, to give it all the room; the same again brings the others back.</source>
        <translation>Chaque espace de travail dispose les mêmes vues pour un travail donné. La phrase, la tête et la cellule restent les mêmes partout, et chacun garde votre disposition. Le bouton du bas montre toutes les vues. Un double-clic sur le titre d’une vue, ou F12, lui donne toute la place ; le même geste ramène les autres.</translation>
    </message>
    <message>
        <source>Numbers that introductions to the paper work out by hand, computed by the program.</source>
        <translation>Des nombres que des introductions à l’article calculent à la main, calculés par le programme.</translation>
    </message>
    <message>
        <source>The words are [0, 0], [0, 1] and [.1, .5], scaled by √2. The text prints .3333 .3333 .3333, .2246 .4555 .3199, .2758 .3928 .3315; here the rows are {w}.</source>
        <translation>Les mots sont [0, 0], [0, 1] et [.1, .5], à l’échelle √2. Le texte imprime 0,3333 0,3333 0,3333&#xa0;; 0,2246 0,4555 0,3199&#xa0;; 0,2758 0,3928 0,3315&#xa0;; ici les lignes sont {w}.</translation>
    </message>
    <message>
        <source>Dot products as they are, not divided by √2: rows become sharper. The second row is {w}.</source>
        <translation>Les produits scalaires tels quels, non divisés par √2&#xa0;: les lignes deviennent plus tranchées. La deuxième ligne est {w}.</translation>
    </message>
    <message>
        <source>Each score divided by the sum of its row. The second row is {w}; “our” has only scores of 0 and attends to nothing.</source>
        <translation>Chaque score divisé par la somme de sa ligne. La deuxième ligne est {w}&#xa0;; «&#xa0;our&#xa0;» n’a que des scores nuls et ne regarde rien.</translation>
    </message>
    <message>
        <source>Find the error</source>
        <translation>Trouvez l’erreur</translation>
    </message>
    <message>
        <source>slips, mistakes, quiz</source>
        <translation>erreurs, fautes, quiz</translation>
    </message>
    <message>
        <source>1. The answer 5.65</source>
        <translation>1. La réponse 5,65</translation>
    </message>
    <message>
        <source>Text 0 looks up 0.45 “fun” (10), 0.45 “exciting” (9) and 0.1 “boring” (−3), and prints 5.65.</source>
        <translation>Le texte 0 cherche 0,45 «&#xa0;fun&#xa0;» (10), 0,45 «&#xa0;exciting&#xa0;» (9) et 0,1 «&#xa0;boring&#xa0;» (−3), et imprime 5,65.</translation>
    </message>
    <message>
        <source>What is wrong here?</source>
        <translation>Qu’est-ce qui est faux ici&#xa0;?</translation>
    </message>
    <message>
        <source>The weights do not add up to 1</source>
        <translation>Les poids n’ont pas pour somme 1</translation>
    </message>
    <message>
        <source>The sum is wrong</source>
        <translation>La somme est fausse</translation>
    </message>
    <message>
        <source>A value cannot be negative</source>
        <translation>Une valeur ne peut pas être négative</translation>
    </message>
    <message>
        <source>Softmax is missing</source>
        <translation>Softmax manque</translation>
    </message>
    <message>
        <source>0.45 × 10 + 0.45 × 9 + 0.1 × (−3) = {a}.</source>
        <translation>0,45 × 10 + 0,45 × 9 + 0,1 × (−3) = {a}.</translation>
    </message>
    <message>
        <source>Text 0 gives “boring” the value −3 in its first dictionary. In the second one the values are 10, 9 and 3.</source>
        <translation>Le texte 0 donne à «&#xa0;boring&#xa0;» la valeur −3 dans son premier dictionnaire. Dans le second, les valeurs sont 10, 9 et 3.</translation>
    </message>
    <message>
        <source>The keys changed, so the values must</source>
        <translation>Les clés ont changé, donc les valeurs aussi</translation>
    </message>
    <message>
        <source>Values are counted from zero</source>
        <translation>Les valeurs se comptent à partir de zéro</translation>
    </message>
    <message>
        <source>A sign was lost on the way</source>
        <translation>Un signe s’est perdu en chemin</translation>
    </message>
    <message>
        <source>The order of the words changed</source>
        <translation>L’ordre des mots a changé</translation>
    </message>
    <message>
        <source>Nobody notices, because the weight of “boring” is nearly 0: the answer is {a} with 3 and {b} with −3. In the first dictionary it would have mattered: {c} instead of {d}.</source>
        <translation>Personne ne le remarque, car le poids de «&#xa0;boring&#xa0;» est presque 0&#xa0;: la réponse est {a} avec 3 et {b} avec −3. Dans le premier dictionnaire, cela aurait compté&#xa0;: {c} au lieu de {d}.</translation>
    </message>
    <message>
        <source>3. The exponent</source>
        <translation>3. L’exposant</translation>
    </message>
    <message>
        <source>Sines and cosines are swapped</source>
        <translation>Sinus et cosinus sont échangés</translation>
    </message>
    <message>
        <source>10000 is too small</source>
        <translation>10000 est trop petit</translation>
    </message>
    <message>
        <source>Position 0 should be all zeros</source>
        <translation>La position 0 devrait être nulle</translation>
    </message>
    <message>
        <source>i should count pairs, not dimensions</source>
        <translation>i devrait compter des paires, pas des dimensions</translation>
    </message>
    <message>
        <source>4. The mask of text 4</source>
        <translation>4. Le masque du texte 4</translation>
    </message>
    <message>
        <source>Text 4 masks its decoder in a loop over keys: for key i, −∞ is added to the scores of the queries from i on. This is the map that comes of it, on the encoder of text 0, which has no mask of its own.</source>
        <translation>Le texte 4 masque son décodeur dans une boucle sur les clés&#xa0;: pour la clé i, −∞ s’ajoute aux scores des requêtes à partir de i. Voici la carte qui en résulte, sur l’encodeur du texte 0, qui n’a pas de masque à lui.</translation>
    </message>
    <message>
        <source>Each token sees only what follows</source>
        <translation>Chaque token ne voit que ce qui suit</translation>
    </message>
    <message>
        <source>Each token sees only itself</source>
        <translation>Chaque token ne voit que lui-même</translation>
    </message>
    <message>
        <source>Nothing is masked</source>
        <translation>Rien n’est masqué</translation>
    </message>
    <message>
        <source>The first row is empty</source>
        <translation>La première ligne est vide</translation>
    </message>
    <message>
        <source>5. Two loops, one name</source>
        <translation>5. Deux boucles, un nom</translation>
    </message>
    <message>
        <source>Text 4’s mask has a loop inside a loop, and both call their variable i.</source>
        <translation>Le masque du texte 4 a une boucle dans une boucle, et les deux nomment leur variable i.</translation>
    </message>
    <message>
        <source>Python forbids it</source>
        <translation>Python l’interdit</translation>
    </message>
    <message>
        <source>The inner loop overwrites the outer i</source>
        <translation>La boucle intérieure écrase le i extérieur</translation>
    </message>
    <message>
        <source>The loops run for ever</source>
        <translation>Les boucles ne finissent pas</translation>
    </message>
    <message>
        <source>Loops are too slow for a mask</source>
        <translation>Les boucles sont trop lentes pour un masque</translation>
    </message>
    <message>
        <source>Python sets the outer i anew at its next turn, so here it does no harm; any line after the inner loop would read the wrong i. Two names cost nothing.</source>
        <translation>Python redonne sa valeur au i extérieur au tour suivant&#xa0;: ici, cela ne nuit pas&#xa0;; toute ligne après la boucle intérieure lirait le mauvais i. Deux noms ne coûtent rien.</translation>
    </message>
    <message>
        <source>6. A mask that is built</source>
        <translation>6. Un masque construit</translation>
    </message>
    <message>
        <source>Text 0’s decoder builds a causal mask. Here is a head of its self-attention.</source>
        <translation>Le décodeur du texte 0 construit un masque causal. Voici une tête de son auto-attention.</translation>
    </message>
    <message>
        <source>The mask hides too much</source>
        <translation>Le masque cache trop</translation>
    </message>
    <message>
        <source>The decoder needs no mask</source>
        <translation>Le décodeur n’a pas besoin de masque</translation>
    </message>
    <message>
        <source>The mask never reaches the heads</source>
        <translation>Le masque n’arrive jamais aux têtes</translation>
    </message>
    <message>
        <source>The scale is missing</source>
        <translation>L’échelle manque</translation>
    </message>
    <message>
        <source>There are weights above the diagonal: the leak. In training such a decoder reads the word that it is to predict.</source>
        <translation>Il y a des poids au-dessus de la diagonale&#xa0;: la fuite. À l’entraînement, un tel décodeur lit le mot qu’il doit prédire.</translation>
    </message>
    <message>
        <source>7. Masked cross-attention</source>
        <translation>7. Attention croisée masquée</translation>
    </message>
    <message>
        <source>Text 0’s cross-attention calls the class of the masked heads. Here is the map.</source>
        <translation>L’attention croisée du texte 0 appelle la classe des têtes masquées. Voici la carte.</translation>
    </message>
    <message>
        <source>Queries come from the encoder</source>
        <translation>Les requêtes viennent de l’encodeur</translation>
    </message>
    <message>
        <source>Values are not projected</source>
        <translation>Les valeurs ne sont pas projetées</translation>
    </message>
    <message>
        <source>Nothing: every mask is causal</source>
        <translation>Rien&#xa0;: tout masque est causal</translation>
    </message>
    <message>
        <source>Words of the source are hidden by their place</source>
        <translation>Des mots de la source sont cachés selon leur place</translation>
    </message>
    <message>
        <source>The source is there as a whole before the first word is written. A causal mask in cross-attention hides its later words for no reason.</source>
        <translation>La source est là tout entière avant le premier mot écrit. Un masque causal dans l’attention croisée cache ses derniers mots sans raison.</translation>
    </message>
    <message>
        <source>Text 0’s function adds a mask to scores and takes softmax; before that it computes q @ k.T, and gives the result another name.</source>
        <translation>La fonction du texte 0 ajoute un masque à scores et prend softmax&#xa0;; avant, elle calcule q @ k.T, et donne un autre nom au résultat.</translation>
    </message>
    <message>
        <source>scores is not defined</source>
        <translation>scores n’est pas défini</translation>
    </message>
    <message>
        <source>The mask must be multiplied</source>
        <translation>Le masque doit être multiplié</translation>
    </message>
    <message>
        <source>Softmax comes before the mask</source>
        <translation>Softmax vient avant le masque</translation>
    </message>
    <message>
        <source>k must not be transposed</source>
        <translation>k ne doit pas être transposé</translation>
    </message>
    <message>
        <source>Python stops with a NameError. Here are the scores that were meant: q·k/√d_k.</source>
        <translation>Python s’arrête avec une NameError. Voici les scores voulus&#xa0;: q·k/√d_k.</translation>
    </message>
    <message>
        <source>9. Six heads</source>
        <translation>9. Six têtes</translation>
    </message>
    <message>
        <source>Text 0 asks for six heads on inputs with three features each.</source>
        <translation>Le texte 0 demande six têtes sur des entrées de trois composantes.</translation>
    </message>
    <message>
        <source>Six heads need six layers</source>
        <translation>Six têtes demandent six couches</translation>
    </message>
    <message>
        <source>Three features cannot be cut into six slices</source>
        <translation>Trois composantes ne se coupent pas en six tranches</translation>
    </message>
    <message>
        <source>Heads must be a power of two</source>
        <translation>Le nombre de têtes doit être une puissance de deux</translation>
    </message>
    <message>
        <source>Heads do not read features</source>
        <translation>Les têtes ne lisent pas de composantes</translation>
    </message>
    <message>
        <source>d % h must be 0 if each head reads its own slice. The model here has nine features and three heads: {d} / {h} = {s}.</source>
        <translation>d&#xa0;% h doit être 0 si chaque tête lit sa tranche. Le modèle a ici neuf composantes et trois têtes&#xa0;: {d} / {h} = {s}.</translation>
    </message>
    <message>
        <source>10. Arguments that are not read</source>
        <translation>10. Des arguments non lus</translation>
    </message>
    <message>
        <source>Text 0’s head takes queries, keys and values as arguments, and projects an x from outside instead.</source>
        <translation>La tête du texte 0 reçoit requêtes, clés et valeurs en arguments, et projette à la place un x du dehors.</translation>
    </message>
    <message>
        <source>All heads give the same map</source>
        <translation>Toutes les têtes donnent la même carte</translation>
    </message>
    <message>
        <source>The scores are not scaled</source>
        <translation>Les scores ne sont pas mis à l’échelle</translation>
    </message>
    <message>
        <source>Cross-attention would not see the source</source>
        <translation>L’attention croisée ne verrait pas la source</translation>
    </message>
    <message>
        <source>Nothing: x is the same</source>
        <translation>Rien&#xa0;: x est le même</translation>
    </message>
    <message>
        <source>In self-attention nobody notices. The projections still differ, so the heads do, too; but in cross-attention, keys and values must come from the encoder: {k} here, while the queries are {q} (rows, columns).</source>
        <translation>Dans l’auto-attention, personne ne le remarque. Les projections diffèrent toujours, donc les têtes aussi&#xa0;; mais dans l’attention croisée, clés et valeurs doivent venir de l’encodeur&#xa0;: {k} ici, alors que les requêtes sont {q} (lignes, colonnes).</translation>
    </message>
    <message>
        <source>11. Add &amp; Norm</source>
        <translation>11. Add &amp; Norm</translation>
    </message>
    <message>
        <source>Text 2 says that each sub-layer is followed by Add &amp; Norm. This is a layer of its code.</source>
        <translation>Le texte 2 dit que chaque sous-couche est suivie de Add &amp; Norm. Voici une couche de son code.</translation>
    </message>
    <message>
        <source>There is no sum</source>
        <translation>Il n’y a pas de somme</translation>
    </message>
    <message>
        <source>12. The encoder’s output</source>
        <translation>12. La sortie de l’encodeur</translation>
    </message>
    <message>
        <source>This encoder has two layers. See what cross-attention makes of its output.</source>
        <translation>Cet encodeur a deux couches. Voyez ce que l’attention croisée fait de sa sortie.</translation>
    </message>
    <message>
        <source>It returns the input of its last layer</source>
        <translation>Il renvoie l’entrée de sa dernière couche</translation>
    </message>
    <message>
        <source>It returns the embeddings</source>
        <translation>Il renvoie les plongements</translation>
    </message>
    <message>
        <source>It is masked</source>
        <translation>Il est masqué</translation>
    </message>
    <message>
        <source>It has too many layers</source>
        <translation>Il a trop de couches</translation>
    </message>
    <message>
        <source>The decoder reads what one layer made of the sentence. Left and right: without the mistake, and with it.</source>
        <translation>Le décodeur lit ce qu’une couche a fait de la phrase. À gauche et à droite&#xa0;: sans l’erreur, et avec elle.</translation>
    </message>
    <message>
        <source>13. The residual</source>
        <translation>13. Le résiduel</translation>
    </message>
    <message>
        <source>Behind the feed-forward layer of this decoder, one sum is not what it should be. See the Block view.</source>
        <translation>Derrière le feed-forward de ce décodeur, une somme n’est pas ce qu’elle devrait être. Voyez la vue Bloc.</translation>
    </message>
    <message>
        <source>It adds nothing</source>
        <translation>Elle n’ajoute rien</translation>
    </message>
    <message>
        <source>It adds the stream from before cross-attention</source>
        <translation>Elle ajoute le flux d’avant l’attention croisée</translation>
    </message>
    <message>
        <source>It adds the embeddings</source>
        <translation>Elle ajoute les plongements</translation>
    </message>
    <message>
        <source>It is a product</source>
        <translation>C’est un produit</translation>
    </message>
    <message>
        <source>What cross-attention added is lost on the direct way.</source>
        <translation>Ce que l’attention croisée a ajouté se perd sur le chemin direct.</translation>
    </message>
    <message>
        <source>It divides by the variance</source>
        <translation>Elle divise par la variance</translation>
    </message>
    <message>
        <source>It subtracts twice</source>
        <translation>Elle soustrait deux fois</translation>
    </message>
    <message>
        <source>15. Dropout</source>
        <translation>15. Dropout</translation>
    </message>
    <message>
        <source>One introduction calls its dropout by a name that does not exist.</source>
        <translation>Une introduction appelle son dropout par un nom qui n’existe pas.</translation>
    </message>
    <message>
        <source>Dropout is skipped silently</source>
        <translation>Le dropout est sauté sans bruit</translation>
    </message>
    <message>
        <source>All numbers become zero</source>
        <translation>Tous les nombres deviennent nuls</translation>
    </message>
    <message>
        <source>Only training is slower</source>
        <translation>Seul l’entraînement est plus lent</translation>
    </message>
    <message>
        <source>Python stops at this line</source>
        <translation>Python s’arrête à cette ligne</translation>
    </message>
    <message>
        <source>16. The scale</source>
        <translation>16. L’échelle</translation>
    </message>
    <message>
        <source>They are divided by √d_model, not by √d_k</source>
        <translation>Ils sont divisés par √d_model, pas par √d_k</translation>
    </message>
    <message>
        <source>They are divided twice</source>
        <translation>Ils sont divisés deux fois</translation>
    </message>
    <message>
        <source>They are not divided</source>
        <translation>Ils ne sont pas divisés</translation>
    </message>
    <message>
        <source>They are divided by the length</source>
        <translation>Ils sont divisés par la longueur</translation>
    </message>
    <message>
        <source>Four heads, computed in a loop. Look at their maps.</source>
        <translation>Quatre têtes, calculées dans une boucle. Regardez leurs cartes.</translation>
    </message>
    <message>
        <source>The heads are not mixed by W_O</source>
        <translation>Les têtes ne sont pas mêlées par W_O</translation>
    </message>
    <message>
        <source>All heads read the first one’s queries, keys and values</source>
        <translation>Toutes lisent les requêtes, clés et valeurs de la première</translation>
    </message>
    <message>
        <source>The heads are too narrow</source>
        <translation>Les têtes sont trop étroites</translation>
    </message>
    <message>
        <source>The mask is missing</source>
        <translation>Le masque manque</translation>
    </message>
    <message>
        <source>1. A dictionary, hard and soft</source>
        <translation>1. Un dictionnaire, strict et souple</translation>
    </message>
    <message>
        <source>soft dictionary, key, value, query</source>
        <translation>dictionnaire souple, clé, valeur, requête</translation>
    </message>
    <message>
        <source>A hard dictionary answers with the value of the one key that equals the query. A soft one answers with a mixture of all values, weighted by how well each key fits.</source>
        <translation>Un dictionnaire strict répond par la valeur de la seule clé égale à la requête. Un dictionnaire souple répond par un mélange de toutes les valeurs, pondéré par l’accord de chaque clé.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.2: mapping a query and a set of key–value pairs to an output.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.2&#xa0;: une requête et des paires clé–valeur donnent une sortie.</translation>
    </message>
    <message>
        <source>Look up one word</source>
        <translation>Chercher un mot</translation>
    </message>
    <message>
        <source>What does a soft dictionary answer?</source>
        <translation>Que répond un dictionnaire souple&#xa0;?</translation>
    </message>
    <message>
        <source>Nothing: no key is equal</source>
        <translation>Rien&#xa0;: aucune clé n’est égale</translation>
    </message>
    <message>
        <source>10, the value of the first key</source>
        <translation>10, la valeur de la première clé</translation>
    </message>
    <message>
        <source>A mixture of the three values</source>
        <translation>Un mélange des trois valeurs</translation>
    </message>
    <message>
        <source>16, the sum of the values</source>
        <translation>16, la somme des valeurs</translation>
    </message>
    <message>
        <source>Each value counts by its weight: 0.45 × 10 + 0.45 × 9 + 0.1 × (−3) = {soft}.</source>
        <translation>Chaque valeur compte selon son poids&#xa0;: 0,45 × 10 + 0,45 × 9 + 0,1 × (−3) = {soft}.</translation>
    </message>
    <message>
        <source>The same in a model</source>
        <translation>La même chose dans un modèle</translation>
    </message>
    <message>
        <source>Every row of this map is one look-up: the row’s token asks, the columns are the keys, and the colours are the weights. The weights of the row “␣black” add up to {sum}.</source>
        <translation>Chaque ligne de cette carte est une recherche&#xa0;: le token de la ligne demande, les colonnes sont les clés, les couleurs sont les poids. Les poids de la ligne «&#xa0;␣black&#xa0;» ont pour somme {sum}.</translation>
    </message>
    <message>
        <source>A head that finds one word</source>
        <translation>Une tête qui trouve un mot</translation>
    </message>
    <message>
        <source>Choose the head {decoder.0.cross.3} in Heads, or press Ctrl+K and type decoder.0.cross.3.</source>
        <translation>Choisissez la tête {decoder.0.cross.3} dans Têtes, ou appuyez sur Ctrl+K et tapez decoder.0.cross.3.</translation>
    </message>
    <message>
        <source>Having written “chat”, which English word does this head look up? Click the cell in the row chat → noir: the row of what has been read, then of what is written next.</source>
        <translation>Après avoir écrit «&#xa0;chat&#xa0;», quel mot anglais cette tête cherche-t-elle&#xa0;? Cliquez sur la cellule dans la ligne chat → noir&#xa0;: d’abord ce qui a été lu, puis ce qui est écrit ensuite.</translation>
    </message>
    <message>
        <source>It looks up “cat” with a weight of {chat}: this soft dictionary is nearly hard.</source>
        <translation>Elle cherche «&#xa0;cat&#xa0;» avec un poids de {chat}&#xa0;: ce dictionnaire souple est presque strict.</translation>
    </message>
    <message>
        <source>2. Similarity: dot product and angle</source>
        <translation>2. Similarité&#xa0;: produit scalaire et angle</translation>
    </message>
    <message>
        <source>How well does a key fit a query? You compare vectors by their dot product and by their angle.</source>
        <translation>À quel point une clé convient-elle à une requête&#xa0;? Vous comparez des vecteurs par leur produit scalaire et par leur angle.</translation>
    </message>
    <message>
        <source>dot product, cosine, additive attention</source>
        <translation>produit scalaire, cosinus, attention additive</translation>
    </message>
    <message>
        <source>The dot product q · k = |q| |k| cos θ is large if two vectors are long and point the same way. The paper divides it by √d_k and lets softmax turn the row of scores into weights.</source>
        <translation>Le produit scalaire q · k = |q| |k| cos θ est grand si deux vecteurs sont longs et de même direction. L’article le divise par √d_k et softmax change la ligne de scores en poids.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.2.1: dot-product and additive attention.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.2.1&#xa0;: attention par produit scalaire et additive.</translation>
    </message>
    <message>
        <source>Three dot products</source>
        <translation>Trois produits scalaires</translation>
    </message>
    <message>
        <source>Divide first</source>
        <translation>Diviser d’abord</translation>
    </message>
    <message>
        <source>The scores are divided by √2 before softmax. What happens to the weights?</source>
        <translation>Les scores sont divisés par √2 avant softmax. Que deviennent les poids&#xa0;?</translation>
    </message>
    <message>
        <source>They stay the same</source>
        <translation>Ils restent les mêmes</translation>
    </message>
    <message>
        <source>They move closer together</source>
        <translation>Ils se rapprochent</translation>
    </message>
    <message>
        <source>The largest grows</source>
        <translation>Le plus grand augmente</translation>
    </message>
    <message>
        <source>The weights are {weights} now, the answer is {answer}. Softmax sees differences, and the division made them smaller.</source>
        <translation>Les poids sont maintenant {weights}, la réponse est {answer}. Softmax voit les différences, et la division les a réduites.</translation>
    </message>
    <message>
        <source>Only the angle</source>
        <translation>Seulement l’angle</translation>
    </message>
    <message>
        <source>Five keys of equal length: cos θ goes from 1 to −1. With exp, agreement is amplified (e¹ = {most}) and opposition damped (e⁻¹ = {least}).</source>
        <translation>Cinq clés de même longueur&#xa0;: cos θ va de 1 à −1. Avec exp, l’accord est amplifié (e¹ = {most}) et l’opposition amortie (e⁻¹ = {least}).</translation>
    </message>
    <message>
        <source>Weights of a real head</source>
        <translation>Poids d’une vraie tête</translation>
    </message>
    <message>
        <source>Here are the weights of {decoder.0.cross.3}: all between 0 and 1.</source>
        <translation>Voici les poids de la tête {decoder.0.cross.3}&#xa0;: tous entre 0 et 1.</translation>
    </message>
    <message>
        <source>Its dot products</source>
        <translation>Ses produits scalaires</translation>
    </message>
    <message>
        <source>Click “Q·Kᵀ” in the formula above the map.</source>
        <translation>Cliquez sur «&#xa0;Q·Kᵀ&#xa0;» dans la formule au-dessus de la carte.</translation>
    </message>
    <message>
        <source>It is {dot}; the smallest number of the whole map is {least}. Softmax keeps the order and makes shares of it.</source>
        <translation>Il vaut {dot}&#xa0;; le plus petit nombre de toute la carte vaut {least}. Softmax garde l’ordre et en fait des parts.</translation>
    </message>
    <message>
        <source>3. Tokens and embeddings</source>
        <translation>3. Tokens et plongements</translation>
    </message>
    <message>
        <source>A model does not read letters. You see what it reads, and the numbers that stand for a token.</source>
        <translation>Un modèle ne lit pas de lettres. Vous voyez ce qu’il lit, et les nombres qui représentent un token.</translation>
    </message>
    <message>
        <source>tokenisation, embedding table, vocabulary</source>
        <translation>tokenisation, table de plongements, vocabulaire</translation>
    </message>
    <message>
        <source>A text becomes tokens, and each token becomes a row of the embedding table. The paper multiplies these rows by √d_model before positions are added.</source>
        <translation>Un texte devient des tokens, et chaque token devient une ligne de la table de plongements. L’article multiplie ces lignes par √d_model avant d’ajouter les positions.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.4: embeddings and softmax.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.4&#xa0;: plongements et softmax.</translation>
    </message>
    <message>
        <source>What the model reads</source>
        <translation>Ce que lit le modèle</translation>
    </message>
    <message>
        <source>Seven words and a full stop have become {n} tokens: “sleeps” is two of them, and &lt;/s&gt; ends the sentence.</source>
        <translation>Sept mots et un point sont devenus {n} tokens&#xa0;: «&#xa0;sleeps&#xa0;» en fait deux, et &lt;/s&gt; finit la phrase.</translation>
    </message>
    <message>
        <source>A token as numbers</source>
        <translation>Un token en nombres</translation>
    </message>
    <message>
        <source>How many numbers stand for one token in this model?</source>
        <translation>Combien de nombres représentent un token dans ce modèle&#xa0;?</translation>
    </message>
    <message>
        <source>One: its id</source>
        <translation>Un&#xa0;: son numéro</translation>
    </message>
    <message>
        <source>As many as the model is wide (d_model)</source>
        <translation>Autant que le modèle est large (d_model)</translation>
    </message>
    <message>
        <source>As many as there are tokens in the vocabulary</source>
        <translation>Autant que le vocabulaire a de tokens</translation>
    </message>
    <message>
        <source>The table has {table} rows of {d} numbers. The sentence takes one row for each token, so X has the shape {shape}. The rows are multiplied by √{d} = {root}, as in the paper.</source>
        <translation>La table a {table} lignes de {d} nombres. La phrase prend une ligne par token&#xa0;: X a donc la forme {shape}. Les lignes sont multipliées par √{d} = {root}, comme dans l’article.</translation>
    </message>
    <message>
        <source>One word more</source>
        <translation>Un mot de plus</translation>
    </message>
    <message>
        <source>Type “old” before “chair” in the sentence.</source>
        <translation>Tapez «&#xa0;old&#xa0;» avant «&#xa0;chair&#xa0;» dans la phrase.</translation>
    </message>
    <message>
        <source>Click the column of the new token.</source>
        <translation>Cliquez sur la colonne du nouveau token.</translation>
    </message>
    <message>
        <source>4. Order: why positions are added</source>
        <translation>4. L’ordre&#xa0;: pourquoi on ajoute des positions</translation>
    </message>
    <message>
        <source>Attention is a sum over keys, and a sum knows no order. You take the positions away and see what is lost.</source>
        <translation>L’attention est une somme sur des clés, et une somme ne connaît pas d’ordre. Vous enlevez les positions et voyez ce qui se perd.</translation>
    </message>
    <message>
        <source>positional encoding, sinusoids, permutation</source>
        <translation>encodage positionnel, sinusoïdes, permutation</translation>
    </message>
    <message>
        <source>Without positions an encoder reads a bag of words. The paper adds sines and cosines of the position, one frequency for each pair of dimensions.</source>
        <translation>Sans positions, un encodeur lit un sac de mots. L’article ajoute des sinus et cosinus de la position, une fréquence par paire de dimensions.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.5: positional encoding.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.5&#xa0;: encodage positionnel.</translation>
    </message>
    <message>
        <source>Who bites whom?</source>
        <translation>Qui mord qui&#xa0;?</translation>
    </message>
    <message>
        <source>The model writes “Le chien mord l’homme.” It knows who bites whom.</source>
        <translation>Le modèle écrit «&#xa0;Le chien mord l’homme.&#xa0;» Il sait qui mord qui.</translation>
    </message>
    <message>
        <source>Permute the words</source>
        <translation>Permuter les mots</translation>
    </message>
    <message>
        <source>Change the sentence to “The man bites the dog.”</source>
        <translation>Changez la phrase en «&#xa0;The man bites the dog.&#xa0;»</translation>
    </message>
    <message>
        <source>The same tokens in another order: “L’homme mord le chien.”</source>
        <translation>Les mêmes tokens dans un autre ordre&#xa0;: «&#xa0;L’homme mord le chien.&#xa0;»</translation>
    </message>
    <message>
        <source>Without positions</source>
        <translation>Sans positions</translation>
    </message>
    <message>
        <source>The same as before</source>
        <translation>La même chose qu’avant</translation>
    </message>
    <message>
        <source>Something that has lost the roles</source>
        <translation>Une phrase où les rôles sont perdus</translation>
    </message>
    <message>
        <source>Nothing at all</source>
        <translation>Rien du tout</translation>
    </message>
    <message>
        <source>“L’homme mord.” The encoder was given the same rows, in whatever order the words stood.</source>
        <translation>«&#xa0;L’homme mord.&#xa0;» L’encodeur a reçu les mêmes lignes, quel que soit l’ordre des mots.</translation>
    </message>
    <message>
        <source>Three formulas</source>
        <translation>Trois formules</translation>
    </message>
    <message>
        <source>The paper</source>
        <translation>L’article</translation>
    </message>
    <message>
        <source>Text 0, its loop</source>
        <translation>Texte 0, sa boucle</translation>
    </message>
    <message>
        <source>Text 4</source>
        <translation>Texte 4</translation>
    </message>
    <message>
        <source>The paper’s: several columns turn at different speeds</source>
        <translation>Celle de l’article&#xa0;: ses colonnes ont plusieurs vitesses</translation>
    </message>
    <message>
        <source>Text 0’s: its first column turns fastest</source>
        <translation>Celle du texte 0&#xa0;: sa première colonne tourne le plus vite</translation>
    </message>
    <message>
        <source>They do it equally well</source>
        <translation>Aussi bien l’une que l’autre</translation>
    </message>
    <message>
        <source>The two rows are {dp} apart by the paper’s formula, {ds} by text 0’s and {do} by text 4’s. The paper’s has more columns that turn visibly, so fewer positions look alike.</source>
        <translation>Les deux lignes sont à {dp} l’une de l’autre avec la formule de l’article, à {ds} avec celle du texte 0 et à {do} avec celle du texte 4. Celle de l’article a plus de colonnes qui tournent visiblement : moins de positions se ressemblent.</translation>
    </message>
    <message>
        <source>5. Queries, keys and values</source>
        <translation>5. Requêtes, clés et valeurs</translation>
    </message>
    <message>
        <source>Every token becomes three vectors. You see their shapes, and why one would not do.</source>
        <translation>Chaque token devient trois vecteurs. Vous voyez leurs formes, et pourquoi un seul ne suffirait pas.</translation>
    </message>
    <message>
        <source>Q, K, V, projection matrices, shapes</source>
        <translation>Q, K, V, matrices de projection, formes</translation>
    </message>
    <message>
        <source>Q = X·W_Q, K = X·W_K and V = X·W_V give each token a question, an address and a content of its own. With one matrix for all, a score from i to j would always equal that from j to i.</source>
        <translation>Q = X·W_Q, K = X·W_K et V = X·W_V donnent à chaque token une question, une adresse et un contenu. Avec une seule matrice, un score de i vers j serait toujours égal à celui de j vers i.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, sections 3.2.1 and 3.2.2.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», sections 3.2.1 et 3.2.2.</translation>
    </message>
    <message>
        <source>Shapes of this sentence</source>
        <translation>Les formes de cette phrase</translation>
    </message>
    <message>
        <source>n tokens, d_model numbers each, and one head of width d_k. Rows × columns, for this sentence:</source>
        <translation>n tokens, d_model nombres chacun, et une tête de largeur d_k. Lignes × colonnes, pour cette phrase&#xa0;:</translation>
    </message>
    <message>
        <source>Why not one for all?</source>
        <translation>Pourquoi pas une pour tout&#xa0;?</translation>
    </message>
    <message>
        <source>Yes, always</source>
        <translation>Oui, toujours</translation>
    </message>
    <message>
        <source>Only by chance</source>
        <translation>Seulement par hasard</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Non</translation>
    </message>
    <message>
        <source>{ab} and {ba}. In the model that translates, with W_Q and W_K, the two scores between “black” and “cat” are {ij} and {ji}.</source>
        <translation>{ab} et {ba}. Dans le modèle qui traduit, avec W_Q et W_K, les deux scores entre «&#xa0;black&#xa0;» et «&#xa0;cat&#xa0;» sont {ij} et {ji}.</translation>
    </message>
    <message>
        <source>Back to the translation</source>
        <translation>Retour à la traduction</translation>
    </message>
    <message>
        <source>m and n</source>
        <translation>m et n</translation>
    </message>
    <message>
        <source>Choose the head {decoder.0.cross.3}.</source>
        <translation>Choisissez la tête {decoder.0.cross.3}.</translation>
    </message>
    <message>
        <source>The decoder has m tokens, the encoder n. What is the shape of S = Q·Kᵀ here?</source>
        <translation>Le décodeur a m tokens, l’encodeur n. Quelle est la forme de S = Q·Kᵀ ici&#xa0;?</translation>
    </message>
    <message>
        <source>n × n</source>
        <translation>n × n</translation>
    </message>
    <message>
        <source>m × m</source>
        <translation>m × m</translation>
    </message>
    <message>
        <source>m × n</source>
        <translation>m × n</translation>
    </message>
    <message>
        <source>m × d_k</source>
        <translation>m × d_k</translation>
    </message>
    <message>
        <source>Q has the shape {q}, K has {k}, and S = Q·Kᵀ has {s}: a row for each token of the decoder, a column for each of the encoder.</source>
        <translation>Q a la forme {q}, K {k}, et S = Q·Kᵀ {s}&#xa0;: une ligne par token du décodeur, une colonne par token de l’encodeur.</translation>
    </message>
    <message>
        <source>6. Scale, softmax and saturation</source>
        <translation>6. Échelle, softmax et saturation</translation>
    </message>
    <message>
        <source>scaling, scaled dot product, square root of d_k, saturated softmax, gradient</source>
        <translation>mise à l’échelle, produit scalaire mis à l’échelle, racine de d_k, softmax saturé, gradient</translation>
    </message>
    <message>
        <source>Softmax makes every row positive with the sum 1; the scale 1/√d_k keeps scores small. Where one weight is near 1, the slope of softmax is near 0 and training stands still.</source>
        <translation>Softmax rend chaque ligne positive, de somme 1&#xa0;; l’échelle 1/√d_k garde les scores petits. Là où un poids est proche de 1, la pente de softmax est proche de 0 et l’apprentissage s’arrête.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.2.1, footnote 4.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.2.1, note 4.</translation>
    </message>
    <message>
        <source>Three words by hand</source>
        <translation>Trois mots à la main</translation>
    </message>
    <message>
        <source>The words are (0, 0), (0, 1) and (0.1, 0.5), and q = k = x. The weights of the second row are {row}.</source>
        <translation>Les mots sont (0&#xa0;; 0), (0&#xa0;; 1) et (0,1&#xa0;; 0,5), et q = k = x. Les poids de la deuxième ligne sont {row}.</translation>
    </message>
    <message>
        <source>Without the scale</source>
        <translation>Sans le facteur d’échelle</translation>
    </message>
    <message>
        <source>It grows</source>
        <translation>Il augmente</translation>
    </message>
    <message>
        <source>It shrinks</source>
        <translation>Il diminue</translation>
    </message>
    <message>
        <source>It stays</source>
        <translation>Il ne change pas</translation>
    </message>
    <message>
        <source>The row is {row} now. Larger scores make softmax sharper.</source>
        <translation>La ligne est maintenant {row}. De plus grands scores rendent softmax plus tranchant.</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Saturation</translation>
    </message>
    <message>
        <source>Scores × 1: weight, slope</source>
        <translation>Scores × 1&#xa0;: poids, pente</translation>
    </message>
    <message>
        <source>Scores × 10: weight, slope</source>
        <translation>Scores × 10&#xa0;: poids, pente</translation>
    </message>
    <message>
        <source>Scores × 100: weight, slope</source>
        <translation>Scores × 100&#xa0;: poids, pente</translation>
    </message>
    <message>
        <source>At which weight is the slope w·(1 − w) largest?</source>
        <translation>À quel poids la pente w·(1 − w) est-elle la plus grande&#xa0;?</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>0.1</source>
        <translation>0,1</translation>
    </message>
    <message>
        <source>0.5</source>
        <translation>0,5</translation>
    </message>
    <message>
        <source>1</source>
        <translation>1</translation>
    </message>
    <message>
        <source>The scale is put back</source>
        <translation>L’échelle est remise</translation>
    </message>
    <message>
        <source>The weights of the second row are {row} again.</source>
        <translation>Les poids de la deuxième ligne sont de nouveau {row}.</translation>
    </message>
    <message>
        <source>d_k, not d_model</source>
        <translation>d_k, pas d_model</translation>
    </message>
    <message>
        <source>7. Weights × values, by hand</source>
        <translation>7. Poids × valeurs, à la main</translation>
    </message>
    <message>
        <source>weighted sum, output of a head</source>
        <translation>somme pondérée, sortie d’une tête</translation>
    </message>
    <message>
        <source>Each row of the output is the sum of the value vectors, each multiplied by its weight. A large weight matters only if the value behind it is not small.</source>
        <translation>Chaque ligne de la sortie est la somme des vecteurs valeur, chacun multiplié par son poids. Un grand poids ne compte que si la valeur derrière lui n’est pas petite.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.2.1, equation 1.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.2.1, équation 1.</translation>
    </message>
    <message>
        <source>One row</source>
        <translation>Une ligne</translation>
    </message>
    <message>
        <source>“input” has the weights {w}. The values are the words themselves: (0, 0), (0, 1) and (0.1, 0.5), with a third number that is always 0.</source>
        <translation>«&#xa0;input&#xa0;» a les poids {w}. Les valeurs sont les mots eux-mêmes&#xa0;: (0&#xa0;; 0), (0&#xa0;; 1) et (0,1&#xa0;; 0,5), suivis d’un troisième nombre toujours nul.</translation>
    </message>
    <message>
        <source>Work it out</source>
        <translation>Calculez</translation>
    </message>
    <message>
        <source>The second number of the output is 0.2246 × 0 + 0.4555 × 1 + 0.3199 × 0.5. About how much is that?</source>
        <translation>Le deuxième nombre de la sortie est 0,2246 × 0 + 0,4555 × 1 + 0,3199 × 0,5. Combien cela fait-il environ&#xa0;?</translation>
    </message>
    <message>
        <source>0.46</source>
        <translation>0,46</translation>
    </message>
    <message>
        <source>0.62</source>
        <translation>0,62</translation>
    </message>
    <message>
        <source>0.78</source>
        <translation>0,78</translation>
    </message>
    <message>
        <source>The output of the row is {o}. The view beside the map shows one term of it, the weight {w} × the value of “input”; click another cell of the row for its term.</source>
        <translation>La sortie de la ligne est {o}. La vue à côté de la carte en montre un terme, le poids {w} × la valeur de «&#xa0;input&#xa0;»&#xa0;; cliquez sur une autre cellule de la ligne pour voir le sien.</translation>
    </message>
    <message>
        <source>In the real model</source>
        <translation>Dans le vrai modèle</translation>
    </message>
    <message>
        <source>Weight × length</source>
        <translation>Poids × longueur</translation>
    </message>
    <message>
        <source>Click “× V” in the formula above the map: it shows each weight times the length of its value, ‖v‖.</source>
        <translation>Cliquez sur «&#xa0;× V&#xa0;» dans la formule au-dessus de la carte&#xa0;: elle montre chaque poids multiplié par la longueur de sa valeur, ‖v‖.</translation>
    </message>
    <message>
        <source>8. Several heads</source>
        <translation>8. Plusieurs têtes</translation>
    </message>
    <message>
        <source>One layer asks several questions at once. You count what that costs, and follow a pronoun to its noun.</source>
        <translation>Une couche pose plusieurs questions à la fois. Vous comptez ce que cela coûte, et suivez un pronom jusqu’à son nom.</translation>
    </message>
    <message>
        <source>multi-head attention, concatenation, W_O, pronoun</source>
        <translation>attention multi-têtes, concaténation, W_O, pronom</translation>
    </message>
    <message>
        <source>Heads are slices of one wide projection; their outputs are put side by side and mixed by W_O. Four heads of width 48 cost exactly as much as one of width 192.</source>
        <translation>Les têtes sont des tranches d’une large projection&#xa0;; leurs sorties sont mises côte à côte et mêlées par W_O. Quatre têtes de largeur 48 coûtent exactement autant qu’une de largeur 192.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.2.2: multi-head attention.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.2.2&#xa0;: attention à plusieurs têtes.</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>Compter</translation>
    </message>
    <message>
        <source>How many weights do W_Q, W_K and W_V of all heads of one attention sub-layer have together (without biases)?</source>
        <translation>Combien de poids ont ensemble W_Q, W_K et W_V de toutes les têtes d’une sous-couche d’attention (sans biais) ?</translation>
    </message>
    <message>
        <source>3 · d_model</source>
        <translation>3 · d_model</translation>
    </message>
    <message>
        <source>3 · d_model²</source>
        <translation>3 · d_model²</translation>
    </message>
    <message>
        <source>3 · d_model · d_k</source>
        <translation>3 · d_model · d_k</translation>
    </message>
    <message>
        <source>4 · d_model²</source>
        <translation>4 · d_model²</translation>
    </message>
    <message>
        <source>3 · {d} · {dk} · {h} = {n}, which is 3 · {d}². W_O adds one more {d} × {d}.</source>
        <translation>3 · {d} · {dk} · {h} = {n}, soit 3 · {d}². W_O ajoute encore {d} × {d}.</translation>
    </message>
    <message>
        <source>A sentence with “him”</source>
        <translation>Une phrase avec «&#xa0;him&#xa0;»</translation>
    </message>
    <message>
        <source>A head that looks for a person</source>
        <translation>Une tête qui cherche une personne</translation>
    </message>
    <message>
        <source>Choose the head {encoder.1.self.1}.</source>
        <translation>Choisissez la tête {encoder.1.self.1}.</translation>
    </message>
    <message>
        <source>Click the cell in the row of “him” with the largest weight.</source>
        <translation>Cliquez sur la cellule de la ligne «&#xa0;him&#xa0;» qui a le plus grand poids.</translation>
    </message>
    <message>
        <source>9. Masks</source>
        <translation>9. Masques</translation>
    </message>
    <message>
        <source>causal mask, padding mask, mask polarity, leak</source>
        <translation>masque causal, masque de remplissage, polarité, fuite</translation>
    </message>
    <message>
        <source>A causal mask hides later tokens, a padding mask hides filling; −∞ in a score is 0 in a weight. Libraries disagree on what “true” means, so look at the matrix before you trust a mask.</source>
        <translation>Un masque causal cache les tokens suivants, un masque de remplissage cache les positions vides&#xa0;; −∞ dans un score donne 0 dans un poids. Les bibliothèques divergent sur le sens de «&#xa0;vrai&#xa0;»&#xa0;: regardez la matrice avant de croire un masque.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, sections 3.1 and 3.2.3.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», sections 3.1 et 3.2.3.</translation>
    </message>
    <message>
        <source>Four tokens</source>
        <translation>Quatre tokens</translation>
    </message>
    <message>
        <source>First without a model: what a causal mask adds to the scores of four tokens, and what softmax makes of it when all scores are 0. The map is that of a trained head with the same mask.</source>
        <translation>D’abord sans modèle&#xa0;: ce qu’un masque causal ajoute aux scores de quatre tokens, et ce que softmax en fait quand tous les scores sont nuls. La carte est celle d’une tête entraînée avec le même masque.</translation>
    </message>
    <message>
        <source>Without the causal mask, can a later word of the output change what the model predicted before it?</source>
        <translation>Sans le masque causal, un mot ultérieur de la sortie peut-il changer ce que le modèle a prédit avant lui&#xa0;?</translation>
    </message>
    <message>
        <source>No: it comes later</source>
        <translation>Non&#xa0;: il vient après</translation>
    </message>
    <message>
        <source>Yes: earlier rows see it</source>
        <translation>Oui&#xa0;: les lignes d’avant le voient</translation>
    </message>
    <message>
        <source>Only in the encoder</source>
        <translation>Seulement dans l’encodeur</translation>
    </message>
    <message>
        <source>The mask is on</source>
        <translation>Le masque est actif</translation>
    </message>
    <message>
        <source>In the decoder of the model that translates, everything above the diagonal is hatched.</source>
        <translation>Dans le décodeur du modèle qui traduit, tout ce qui est au-dessus de la diagonale est hachuré.</translation>
    </message>
    <message>
        <source>The brother is lost: “Mon est médecin.” With each word that is written, all rows are computed again, and earlier ones see it: they never saw later words in training.</source>
        <translation>Le frère est perdu&#xa0;: «&#xa0;Mon est médecin.&#xa0;» À chaque mot écrit, toutes les lignes sont calculées à nouveau et les premières le voient&#xa0;: elles n’ont jamais vu de mots suivants à l’entraînement.</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Remplissage</translation>
    </message>
    <message>
        <source>Two sentences of different length make a batch [B, L]: the shorter one is padded with &lt;pad&gt;. The padding mask has the shape [B, 1, 1, L], so that it fits the scores [B, h, L, L] of all heads.</source>
        <translation>Deux phrases de longueurs différentes forment un lot [B, L]&#xa0;: la plus courte est complétée par &lt;pad&gt;. Le masque de remplissage a la forme [B, 1, 1, L], pour convenir aux scores [B, h, L, L] de toutes les têtes.</translation>
    </message>
    <message>
        <source>PyTorch’s key_padding_mask is true at some positions. What does it do there?</source>
        <translation>Le key_padding_mask de PyTorch est vrai à certaines positions. Que fait-il là&#xa0;?</translation>
    </message>
    <message>
        <source>It lets tokens look there</source>
        <translation>Il laisse les tokens y regarder</translation>
    </message>
    <message>
        <source>It hides these positions</source>
        <translation>Il cache ces positions</translation>
    </message>
    <message>
        <source>It adds one to the score</source>
        <translation>Il ajoute un au score</translation>
    </message>
    <message>
        <source>There, true means hidden. In scaled_dot_product_attention of the same library, true means visible, as it does in this program: 1 = can look.</source>
        <translation>Là, vrai veut dire caché. Dans scaled_dot_product_attention de la même bibliothèque, vrai veut dire visible, comme dans ce programme&#xa0;: 1 = peut regarder.</translation>
    </message>
    <message>
        <source>The empty row</source>
        <translation>La ligne vide</translation>
    </message>
    <message>
        <source>10. Add, norm, feed-forward</source>
        <translation>10. Addition, norme, feed-forward</translation>
    </message>
    <message>
        <source>layer norm, post-norm, pre-norm, residual, ReLU</source>
        <translation>normalisation par couche, layer norm, post-norm, pre-norm, résiduel, ReLU</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, sections 3.1, 3.3 and 5.4.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», sections 3.1, 3.3 et 5.4.</translation>
    </message>
    <message>
        <source>After the sum</source>
        <translation>Après la somme</translation>
    </message>
    <message>
        <source>Each row (the paper)</source>
        <translation>Chaque ligne (l’article)</translation>
    </message>
    <message>
        <source>Whole matrix (text 4)</source>
        <translation>Toute la matrice (texte 4)</translation>
    </message>
    <message>
        <source>As much as before</source>
        <translation>Autant qu’avant</translation>
    </message>
    <message>
        <source>Only which of the two is larger</source>
        <translation>Seulement laquelle des deux est la plus grande</translation>
    </message>
    <message>
        <source>Only their sum</source>
        <translation>Seulement leur somme</translation>
    </message>
    <message>
        <source>Pre-norm</source>
        <translation>Pré-norme</translation>
    </message>
    <message>
        <source>It keeps its length</source>
        <translation>Il garde sa longueur</translation>
    </message>
    <message>
        <source>It shrinks to zero</source>
        <translation>Il tend vers zéro</translation>
    </message>
    <message>
        <source>One layer less</source>
        <translation>Une couche de moins</translation>
    </message>
    <message>
        <source>11. Encoder and decoder: cross-attention</source>
        <translation>11. Encodeur et décodeur&#xa0;: attention croisée</translation>
    </message>
    <message>
        <source>Two stacks, tied by one kind of attention. You see where its queries, keys and values come from.</source>
        <translation>Deux piles, liées par un seul type d’attention. Vous voyez d’où viennent ses requêtes, clés et valeurs.</translation>
    </message>
    <message>
        <source>cross-attention, alignment, encoder–decoder</source>
        <translation>attention croisée, alignement, encodeur–décodeur</translation>
    </message>
    <message>
        <source>In cross-attention the queries come from the decoder, the keys and values from the encoder’s last output. Some of its heads align the words of the two languages, although nobody taught them to.</source>
        <translation>Dans l’attention croisée, les requêtes viennent du décodeur, les clés et valeurs de la dernière sortie de l’encodeur. Certaines têtes alignent les mots des deux langues, sans que personne le leur ait appris.</translation>
    </message>
    <message>
        <source>Where Q, K and V come from</source>
        <translation>D’où viennent Q, K et V</translation>
    </message>
    <message>
        <source>Rows are the {m} tokens of the decoder, columns the {n} of the encoder.</source>
        <translation>Les lignes sont les {m} tokens du décodeur, les colonnes les {n} de l’encodeur.</translation>
    </message>
    <message>
        <source>Q: from the decoder</source>
        <translation>Q&#xa0;: du décodeur</translation>
    </message>
    <message>
        <source>K: from the encoder</source>
        <translation>K&#xa0;: de l’encodeur</translation>
    </message>
    <message>
        <source>V: from the encoder</source>
        <translation>V&#xa0;: de l’encodeur</translation>
    </message>
    <message>
        <source>Hide a word</source>
        <translation>Cacher un mot</translation>
    </message>
    <message>
        <source>Yes, other words know it</source>
        <translation>Oui, d’autres mots le savent</translation>
    </message>
    <message>
        <source>Keys and values of “black” are gone, so no query can find it.</source>
        <translation>Les clés et valeurs de «&#xa0;black&#xa0;» ont disparu&#xa0;: aucune requête ne peut le trouver.</translation>
    </message>
    <message>
        <source>All words are back</source>
        <translation>Tous les mots sont revenus</translation>
    </message>
    <message>
        <source>The head {decoder.2.cross.1} looks ahead: mostly at the word that comes next.</source>
        <translation>La tête {decoder.2.cross.1} regarde en avant&#xa0;: le plus souvent vers le mot qui vient ensuite.</translation>
    </message>
    <message>
        <source>The alignment</source>
        <translation>L’alignement</translation>
    </message>
    <message>
        <source>“noir” looks at “black” with {noir}, one row below “chat” at “cat” with {chat}: the bright line steps back.</source>
        <translation>«&#xa0;noir&#xa0;» regarde «&#xa0;black&#xa0;» avec {noir}, une ligne sous «&#xa0;chat&#xa0;» qui regarde «&#xa0;cat&#xa0;» avec {chat}&#xa0;: la diagonale claire recule.</translation>
    </message>
    <message>
        <source>12. Shifted right: how it is trained</source>
        <translation>12. Décalé à droite&#xa0;: comment il apprend</translation>
    </message>
    <message>
        <source>teacher forcing, cross-entropy, shifted right</source>
        <translation>teacher forcing, entropie croisée, décalé à droite</translation>
    </message>
    <message>
        <source>The decoder reads the target shifted right by one: a start token, then each word that it should have written. The causal mask makes one pass over the whole target equal to many steps, so the loss is taken at every position at once.</source>
        <translation>Le décodeur lit la cible décalée d’une place à droite&#xa0;: un token de début, puis chaque mot qu’il aurait dû écrire. Le masque causal rend une passe sur toute la cible égale à de nombreux pas&#xa0;: la perte est prise à toutes les positions à la fois.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, sections 3.1 and 5.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», sections 3.1 et 5.</translation>
    </message>
    <message>
        <source>Shifted by one</source>
        <translation>Décalé d’un</translation>
    </message>
    <message>
        <source>One pass, many steps</source>
        <translation>Une passe, plusieurs pas</translation>
    </message>
    <message>
        <source>Step by step, “pomme” had some probability when it was chosen. In one pass over the whole target, is it the same?</source>
        <translation>Pas à pas, «&#xa0;pomme&#xa0;» avait une certaine probabilité quand il a été choisi. En une passe sur toute la cible, est-ce la même&#xa0;?</translation>
    </message>
    <message>
        <source>No: the pass also sees later words</source>
        <translation>Non&#xa0;: la passe voit aussi les mots suivants</translation>
    </message>
    <message>
        <source>The loss</source>
        <translation>La perte</translation>
    </message>
    <message>
        <source>The loss is the mean of −log p over all positions, the end token included. For this translation of “The apple fell” it is {good} nats; for “le chapeau est tombé”, which translates another sentence, it is {bad}.</source>
        <translation>La perte est la moyenne de −log p sur toutes les positions, token de fin compris. Pour cette traduction de «&#xa0;The apple fell&#xa0;» elle est de {good} nats&#xa0;; pour «&#xa0;le chapeau est tombé&#xa0;», qui traduit une autre phrase, de {bad}.</translation>
    </message>
    <message>
        <source>The right word is given, whatever the model would have written</source>
        <translation>Le bon mot est donné, quoi que le modèle ait écrit</translation>
    </message>
    <message>
        <source>The model guesses all words at random</source>
        <translation>Le modèle devine tous les mots au hasard</translation>
    </message>
    <message>
        <source>The decoder reads the source only</source>
        <translation>Le décodeur ne lit que la source</translation>
    </message>
    <message>
        <source>This is teacher forcing. When it decodes, the model reads its own words instead, errors included.</source>
        <translation>C’est le «&#xa0;teacher forcing&#xa0;». Quand il décode, le modèle lit ses propres mots, erreurs comprises.</translation>
    </message>
    <message>
        <source>Type the sentence “The hat fell” in place of “The apple fell”.</source>
        <translation>Tapez la phrase «&#xa0;The hat fell&#xa0;» à la place de «&#xa0;The apple fell&#xa0;».</translation>
    </message>
    <message>
        <source>Now “le chapeau est tombé” is what it writes, and the second word has the probability {p}.</source>
        <translation>C’est maintenant «&#xa0;le chapeau est tombé&#xa0;» qu’il écrit, et le deuxième mot a la probabilité {p}.</translation>
    </message>
    <message>
        <source>13. Decoding: greedy, beams, chance</source>
        <translation>13. Décoder&#xa0;: glouton, faisceaux, hasard</translation>
    </message>
    <message>
        <source>greedy search, beam search, sampling, temperature</source>
        <translation>recherche gloutonne, recherche en faisceau, échantillonnage, température</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 6.1.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 6.1.</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Pas à pas</translation>
    </message>
    <message>
        <source>The model writes “C’est un professeur.” Its first token had the probability {p}.</source>
        <translation>Le modèle écrit «&#xa0;C’est un professeur.&#xa0;» Son premier token avait la probabilité {p}.</translation>
    </message>
    <message>
        <source>Another beginning</source>
        <translation>Un autre début</translation>
    </message>
    <message>
        <source>The output is made to begin with “Elle”. What follows?</source>
        <translation>On fait commencer la sortie par «&#xa0;Elle&#xa0;». Qu’est-ce qui suit&#xa0;?</translation>
    </message>
    <message>
        <source>“C’est un professeur.” again</source>
        <translation>De nouveau «&#xa0;C’est un professeur.&#xa0;»</translation>
    </message>
    <message>
        <source>A sentence that fits “Elle”</source>
        <translation>Une phrase qui convient à «&#xa0;Elle&#xa0;»</translation>
    </message>
    <message>
        <source>An error</source>
        <translation>Une erreur</translation>
    </message>
    <message>
        <source>Another sentence</source>
        <translation>Une autre phrase</translation>
    </message>
    <message>
        <source>Greedy search writes “J&apos;ai fait couper les cheveux.”: whose hair, it does not say.</source>
        <translation>La recherche gloutonne écrit «&#xa0;J&apos;ai fait couper les cheveux.&#xa0;»&#xa0;: les cheveux de qui, elle ne le dit pas.</translation>
    </message>
    <message>
        <source>Four beams</source>
        <translation>Quatre faisceaux</translation>
    </message>
    <message>
        <source>Press “Run beam search” in the Beams view.</source>
        <translation>Appuyez sur «&#xa0;Lancer la recherche en faisceau&#xa0;» dans la vue Faisceaux.</translation>
    </message>
    <message>
        <source>Yes: the whole sentence counts</source>
        <translation>Oui&#xa0;: la phrase entière compte</translation>
    </message>
    <message>
        <source>No: it begins with the best</source>
        <translation>Non&#xa0;: elle commence par le meilleur</translation>
    </message>
    <message>
        <source>14. The whole model, and what attention does not tell</source>
        <translation>14. Le modèle entier, et ce que l’attention ne dit pas</translation>
    </message>
    <message>
        <source>You have seen every part. Now the whole, its relatives BERT and GPT, and a warning.</source>
        <translation>Vous avez vu chaque partie. Voici le tout, ses parents BERT et GPT, et un avertissement.</translation>
    </message>
    <message>
        <source>BERT, GPT, ablation, attention is not explanation</source>
        <translation>BERT, GPT, ablation, l’attention n’est pas une explication</translation>
    </message>
    <message>
        <source>The paper’s model is an encoder and a decoder; BERT keeps the encoder, GPT the decoder. A map shows where a head looks, not what the model needs: only an experiment tells that.</source>
        <translation>Le modèle de l’article est un encodeur et un décodeur&#xa0;; BERT garde l’encodeur, GPT le décodeur. Une carte montre où une tête regarde, pas ce dont le modèle a besoin&#xa0;: seule une expérience le dit.</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3 and figure 1.</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3 et figure 1.</translation>
    </message>
    <message>
        <source>From end to end</source>
        <translation>De bout en bout</translation>
    </message>
    <message>
        <source>Tokens, embeddings and positions; {e} layers of the encoder; {d} of the decoder; a softmax over {v} tokens.</source>
        <translation>Tokens, plongements et positions&#xa0;; {e} couches d’encodeur&#xa0;; {d} de décodeur&#xa0;; un softmax sur {v} tokens.</translation>
    </message>
    <message>
        <source>Half of it: BERT</source>
        <translation>Une moitié&#xa0;: BERT</translation>
    </message>
    <message>
        <source>An encoder alone sees both sides of a gap. {n} tokens go in at once, and [MASK] is filled in.</source>
        <translation>Un encodeur seul voit les deux côtés d’un trou. {n} tokens entrent d’un coup, et [MASK] est rempli.</translation>
    </message>
    <message>
        <source>The other half: GPT</source>
        <translation>L’autre moitié&#xa0;: GPT</translation>
    </message>
    <message>
        <source>The head that aligns</source>
        <translation>La tête qui aligne</translation>
    </message>
    <message>
        <source>Of all heads, {decoder.0.cross.3} shows the alignment best. Surely the model needs it?</source>
        <translation>De toutes les têtes, {decoder.0.cross.3} montre le mieux l’alignement. Le modèle en a sûrement besoin, non&#xa0;?</translation>
    </message>
    <message>
        <source>Take it away</source>
        <translation>Ôtez-la</translation>
    </message>
    <message>
        <source>Switch this head off: right-click it in Heads and choose “Switch this head off”.</source>
        <translation>Désactivez cette tête&#xa0;: clic droit dans Têtes, puis «&#xa0;Désactiver cette tête&#xa0;».</translation>
    </message>
    <message>
        <source>Two heads</source>
        <translation>Deux têtes</translation>
    </message>
    <message>
        <source>Still the same translation</source>
        <translation>Toujours la même traduction</translation>
    </message>
    <message>
        <source>No output at all</source>
        <translation>Aucune sortie</translation>
    </message>
    <message>
        <source>What does a clear map of a head prove?</source>
        <translation>Que prouve une carte nette d’une tête&#xa0;?</translation>
    </message>
    <message>
        <source>That the model needs this head</source>
        <translation>Que le modèle a besoin de cette tête</translation>
    </message>
    <message>
        <source>Only where the head looks</source>
        <translation>Seulement où la tête regarde</translation>
    </message>
    <message>
        <source>Why the model chose its words</source>
        <translation>Pourquoi le modèle a choisi ses mots</translation>
    </message>
    <message>
        <source>“Le chat noir est dans la chaise.”: the cat no longer sleeps. Neither map said that one head can stand in for the other.</source>
        <translation>«&#xa0;Le chat noir est dans la chaise.&#xa0;»&#xa0;: le chat ne dort plus. Aucune des cartes ne disait qu’une tête peut remplacer l’autre.</translation>
    </message>
    <message>
        <source>Text 0: an interpretation of “Attention Is All You Need” after The Annotated Transformer, from the input tensors up, in PyTorch</source>
        <translation>Texte 0&#xa0;: une interprétation de «&#xa0;Attention Is All You Need&#xa0;» d’après The Annotated Transformer, à partir des tenseurs d’entrée, en PyTorch</translation>
    </message>
    <message>
        <source>Soft dictionaries, three heads that read a slice of the features each, and a loop for the positions.</source>
        <translation>Des dictionnaires souples, trois têtes qui lisent chacune une tranche des composantes, et une boucle pour les positions.</translation>
    </message>
    <message>
        <source>annotated transformer, soft dictionary, text 0</source>
        <translation>annotated transformer, dictionnaire souple, texte 0</translation>
    </message>
    <message>
        <source>Its model is trained on 157 sentences about dictionaries and apples. Help → Manual, “For readers of an introduction to the paper”, leads to the details.</source>
        <translation>Son modèle a appris 157 phrases sur des dictionnaires et des pommes. Aide → Manuel, «&#xa0;Pour les lecteurs d’une introduction à l’article&#xa0;», mène aux détails.</translation>
    </message>
    <message>
        <source>Its transformer</source>
        <translation>Son transformeur</translation>
    </message>
    <message>
        <source>Nine features, three heads of width {dk}, one layer in each stack, two tables of embeddings. It translates its own sentence.</source>
        <translation>Neuf composantes, trois têtes de largeur {dk}, une couche par pile, deux tables de plongements. Il traduit sa propre phrase.</translation>
    </message>
    <message>
        <source>“The apple fell”</source>
        <translation>«&#xa0;The apple fell&#xa0;»</translation>
    </message>
    <message>
        <source>Its other sentence. The row of “fell” has the weights {w}.</source>
        <translation>Son autre phrase. La ligne de «&#xa0;fell&#xa0;» a les poids {w}.</translation>
    </message>
    <message>
        <source>A word it does not know</source>
        <translation>Un mot qu’il ne connaît pas</translation>
    </message>
    <message>
        <source>A word outside its vocabulary becomes &lt;unk&gt;, and the line under the sentence says so.</source>
        <translation>Un mot hors de son vocabulaire devient &lt;unk&gt;, et la ligne sous la phrase le dit.</translation>
    </message>
    <message>
        <source>Formulas and conventions</source>
        <translation>Formules et conventions</translation>
    </message>
    <message>
        <source>In its order, and what this model has:</source>
        <translation>Dans son ordre, et ce que ce modèle a&#xa0;:</translation>
    </message>
    <message>
        <source>Embeddings: a table for each language, no √d</source>
        <translation>Plongements&#xa0;: une table par langue, sans √d</translation>
    </message>
    <message>
        <source>The same: {v} words for the output</source>
        <translation>La même chose&#xa0;: {v} mots pour la sortie</translation>
    </message>
    <message>
        <source>Each head reads its own slice: width 3 to 64, with bias</source>
        <translation>Chaque tête lit sa tranche&#xa0;: largeur 3 vers 64, avec biais</translation>
    </message>
    <message>
        <source>W_Q of a head is zero outside its three features</source>
        <translation>W_Q d’une tête est nulle hors de ses trois composantes</translation>
    </message>
    <message>
        <source>Masked scores are −10⁹ after scaling; an empty row gets equal weights</source>
        <translation>Les scores masqués valent −10⁹ après l’échelle&#xa0;; une ligne vide reçoit des poids égaux</translation>
    </message>
    <message>
        <source>Dropout on the weights</source>
        <translation>Dropout sur les poids</translation>
    </message>
    <message>
        <source>What if → Dropout, weights</source>
        <translation>Et si → Dropout, poids</translation>
    </message>
    <message>
        <source>Feed-forward: × 4, ReLU</source>
        <translation>Feed-forward&#xa0;: × 4, ReLU</translation>
    </message>
    <message>
        <source>{h} hidden numbers (tokens × width)</source>
        <translation>{h} nombres cachés (tokens × largeur)</translation>
    </message>
    <message>
        <source>Where its parts stand here</source>
        <translation>Où se trouvent ses parties ici</translation>
    </message>
    <message>
        <source>Vectors, Cell: q, k and v of a head</source>
        <translation>Vecteurs, Cellule&#xa0;: q, k et v d’une tête</translation>
    </message>
    <message>
        <source>Mask; the switches above the sentence</source>
        <translation>Masque&#xa0;; les interrupteurs au-dessus de la phrase</translation>
    </message>
    <message>
        <source>The map “weights”</source>
        <translation>La carte «&#xa0;poids&#xa0;»</translation>
    </message>
    <message>
        <source>Concatenated heads and the output projection</source>
        <translation>Têtes concaténées et projection de sortie</translation>
    </message>
    <message>
        <source>Block: what attention adds</source>
        <translation>Bloc&#xa0;: ce que l’attention ajoute</translation>
    </message>
    <message>
        <source>Linear and softmax at the end</source>
        <translation>Linéaire et softmax à la fin</translation>
    </message>
    <message>
        <source>Decoding: probabilities of each step</source>
        <translation>Décodage&#xa0;: probabilités de chaque pas</translation>
    </message>
    <message>
        <source>Its numbers, computed now</source>
        <translation>Ses nombres, calculés maintenant</translation>
    </message>
    <message>
        <source>Left, what the text prints; right, what the program computes.</source>
        <translation>À gauche, ce que le texte imprime&#xa0;; à droite, ce que le programme calcule.</translation>
    </message>
    <message>
        <source>Hard dictionary: 10, 9, −3</source>
        <translation>Dictionnaire strict&#xa0;: 10, 9, −3</translation>
    </message>
    <message>
        <source>Soft dictionary, weights .45 .45 .1: it prints 5.65</source>
        <translation>Dictionnaire souple, poids 0,45 0,45 0,1&#xa0;: il imprime 5,65</translation>
    </message>
    <message>
        <source>Softmax .881, .119, 0 and answer 9.88</source>
        <translation>Softmax 0,881&#xa0;; 0,119&#xa0;; 0 et réponse 9,88</translation>
    </message>
    <message>
        <source>Divided by √2: .804, .196, 0 and 9.80</source>
        <translation>Divisé par √2&#xa0;: 0,804&#xa0;; 0,196&#xa0;; 0 et 9,80</translation>
    </message>
    <message>
        <source>Position 0, d = 8: 0 1 0 1 0 1 0 1</source>
        <translation>Position 0, d = 8&#xa0;: 0 1 0 1 0 1 0 1</translation>
    </message>
    <message>
        <source>Position 1, its loop: it prints .84 .54 .009 .99</source>
        <translation>Position 1, sa boucle&#xa0;: il imprime 0,84 0,54 0,009 0,99</translation>
    </message>
    <message>
        <source>Position 1, the paper: .0998 .9950 in the second pair</source>
        <translation>Position 1, l’article&#xa0;: 0,0998 0,9950 dans la deuxième paire</translation>
    </message>
    <message>
        <source>Projections: 3 · D · d_head · heads</source>
        <translation>Projections&#xa0;: 3 · D · d_head · têtes</translation>
    </message>
    <message>
        <source>Projections if d_head = D / heads: 3 · D²</source>
        <translation>Projections si d_head = D / têtes&#xa0;: 3 · D²</translation>
    </message>
    <message>
        <source>Its slips</source>
        <translation>Ses erreurs</translation>
    </message>
    <message>
        <source>Each has a card in “Find the error”, with a run of the mistake and one without it.</source>
        <translation>Chacune a une carte dans «&#xa0;Trouvez l’erreur&#xa0;», avec une exécution de l’erreur et une sans.</translation>
    </message>
    <message>
        <source>5.65 for 8.25</source>
        <translation>5,65 au lieu de 8,25</translation>
    </message>
    <message>
        <source>Card 1</source>
        <translation>Carte 1</translation>
    </message>
    <message>
        <source>“boring” is −3, later 3</source>
        <translation>«&#xa0;boring&#xa0;» vaut −3, puis 3</translation>
    </message>
    <message>
        <source>Card 2</source>
        <translation>Carte 2</translation>
    </message>
    <message>
        <source>Positions count dimensions</source>
        <translation>Les positions comptent des dimensions</translation>
    </message>
    <message>
        <source>Card 3</source>
        <translation>Carte 3</translation>
    </message>
    <message>
        <source>Its decoder builds a mask and never passes it on</source>
        <translation>Son décodeur construit un masque et ne le transmet jamais</translation>
    </message>
    <message>
        <source>Card 6</source>
        <translation>Carte 6</translation>
    </message>
    <message>
        <source>Cross-attention calls the masked heads</source>
        <translation>L’attention croisée appelle les têtes masquées</translation>
    </message>
    <message>
        <source>Card 7</source>
        <translation>Carte 7</translation>
    </message>
    <message>
        <source>Card 8</source>
        <translation>Carte 8</translation>
    </message>
    <message>
        <source>Six heads on three features</source>
        <translation>Six têtes sur trois composantes</translation>
    </message>
    <message>
        <source>Card 9</source>
        <translation>Carte 9</translation>
    </message>
    <message>
        <source>Queries, keys and values ignore their arguments</source>
        <translation>Requêtes, clés et valeurs ignorent leurs arguments</translation>
    </message>
    <message>
        <source>Card 10</source>
        <translation>Carte 10</translation>
    </message>
    <message>
        <source>A dropout that is not defined</source>
        <translation>Un dropout qui n’est pas défini</translation>
    </message>
    <message>
        <source>Card 15</source>
        <translation>Carte 15</translation>
    </message>
    <message>
        <source>Text 1: “Mastering large language models – Part IX: self-attention with PyTorch”</source>
        <translation>Texte 1&#xa0;: «&#xa0;Mastering large language models – Part IX: self-attention with PyTorch&#xa0;»</translation>
    </message>
    <message>
        <source>Self-attention of three words, by hand and in PyTorch, with widths of keys and values that are free.</source>
        <translation>L’auto-attention de trois mots, à la main et en PyTorch, avec des largeurs libres pour clés et valeurs.</translation>
    </message>
    <message>
        <source>self-attention by hand, PyTorch, text 1</source>
        <translation>auto-attention à la main, PyTorch, texte 1</translation>
    </message>
    <message>
        <source>This text has no whole transformer: its words and projections are set by hand, and nothing is trained. The rest of the model has random numbers, so its output means nothing.</source>
        <translation>Ce texte n’a pas de transformeur entier&#xa0;: ses mots et projections sont fixés à la main, et rien n’est appris. Le reste du modèle a des nombres au hasard&#xa0;: sa sortie ne veut rien dire.</translation>
    </message>
    <message>
        <source>A vocabulary of three words: “our input sentence”. The printed embedding matrix is the input, X = {x}.</source>
        <translation>Un vocabulaire de trois mots&#xa0;: «&#xa0;our input sentence&#xa0;». La matrice de plongements imprimée est l’entrée, X = {x}.</translation>
    </message>
    <message>
        <source>A word outside the three</source>
        <translation>Un mot hors des trois</translation>
    </message>
    <message>
        <source>q = k = x; keys have {k}, values {v} (rows, columns)</source>
        <translation>q = k = x&#xa0;; les clés ont {k}, les valeurs {v} (lignes, colonnes)</translation>
    </message>
    <message>
        <source>The formula above the map, each stage a click</source>
        <translation>La formule au-dessus de la carte, une étape par clic</translation>
    </message>
    <message>
        <source>Mask: 0 or −∞, added before scaling</source>
        <translation>Masque&#xa0;: 0 ou −∞, ajouté avant l’échelle</translation>
    </message>
    <message>
        <source>The same weights: −∞ / √d is −∞</source>
        <translation>Les mêmes poids&#xa0;: −∞ / √d vaut −∞</translation>
    </message>
    <message>
        <source>Empty row: NaN</source>
        <translation>Ligne vide&#xa0;: NaN</translation>
    </message>
    <message>
        <source>Cell: q of the row</source>
        <translation>Cellule&#xa0;: q de la ligne</translation>
    </message>
    <message>
        <source>Click “Q·Kᵀ” in the formula</source>
        <translation>Cliquez sur «&#xa0;Q·Kᵀ&#xa0;» dans la formule</translation>
    </message>
    <message>
        <source>Each row of the map sums to 1</source>
        <translation>Chaque ligne de la carte a pour somme 1</translation>
    </message>
    <message>
        <source>Cell: the sum over values</source>
        <translation>Cellule&#xa0;: la somme sur les valeurs</translation>
    </message>
    <message>
        <source>Weights of “our”: 0.3333 0.3333 0.3333</source>
        <translation>Poids de «&#xa0;our&#xa0;»&#xa0;: 0,3333 0,3333 0,3333</translation>
    </message>
    <message>
        <source>Weights of “input”: 0.2246 0.4555 0.3199</source>
        <translation>Poids de «&#xa0;input&#xa0;»&#xa0;: 0,2246 0,4555 0,3199</translation>
    </message>
    <message>
        <source>Weights of “sentence”: 0.2758 0.3928 0.3315</source>
        <translation>Poids de «&#xa0;sentence&#xa0;»&#xa0;: 0,2758 0,3928 0,3315</translation>
    </message>
    <message>
        <source>Output: 0.0333 0.5000, 0.0320 0.6155, 0.0331 0.5585</source>
        <translation>Sortie&#xa0;: 0,0333 0,5000&#xa0;; 0,0320 0,6155&#xa0;; 0,0331 0,5585</translation>
    </message>
    <message>
        <source>Causal mask, L = 4: 0 and −∞</source>
        <translation>Masque causal, L = 4&#xa0;: 0 et −∞</translation>
    </message>
    <message>
        <source>Query (0, 1), keys (0, 1) and (1, 0), shares without softmax: (0, 0)</source>
        <translation>Requête (0&#xa0;; 1), clés (0&#xa0;; 1) et (1&#xa0;; 0), parts sans softmax&#xa0;: (0&#xa0;; 0)</translation>
    </message>
    <message>
        <source>The same with softmax: .269 of (1, 1)</source>
        <translation>La même chose avec softmax&#xa0;: 0,269 de (1&#xa0;; 1)</translation>
    </message>
    <message>
        <source>Text 2: “Transformers”, a chapter with a full encoder–decoder in PyTorch</source>
        <translation>Texte 2&#xa0;: «&#xa0;Transformers&#xa0;», un chapitre avec un encodeur–décodeur complet en PyTorch</translation>
    </message>
    <message>
        <source>encoder–decoder in PyTorch, pre-norm, padding mask, text 2</source>
        <translation>encodeur–décodeur en PyTorch, pre-norm, masque de remplissage, texte 2</translation>
    </message>
    <message>
        <source>Its model is trained on 530 sentences; it translates all of them, and 92% of 66 others. Help → Manual, “For readers of an introduction to the paper”, leads to the details.</source>
        <translation>Son modèle a appris 530 phrases&#xa0;; il les traduit toutes, et 92&#xa0;% de 66 autres. Aide → Manuel, «&#xa0;Pour les lecteurs d’une introduction à l’article&#xa0;», mène aux détails.</translation>
    </message>
    <message>
        <source>d_model = {d}, {h} heads, {l} layers in each stack. It translates the prince’s sentence word for word as it learned it.</source>
        <translation>d_model = {d}, {h} têtes, {l} couches par pile. Il traduit la phrase du prince mot pour mot, comme il l’a apprise.</translation>
    </message>
    <message>
        <source>“Her hat”: pronoun and noun</source>
        <translation>«&#xa0;Her hat&#xa0;»&#xa0;: pronom et nom</translation>
    </message>
    <message>
        <source>“son” and “chapeau” must be written from “her” and “hat”.</source>
        <translation>«&#xa0;son&#xa0;» et «&#xa0;chapeau&#xa0;» doivent être écrits à partir de «&#xa0;her&#xa0;» et «&#xa0;hat&#xa0;».</translation>
    </message>
    <message>
        <source>“Door closes”: noun and verb</source>
        <translation>«&#xa0;Door closes&#xa0;»&#xa0;: nom et verbe</translation>
    </message>
    <message>
        <source>Two words become four: “la porte se ferme”.</source>
        <translation>Deux mots deviennent quatre&#xa0;: «&#xa0;la porte se ferme&#xa0;».</translation>
    </message>
    <message>
        <source>him → prince</source>
        <translation>him → prince</translation>
    </message>
    <message>
        <source>Its own model has too few sentences to need to know who “him” is. The model that translates has a head that does: “him” looks at “ince” with {w}.</source>
        <translation>Son modèle a trop peu de phrases pour devoir savoir qui est «&#xa0;him&#xa0;». Le modèle qui traduit a une tête qui le sait&#xa0;: «&#xa0;him&#xa0;» regarde «&#xa0;ince&#xa0;» avec {w}.</translation>
    </message>
    <message>
        <source>Embeddings of two vocabularies, × √d</source>
        <translation>Plongements de deux vocabulaires, × √d</translation>
    </message>
    <message>
        <source>× {s}; {v} words for the output</source>
        <translation>× {s}&#xa0;; {v} mots pour la sortie</translation>
    </message>
    <message>
        <source>Dropout in four places</source>
        <translation>Dropout à quatre endroits</translation>
    </message>
    <message>
        <source>What if → Dropout: embeddings, weights, sub-layers, hidden layer</source>
        <translation>Et si → Dropout&#xa0;: plongements, poids, sous-couches, couche cachée</translation>
    </message>
    <message>
        <source>Mask: 1 = can look</source>
        <translation>Masque&#xa0;: 1 = peut regarder</translation>
    </message>
    <message>
        <source>The formula above the map</source>
        <translation>La formule au-dessus de la carte</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>Encodage positionnel</translation>
    </message>
    <message>
        <source>The view Positional encodings</source>
        <translation>La vue Encodages positionnels</translation>
    </message>
    <message>
        <source>Encoder and decoder layers</source>
        <translation>Couches d’encodeur et de décodeur</translation>
    </message>
    <message>
        <source>Block: one layer with its sums</source>
        <translation>Bloc&#xa0;: une couche avec ses sommes</translation>
    </message>
    <message>
        <source>Projection to the target vocabulary</source>
        <translation>Projection sur le vocabulaire cible</translation>
    </message>
    <message>
        <source>Decoding: logits of a step</source>
        <translation>Décodage&#xa0;: logits d’un pas</translation>
    </message>
    <message>
        <source>Card 11</source>
        <translation>Carte 11</translation>
    </message>
    <message>
        <source>An encoder that returns the input of its last block</source>
        <translation>Un encodeur qui renvoie l’entrée de son dernier bloc</translation>
    </message>
    <message>
        <source>Card 12</source>
        <translation>Carte 12</translation>
    </message>
    <message>
        <source>A residual from before cross-attention</source>
        <translation>Un résiduel d’avant l’attention croisée</translation>
    </message>
    <message>
        <source>Card 13</source>
        <translation>Carte 13</translation>
    </message>
    <message>
        <source>Text 3: “The Transformer Architecture” (HY-673, lecture notes)</source>
        <translation>Texte 3&#xa0;: «&#xa0;The Transformer Architecture&#xa0;» (HY-673, notes de cours)</translation>
    </message>
    <message>
        <source>Equations 1 to 14 and three figures: the paper’s transformer with free widths d_k and d_v, and an embedding for each stack.</source>
        <translation>Équations 1 à 14 et trois figures&#xa0;: le transformeur de l’article avec des largeurs d_k et d_v libres, et un plongement par pile.</translation>
    </message>
    <message>
        <source>lecture notes, d_k, d_v, equations, text 3</source>
        <translation>notes de cours, d_k, d_v, équations, texte 3</translation>
    </message>
    <message>
        <source>Its model is trained on the sentences of all five texts. Help → Manual, “For readers of an introduction to the paper”, leads to the details.</source>
        <translation>Son modèle a appris les phrases des cinq textes. Aide → Manuel, «&#xa0;Pour les lecteurs d’une introduction à l’article&#xa0;», mène aux détails.</translation>
    </message>
    <message>
        <source>d_model = {d}, {h} heads, d_k = {k} and d_v = {v}: the two need not be equal, nor d_model / h.</source>
        <translation>d_model = {d}, {h} têtes, d_k = {k} et d_v = {v}&#xa0;: les deux n’ont pas à être égaux, ni à d_model / h.</translation>
    </message>
    <message>
        <source>The prince</source>
        <translation>Le prince</translation>
    </message>
    <message>
        <source>It knows the sentences of the other texts, too.</source>
        <translation>Il connaît aussi les phrases des autres textes.</translation>
    </message>
    <message>
        <source>The apple, the hat, the door</source>
        <translation>La pomme, le chapeau, la porte</translation>
    </message>
    <message>
        <source>Three short ones in a batch; the shorter lines are padded. The first is shown.</source>
        <translation>Trois courtes en un lot&#xa0;; les lignes plus courtes sont complétées. La première est montrée.</translation>
    </message>
    <message>
        <source>“our input sentence”</source>
        <translation>«&#xa0;our input sentence&#xa0;»</translation>
    </message>
    <message>
        <source>The words of text 1, with a whole transformer around them.</source>
        <translation>Les mots du texte 1, avec un transformeur entier autour d’eux.</translation>
    </message>
    <message>
        <source>In its order, with the shapes of this sentence (rows, columns):</source>
        <translation>Dans son ordre, avec les formes de cette phrase (lignes, colonnes)&#xa0;:</translation>
    </message>
    <message>
        <source>{x}: n × d_model</source>
        <translation>{x}&#xa0;: n × d_model</translation>
    </message>
    <message>
        <source>{f}: n × d_ff inside</source>
        <translation>{f}&#xa0;: n × d_ff à l’intérieur</translation>
    </message>
    <message>
        <source>Mask of the decoder: described</source>
        <translation>Masque du décodeur&#xa0;: décrit</translation>
    </message>
    <message>
        <source>{p} probabilities for each row of the decoder</source>
        <translation>{p} probabilités par ligne du décodeur</translation>
    </message>
    <message>
        <source>The notes have equations and figures, and no code:</source>
        <translation>Les notes ont des équations et des figures, et pas de code&#xa0;:</translation>
    </message>
    <message>
        <source>Figure of scaled dot-product attention</source>
        <translation>Figure de l’attention par produit scalaire</translation>
    </message>
    <message>
        <source>The formula above the map: each box is a click</source>
        <translation>La formule au-dessus de la carte&#xa0;: chaque boîte est un clic</translation>
    </message>
    <message>
        <source>Figure of multi-head attention</source>
        <translation>Figure de l’attention multi-têtes</translation>
    </message>
    <message>
        <source>Heads: all maps at once</source>
        <translation>Têtes&#xa0;: toutes les cartes à la fois</translation>
    </message>
    <message>
        <source>Figure of the whole architecture</source>
        <translation>Figure de l’architecture entière</translation>
    </message>
    <message>
        <source>The workspace Model: Flow</source>
        <translation>L’espace Modèle&#xa0;: Flux</translation>
    </message>
    <message>
        <source>Text 4: “Transformers: A Quick Explanation with Code”, in NumPy</source>
        <translation>Texte 4&#xa0;: «&#xa0;Transformers: A Quick Explanation with Code&#xa0;», en NumPy</translation>
    </message>
    <message>
        <source>Two features, four heads, ten words, and everything in NumPy: small enough to print every number.</source>
        <translation>Deux composantes, quatre têtes, dix mots, et tout en NumPy&#xa0;: assez petit pour imprimer chaque nombre.</translation>
    </message>
    <message>
        <source>NumPy, two features, text 4</source>
        <translation>NumPy, deux composantes, texte 4</translation>
    </message>
    <message>
        <source>What it cannot do</source>
        <translation>Ce qu’il ne sait pas faire</translation>
    </message>
    <message>
        <source>A piece of its sentence is too much: it was trained on the whole only.</source>
        <translation>Un morceau de sa phrase est trop&#xa0;: il n’a appris que le tout.</translation>
    </message>
    <message>
        <source>A word outside the ten</source>
        <translation>Un mot hors des dix</translation>
    </message>
    <message>
        <source>There is no &lt;unk&gt; among its ten words, as in the text: another word is refused, and the message names it.</source>
        <translation>Il n’y a pas de &lt;unk&gt; parmi ses dix mots, comme dans le texte&#xa0;: un autre mot est refusé, et le message le nomme.</translation>
    </message>
    <message>
        <source>One table for both stacks, no √d</source>
        <translation>Une table pour les deux piles, sans √d</translation>
    </message>
    <message>
        <source>The same table in encoder and decoder</source>
        <translation>La même table dans l’encodeur et le décodeur</translation>
    </message>
    <message>
        <source>Each dimension has its own exponent: {p}</source>
        <translation>Chaque dimension a son exposant&#xa0;: {p}</translation>
    </message>
    <message>
        <source>Here x·Wᵀ: rows are tokens</source>
        <translation>Ici x·Wᵀ&#xa0;: les lignes sont des tokens</translation>
    </message>
    <message>
        <source>Similarity “additive”, without tanh: the query adds the same to every score</source>
        <translation>Similarité «&#xa0;additive&#xa0;», sans tanh&#xa0;: la requête ajoute la même chose à chaque score</translation>
    </message>
    <message>
        <source>Over the whole matrix, no eps, no gain: mean {m}, deviation {s}</source>
        <translation>Sur toute la matrice, sans eps ni gain&#xa0;: moyenne {m}, écart {s}</translation>
    </message>
    <message>
        <source>Feed-forward: one matrix</source>
        <translation>Feed-forward&#xa0;: une matrice</translation>
    </message>
    <message>
        <source>No hidden layer, no ReLU</source>
        <translation>Ni couche cachée, ni ReLU</translation>
    </message>
    <message>
        <source>Draws at random, at most 20 tokens, from token 0 to the last id</source>
        <translation>Tire au sort, au plus 20 tokens, du token 0 au dernier numéro</translation>
    </message>
    <message>
        <source>The loop over the heads</source>
        <translation>La boucle sur les têtes</translation>
    </message>
    <message>
        <source>Heads: four thumbnails in a row</source>
        <translation>Têtes&#xa0;: quatre vignettes par ligne</translation>
    </message>
    <message>
        <source>The loop that writes tokens</source>
        <translation>La boucle qui écrit des tokens</translation>
    </message>
    <message>
        <source>Decoding: its steps</source>
        <translation>Décodage&#xa0;: ses pas</translation>
    </message>
    <message>
        <source>Its mask shows only the future</source>
        <translation>Son masque ne montre que l’avenir</translation>
    </message>
    <message>
        <source>Card 4</source>
        <translation>Carte 4</translation>
    </message>
    <message>
        <source>A loop variable that is used twice</source>
        <translation>Une variable de boucle utilisée deux fois</translation>
    </message>
    <message>
        <source>Card 5</source>
        <translation>Carte 5</translation>
    </message>
    <message>
        <source>Card 14</source>
        <translation>Carte 14</translation>
    </message>
    <message>
        <source>The course: “Attention Is All You Need” in fourteen lessons</source>
        <translation>Le cours&#xa0;: «&#xa0;Attention Is All You Need&#xa0;» en quatorze leçons</translation>
    </message>
    <message>
        <source>Five introductions to the paper</source>
        <translation>Cinq introductions à l’article</translation>
    </message>
    <message>
        <source>Your own lessons</source>
        <translation>Vos propres leçons</translation>
    </message>
    <message>
        <source>New lesson</source>
        <translation>Nouvelle leçon</translation>
    </message>
    <message>
        <source>Bring the window to a state worth seeing, add it as a step, and write what the reader shall look at.</source>
        <translation>Amenez la fenêtre à un état qui vaut la peine, ajoutez-le comme étape, et écrivez ce qu’il faut regarder.</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Ouvrir une leçon</translation>
    </message>
    <message>
        <source>A lesson is one file. Drop it on the window, or keep it in your folder of lessons to have it here.</source>
        <translation>Une leçon est un fichier. Déposez-le sur la fenêtre, ou gardez-le dans votre dossier de leçons pour l’avoir ici.</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>À la main</translation>
    </message>
    <message>
        <source>Its matrices to calculate with</source>
        <translation>Ses matrices, pour calculer</translation>
    </message>
    <message>
        <source>X and the three projections are typed here; each product follows. Change a cell, or read the code of PyTorch beside it.</source>
        <translation>X et les trois projections sont saisies ici ; chaque produit suit. Changez une cellule, ou lisez à côté le code de PyTorch.</translation>
    </message>
    <message>
        <source>Attention by hand</source>
        <translation>L’attention à la main</translation>
    </message>
    <message>
        <source>Type X, W_Q, W_K and W_V, see every product, change any cell, and print a work sheet.</source>
        <translation>Saisissez X, W_Q, W_K et W_V, voyez chaque produit, changez n’importe quelle cellule, et imprimez une feuille d’exercices.</translation>
    </message>
    <message>
        <source>The most likely token</source>
        <translation>Le token le plus probable</translation>
    </message>
    <message>
        <source>Greedy search takes the most likely token each time, and writes the sentence again.</source>
        <translation>La recherche gloutonne prend chaque fois le token le plus probable, et réécrit la phrase.</translation>
    </message>
    <message>
        <source>The first step of this page does the same</source>
        <translation>La première étape de cette page fait de même</translation>
    </message>
    <message>
        <source>{ma} → {a}</source>
        <translation>{ma} → {a}</translation>
    </message>
    <message>
        <source>{mb} → {b}</source>
        <translation>{mb} → {b}</translation>
    </message>
    <message>
        <source>{md} → {d}</source>
        <translation>{md} → {d}</translation>
    </message>
    <message>
        <source>The model runs again on every keystroke. Ctrl+Enter adds a line: several make a batch, padded to the longest, and the line with the cursor is shown.</source>
        <translation>Le modèle est relancé à chaque frappe. Ctrl+Entrée ajoute une ligne&#xa0;: plusieurs forment un lot, complété jusqu’à la plus longue, et la ligne du curseur est affichée.</translation>
    </message>
    <message>
        <source>A row with the single score 0 gets {one}, here 1; an empty row gets {none}, here too</source>
        <translation>Une ligne au seul score 0 reçoit {one}, ici 1&#xa0;; une ligne vide reçoit {none}, ici aussi</translation>
    </message>
    <message>
        <source>Attention looks something up. You look up one word, then something between the words, and then find the same look-up in a model that translates.</source>
        <translation>L’attention cherche quelque chose. Vous cherchez un mot, puis quelque chose entre les mots, et vous retrouvez la même recherche dans un modèle qui traduit.</translation>
    </message>
    <message>
        <source>A query between the keys</source>
        <translation>Une requête entre les clés</translation>
    </message>
    <message>
        <source>Suppose the encoder’s positions are switched off. What does the model write for “The dog bites the man.”?</source>
        <translation>Supposons que les positions de l’encodeur soient désactivées. Qu’écrit le modèle pour «&#xa0;The dog bites the man.&#xa0;»&#xa0;?</translation>
    </message>
    <message>
        <source>Suppose the scores are not divided by √2. What becomes of the largest weight of the second row?</source>
        <translation>Supposons que les scores ne soient pas divisés par √2. Que devient le plus grand poids de la deuxième ligne&#xa0;?</translation>
    </message>
    <message>
        <source>It uses PyTorch’s tensors. The same stands here:</source>
        <translation>Il utilise les tenseurs de PyTorch. La même chose se trouve ici&#xa0;:</translation>
    </message>
    <message>
        <source>The switch “Causal” above the sentence</source>
        <translation>L’interrupteur «&#xa0;Causal&#xa0;» au-dessus de la phrase</translation>
    </message>
    <message>
        <source>The mistake, made</source>
        <translation>L’erreur, commise</translation>
    </message>
    <message>
        <source>2. Another dictionary</source>
        <translation>2. Un autre dictionnaire</translation>
    </message>
    <message>
        <source>8. A function</source>
        <translation>8. Une fonction</translation>
    </message>
    <message>
        <source>A common mistake: the scores of this run are divided by 3.</source>
        <translation>Une erreur fréquente&#xa0;: les scores de ce calcul sont divisés par 3.</translation>
    </message>
    <message>
        <source>√d_model = {m}, but √d_k = {k} here. At the left is the run with the right scale.</source>
        <translation>√d_model = {m}, mais √d_k = {k} ici. À gauche, le calcul avec la bonne échelle.</translation>
    </message>
    <message>
        <source>17. Four heads</source>
        <translation>17. Quatre têtes</translation>
    </message>
    <message>
        <source>“him” looks at “ince”, the end of “prince”, with {w}. So does “she” ({she}): the head finds a person, not always the right one. {encoder.1.self.0} gives “ince” {other} in the row of “him”: the heads of a layer do different things.</source>
        <translation>«&#xa0;him&#xa0;» regarde «&#xa0;ince&#xa0;», la fin de «&#xa0;prince&#xa0;», avec {w}. «&#xa0;she&#xa0;» aussi ({she})&#xa0;: la tête trouve une personne, pas toujours la bonne. La tête {encoder.1.self.0} donne à «&#xa0;ince&#xa0;» {other} dans la ligne de «&#xa0;him&#xa0;»&#xa0;: les têtes d’une couche font des choses différentes.</translation>
    </message>
    <message>
        <source>A mask says which keys a query can see. You switch one off and see what changes.</source>
        <translation>Un masque dit quelles clés une requête peut voir. Vous en désactivez un et voyez ce qui change.</translation>
    </message>
    <message>
        <source>Without the mask</source>
        <translation>Sans le masque</translation>
    </message>
    <message>
        <source>Read in one pass, as in training (Decode → Loss), the probability of “garde” after “je” is {with} if the sentence ends with “congélateur” and {other} if it ends with “chapeau”: the end leaks back. With the mask it is {masked} and {masked2}; without it, the model reads what it never read in training.</source>
        <translation>Quand le modèle lit la phrase en une seule passe, comme à l’entraînement (Décoder → Perte), la probabilité de «&#xa0;garde&#xa0;» après «&#xa0;je&#xa0;» est {with} si elle se termine par «&#xa0;congélateur&#xa0;» et {other} si elle se termine par «&#xa0;chapeau&#xa0;»&#xa0;: la fin fuit vers le début. Avec le masque elle est {masked} et {masked2}&#xa0;; sans lui, le modèle lit ce qu’il n’a jamais lu à l’entraînement.</translation>
    </message>
    <message>
        <source>Switch the mask off</source>
        <translation>Désactiver le masque</translation>
    </message>
    <message>
        <source>Clear the check box “Causal” above the sentence (Ctrl+M).</source>
        <translation>Décochez «&#xa0;Causal&#xa0;» au-dessus de la phrase (Ctrl+M).</translation>
    </message>
    <message>
        <source>“noir” and “chat” change places. This head looks at the word that was just read. Click the brightest cell of the row that has read “noir” (noir → dort).</source>
        <translation>«&#xa0;noir&#xa0;» et «&#xa0;chat&#xa0;» changent de place. Cette tête regarde le mot qui vient d’être lu. Cliquez sur la cellule la plus claire de la ligne qui a lu «&#xa0;noir&#xa0;» (noir → dort).</translation>
    </message>
    <message>
        <source>A decoder is trained on all positions at once. You compare one pass with decoding step by step.</source>
        <translation>Un décodeur s’entraîne sur toutes les positions à la fois. Vous comparez un seul passage avec le décodage pas à pas.</translation>
    </message>
    <message>
        <source>Why can all positions be trained at once?</source>
        <translation>Pourquoi toutes les positions peuvent-elles être entraînées à la fois&#xa0;?</translation>
    </message>
    <message>
        <source>“Elle” had a probability of only {p}, yet the model goes on as if it had been its own idea.</source>
        <translation>«&#xa0;Elle&#xa0;» n’avait qu’une probabilité de {p}, et pourtant le modèle continue comme si l’idée venait de lui.</translation>
    </message>
    <message>
        <source>It compares the mean log-probability of whole sentences. “Je” is a less likely beginning than “J&apos;”, but its sentence wins: “Je me suis fait couper les cheveux.” It is also the right one.</source>
        <translation>Elle compare la log-probabilité moyenne de phrases entières. «&#xa0;Je&#xa0;» est un début moins probable que «&#xa0;J&apos;&#xa0;», mais sa phrase gagne&#xa0;: «&#xa0;Je me suis fait couper les cheveux.&#xa0;» C’est aussi la bonne.</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Échantillonnage</translation>
    </message>
    <message>
        <source>The same translation! Its log-probability changes by {loss} nats: the probability is divided by about 7, yet these words are still the most likely ones.</source>
        <translation>La même traduction ! Sa log-probabilité change de {loss} nats : la probabilité est divisée par 7 environ, et pourtant ces mots restent les plus probables.</translation>
    </message>
    <message>
        <source>What a map proves</source>
        <translation>Ce que prouve une carte</translation>
    </message>
    <message>
        <source>No edit is left. The map of {decoder.0.cross.3} is as clear as before.</source>
        <translation>Il ne reste aucune modification. La carte de la tête {decoder.0.cross.3} est aussi nette qu’avant.</translation>
    </message>
    <message>
        <source>A soft dictionary needs no equal key: every key counts by its similarity.</source>
        <translation>Un dictionnaire souple n’exige pas de clé égale&#xa0;: chaque clé compte selon sa similarité.</translation>
    </message>
    <message>
        <source>One value alone is what a hard dictionary answers; here the others count, too.</source>
        <translation>Une seule valeur, c’est la réponse d’un dictionnaire strict&#xa0;; ici les autres comptent aussi.</translation>
    </message>
    <message>
        <source>The weights sum to 1: it is a mean, not a sum.</source>
        <translation>Les poids ont pour somme 1&#xa0;: c’est une moyenne, non une somme.</translation>
    </message>
    <message>
        <source>Softmax depends on the differences of the scores, and these shrink.</source>
        <translation>Le softmax dépend des différences des scores, et elles diminuent.</translation>
    </message>
    <message>
        <source>Smaller differences of the scores make the weights more alike.</source>
        <translation>Des différences plus petites rendent les poids plus semblables.</translation>
    </message>
    <message>
        <source>The id only says which row of the table is taken.</source>
        <translation>L’identifiant dit seulement quelle ligne de la table est prise.</translation>
    </message>
    <message>
        <source>That is the number of rows of the table; a token has one of them.</source>
        <translation>C’est le nombre de lignes de la table&#xa0;; un token a l’une d’elles.</translation>
    </message>
    <message>
        <source>Without positions the encoder does not know which word comes first.</source>
        <translation>Sans positions, l’encodeur ne sait pas quel mot vient d’abord.</translation>
    </message>
    <message>
        <source>The words themselves are still there.</source>
        <translation>Les mots eux-mêmes sont encore là.</translation>
    </message>
    <message>
        <source>The first columns of all three turn equally fast. Text 0’s others slow down twice as fast as the paper’s: fewer of them tell the two places apart.</source>
        <translation>Les premières colonnes des trois formules tournent à la même vitesse. Les autres du texte 0 ralentissent deux fois plus vite que celles de l’article&#xa0;: moins d’entre elles distinguent les deux places.</translation>
    </message>
    <message>
        <source>The distances differ.</source>
        <translation>Les distances diffèrent.</translation>
    </message>
    <message>
        <source>The product of two vectors does not depend on their order.</source>
        <translation>Le produit de deux vecteurs ne dépend pas de leur ordre.</translation>
    </message>
    <message>
        <source>With q = k = x both scores are the same product of two vectors.</source>
        <translation>Avec q = k = x, les deux scores sont le même produit de deux vecteurs.</translation>
    </message>
    <message>
        <source>That is the encoder’s own attention; here the queries come from the decoder.</source>
        <translation>C’est l’attention de l’encodeur sur lui-même&#xa0;; ici les requêtes viennent du décodeur.</translation>
    </message>
    <message>
        <source>That is the decoder’s own attention; here the keys come from the encoder.</source>
        <translation>C’est l’attention du décodeur sur lui-même&#xa0;; ici les clés viennent de l’encodeur.</translation>
    </message>
    <message>
        <source>That is the shape of Q; its product with Kᵀ sums over d_k.</source>
        <translation>C’est la forme de Q&#xa0;; son produit avec Kᵀ somme sur d_k.</translation>
    </message>
    <message>
        <source>Undivided scores differ more, and softmax gives the largest one more.</source>
        <translation>Des scores non divisés diffèrent plus, et le softmax donne plus au plus grand.</translation>
    </message>
    <message>
        <source>Softmax sees how far apart the scores are, not only their order.</source>
        <translation>Le softmax voit l’écart entre les scores, pas seulement leur ordre.</translation>
    </message>
    <message>
        <source>At 0 the slope is 0 × 1 = 0.</source>
        <translation>En 0 la pente est 0 × 1 = 0.</translation>
    </message>
    <message>
        <source>0.1 × 0.9 = 0.09: there is more.</source>
        <translation>0,1 × 0,9 = 0,09&#xa0;: il y a mieux.</translation>
    </message>
    <message>
        <source>At 1 the slope is 1 × 0 = 0: that is saturation.</source>
        <translation>En 1 la pente est 1 × 0 = 0&#xa0;: c’est la saturation.</translation>
    </message>
    <message>
        <source>√d_model is larger than √d_k: the scores come closer together.</source>
        <translation>√d_model est plus grand que √d_k&#xa0;: les scores se rapprochent.</translation>
    </message>
    <message>
        <source>The scores come closer together, and softmax sees that.</source>
        <translation>Les scores se rapprochent, et le softmax le voit.</translation>
    </message>
    <message>
        <source>That leaves out 0.3199 × 0.5.</source>
        <translation>Il y manque 0,3199 × 0,5.</translation>
    </message>
    <message>
        <source>That is 0.4555 + 0.3199; the last value is 0.5, not 1.</source>
        <translation>C’est 0,4555 + 0,3199&#xa0;; la dernière valeur est 0,5, non 1.</translation>
    </message>
    <message>
        <source>1 is the sum of the weights.</source>
        <translation>1 est la somme des poids.</translation>
    </message>
    <message>
        <source>Each matrix makes d_model numbers of d_model numbers: it has d_model² weights.</source>
        <translation>Chaque matrice fait d_model nombres de d_model nombres&#xa0;: elle a d_model² poids.</translation>
    </message>
    <message>
        <source>Those are one head’s; h heads of width d_k make d_model.</source>
        <translation>Ce sont ceux d’une tête&#xa0;; h têtes de largeur d_k font d_model.</translation>
    </message>
    <message>
        <source>The fourth matrix is W_O, which was not asked for.</source>
        <translation>La quatrième matrice est W_O, qui n’était pas demandée.</translation>
    </message>
    <message>
        <source>Only the mask hides what comes later.</source>
        <translation>Seul le masque cache ce qui vient plus tard.</translation>
    </message>
    <message>
        <source>Without its mask the decoder’s rows see all keys, as the encoder’s do.</source>
        <translation>Sans son masque, les lignes du décodeur voient toutes les clés, comme celles de l’encodeur.</translation>
    </message>
    <message>
        <source>That is what true means in scaled_dot_product_attention; here it is the opposite.</source>
        <translation>C’est ce que vrai signifie dans scaled_dot_product_attention&#xa0;; ici c’est le contraire.</translation>
    </message>
    <message>
        <source>It sets the score to −∞.</source>
        <translation>Il met le score à −∞.</translation>
    </message>
    <message>
        <source>Each sub-layer adds to it, and nothing sets its length.</source>
        <translation>Chaque sous-couche y ajoute, et rien ne fixe sa longueur.</translation>
    </message>
    <message>
        <source>The sub-layers add to it; nothing divides it.</source>
        <translation>Les sous-couches y ajoutent&#xa0;; rien ne le divise.</translation>
    </message>
    <message>
        <source>It is hidden from the encoder’s tokens, too: none of them has read it.</source>
        <translation>Il est caché aussi aux tokens de l’encodeur&#xa0;: aucun d’eux ne l’a lu.</translation>
    </message>
    <message>
        <source>Nothing is drawn: the loss takes the probability of the given word.</source>
        <translation>Rien n’est tiré au sort&#xa0;: la perte prend la probabilité du mot donné.</translation>
    </message>
    <message>
        <source>It reads the target, too, shifted right by one.</source>
        <translation>Il lit aussi la cible, décalée d’un rang vers la droite.</translation>
    </message>
    <message>
        <source>The decoder reads “Elle” and goes on from there.</source>
        <translation>Le décodeur lit «&#xa0;Elle&#xa0;» et continue à partir de là.</translation>
    </message>
    <message>
        <source>The decoder goes on from whatever it is given.</source>
        <translation>Le décodeur continue à partir de ce qu’on lui donne.</translation>
    </message>
    <message>
        <source>It keeps several beginnings, and compares whole sentences.</source>
        <translation>Elle garde plusieurs débuts, et compare des phrases entières.</translation>
    </message>
    <message>
        <source>The other heads still write a sentence.</source>
        <translation>Les autres têtes écrivent encore une phrase.</translation>
    </message>
    <message>
        <source>You switched a clear head off, and no word changed.</source>
        <translation>Vous avez désactivé une tête nette, et aucun mot n’a changé.</translation>
    </message>
    <message>
        <source>French order is not this head’s work alone: the other heads of cross-attention look at the same words.</source>
        <translation>L’ordre français n’est pas l’œuvre de cette seule tête&#xa0;: les autres têtes croisées regardent les mêmes mots.</translation>
    </message>
    <message>
        <source>The source still reaches the decoder, through the other heads.</source>
        <translation>La phrase source atteint toujours le décodeur, par les autres têtes.</translation>
    </message>
    <message>
        <source>They do: 0.45 + 0.45 + 0.1 = 1.</source>
        <translation>Si&#xa0;: 0,45 + 0,45 + 0,1 = 1.</translation>
    </message>
    <message>
        <source>A value may be any number. Here −3 says that “boring” is bad.</source>
        <translation>Une valeur peut être n’importe quel nombre. Ici, −3 dit que «&#xa0;boring&#xa0;» est mauvais.</translation>
    </message>
    <message>
        <source>The weights are given: softmax has already made them from the scores.</source>
        <translation>Les poids sont donnés&#xa0;: softmax les a déjà faits à partir des scores.</translation>
    </message>
    <message>
        <source>A value does not depend on its key. A word may keep its value when all keys change.</source>
        <translation>Une valeur ne dépend pas de sa clé. Un mot peut garder sa valeur quand toutes les clés changent.</translation>
    </message>
    <message>
        <source>A value is what the dictionary gives as its answer. It is not a position.</source>
        <translation>Une valeur est ce que le dictionnaire donne en réponse. Ce n’est pas une position.</translation>
    </message>
    <message>
        <source>The order of the entries plays no part: each weight belongs to its own value.</source>
        <translation>L’ordre des entrées ne joue aucun rôle&#xa0;: chaque poids va avec sa propre valeur.</translation>
    </message>
    <message>
        <source>They are not: position 0 begins with sin 0 = 0, and cos 0 = 1 follows.</source>
        <translation>Non&#xa0;: la position 0 commence par sin 0 = 0, puis vient cos 0 = 1.</translation>
    </message>
    <message>
        <source>10000 is the paper’s number.</source>
        <translation>10000 est le nombre de l’article.</translation>
    </message>
    <message>
        <source>The cosine of 0 is 1, so every other number of position 0 is 1.</source>
        <translation>Le cosinus de 0 est 1&#xa0;: un nombre sur deux de la position 0 vaut donc 1.</translation>
    </message>
    <message>
        <source>The diagonal is masked, too: a token does not even see itself.</source>
        <translation>La diagonale est masquée elle aussi&#xa0;: un token ne se voit même pas lui-même.</translation>
    </message>
    <message>
        <source>The diagonal is masked, and all that is below it.</source>
        <translation>La diagonale est masquée, et tout ce qui est au-dessous.</translation>
    </message>
    <message>
        <source>The first row sees all the tokens that follow. The last row is the empty one.</source>
        <translation>La première ligne voit tous les tokens suivants. C’est la dernière qui est vide.</translation>
    </message>
    <message>
        <source>Python allows it: the variable of a loop is a variable like any other.</source>
        <translation>Python l’autorise&#xa0;: la variable d’une boucle est une variable comme une autre.</translation>
    </message>
    <message>
        <source>Each loop walks through its own range, whatever becomes of i.</source>
        <translation>Chaque boucle parcourt son propre intervalle, quoi que devienne i.</translation>
    </message>
    <message>
        <source>They are slow, but slow is not wrong.</source>
        <translation>Elles sont lentes, mais lent n’est pas faux.</translation>
    </message>
    <message>
        <source>It hides nothing: there are weights above the diagonal.</source>
        <translation>Il ne cache rien&#xa0;: il y a des poids au-dessus de la diagonale.</translation>
    </message>
    <message>
        <source>Without one, training shows the decoder the word that it is to predict.</source>
        <translation>Sans masque, l’entraînement montre au décodeur le mot qu’il doit prédire.</translation>
    </message>
    <message>
        <source>A missing scale makes weights sharper. It cannot put weights above the diagonal.</source>
        <translation>Sans facteur d’échelle, les poids sont plus tranchés. Cela ne met aucun poids au-dessus de la diagonale.</translation>
    </message>
    <message>
        <source>The rows are the decoder’s tokens: queries come from the decoder.</source>
        <translation>Les lignes sont les tokens du décodeur&#xa0;: les requêtes viennent du décodeur.</translation>
    </message>
    <message>
        <source>Values play no part in a map: queries and keys make it.</source>
        <translation>Les valeurs n’interviennent pas dans une carte&#xa0;: ce sont les requêtes et les clés qui la font.</translation>
    </message>
    <message>
        <source>A padding mask is not: it hides the same keys from every query.</source>
        <translation>Un masque de remplissage ne l’est pas&#xa0;: il cache les mêmes clés à chaque requête.</translation>
    </message>
    <message>
        <source>A score times 0 is 0, and softmax still gives it weight. Adding −∞ gives it none.</source>
        <translation>Un score multiplié par 0 vaut 0, et softmax lui donne encore un poids. Ajouter −∞ ne lui en laisse aucun.</translation>
    </message>
    <message>
        <source>It comes after the mask, as it should: so the weights of a row sum to 1.</source>
        <translation>Softmax vient après le masque, comme il faut&#xa0;: la somme des poids d’une ligne vaut donc 1.</translation>
    </message>
    <message>
        <source>q @ k.T is right: it multiplies each query with each key.</source>
        <translation>q @ k.T est juste&#xa0;: chaque requête est multipliée par chaque clé.</translation>
    </message>
    <message>
        <source>Heads stand side by side in one layer. Their number says nothing about layers.</source>
        <translation>Les têtes sont côte à côte dans une couche. Leur nombre ne dit rien des couches.</translation>
    </message>
    <message>
        <source>The paper has 8, but any number will do that divides d_model.</source>
        <translation>L’article en a 8, mais tout diviseur de d_model convient.</translation>
    </message>
    <message>
        <source>A head reads nothing else: it works on its slice of the features.</source>
        <translation>Une tête ne lit rien d’autre&#xa0;: elle travaille sur sa tranche des caractéristiques.</translation>
    </message>
    <message>
        <source>Each head projects x with weights of its own, so the maps differ.</source>
        <translation>Chaque tête projette x avec ses propres poids&#xa0;: les cartes diffèrent.</translation>
    </message>
    <message>
        <source>The scale does not depend on where queries, keys and values come from.</source>
        <translation>Le facteur d’échelle ne dépend pas de la provenance des requêtes, des clés et des valeurs.</translation>
    </message>
    <message>
        <source>It is the same in self-attention. In cross-attention, queries and keys come from two sequences.</source>
        <translation>C’est vrai en auto-attention. En attention croisée, requêtes et clés viennent de deux séquences.</translation>
    </message>
    <message>
        <source>There is one: what the sub-layer gives is added to its input.</source>
        <translation>Il y en a une&#xa0;: la sortie de la sous-couche est ajoutée à son entrée.</translation>
    </message>
    <message>
        <source>There is one. Look at where it stands.</source>
        <translation>Il y en a une. Regardez où elle se trouve.</translation>
    </message>
    <message>
        <source>It has a gain and a bias. Look at where it stands.</source>
        <translation>Elle a un gain et un biais. Regardez où elle se trouve.</translation>
    </message>
    <message>
        <source>They would know nothing of the other words. This output has passed one layer.</source>
        <translation>Ils ne sauraient rien des autres mots. Cette sortie a traversé une couche.</translation>
    </message>
    <message>
        <source>The encoder hides no token: each row sees the whole sentence.</source>
        <translation>L’encodeur ne cache aucun token&#xa0;: chaque ligne voit toute la phrase.</translation>
    </message>
    <message>
        <source>The number of layers is a choice. The paper has six.</source>
        <translation>Le nombre de couches est un choix. L’article en a six.</translation>
    </message>
    <message>
        <source>It does add something, but not what stands right before the feed-forward layer.</source>
        <translation>Elle ajoute bien quelque chose, mais pas ce qui précède immédiatement la couche feed-forward.</translation>
    </message>
    <message>
        <source>Those are further back: before self-attention.</source>
        <translation>Ils sont plus loin en arrière&#xa0;: avant l’auto-attention.</translation>
    </message>
    <message>
        <source>It is a sum, as in every residual connection.</source>
        <translation>C’est une somme, comme dans toute connexion résiduelle.</translation>
    </message>
    <message>
        <source>It divides by a standard deviation. Ask of which numbers.</source>
        <translation>Elle divise par un écart type. Demandez-vous de quels nombres.</translation>
    </message>
    <message>
        <source>It subtracts one mean, once. Ask of which numbers.</source>
        <translation>Elle soustrait une moyenne, une fois. Demandez-vous de quels nombres.</translation>
    </message>
    <message>
        <source>Columns would have a mean each. Here one mean serves the whole matrix.</source>
        <translation>Chaque colonne aurait alors sa moyenne. Ici, une seule moyenne sert pour toute la matrice.</translation>
    </message>
    <message>
        <source>Python does not skip a name that it does not know.</source>
        <translation>Python ne saute pas un nom qu’il ne connaît pas.</translation>
    </message>
    <message>
        <source>No number changes: the line does not run to its end.</source>
        <translation>Aucun nombre ne change&#xa0;: la ligne ne s’exécute pas jusqu’au bout.</translation>
    </message>
    <message>
        <source>The line fails when it runs for the first time.</source>
        <translation>La ligne échoue dès sa première exécution.</translation>
    </message>
    <message>
        <source>They are divided once, but by the wrong number.</source>
        <translation>Ils sont divisés une seule fois, mais par le mauvais nombre.</translation>
    </message>
    <message>
        <source>They are: by 3.</source>
        <translation>Si&#xa0;: par 3.</translation>
    </message>
    <message>
        <source>The divisor is 3 for every sentence, however long.</source>
        <translation>Le diviseur est 3 pour toute phrase, quelle que soit sa longueur.</translation>
    </message>
    <message>
        <source>W_O comes after the maps and cannot make them alike.</source>
        <translation>W_O vient après les cartes et ne peut pas les rendre semblables.</translation>
    </message>
    <message>
        <source>Narrow heads have maps that differ, as long as each has projections of its own.</source>
        <translation>Des têtes étroites ont des cartes différentes, tant que chacune a ses propres projections.</translation>
    </message>
    <message>
        <source>A mask hides the same cells in every head, but does not make maps alike.</source>
        <translation>Un masque cache les mêmes cellules dans chaque tête, mais ne rend pas les cartes semblables.</translation>
    </message>
    <message>
        <source>Position 0</source>
        <translation>Position 0</translation>
    </message>
    <message>
        <source>Position 1</source>
        <translation>Position 1</translation>
    </message>
    <message>
        <source>Position 3</source>
        <translation>Position 3</translation>
    </message>
    <message>
        <source>Rows are queries: find chat → noir at the left. Of the cells of that row, click the brightest.</source>
        <translation>Les lignes sont les requêtes&#xa0;: trouvez chat → noir à gauche. Parmi les cellules de cette ligne, cliquez sur la plus claire.</translation>
    </message>
    <message>
        <source>Point at the cells of that row: the line under the map says each dot product.</source>
        <translation>Pointez les cellules de cette ligne&#xa0;: le texte sous la carte donne chaque produit scalaire.</translation>
    </message>
    <message>
        <source>Columns are keys. Their names stand above the map: click any cell below “old”.</source>
        <translation>Les colonnes sont les clés. Leurs noms sont au-dessus de la carte&#xa0;: cliquez sur une cellule sous «&#xa0;old&#xa0;».</translation>
    </message>
    <message>
        <source>Rows are queries: find “him” at the left, then the brightest cell to its right.</source>
        <translation>Les lignes sont les requêtes&#xa0;: trouvez «&#xa0;him&#xa0;» à gauche, puis la cellule la plus claire de sa ligne.</translation>
    </message>
    <message>
        <source>The row noir → dort has read “noir” and is about to write “dort”. Its brightest cell lies below an English adjective.</source>
        <translation>La ligne noir → dort a lu «&#xa0;noir&#xa0;» et va écrire «&#xa0;dort&#xa0;». Sa cellule la plus claire est sous un adjectif anglais.</translation>
    </message>
    <message>
        <source>Slips of the five introductions to the paper, texts 0 to 4 on the page Learn, and two that many make. Say what is wrong, then see the corrected run.</source>
        <translation>Des erreurs des cinq introductions à l’article, les textes 0 à 4 de la page Apprendre, et deux que beaucoup font. Dites ce qui est faux, puis voyez l’exécution corrigée.</translation>
    </message>
    <message>
        <source>Each entry has a key, a word, and a value, a mark for how good it is: “fun” has 10, “exciting” 9, “boring” −3. The query is the key of “fun”, so the answer is {hard}.</source>
        <translation>Chaque entrée a une clé, un mot, et une valeur, une note qui dit à quel point c’est bon&#xa0;: «&#xa0;fun&#xa0;» a 10, «&#xa0;exciting&#xa0;» 9, «&#xa0;boring&#xa0;» −3. La requête est la clé de «&#xa0;fun&#xa0;»&#xa0;: la réponse est donc {hard}.</translation>
    </message>
    <message>
        <source>The query is (8, −5). Its dot products with the keys are {dots}. Softmax turns them into the weights {weights}, and the answer is {answer}. The introduction that this example is from (text 0 on the page Learn) gives “boring” the value 3 here, not −3 as in lesson 1. Its weight is nearly 0, so the answer is the same.</source>
        <translation>La requête est (8&#xa0;; −5). Ses produits scalaires avec les clés sont {dots}. Softmax les change en poids {weights}, et la réponse est {answer}. L’introduction d’où vient cet exemple (le texte 0 de la page Apprendre) donne ici à «&#xa0;boring&#xa0;» la valeur 3, et non −3 comme dans la leçon 1. Son poids est presque nul&#xa0;: la réponse est la même.</translation>
    </message>
    <message>
        <source>The small model of text 1, an introduction to the paper on the page Learn, opens next. It reads “our input sentence”, and in it q = k = x. Is the score from “input” to “sentence” the same as from “sentence” to “input”?</source>
        <translation>Le petit modèle du texte 1, une introduction à l’article de la page Apprendre, s’ouvre ensuite. Il lit «&#xa0;our input sentence&#xa0;», et q = k = x. Le score de «&#xa0;input&#xa0;» vers «&#xa0;sentence&#xa0;» est-il le même que de «&#xa0;sentence&#xa0;» vers «&#xa0;input&#xa0;»&#xa0;?</translation>
    </message>
    <message>
        <source>Greedy search takes the most likely token at each step, beam search keeps several beginnings, sampling draws at random. The paper uses four beams.</source>
        <translation>La recherche gloutonne prend le token le plus probable à chaque pas, la recherche en faisceau garde plusieurs débuts, l’échantillonnage tire au sort. L’article utilise quatre faisceaux.</translation>
    </message>
    <message>
        <source>Two vocabularies, no layer norm at the end</source>
        <translation>Deux vocabulaires, pas de normalisation à la fin</translation>
    </message>
    <message>
        <source>Layer norms come before each sub-layer, and a stack ends without one. The model has learned a few hundred sentences about a prince.</source>
        <translation>Les normalisations viennent avant chaque sous-couche, et une pile finit sans normalisation. Le modèle a appris quelques centaines de phrases sur un prince.</translation>
    </message>
    <message>
        <source>There is no layer norm</source>
        <translation>Il n’y a pas de normalisation</translation>
    </message>
    <message>
        <source>The layer norm has no gain</source>
        <translation>La normalisation n’a pas de gain</translation>
    </message>
    <message>
        <source>The code normalises before the sub-layer</source>
        <translation>Le code normalise avant la sous-couche</translation>
    </message>
    <message>
        <source>x + sublayer(norm(x)): pre-norm. Both work; the paper’s figure shows the other one, and a pre-norm model needs a layer norm at the end, which this one lacks.</source>
        <translation>x + sublayer(norm(x))&#xa0;: pre-norm. Les deux marchent&#xa0;; la figure de l’article montre l’autre, et un modèle pre-norm a besoin d’une normalisation à la fin, qui manque ici.</translation>
    </message>
    <message>
        <source>14. The layer norm</source>
        <translation>14. La normalisation</translation>
    </message>
    <message>
        <source>Text 4 passes a gain to its layer norm. This is what it does to the tokens: see their μ and σ.</source>
        <translation>Le texte 4 passe un gain à sa normalisation. Voici ce qu’elle fait aux tokens&#xa0;: voyez leurs μ et σ.</translation>
    </message>
    <message>
        <source>It normalises the whole matrix, and does not use the gain</source>
        <translation>Elle normalise toute la matrice, et n’utilise pas le gain</translation>
    </message>
    <message>
        <source>It normalises columns</source>
        <translation>Elle normalise les colonnes</translation>
    </message>
    <message>
        <source>A word then changes all others even without attention, and later words change earlier ones: one pass is no longer equal to step by step. The paper normalises each token by itself: (1, 2; 3, 6) becomes {r}, not {w}.</source>
        <translation>Un mot change alors tous les autres même sans attention, et les mots suivants changent les précédents&#xa0;: une passe n’est plus égale au pas à pas. L’article normalise chaque token seul&#xa0;: (1&#xa0;; 2 | 3&#xa0;; 6) devient {r}, et non {w}.</translation>
    </message>
    <message>
        <source>The window still shows the query “fun”. Suppose instead that it is 0.45 “fun”, 0.45 “exciting” and 0.1 “boring”. No key equals it.</source>
        <translation>La fenêtre montre encore la requête «&#xa0;fun&#xa0;». Supposons plutôt qu’elle soit 0,45 «&#xa0;fun&#xa0;», 0,45 «&#xa0;exciting&#xa0;» et 0,1 «&#xa0;boring&#xa0;». Aucune clé ne lui est égale.</translation>
    </message>
    <message>
        <source>There are {n} tokens now, so every map of the encoder has {n} rows and {n} columns. The translation has a word for it, too: “vieille”.</source>
        <translation>Il y a maintenant {n} tokens&#xa0;: chaque carte de l’encodeur a {n} lignes et {n} colonnes. La traduction a un mot pour lui, elle aussi&#xa0;: «&#xa0;vieille&#xa0;».</translation>
    </message>
    <message>
        <source>Position 6 is nearly one turn of the first columns after position 0. Which formula tells the two apart best?</source>
        <translation>La position 6 est presque à un tour des premières colonnes de la position 0. Quelle formule distingue le mieux les deux&#xa0;?</translation>
    </message>
    <message>
        <source>The same with numbers small enough to calculate. All results are shown at first: press “Step back” until those of S are hidden, calculate a cell, then step forward. Choose a cell to see its sum; type into one to see what follows from it. The sheet goes on to scale, mask, softmax and W_O, which later lessons explain.</source>
        <translation>La même chose avec des nombres assez petits pour calculer. Tous les résultats sont d’abord visibles&#xa0;: cliquez sur «&#xa0;Pas en arrière&#xa0;» jusqu’à ce que ceux de S soient cachés, calculez une cellule, puis avancez d’un pas. Choisissez une cellule pour voir sa somme&#xa0;; écrivez-y pour voir ce qui en découle. La feuille continue jusqu’au facteur d’échelle, au masque, au softmax et à W_O, que d’autres leçons expliquent.</translation>
    </message>
    <message>
        <source>Click “÷√2” in the formula above the map to see the scores.</source>
        <translation>Cliquez sur «&#xa0;÷√2&#xa0;» dans la formule au-dessus de la carte pour voir les scores.</translation>
    </message>
    <message>
        <source>Attention only adds something to a stream. You see the sum, three kinds of normalisation, and the layer that looks at each token alone.</source>
        <translation>L’attention ne fait qu’ajouter quelque chose à un flux. Vous voyez la somme, trois sortes de normalisation, et la couche qui regarde chaque token seul.</translation>
    </message>
    <message>
        <source>Each sub-layer adds its result to the stream, and a layer norm keeps the numbers in range: after the sum in the paper, before the sub-layer in most later models. The feed-forward layer then treats every token by itself, four times as wide.</source>
        <translation>Chaque sous-couche ajoute son résultat au flux, et une normalisation garde les nombres dans leur plage&#xa0;: après la somme dans l’article, avant la sous-couche dans la plupart des modèles suivants. Le feed-forward traite ensuite chaque token seul, quatre fois plus large.</translation>
    </message>
    <message>
        <source>This model normalises after each sum (post-norm). The Block view shows the stream before, what attention adds, their sum, and the layer norm. The mean μ and the standard deviation σ under the layer norm are those of the sum; subtracting and dividing makes the mean {m} and the deviation 1, before gain and bias.</source>
        <translation>Ce modèle normalise après chaque somme (post-norm). La vue Bloc montre le flux avant, ce que l’attention ajoute, leur somme et la normalisation. La moyenne μ et l’écart type σ sous la normalisation sont ceux de la somme&#xa0;; soustraire et diviser rend la moyenne {m} et l’écart type 1, avant gain et biais.</translation>
    </message>
    <message>
        <source>Three normalisations</source>
        <translation>Trois normalisations</translation>
    </message>
    <message>
        <source>Two features, normalised row by row. How much can such a row still say?</source>
        <translation>Deux composantes, normalisées ligne par ligne. Que peut encore dire une telle ligne&#xa0;?</translation>
    </message>
    <message>
        <source>Normalised, the two are 1 and −1, or −1 and 1.</source>
        <translation>Normalisées, les deux valent 1 et −1, ou −1 et 1.</translation>
    </message>
    <message>
        <source>Normalised, their sum is 0, whatever it was.</source>
        <translation>Normalisées, leur somme est 0, quelle qu’elle fût.</translation>
    </message>
    <message>
        <source>Every row becomes (−1, 1) or (1, −1). A model with d_model = 2 and the paper’s layer norm has one bit for each token; text 4 can learn a sentence because its layer norm takes the whole matrix.</source>
        <translation>Chaque ligne devient (−1&#xa0;; 1) ou (1&#xa0;; −1). Un modèle avec d_model = 2 et la normalisation de l’article a un bit par token&#xa0;; le texte 4 peut apprendre une phrase parce que sa normalisation prend toute la matrice.</translation>
    </message>
    <message>
        <source>Text 2, another introduction, normalises before each sub-layer and has no layer norm at the end. What does the stream do from layer to layer?</source>
        <translation>Le texte 2, une autre introduction, normalise avant chaque sous-couche et n’a pas de normalisation à la fin. Que fait le flux de couche en couche&#xa0;?</translation>
    </message>
    <message>
        <source>Layer norm after the sum, as in the paper</source>
        <translation>Normalisation après la somme, comme dans l’article</translation>
    </message>
    <message>
        <source>The formula above the map, “÷√d”</source>
        <translation>La formule au-dessus de la carte, «&#xa0;÷√d&#xa0;»</translation>
    </message>
    <message>
        <source>This vocabulary has no &lt;unk&gt;, as in the text: another word is refused, and the message names it. There is nothing to train either: with two features and a layer norm for each row, a token would keep one bit.</source>
        <translation>Ce vocabulaire n’a pas de &lt;unk&gt;, comme dans le texte&#xa0;: un autre mot est refusé, et le message le nomme. Il n’y a rien à apprendre non plus&#xa0;: avec deux composantes et une normalisation par ligne, un token garderait un bit.</translation>
    </message>
    <message>
        <source>Packed heads, layer norms before the sub-layers, padding found by its id, and two vocabularies.</source>
        <translation>Des têtes groupées, des normalisations avant les sous-couches, un remplissage reconnu à son numéro, et deux vocabulaires.</translation>
    </message>
    <message>
        <source>Layer norm before, with gain and bias, population variance, eps 1e-6; none at the end of a stack</source>
        <translation>Normalisation avant, avec gain et biais, variance de la population, eps 1e-6&#xa0;; aucune à la fin d’une pile</translation>
    </message>
    <message>
        <source>Add &amp; Norm in the text, layer norm first in its code</source>
        <translation>Add &amp; Norm dans le texte, normalisation d’abord dans son code</translation>
    </message>
    <message>
        <source>Layer norm after the sum</source>
        <translation>Normalisation après la somme</translation>
    </message>
    <message>
        <source>A layer norm over the whole matrix, and a gain that is not used</source>
        <translation>Une normalisation sur toute la matrice, et un gain inutilisé</translation>
    </message>
    <message>
        <source>{d} = {h} · {k}, no bias</source>
        <translation>{d} = {h} · {k}, sans biais</translation>
    </message>
    <message>
        <source>All heads packed into one W_Q</source>
        <translation>Toutes les têtes réunies dans un seul W_Q</translation>
    </message>
    <message>
        <source>{d} × {d}; each head takes {k} of its columns</source>
        <translation>{d} × {d}&#xa0;; chaque tête en prend {k} colonnes</translation>
    </message>
    <message>
        <source>Mask of three tokens: true on and below the diagonal</source>
        <translation>Masque de trois tokens&#xa0;: vrai sur la diagonale et au-dessous</translation>
    </message>
    <message>
        <source>[1, 1, 1, {n}], the padding mask, and [1, {h}, {n}, {k}], the split heads. B counts the lines: type a second one</source>
        <translation>[1, 1, 1, {n}], le masque de remplissage, et [1, {h}, {n}, {k}], les têtes séparées. B compte les lignes&#xa0;: tapez-en une deuxième</translation>
    </message>
    <message>
        <source>The other polarity</source>
        <translation>L’autre polarité</translation>
    </message>
    <message>
        <source>Itself, as before</source>
        <translation>Lui-même, comme avant</translation>
    </message>
    <message>
        <source>The diagonal was not hidden: read the other way, it is.</source>
        <translation>La diagonale n’était pas cachée&#xa0;; lue dans l’autre sens, elle l’est.</translation>
    </message>
    <message>
        <source>Everything but itself</source>
        <translation>Tout, sauf lui-même</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Rien</translation>
    </message>
    <message>
        <source>That is the last token: nothing comes after it.</source>
        <translation>C’est le dernier token&#xa0;: rien ne vient après lui.</translation>
    </message>
    <message>
        <source>Suppose “black” is hidden from every token: does “noir” stay in the output?</source>
        <translation>Supposons que «&#xa0;black&#xa0;» soit caché à tous les tokens&#xa0;: «&#xa0;noir&#xa0;» reste-t-il dans la sortie&#xa0;?</translation>
    </message>
    <message>
        <source>Each token sees itself and three others. All but this band is hatched; what is said falls apart.</source>
        <translation>Chaque token se voit et en voit trois autres. Le reste est hachuré&#xa0;; ce qui est dit se défait.</translation>
    </message>
    <message>
        <source>The head that finds the token before is off: its weights stay, but its output is not used. Under the maps, “Most changed” names the head that changes most.</source>
        <translation>La tête qui trouve le token précédent est désactivée&#xa0;: ses poids restent, mais sa sortie n’est pas utilisée. Sous les cartes, «&#xa0;La plus modifiée&#xa0;» nomme la tête qui change le plus.</translation>
    </message>
    <message>
        <source>Positions of text 0: column i is sin(p / 10000^(2i/d)) for i = 0, 2, 4, …, and the column after it is the cosine of the same angle. Text 4 has the same exponent, with a different i in every column. See the columns.</source>
        <translation>Positions du texte 0&#xa0;: la colonne i est sin(p / 10000^(2i/d)) pour i = 0, 2, 4, …, et la colonne suivante est le cosinus du même angle. Le texte 4 a le même exposant, avec un autre i dans chaque colonne. Regardez les colonnes.</translation>
    </message>
    <message>
        <source>If i counts dimensions, the third column of position 1 is {s}; if it counts pairs, as in the paper, it is {p}. The view shows the paper’s positions now. The translation is worse with them because this model was trained with the others.</source>
        <translation>Si i compte des dimensions, la troisième colonne de la position 1 vaut {s}&#xa0;; s’il compte des paires, comme dans l’article, elle vaut {p}. La vue montre maintenant les positions de l’article. La traduction est moins bonne avec elles, car ce modèle a été entraîné avec les autres.</translation>
    </message>
    <message>
        <source>Queries and keys changed places. The last row sees nothing, and its weights are {u} (in the text, thanks to a 1e-7 in the denominator). The map now is that of a causal mask: the diagonal and what is before it.</source>
        <translation>Requêtes et clés ont changé de place. La dernière ligne ne voit rien, et ses poids sont {u} (dans le texte, grâce à un 1e-7 au dénominateur). La carte est maintenant celle d’un masque causal&#xa0;: la diagonale et ce qui la précède.</translation>
    </message>
    <message>
        <source>This is what the line is for: a tenth of the numbers becomes zero at random. The map shows the mean of 20 runs; Spread, to choose in place of Mean, shows how far they differ.</source>
        <translation>Voici à quoi sert la ligne&#xa0;: un dixième des nombres devient nul au hasard. La carte montre la moyenne de 20 exécutions&#xa0;; Étalement, à choisir à la place de Moyenne, montre combien elles diffèrent.</translation>
    </message>
    <message>
        <source>A loop that uses the same variable each time: four heads, one map. A, before the edits, is this head’s own.</source>
        <translation>Une boucle qui utilise chaque fois la même variable&#xa0;: quatre têtes, une carte. A, avant les modifications, est celle de cette tête.</translation>
    </message>
    <message>
        <source>Dot products have both signs. Click the largest one in the row that has read “chat” (chat → noir).</source>
        <translation>Les produits scalaires ont les deux signes. Cliquez sur le plus grand de la ligne qui a lu «&#xa0;chat&#xa0;» (chat → noir).</translation>
    </message>
    <message>
        <source>The model that translates again, with a sentence short enough for its numbers to have room. The scores of {encoder.0.self.0} have as many rows as columns, because queries and keys come from the same tokens.</source>
        <translation>De nouveau le modèle qui traduit, avec une phrase assez courte pour que ses nombres aient de la place. Les scores de {encoder.0.self.0} ont autant de lignes que de colonnes, car requêtes et clés viennent des mêmes tokens.</translation>
    </message>
    <message>
        <source>Rows ask, columns are looked at. Click the larger of the two scores between “black” and “cat”.</source>
        <translation>Les lignes demandent, les colonnes sont regardées. Cliquez sur le plus grand des deux scores entre «&#xa0;black&#xa0;» et «&#xa0;cat&#xa0;».</translation>
    </message>
    <message>
        <source>One is in the row “black” and the column “cat”, the other in the row “cat” and the column “black”.</source>
        <translation>L’un est à la ligne «&#xa0;black&#xa0;», colonne «&#xa0;cat&#xa0;», l’autre à la ligne «&#xa0;cat&#xa0;», colonne «&#xa0;black&#xa0;».</translation>
    </message>
    <message>
        <source>The row “cat” has {ji} for “black”, the row “black” {ij} for “cat”. If keys were made by W_Q, like queries, both would be {same}.</source>
        <translation>La ligne «&#xa0;cat&#xa0;» a {ji} pour «&#xa0;black&#xa0;», la ligne «&#xa0;black&#xa0;» {ij} pour «&#xa0;cat&#xa0;». Si W_Q faisait aussi les clés, comme les requêtes, les deux vaudraient {same}.</translation>
    </message>
    <message>
        <source>Scores become weights. You see what becomes of them without the scale, and why the paper has it.</source>
        <translation>Les scores deviennent des poids. Vous voyez ce qu’ils deviennent sans le facteur d’échelle, et pourquoi l’article le met.</translation>
    </message>
    <message>
        <source>At 0.5 it is 0.25, the most there is. If queries and keys have d_k independent numbers with mean 0 and variance 1, their dot products have a standard deviation of √d_k. So without the scale, the wider the head, the nearer its weights are to 0 and 1, where it hardly learns.</source>
        <translation>À 0,5 elle vaut 0,25, le maximum. Si requêtes et clés ont d_k nombres indépendants, de moyenne 0 et de variance 1, leurs produits scalaires ont un écart type de √d_k. Sans le facteur d’échelle, plus la tête est large, plus ses poids sont donc proches de 0 et de 1, où elle n’apprend presque plus.</translation>
    </message>
    <message>
        <source>It is a common mistake to divide by √d_model instead of √d_k. In the model that translates, d_model is {d} and d_k is {dk}.</source>
        <translation>Une erreur fréquente est de diviser par √d_model au lieu de √d_k. Dans le modèle qui traduit, d_model vaut {d} et d_k vaut {dk}.</translation>
    </message>
    <message>
        <source>The score of “input” with itself is 1/√2 = {score}. In the small model of this map both widths are 2, so the mistake would not show. In the model that translates, √{dk} and √{d} differ by a factor of two.</source>
        <translation>Le score de «&#xa0;input&#xa0;» avec lui-même est 1/√2 = {score}. Dans le petit modèle de cette carte, les deux largeurs valent 2&#xa0;: l’erreur ne se verrait pas. Dans le modèle qui traduit, √{dk} et √{d} diffèrent d’un facteur deux.</translation>
    </message>
    <message>
        <source>The right scale</source>
        <translation>La bonne échelle</translation>
    </message>
    <message>
        <source>In {decoder.0.cross.3} of the model that translates, the largest weight of the row “chat → noir” is {w}. Its scores are divided by √d_k.</source>
        <translation>Dans {decoder.0.cross.3} du modèle qui traduit, le plus grand poids de la ligne «&#xa0;chat → noir&#xa0;» est {w}. Ses scores sont divisés par √d_k.</translation>
    </message>
    <message>
        <source>Now this model divides by √d_model. What becomes of the largest weight of the row “chat → noir”, {before}?</source>
        <translation>Maintenant, ce modèle divise par √d_model. Que devient le plus grand poids de la ligne «&#xa0;chat → noir&#xa0;», {before}&#xa0;?</translation>
    </message>
    <message>
        <source>It is {now} instead of {before}: softmax of scores half as large is flatter. The rows of all heads are flatter now, some more than others; this sentence survives it.</source>
        <translation>Il vaut {now} au lieu de {before}&#xa0;: le softmax de scores deux fois plus petits est plus plat. Les lignes de toutes les têtes sont plus plates, les unes plus que les autres&#xa0;; cette phrase y survit.</translation>
    </message>
    <message>
        <source>The last step of a head is a weighted sum. You work one number of it out by hand, then see which term counts most.</source>
        <translation>La dernière étape d’une tête est une somme pondérée. Vous en calculez un nombre à la main, puis voyez quel terme compte le plus.</translation>
    </message>
    <message>
        <source>Here each value has 48 numbers, and the sum has {n} terms for each of them. In the row “dog” the largest weight, {w}, is that of &lt;/s&gt;.</source>
        <translation>Ici chaque valeur a 48 nombres, et la somme a {n} termes pour chacun. Dans la ligne «&#xa0;dog&#xa0;», le plus grand poids, {w}, est celui de &lt;/s&gt;.</translation>
    </message>
    <message>
        <source>Click the cell of the row “dog” that contributes most.</source>
        <translation>Cliquez sur la cellule de la ligne «&#xa0;dog&#xa0;» qui contribue le plus.</translation>
    </message>
    <message>
        <source>The map now shows weight × ‖v‖. Of the cells of the row “dog”, click the brightest.</source>
        <translation>La carte montre maintenant poids × ‖v‖. Parmi les cellules de la ligne «&#xa0;dog&#xa0;», cliquez sur la plus claire.</translation>
    </message>
    <message>
        <source>“dog” takes most from itself. Its weight is only {w}, but its value has the length {v}: together {c}. The weight of &lt;/s&gt; is {we}, but its value has only the length {ve}: together {ce}.</source>
        <translation>«&#xa0;dog&#xa0;» prend surtout de lui-même. Son poids n’est que de {w}, mais sa valeur a la longueur {v}&#xa0;: ensemble {c}. Le poids de &lt;/s&gt; est {we}, mais sa valeur n’a que la longueur {ve}&#xa0;: ensemble {ce}.</translation>
    </message>
    <message>
        <source>The slice of one head</source>
        <translation>La tranche d’une tête</translation>
    </message>
    <message>
        <source>At the top of Weights, choose “all heads, packed”: W_Q is one matrix, {d} × {d}, and the frame is the part of the head that is shown.</source>
        <translation>En haut de la vue Poids, choisissez «&#xa0;toutes les têtes réunies&#xa0;»&#xa0;: W_Q est une seule matrice, {d} × {d}, et le cadre est la part de la tête affichée.</translation>
    </message>
    <message>
        <source>Then choose the head {encoder.0.self.2} (press ] twice), and watch the frame.</source>
        <translation>Puis choisissez la tête {encoder.0.self.2} (appuyez deux fois sur ]) et regardez le cadre.</translation>
    </message>
    <message>
        <source>Which part of W_Q (x · W) belongs to head 2?</source>
        <translation>Quelle part de W_Q (x · W) appartient à la tête 2&#xa0;?</translation>
    </message>
    <message>
        <source>Columns are numbered above the matrix, from 0, rows at its left.</source>
        <translation>Les colonnes sont numérotées au-dessus de la matrice, à partir de 0, les lignes à sa gauche.</translation>
    </message>
    <message>
        <source>Columns 96 to 143</source>
        <translation>Les colonnes 96 à 143</translation>
    </message>
    <message>
        <source>Columns 2, 6, 10, … 190</source>
        <translation>Les colonnes 2, 6, 10, … 190</translation>
    </message>
    <message>
        <source>A reshape to [L, d_k, h] in place of [L, h, d_k] takes every fourth column. It runs without an error, and each head gets pieces of all four.</source>
        <translation>Un reshape en [L, d_k, h] au lieu de [L, h, d_k] prend une colonne sur quatre. Il s’exécute sans erreur, et chaque tête reçoit des morceaux des quatre.</translation>
    </message>
    <message>
        <source>Rows 96 to 143</source>
        <translation>Les lignes 96 à 143</translation>
    </message>
    <message>
        <source>Rows are what is read: every head reads all features of the token.</source>
        <translation>Les lignes sont ce qui est lu&#xa0;: chaque tête lit toutes les composantes du token.</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>Tout</translation>
    </message>
    <message>
        <source>Then the four heads would have the same queries.</source>
        <translation>Les quatre têtes auraient alors les mêmes requêtes.</translation>
    </message>
    <message>
        <source>Head k has the columns from k · {dk} on, as many as it is wide. One product X·W_Q makes the queries of all heads; they are cut apart only then. W_O is cut in the same way, by rows.</source>
        <translation>La tête k a les colonnes à partir de k · {dk}, autant qu’elle est large. Un seul produit X·W_Q fait les requêtes de toutes les têtes&#xa0;; on ne les découpe qu’ensuite. W_O est découpée de même, par lignes.</translation>
    </message>
    <message>
        <source>A causal mask in which true means “hidden” is given to a function that takes true for “visible”. What does the first token see?</source>
        <translation>Un masque causal où vrai signifie «&#xa0;caché&#xa0;» est donné à une fonction pour laquelle vrai signifie «&#xa0;visible&#xa0;». Que voit le premier token&#xa0;?</translation>
    </message>
    <message>
        <source>Here the decoder runs with that mask; its words are given, so that its rows stay. Each row sees only what comes later: the first one looks at “Mon”, its own next word, with {next}, and the weights of the last one add up to {last}. No library complains, so look at the map before you trust a mask.</source>
        <translation>Ici, le décodeur s’exécute avec ce masque&#xa0;; ses mots sont donnés pour que ses lignes restent. Chaque ligne ne voit que ce qui vient après&#xa0;: la première regarde «&#xa0;Mon&#xa0;», son propre mot suivant, avec {next}, et la somme des poids de la dernière est {last}. Aucune bibliothèque ne proteste&#xa0;: regardez la carte avant de vous fier à un masque.</translation>
    </message>
    <message>
        <source>Text 2, an introduction to the paper on the page Learn, writes −10⁹ for −∞. In its model, every key is hidden from “answered”. What are the weights of this row?</source>
        <translation>Le texte 2, une introduction à l’article sur la page Apprendre, écrit −10⁹ pour −∞. Dans son modèle, toutes les clés sont cachées à «&#xa0;answered&#xa0;». Quels sont les poids de cette ligne&#xa0;?</translation>
    </message>
    <message>
        <source>All are 0</source>
        <translation>Tous sont nuls</translation>
    </message>
    <message>
        <source>Softmax makes shares that sum to 1, of equal scores, too. Text 4 gets 0, by a small number that it adds to the denominator.</source>
        <translation>Le softmax fait des parts dont la somme est 1, même de scores égaux. Le texte 4 obtient 0 par un petit nombre qu’il ajoute au dénominateur.</translation>
    </message>
    <message>
        <source>All are equal</source>
        <translation>Tous sont égaux</translation>
    </message>
    <message>
        <source>None is a number (NaN)</source>
        <translation>Aucun n’est un nombre (NaN)</translation>
    </message>
    <message>
        <source>That is 0/0, what −∞ everywhere gives, as in text 1. Equal scores of −10⁹ are numbers like any others.</source>
        <translation>C’est 0/0, ce que donne −∞ partout, comme dans le texte 1. Des scores égaux de −10⁹ sont des nombres comme les autres.</translation>
    </message>
    <message>
        <source>The row is {u}: it takes the mean of all that is hidden from it. With −∞ it would be 0/0 (NaN), as in text 1; in text 4 a small number in the denominator makes its sum {z}.</source>
        <translation>La ligne est {u}&#xa0;: elle prend la moyenne de tout ce qui lui est caché. Avec −∞, ce serait 0/0 (NaN), comme dans le texte 1&#xa0;; dans le texte 4, un petit nombre au dénominateur rend sa somme égale à {z}.</translation>
    </message>
    <message>
        <source>The matrix (1, 2; 3, 6), normalised in three ways. The paper takes each row, a token, by itself. Text 4, one of the introductions on the page Learn, takes one mean and one deviation for the whole matrix. RMS norm takes each row by itself, but subtracts no mean.</source>
        <translation>La matrice (1&#xa0;; 2 | 3&#xa0;; 6), normalisée de trois façons. L’article prend chaque ligne, un token, séparément. Le texte 4, une des introductions de la page Apprendre, prend une moyenne et un écart type pour toute la matrice. La norme RMS prend chaque ligne séparément, mais ne soustrait pas la moyenne.</translation>
    </message>
    <message>
        <source>RMS norm: x / √(mean of x²)</source>
        <translation>Norme RMS&#xa0;: x / √(moyenne de x²)</translation>
    </message>
    <message>
        <source>It can grow</source>
        <translation>Il peut croître</translation>
    </message>
    <message>
        <source>Nothing normalises the sums: the length of the row of “prince” goes from {a} to {b} over two layers. Block shows the layer of the chosen head: for the second layer press Ctrl+K, type encoder.1.self.0 and press Enter.</source>
        <translation>Rien ne normalise les sommes&#xa0;: la longueur de la ligne de «&#xa0;prince&#xa0;» passe de {a} à {b} en deux couches. Bloc montre la couche de la tête choisie&#xa0;: pour la seconde couche, appuyez sur Ctrl+K, tapez encoder.1.self.0, puis Entrée.</translation>
    </message>
    <message>
        <source>The feed-forward layer</source>
        <translation>Le feed-forward</translation>
    </message>
    <message>
        <source>This is the model that translates again. In the lower half of Block, the feed-forward layer turns the {d} numbers of “cat” into {f}, four times as many. ReLU leaves {n} of them above 0, and they become {d} numbers that are added to the stream. No other token takes part: only attention moves anything from token to token.</source>
        <translation>Voici de nouveau le modèle qui traduit. Dans la moitié inférieure de Bloc, le feed-forward fait des {d} nombres de «&#xa0;cat&#xa0;» {f} nombres, quatre fois plus. ReLU en laisse {n} au-dessus de 0, et ils redeviennent {d} nombres, ajoutés au flux. Aucun autre token n’intervient&#xa0;: seule l’attention fait passer quelque chose d’un token à l’autre.</translation>
    </message>
    <message>
        <source>Switch off the third and last layer of the encoder. Layers are counted from 0: in What if, choose Add, “Skip the layer”, then the stack encoder and layer 2.</source>
        <translation>Désactivez la troisième et dernière couche de l’encodeur. Les couches sont numérotées à partir de 0&#xa0;: dans Et si, choisissez Ajouter, «&#xa0;Sauter la couche&#xa0;», puis la pile encodeur et la couche 2.</translation>
    </message>
    <message>
        <source>The stream passes the layer unchanged, and the model writes “le chat noir d dort sur la chaise.”: a layer only adds something, so the model works without it, though not as well.</source>
        <translation>Le flux traverse la couche sans changer, et le modèle écrit «&#xa0;le chat noir d dort sur la chaise.&#xa0;»&#xa0;: une couche ne fait qu’ajouter quelque chose, et le modèle fonctionne sans elle, mais moins bien.</translation>
    </message>
    <message>
        <source>Other words</source>
        <translation>D’autres mots</translation>
    </message>
    <message>
        <source>A text speaks of this head’s energies, scaled. Click them in the formula above the map.</source>
        <translation>Un texte parle des énergies de cette tête, mises à l’échelle. Cliquez dessus dans la formule au-dessus de la carte.</translation>
    </message>
    <message>
        <source>Encoder–decoder attention</source>
        <translation>Attention encodeur–décodeur</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Attention croisée</translation>
    </message>
    <message>
        <source>Energies, alignment scores</source>
        <translation>Énergies, scores d’alignement</translation>
    </message>
    <message>
        <source>Scores: before softmax</source>
        <translation>Scores&#xa0;: avant le softmax</translation>
    </message>
    <message>
        <source>Attention scores, alphas</source>
        <translation>Scores d’attention, alphas</translation>
    </message>
    <message>
        <source>Weights: after softmax</source>
        <translation>Poids&#xa0;: après le softmax</translation>
    </message>
    <message>
        <source>Look-ahead mask, subsequent mask</source>
        <translation>Masque d’anticipation (look-ahead, subsequent mask)</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>Masque causal</translation>
    </message>
    <message>
        <source>Skip connection</source>
        <translation>Connexion résiduelle (skip connection)</translation>
    </message>
    <message>
        <source>Residual stream</source>
        <translation>Flux résiduel</translation>
    </message>
    <message>
        <source>Weights: each row sums to 1</source>
        <translation>Poids&#xa0;: la somme de chaque ligne est 1</translation>
    </message>
    <message>
        <source>Scores: there are fewer rows</source>
        <translation>Scores&#xa0;: il y a moins de lignes</translation>
    </message>
    <message>
        <source>Both have a row for each query and a column for each key.</source>
        <translation>Les deux ont une ligne par requête et une colonne par clé.</translation>
    </message>
    <message>
        <source>Weights: there is one matrix for all heads</source>
        <translation>Poids&#xa0;: il y a une matrice pour toutes les têtes</translation>
    </message>
    <message>
        <source>Each head has scores and weights of its own.</source>
        <translation>Chaque tête a ses propres scores et poids.</translation>
    </message>
    <message>
        <source>In the row chat → noir the weights sum to {w}, the scores to {s}. Ctrl+K finds many things by other names, too: try “skip connection”.</source>
        <translation>À la ligne chat → noir, la somme des poids est {w}, celle des scores {s}. Ctrl+K trouve beaucoup de choses sous d’autres noms aussi&#xa0;: essayez «&#xa0;skip connection&#xa0;».</translation>
    </message>
    <message>
        <source>The label “&lt;s&gt; → la” says: the row that has read “&lt;s&gt;” predicts “la”. The next row reads “la” and predicts “pomme”, and so on.</source>
        <translation>L’étiquette «&#xa0;&lt;s&gt; → la&#xa0;» dit&#xa0;: la ligne qui a lu «&#xa0;&lt;s&gt;&#xa0;» prédit «&#xa0;la&#xa0;». La ligne suivante lit «&#xa0;la&#xa0;» et prédit «&#xa0;pomme&#xa0;», et ainsi de suite.</translation>
    </message>
    <message>
        <source>Which row predicts “est”? Click a cell of it.</source>
        <translation>Quelle ligne prédit «&#xa0;est&#xa0;»&#xa0;? Cliquez sur une de ses cellules.</translation>
    </message>
    <message>
        <source>Not the row that has read “est”, but the one before it: its label ends in “est”.</source>
        <translation>Non pas la ligne qui a lu «&#xa0;est&#xa0;», mais la précédente&#xa0;: son nom finit par «&#xa0;est&#xa0;».</translation>
    </message>
    <message>
        <source>The row that has read “pomme” gives “est” the probability {p}. A row is named by what it has read; what it predicts is one place further.</source>
        <translation>La ligne qui a lu «&#xa0;pomme&#xa0;» donne à «&#xa0;est&#xa0;» la probabilité {p}. Une ligne porte le nom de ce qu’elle a lu&#xa0;; ce qu’elle prédit est une place plus loin.</translation>
    </message>
    <message>
        <source>Yes: the row “la → pomme” sees the same tokens</source>
        <translation>Oui&#xa0;: la ligne «&#xa0;la → pomme&#xa0;» voit les mêmes tokens</translation>
    </message>
    <message>
        <source>The causal mask hides the later words from the row “la → pomme”.</source>
        <translation>Le masque causal cache les mots suivants à la ligne «&#xa0;la → pomme&#xa0;».</translation>
    </message>
    <message>
        <source>One pass: {one}. Step by step: {many}. Loss has a line for each token, and says above them by how much the two ways differ at most.</source>
        <translation>Une passe&#xa0;: {one}. Pas à pas&#xa0;: {many}. Perte a une ligne par token, et dit au-dessus de combien les deux façons diffèrent au plus.</translation>
    </message>
    <message>
        <source>The model gives probabilities, and something must choose. You see what another beginning, four beams and chance make of them.</source>
        <translation>Le modèle donne des probabilités, et il faut bien choisir. Vous voyez ce qu’en font un autre début, quatre faisceaux et le hasard.</translation>
    </message>
    <message>
        <source>Can the sentence that beam search chooses begin with a less likely token than the sentence of greedy search?</source>
        <translation>La phrase que choisit la recherche en faisceau peut-elle commencer par un token moins probable que celle de la recherche gloutonne&#xa0;?</translation>
    </message>
    <message>
        <source>After “J&apos;ai fait couper”, the three largest logits are {z}, for “les”, “mes” and “ma”; see the tab Distribution. Softmax over these three gives {a} at temperature 1, {b} at 0.5 and {c} at 2. Sampling draws one token from the whole vocabulary, with such probabilities. Here it has drawn “mes”; another seed in Output settings may draw another.</source>
        <translation>Après «&#xa0;J&apos;ai fait couper&#xa0;», les trois plus grands logits sont {z}, pour «&#xa0;les&#xa0;», «&#xa0;mes&#xa0;» et «&#xa0;ma&#xa0;»&#xa0;; voyez l’onglet Distribution. Softmax sur ces trois donne {a} à la température 1, {b} à 0,5 et {c} à 2. L’échantillonnage tire un token de tout le vocabulaire, avec de telles probabilités. Ici il a tiré «&#xa0;mes&#xa0;»&#xa0;; une autre graine dans les réglages de sortie peut en tirer un autre.</translation>
    </message>
    <message>
        <source>A decoder alone reads what it writes. At the second “has”, this head looks at “a” ({w}), which followed the first one.</source>
        <translation>Un décodeur seul lit ce qu’il écrit. Au deuxième «&#xa0;has&#xa0;», cette tête regarde «&#xa0;a&#xa0;» ({w}), qui suivait le premier.</translation>
    </message>
    <message>
        <source>{decoder.2.cross.1} is switched off, too. Without it alone, the log-probability of the translation would change by {second} nats. What now?</source>
        <translation>{decoder.2.cross.1} est désactivée aussi. Sans elle seule, la log-probabilité de la traduction changerait de {second} nats. Et maintenant&#xa0;?</translation>
    </message>
    <message>
        <source>Effects do not add up: as long as one of the two heads is on, it can do the work of the other.</source>
        <translation>Les effets ne s’additionnent pas&#xa0;: tant que l’une des deux têtes est active, elle peut faire le travail de l’autre.</translation>
    </message>
    <message>
        <source>“dort” (sleeps) is lost</source>
        <translation>«&#xa0;dort&#xa0;» (sleeps) est perdu</translation>
    </message>
    <message>
        <source>All heads and feed-forward layers together make a word; a map shows the weights of one head.</source>
        <translation>Toutes les têtes et tous les feed-forward font un mot ensemble&#xa0;; une carte montre les poids d’une tête.</translation>
    </message>
    <message>
        <source>What a head does is another question. Only experiments answer it, and not one alone: switch the head off by itself and together with others.</source>
        <translation>Ce que fait une tête est une autre question. Seules des expériences y répondent, et pas une seule&#xa0;: désactivez la tête, seule puis avec d’autres.</translation>
    </message>
    <message>
        <source>A loop whose i counts dimensions: only the first columns turn. Its vectorised form is the paper’s</source>
        <translation>Une boucle dont i compte les dimensions&#xa0;: seules les premières colonnes tournent. Sa forme vectorisée est celle de l’article</translation>
    </message>
    <message>
        <source>Its code is PyTorch. Its classes stand here by what they do, not by their names:</source>
        <translation>Son code est en PyTorch. Ses classes figurent ici par ce qu’elles font, non par leurs noms&#xa0;:</translation>
    </message>
    <message>
        <source>The classes of heads, plain and masked</source>
        <translation>Les classes de têtes, simples et masquées</translation>
    </message>
    <message>
        <source>Heads: those of the decoder are masked</source>
        <translation>Têtes&#xa0;: celles du décodeur sont masquées</translation>
    </message>
    <message>
        <source>Embeddings and positions</source>
        <translation>Embeddings et positions</translation>
    </message>
    <message>
        <source>Input: their sum</source>
        <translation>Entrée&#xa0;: leur somme</translation>
    </message>
    <message>
        <source>Query (8, −5) and its keys: dot products 55, 53, −72</source>
        <translation>Requête (8&#xa0;; −5) et ses clés&#xa0;: produits scalaires 55, 53, −72</translation>
    </message>
    <message>
        <source>W_O: heads · d_v rows, D columns</source>
        <translation>W_O&#xa0;: têtes · d_v lignes, D colonnes</translation>
    </message>
    <message>
        <source>A head reads all features; widths of keys and values are free</source>
        <translation>Une tête lit toutes les composantes&#xa0;; les largeurs des clés et des valeurs sont libres</translation>
    </message>
    <message>
        <source>The same: W_Q takes both features, with no slices</source>
        <translation>De même&#xa0;: W_Q prend les deux composantes, sans tranches</translation>
    </message>
    <message>
        <source>Positions: the paper’s</source>
        <translation>Positions&#xa0;: celles de l’article</translation>
    </message>
    <message>
        <source>The same: the rows differ from the formula’s by {pos}</source>
        <translation>De même&#xa0;: les lignes diffèrent de celles de la formule de {pos}</translation>
    </message>
    <message>
        <source>Padding: where the id is that of &lt;pad&gt;</source>
        <translation>Remplissage&#xa0;: là où l’identifiant est celui de &lt;pad&gt;</translation>
    </message>
    <message>
        <source>The switch “Padding” above the sentence</source>
        <translation>L’interrupteur «&#xa0;Remplissage&#xa0;» au-dessus de la phrase</translation>
    </message>
    <message>
        <source>An empty row gets equal weights</source>
        <translation>Une ligne vide a des poids égaux</translation>
    </message>
    <message>
        <source>Feed-forward: ReLU, dropout</source>
        <translation>Feed-forward&#xa0;: ReLU, dropout</translation>
    </message>
    <message>
        <source>{f} hidden numbers (tokens × width)</source>
        <translation>{f} nombres cachés (tokens × largeur)</translation>
    </message>
    <message>
        <source>It builds an encoder and a decoder from layers in PyTorch. Its classes stand here by what they do, not by their names:</source>
        <translation>Il construit un encodeur et un décodeur de couches en PyTorch. Ses classes figurent ici par ce qu’elles font, non par leurs noms&#xa0;:</translation>
    </message>
    <message>
        <source>Multi-head attention, packed</source>
        <translation>Attention multi-têtes, réunie</translation>
    </message>
    <message>
        <source>Weights: choose “all heads, packed”</source>
        <translation>Poids&#xa0;: choisissez «&#xa0;toutes les têtes réunies&#xa0;»</translation>
    </message>
    <message>
        <source>Layer norm, with gain and bias</source>
        <translation>Layer norm, avec gain et biais</translation>
    </message>
    <message>
        <source>Block: μ and σ under each</source>
        <translation>Bloc&#xa0;: μ et σ sous chacune</translation>
    </message>
    <message>
        <source>Positions: named only</source>
        <translation>Positions&#xa0;: seulement nommées</translation>
    </message>
    <message>
        <source>The paper’s are added to X</source>
        <translation>Celles de l’article sont ajoutées à X</translation>
    </message>
    <message>
        <source>As printed the model is not trained. With a causal mask it learns to write its one sentence again. Another training, on all 28 pieces of the sentence, was too much for two features: that model got 4 right. Help → Manual, “For readers of an introduction to the paper”, leads to the details.</source>
        <translation>Tel qu’imprimé, le modèle n’apprend rien. Avec un masque causal, il apprend à réécrire sa phrase. Un autre entraînement, sur les 28 morceaux de la phrase, était trop pour deux composantes&#xa0;: ce modèle-là en réussissait 4. Aide → Manuel, «&#xa0;Pour les lecteurs d’une introduction à l’article&#xa0;», mène aux détails.</translation>
    </message>
    <message>
        <source>d_model = {d}, {h} heads of the full width, {v} words, &lt;start&gt; and &lt;end&gt; among them. As in the text, each token is drawn at random, 20 at most; Output settings have another seed for another draw.</source>
        <translation>d_model = {d}, {h} têtes de toute la largeur, {v} mots, dont &lt;start&gt; et &lt;end&gt;. Comme dans le texte, chaque token est tiré au sort, 20 au plus&#xa0;; les réglages de sortie offrent une autre graine pour un autre tirage.</translation>
    </message>
    <message>
        <source>The formulas of the text in their order, and what this model has in their place:</source>
        <translation>Les formules du texte dans leur ordre, et ce que ce modèle a à leur place&#xa0;:</translation>
    </message>
    <message>
        <source>The rules of the view Vectors</source>
        <translation>Les règles de la vue Vecteurs</translation>
    </message>
    <message>
        <source>W_Q, W_K, W_V of every head: d × d</source>
        <translation>W_Q, W_K, W_V de chaque tête&#xa0;: d × d</translation>
    </message>
    <message>
        <source>{wq}: no slices</source>
        <translation>{wq}&#xa0;: pas de tranches</translation>
    </message>
    <message>
        <source>It is written in NumPy. Its functions stand here by what they do, not by their names:</source>
        <translation>Il est écrit en NumPy. Ses fonctions figurent ici par ce qu’elles font, non par leurs noms&#xa0;:</translation>
    </message>
    <message>
        <source>The loop over keys that makes the mask</source>
        <translation>La boucle sur les clés qui fait le masque</translation>
    </message>
    <message>
        <source>Mask; its slip is below</source>
        <translation>Masque&#xa0;; son erreur est plus bas</translation>
    </message>
    <message>
        <source>The layer norm</source>
        <translation>La layer norm</translation>
    </message>
    <message>
        <source>Four heads</source>
        <translation>Quatre têtes</translation>
    </message>
    <message>
        <source>{h} heads, each with queries of d_k = {dk} numbers: together {all}, as many as d_model, the width of the model. W_O mixes these {all} numbers, and the result is added to the token’s vector.</source>
        <translation>{h} têtes, chacune avec des requêtes de d_k = {dk} nombres&#xa0;: ensemble {all}, autant que d_model, la largeur du modèle. W_O mélange ces {all} nombres, et le résultat est ajouté au vecteur du token.</translation>
    </message>
    <message>
        <source>Who is “him”? Its row is marked. Each head of the encoder has an answer of its own.</source>
        <translation>Qui est «&#xa0;him&#xa0;»&#xa0;? Sa ligne est marquée. Chaque tête de l’encodeur a sa propre réponse.</translation>
    </message>
    <message>
        <source>Position 1, eight dimensions; the view shows all of them, by the paper’s formula. The paper’s exponent counts pairs of dimensions; that of texts 0 and 4, introductions on the page Learn, counts single ones: only the first columns really move.</source>
        <translation>Position 1, huit dimensions&#xa0;; la vue les montre toutes, selon la formule de l’article. L’exposant de l’article compte des paires de dimensions&#xa0;; celui des textes 0 et 4, introductions de la page Apprendre, les compte une à une&#xa0;: seules les premières colonnes bougent vraiment.</translation>
    </message>
    <message>
        <source>The view takes softmax of the second row’s scores S, of 10 S and of 100 S. Its slope at the largest weight w is w·(1 − w): the nearer w is to 1, the nearer the slope is to 0.</source>
        <translation>La vue prend le softmax des scores S de la deuxième ligne, de 10 S et de 100 S. Sa pente au plus grand poids w est w·(1 − w)&#xa0;: plus w est proche de 1, plus la pente est proche de 0.</translation>
    </message>
    <message>
        <source>Texts name the same things differently. Other names, and those of this program:</source>
        <translation>Les textes nomment autrement les mêmes choses. D’autres noms, et ceux d’ici&#xa0;:</translation>
    </message>
    <message>
        <source>A text calls a matrix “attention”. How do you see whether it means scores or weights?</source>
        <translation>Un texte appelle une matrice «&#xa0;attention&#xa0;». À quoi voit-on s’il s’agit de scores ou de poids&#xa0;?</translation>
    </message>
    <message>
        <source>Every key of the window and of its views.</source>
        <translation>Chaque touche de la fenêtre et de ses vues.</translation>
    </message>
</context>
</TS>
