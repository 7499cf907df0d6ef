#include "ui/picture/what_if_edit.h"

#include "core/trace/trace.h"
#include "ui/picture/head_name.h"
#include "ui/picture/token_text.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace headlight {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("WhatIf", text);
}

QString tokenWords(const Trace& trace, StackKind stack, Index token)
{
    const auto index = static_cast<std::size_t>(token);
    if (trace.isNull() || index >= trace.tokens(stack).size())
        return QString::number(token);
    return words(QT_TRANSLATE_NOOP("WhatIf", "%1 (%2)"))
        .arg(quotedToken(trace.tokens(stack)[index]))
        .arg(token);
}

QString rangeWords(const Trace& trace, StackKind stack, Index begin, Index end)
{
    if (end < 0)
        return begin == 0 ? words(QT_TRANSLATE_NOOP("WhatIf", "every token"))
                          : words(QT_TRANSLATE_NOOP("WhatIf", "every token from %1 on"))
                                .arg(tokenWords(trace, stack, begin));
    if (end == begin + 1)
        return tokenWords(trace, stack, begin);
    return words(QT_TRANSLATE_NOOP("WhatIf", "%1 to %2"))
        .arg(tokenWords(trace, stack, begin), tokenWords(trace, stack, end - 1));
}

QString rangeOfNumbers(const HeadPattern::Range& range)
{
    return range.first == range.last
        ? QString::number(range.first)
        : words(QT_TRANSLATE_NOOP("WhatIf", "%1–%2")).arg(range.first).arg(range.last);
}

bool isEvery(const HeadPattern::Range& range)
{
    return range.first == 0 && range.last < 0;
}

QString referenceWords(const ReferenceInput& reference)
{
    if (reference.own())
        return words(QT_TRANSLATE_NOOP("WhatIf", "this input without edits"));
    if (!reference.ids.empty())
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1 given ids")).arg(reference.ids.size());
    return QStringLiteral("“%1”").arg(
        QString::fromStdString(reference.text).section(QLatin1Char('\n'), 0, 0));
}

QString formWords(PatternForm form)
{
    static constexpr std::array<const char*, 5> kWords{
        QT_TRANSLATE_NOOP("WhatIf", "uniform"), QT_TRANSLATE_NOOP("WhatIf", "each token on itself"),
        QT_TRANSLATE_NOOP("WhatIf", "on the previous token"),
        QT_TRANSLATE_NOOP("WhatIf", "on the first token"), QT_TRANSLATE_NOOP("WhatIf", "frozen")};
    return words(kWords.at(static_cast<std::size_t>(form)));
}

/// What of a head is patched.
QString patchedWords(Site site)
{
    switch (site) {
    case Site::kQuery:
        return words(QT_TRANSLATE_NOOP("WhatIf", "queries"));
    case Site::kKey:
        return words(QT_TRANSLATE_NOOP("WhatIf", "keys"));
    case Site::kValue:
        return words(QT_TRANSLATE_NOOP("WhatIf", "values"));
    case Site::kHeadOutput:
        return words(QT_TRANSLATE_NOOP("WhatIf", "output"));
    default:
        return QString::fromStdString(std::string(siteName(site)));
    }
}

QString tableWords(PositionTable table)
{
    static constexpr std::array<const char*, 5> kWords{QT_TRANSLATE_NOOP("WhatIf", "the model's own"),
                                                       QT_TRANSLATE_NOOP("WhatIf", "none"),
                                                       QT_TRANSLATE_NOOP("WhatIf", "sinusoids, interleaved"),
                                                       QT_TRANSLATE_NOOP("WhatIf", "sinusoids, in halves"),
                                                       QT_TRANSLATE_NOOP("WhatIf", "the learned table")};
    return words(kWords.at(static_cast<std::size_t>(table)));
}

/// Says each kind of edit.
class EditSpeaker
{
public:
    explicit EditSpeaker(const Trace& trace)
        : m_trace(trace)
    { }

