#include "core/options/map_options.h"

// The menu's texts are translated, although this folder knows no Qt: its tools only look for the name.
#define QT_TR_NOOP(text) text

namespace headlight {

std::vector<OptionEntry> entriesOf(MapTransform& transform)
{
    auto& [hidden, renormalise, words, mass] = transform;
    const OptionNeed leftOut{"--leave-out", hidden != HiddenTokens::kNone};
    return {
        entry("hide", Choice(hidden), "leave out the first key, or special tokens", {}, {},
              {.choices = {QT_TR_NOOP("All tokens"), QT_TR_NOOP("Without the first token"),
                           QT_TR_NOOP("Without special tokens")},
               .choiceTips
               = {QT_TR_NOOP("Leaves out no token."),
                  QT_TR_NOOP("Leaves out the first key, where many heads park weight they do not need "
                             "(attention sink)."),
                  QT_TR_NOOP("Leaves out tokens such as [CLS] and [SEP], both as keys and as queries.")}},
              {"--leave-out,--hide"}),
        entry("renormalise", &renormalise, "make rows sum to 1 again after --leave-out", {}, leftOut,
              {QT_TR_NOOP("Renormalise rows"),
               QT_TR_NOOP("Divides what is left of each row by its sum, so that it sums to 1 again.")},
              {.yesNo = YesNo::kSwitch}),
        entry("words", &words, "merge tokens into words: weights summed over keys, averaged over queries", {},
              {},
              {QT_TR_NOOP("Merge tokens into words"),
               QT_TR_NOOP("Sums weights over a word’s key tokens and averages them over its query tokens.")},
              {"--merge-words,--words", YesNo::kSwitch}),
        entry("mass", &mass, "draw only the largest weights of each row that make up this share; 1 = all",
              {0, 1}, {}, {}, {"--share,--mass"})};
}

std::vector<OptionEntry> ownEntriesOf(MapOptions& options)
{
    auto& [heads, transform, scale, range, sharedScale, marginals, values, nextTokens] = options;
    const OptionNeed beside{"--combine beside", heads == HeadsTogether::kBeside};
    return {
        entry("combine", Choice(heads), "several heads side by side, or combined into one map", {}, {},
              {.choices = {QT_TR_NOOP("Side by side"), QT_TR_NOOP("Mean of the heads"),
                           QT_TR_NOOP("Maximum of the heads")},
               .choiceTips = {QT_TR_NOOP("Shows one map per selected head."),
                              QT_TR_NOOP("Shows one map: the mean of the selected heads."),
                              QT_TR_NOOP("Shows one map: the largest weight among the selected heads in "
                                         "each cell. Rows no longer sum to 1.")}},
              {.former = "heads"}),
        entry("sharedScale", &sharedScale, "one colour scale per head", {}, beside,
              {QT_TR_NOOP("Shared colour scale"),
               QT_TR_NOOP("Maps side by side share one colour scale; otherwise each has its own.")},
              {"--own-scales", YesNo::kSwitchOff}),
        entry("scale", Choice(scale), "colours of weights; row = as shares of the row maximum", {}, {},
              {.choices
               = {QT_TR_NOOP("Linear scale"), QT_TR_NOOP("Logarithmic scale"), QT_TR_NOOP("Scale per row")},
               .choiceTips
               = {QT_TR_NOOP("Colour is proportional to weight."),
                  QT_TR_NOOP(
                      "Colour follows the logarithm of the weight, so that small weights become visible."),
                  QT_TR_NOOP("Gives the largest weight of each row the top colour.")}}),
        entry("range", Choice(range), "colour weights from 0 to 1, or to the largest", {}, {},
              {QT_TR_NOOP("Scale to largest weight"),
               QT_TR_NOOP("The top colour is the largest weight shown; otherwise it is 1.")}),
        entry("marginals", &marginals, "draw sums of rows and columns", {}, {},
              {QT_TR_NOOP("Sums of rows and columns"),
               QT_TR_NOOP(
                   "Draws bars beside the rows and below the columns: how much each query gives and each "
                   "key receives.")},
              {"--sums,--marginals", YesNo::kSwitch}),
        entry("values", &values, "numbers in cells, if they fit", {}, {},
              {QT_TR_NOOP("Numbers in the cells"),
               QT_TR_NOOP("Shows numbers in cells that are large enough.")}),
        entry("nextTokens", &nextTokens, "label decoder rows with the next token too", {}, {},
              {QT_TR_NOOP("Next token beside each row"),
               QT_TR_NOOP(
                   "Labels each row of a decoder with the token it has read and the one that comes next: "
                   "the one it is about to write.")})};
}

std::vector<OptionEntry> entriesOf(MapOptions& options)
{
    std::vector<OptionEntry> entries = ownEntriesOf(options);
    const std::vector<OptionEntry> transform = entriesOf(options.transform);
    entries.insert(entries.begin() + 4, transform.begin(), transform.end()); // after the colours
    return entries;
}

OptionEntry mapKindEntry(MapKind& kind)
{
    Choice drawn(kind);
    drawn.words = drawn.words.first(static_cast<std::size_t>(MapKind::kKept));
    return entry(
        "map", drawn,
        "stage to draw, in the order of the formula: products = Q.K^T, scores = scaled by 1/sqrt(d), "
        "content_to_position and position_to_content = terms of the bias in DeBERTa, bias, masked = with "
        "bias and mask, weights = softmax, norm = weight x ||v||; mask = the mask by itself; effect = what "
        "the key adds to m directly, if_masked = estimate of what m loses if the key is masked, both for m = "
        "log p of a token at a row, or what --of, --row, --token and --minus name");
}

std::vector<std::string> argumentsOf(MapOptions options)
{
    MapOptions usual;
    return argumentsOf(entriesOf(options), entriesOf(usual));
}

} // namespace headlight

#undef QT_TR_NOOP
