#include "ui/views/decoding/steps_model.h"

#include "ui/picture/token_flow.h"
#include "ui/state/decoding_edit.h"
#include "ui/words/probability_text.h"
#include "ui/words/token_details.h"

#include <QLocale>

#include <algorithm>

namespace headlight {

namespace {

constexpr double kLeastScale = 4; ///< bits: steps with little surprisal should not fill the scale

bool looksTheSame(const DecodeStep& a, const DecodeStep& b)
{
    return a.token == b.token && a.logProbability == b.logProbability && a.rank == b.rank
        && a.forced == b.forced && a.entropy == b.entropy;
}

} // namespace

StepsModel::StepsModel(QObject* parent)
    : QAbstractListModel(parent)
    , m_snapshot(std::make_shared<const Snapshot>())
{ }

void StepsModel::setSnapshot(std::shared_ptr<const Snapshot> snapshot)
{
    double most = kLeastScale;
    for (const DecodeStep& each : snapshot->steps)
        most = std::max({most, surpriseBits(each), each.entropy});
    const bool otherScale = most != m_mostBits;
    m_mostBits = most;
    const auto before = static_cast<int>(m_snapshot->steps.size());
    const auto after = static_cast<int>(snapshot->steps.size());
    const int common = std::min(before, after);
    int firstChanged = 0;
    while (firstChanged < common
           && looksTheSame(step(firstChanged), snapshot->steps[static_cast<std::size_t>(firstChanged)]))
        ++firstChanged;

    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_snapshot = std::move(snapshot);
        endRemoveRows();
    } else if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_snapshot = std::move(snapshot);
        endInsertRows();
    } else {
        m_snapshot = std::move(snapshot);
    }
    if (otherScale)
        firstChanged = 0;
    if (firstChanged < common)
        emit dataChanged(index(firstChanged), index(common - 1));
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_snapshot->steps.size());
}

QString StepsModel::description(int row) const
{
    const DecodeStep& s = step(row);
    if (s.rank < 0) // nothing more is known of a beam that was not chosen
        return tr("Step %1: %2, probability %3, of a beam that was not chosen")
            .arg(row + 1)
            .arg(tokenInSentence(s.token), probabilityText(static_cast<double>(s.probability())));
    if (!s.hasToken())
        return tr("Step %1: no token, since the logits are not numbers (NaN)").arg(row + 1);
    QString text = tr("Step %1: %2, probability %3, rank %4")
                       .arg(row + 1)
                       .arg(tokenInSentence(s.token), probabilityText(static_cast<double>(s.probability())))
                       .arg(s.rank + 1);
    text += QLatin1Char('\n')
        + tr("Surprisal %1 bits, entropy %2 bits")
              .arg(QLocale().toString(surpriseBits(s), 'f', 2), QLocale().toString(s.entropy, 'f', 2));
    if (isOwnChoice(s))
        text += QLatin1Char('\n') + tr("Chosen by you");
    else if (s.forced)
        text += QLatin1Char('\n') + tr("Given, and the model’s own first choice");
    return text;
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DecodeStep& s = step(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return s.hasToken() ? chipText(s.token, false).text : tr("NaN");
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return description(index.row());
    case kProbability:
        return static_cast<double>(s.probability());
    case kRank:
        return s.rank;
    case kSurprise:
        return surpriseBits(s);
    case kEntropy:
        return s.entropy;
    case kMostBits:
        return m_mostBits;
    case kSpecial:
        return s.token.special;
    case kForced:
        return s.forced;
    case kOwnChoice:
        return isOwnChoice(s);
    default:
        return {};
    }
}

} // namespace headlight