    QString operator()(const HeadOff& edit) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1: off")).arg(patternWords(edit.where));
    }
    QString operator()(const MaskEdit& edit) const
    {
        const StackKind keys
            = edit.where.kind == AttentionKind::kCross ? StackKind::kEncoder : edit.where.stack;
        const QString who = rangeWords(m_trace, edit.where.stack, edit.queryBegin, edit.queryEnd);
        const QString whom = rangeWords(m_trace, keys, edit.keyBegin, edit.keyEnd);
        const QString where = patternWords(edit.where);
        if (edit.allow)
            return words(QT_TRANSLATE_NOOP("WhatIf", "%1: %2 may attend to %3")).arg(where, who, whom);
        // "Not to every token" would leave some.
        const bool none = edit.keyBegin == 0 && edit.keyEnd < 0;
        if (edit.queryBegin == 0 && edit.queryEnd < 0)
            return none
                ? words(QT_TRANSLATE_NOOP("WhatIf", "%1: no token may attend to any")).arg(where)
                : words(QT_TRANSLATE_NOOP("WhatIf", "%1: no token may attend to %2")).arg(where, whom);
        return none ? words(QT_TRANSLATE_NOOP("WhatIf", "%1: %2 may attend to no token")).arg(where, who)
                    : words(QT_TRANSLATE_NOOP("WhatIf", "%1: %2 may not attend to %3")).arg(where, who, whom);
    }
    QString operator()(const MaskShape& edit) const
    {
        QString what;
        if (edit.form == MaskForm::kWindow)
            what = words(QT_TRANSLATE_NOOP("WhatIf", "%1: window of %2")).arg(patternWords(edit.where));
        else if (edit.form == MaskForm::kPrefix)
            what = words(QT_TRANSLATE_NOOP("WhatIf", "%1: prefix of %2")).arg(patternWords(edit.where));
        else if (edit.starts.empty())
            what = words(QT_TRANSLATE_NOOP("WhatIf", "%1: blocks of %2")).arg(patternWords(edit.where));
        else {
            QStringList starts;
            for (const Index start : edit.starts)
                starts << QString::number(start);
            return words(QT_TRANSLATE_NOOP("WhatIf", "%1: blocks from %2"))
                .arg(patternWords(edit.where), starts.join(QStringLiteral(", ")));
        }
        return what.arg(edit.size);
    }
    QString operator()(const TokenHidden& edit) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1 is hidden from everyone"))
            .arg(tokenWords(m_trace, edit.stack, edit.token));
    }
    QString operator()(const HeadScale& edit) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1: output × %2"))
            .arg(patternWords(edit.where))
            .arg(static_cast<double>(edit.factor), 0, 'g', 3);
    }
    QString operator()(const HeadMean& edit) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1: mean over %2"))
            .arg(patternWords(edit.where), referenceWords(edit.over));
    }
    QString operator()(const PatternEdit& edit) const
    {
        const QString pattern = words(QT_TRANSLATE_NOOP("WhatIf", "%1: pattern %2"))
                                    .arg(patternWords(edit.where), formWords(edit.form));
        return edit.form == PatternForm::kFrozen
            ? words(QT_TRANSLATE_NOOP("WhatIf", "%1 from %2")).arg(pattern, referenceWords(edit.from))
            : pattern;
    }
    QString operator()(const ActivationPatch& edit) const
    {
        const QString where = edit.site == Site::kResidual
            ? words(QT_TRANSLATE_NOOP("WhatIf", "Stream before %1"))
                  .arg(QString::fromStdString(toString(edit.where)).section(QLatin1Char('.'), 0, 1))
            : words(QT_TRANSLATE_NOOP("WhatIf", "%1: %2"))
                  .arg(patternWords(edit.where), patchedWords(edit.site));
        if (edit.source < 0)
            return words(QT_TRANSLATE_NOOP("WhatIf", "%1 from %2")).arg(where, referenceWords(edit.from));
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1 at %2 from %3 at %4"))
            .arg(where)
            .arg(edit.target)
            .arg(referenceWords(edit.from))
            .arg(edit.source);
    }
    QString operator()(const PositionEdit& edit) const
    {
        const QString stack = edit.stack == StackKind::kEncoder
            ? words(QT_TRANSLATE_NOOP("WhatIf", "Positions of the encoder: %1"))
            : words(QT_TRANSLATE_NOOP("WhatIf", "Positions of the decoder: %1"));
        const QString what = stack.arg(tableWords(edit.table));
        return edit.shift == 0
            ? what
            : words(QT_TRANSLATE_NOOP("WhatIf", "%1, shifted by %2")).arg(what).arg(edit.shift);
    }

private:
    const Trace& m_trace;
};

