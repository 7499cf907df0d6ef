#include "ui/words/map_words.h"

#include "ui/state/translation.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QStringList>

#include <algorithm>

namespace headlight {

namespace {

QString hiddenText(const MapTransform& transform)
{
    const bool first = transform.hidden == HiddenTokens::kFirst;
    if (transform.renormalise)
        return first ? tr("first token left out, rows renormalised to sum to 1")
                     : tr("special tokens left out, rows renormalised to sum to 1");
    return first ? tr("first token left out, rows not renormalised")
                 : tr("special tokens left out, rows not renormalised");
}

} // namespace

QString panelName(const HeadRef& head, const std::vector<HeadRef>& among)
{
    const auto all = [&](const auto& alike) { return std::all_of(among.begin(), among.end(), alike); };
    const bool sameKind
        = all([&](const HeadRef& other) { return other.stack == head.stack && other.kind == head.kind; });
    if (!sameKind)
        return headName(head);
    if (all([&](const HeadRef& other) { return other.layer == head.layer; }))
        return tr("head %1").arg(head.head);
    return tr("layer %1 · head %2").arg(head.layer).arg(head.head);
}

QString headsTitle(const std::vector<HeadRef>& heads, HeadsTogether together)
{
    if (heads.empty())
        return {};
    if (heads.size() == 1)
        return headName(heads.front());
    const HeadRef& first = heads.front();
    const bool sameKind = std::all_of(heads.begin(), heads.end(), [&first](const HeadRef& head) {
        return head.stack == first.stack && head.kind == first.kind;
    });
    const bool sameLayer = sameKind && std::all_of(heads.begin(), heads.end(), [&first](const HeadRef& head) {
                               return head.layer == first.layer;
                           });
    const auto count = static_cast<int>(heads.size());
    const QString what = together == HeadsTogether::kMean ? tr("Mean of %1 heads").arg(count)
        : together == HeadsTogether::kMaximum             ? tr("Maximum of %1 heads").arg(count)
                                                          : tr("%1 heads").arg(count);
    QStringList parts;
    if (sameLayer)
        parts << layerName(first.layerRef());
    else if (sameKind)
        parts << attentionName(first.stack, first.kind);
    parts << what;
    QString title = parts.join(QStringLiteral(" · "));
    if (together == HeadsTogether::kBeside)
        return title;
    constexpr std::size_t kMostNames = 6;
    QStringList names;
    for (std::size_t i = 0; i < std::min(heads.size(), kMostNames); ++i)
        names << (sameLayer      ? QString::number(heads[i].head)
                      : sameKind ? QStringLiteral("%1.%2").arg(heads[i].layer).arg(heads[i].head)
                                 : QString::fromStdString(toString(heads[i])));
    if (heads.size() > kMostNames)
        names << QStringLiteral("…");
    return tr("%1 (%2)").arg(title, names.join(QStringLiteral(", ")));
}

QString changesText(const MapTransform& transform)
{
    QStringList parts;
    if (transform.hidden != HiddenTokens::kNone)
        parts << hiddenText(transform);
    if (transform.words)
        parts << tr("words: weights summed over a word’s key tokens, averaged over its query tokens");
    if (transform.mass < 1)
        parts << tr("the largest weights of each row that make up %1%")
                     .arg(localNumber(QString::number(transform.mass * 100, 'g', 4)));
    QString text = parts.join(QStringLiteral(" · "));
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

} // namespace headlight