/// Explains each kind of edit.
struct EditTeacher
{
    QString operator()(const HeadOff&) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf", "The head's output is zero before the output projection."));
    }
    QString operator()(const MaskEdit&) const
    {
        return words(QT_TRANSLATE_NOOP(
            "WhatIf", "The mask is changed in a rectangle of cells: queries down, keys across."));
    }
    QString operator()(const MaskShape& edit) const
    {
        switch (edit.form) {
        case MaskForm::kWindow:
            return words(QT_TRANSLATE_NOOP("WhatIf", "A token sees only keys that are closer than this."));
        case MaskForm::kBlocks:
            return words(QT_TRANSLATE_NOOP("WhatIf", "A token sees only the keys of its own block."));
        case MaskForm::kPrefix:
            break;
        }
        return words(QT_TRANSLATE_NOOP("WhatIf", "The first tokens see each other in both directions."));
    }
    QString operator()(const TokenHidden&) const
    {
        return words(
            QT_TRANSLATE_NOOP("WhatIf", "Nobody may attend to this token, in cross-attention neither."));
    }
    QString operator()(const HeadScale&) const
    {
        return words(
            QT_TRANSLATE_NOOP("WhatIf", "The head's output times a factor, before the output projection."));
    }
    QString operator()(const HeadMean&) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf",
                                       "Every row of the head's output is the mean that the plain "
                                       "model has: the head says always the same."));
    }
    QString operator()(const PatternEdit&) const
    {
        return words(QT_TRANSLATE_NOOP(
            "WhatIf", "The head's weights are replaced after the softmax; the mask stays in force."));
    }
    QString operator()(const ActivationPatch&) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf", "Numbers of another input take the place of this one's."));
    }
    QString operator()(const PositionEdit&) const
    {
        return words(QT_TRANSLATE_NOOP("WhatIf", "Where the tokens of this stack believe to stand."));
    }
};

} // namespace

Document withEdit(const Document& document, Intervention edit)
{
    Document next = document;
    next.interventions.list.push_back(std::move(edit));
    return next;
}

Document withoutEdit(const Document& document, std::size_t place)
{
    Document next = document;
    auto& list = next.interventions.list;
    if (place < list.size())
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
    return next;
}

Document withEditAt(const Document& document, std::size_t place, Intervention edit)
{
    Document next = document;
    if (place < next.interventions.list.size())
        next.interventions.list[place] = std::move(edit);
    return next;
}

Document withEditMoved(const Document& document, std::size_t place, int by)
{
    Document next = document;
    auto& list = next.interventions.list;
    const auto to = static_cast<std::ptrdiff_t>(place) + by;
    if (place < list.size() && to >= 0 && to < static_cast<std::ptrdiff_t>(list.size()))
        std::swap(list[place], list[static_cast<std::size_t>(to)]);
    return next;
}

Document withEditEnabled(const Document& document, std::size_t place, bool enabled)
{
    Document next = document;
    if (place < next.interventions.list.size())
        setEnabled(next.interventions.list[place], enabled);
    return next;
}

HeadPattern scopeOf(const HeadRef& head, EditScope scope)
{
    HeadPattern pattern = patternOf(head);
    if (scope != EditScope::kHead)
        pattern.heads = {0, -1};
    if (scope == EditScope::kKind || scope == EditScope::kAll)
        pattern.layers = {0, -1};
    pattern.anyStack = pattern.anyKind = scope == EditScope::kAll;
    return pattern;
}

QString scopeName(EditScope scope)
{
    static constexpr std::array<const char*, 4> kNames{
        QT_TRANSLATE_NOOP("WhatIf", "This head"), QT_TRANSLATE_NOOP("WhatIf", "All heads of this layer"),
        QT_TRANSLATE_NOOP("WhatIf", "All layers of this kind"), QT_TRANSLATE_NOOP("WhatIf", "All heads")};
    return words(kNames.at(static_cast<std::size_t>(scope)));
}

QString patternWords(const HeadPattern& where)
{
    if (where.anyStack && where.anyKind && isEvery(where.layers) && isEvery(where.heads))
        return words(QT_TRANSLATE_NOOP("WhatIf", "All heads"));
    if (where.anyStack || where.anyKind)
        return QString::fromStdString(toString(where));
    if (isEvery(where.layers) && isEvery(where.heads))
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1, all heads"))
            .arg(attentionName(where.stack, where.kind));
    QString layers
        = words(QT_TRANSLATE_NOOP("WhatIf", "%1, all layers")).arg(attentionName(where.stack, where.kind));
    if (where.layers.first == where.layers.last)
        layers = layerName({where.stack, where.layers.first, where.kind});
    else if (!isEvery(where.layers))
        layers = words(QT_TRANSLATE_NOOP("WhatIf", "%1, layers %2"))
                     .arg(attentionName(where.stack, where.kind), rangeOfNumbers(where.layers));
    if (isEvery(where.heads))
        return words(QT_TRANSLATE_NOOP("WhatIf", "%1 · all heads")).arg(layers);
    return words(QT_TRANSLATE_NOOP("WhatIf", "%1 · head %2")).arg(layers, rangeOfNumbers(where.heads));
}

QString editWords(const Intervention& edit, const Trace& trace)
{
    return std::visit(EditSpeaker(trace), edit);
}

QString editExplanation(const Intervention& edit)
{
    return std::visit(EditTeacher{}, edit);
}

} // namespace headlight
