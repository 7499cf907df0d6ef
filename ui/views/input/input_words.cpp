#include "ui/views/input/input_words.h"

#include "core/analysis/architecture.h"
#include "ui/picture/value_scale.h"
#include "ui/state/translation.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QHeaderView>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headlight {

namespace {

constexpr Index kListedNumbers = 8; ///< numbers of a row that are listed

} // namespace

QString embeddingTitle(const Model* model, StackKind stack)
{
    const std::optional<Architecture> facts
        = model != nullptr ? std::optional(architectureOf(*model)) : std::nullopt;
    const StackFacts* const found = facts ? facts->stack(stack) : nullptr;
    if (found == nullptr || found->embeddingScale == 1)
        return tr("Token embeddings");
    const auto scale = static_cast<double>(found->embeddingScale);
    const bool root = std::abs(scale - std::sqrt(facts->width)) < 1e-4 * scale;
    return root ? tr("Token embeddings × √%1").arg(facts->width)
                : tr("Token embeddings × %1").arg(fullText(found->embeddingScale));
}

QStringList formulaTitles()
{
    return {tr("The paper’s: 2i/d over pairs"), tr("Halves: sines first, then cosines"),
            tr("Steep: 2i/d counts dimensions"), tr("Steep, each cosine with its own angle"),
            tr("The model’s own")};
}

QString rowText(const Matrix& values, Index row)
{
    if (row >= values.rows())
        return {};
    QStringList numbers;
    for (Index column = 0; column < std::min(values.cols(), kListedNumbers); ++column)
        numbers << withoutZeros(QString::number(static_cast<double>(values(row, column)), 'f', 5));
    if (values.cols() > kListedNumbers)
        numbers << QStringLiteral("…");
    return numbers.join(QStringLiteral("  "));
}

QString shareText(double share)
{
    const double value = 100 * share;
    if (value > 0 && value < 0.01)
        return QLatin1Char('<') + localNumber(0.01, 2) + QLatin1Char('%');
    return localNumber(value, value < 1 ? 2 : 1) + QLatin1Char('%');
}

namespace {

constexpr int kOrderColumns = 4;

} // namespace

OrderTable::OrderTable()
    : QTableWidget(0, kOrderColumns)
{
    setAccessibleName(tr("How much each token’s output changes when the words change places"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    horizontalHeader()->setStretchLastSection(true);
}

void OrderTable::showOrder(const WordOrder& order)
{
    setRowCount(static_cast<int>(order.tokens.size()));
    setHorizontalHeaderLabels(
        {tr("Token"), tr("Moves to"), tr("Output changes, with positions"), tr("without positions")});
    for (int row = 0; row < rowCount(); ++row) {
        const MovedToken& token = order.tokens[static_cast<std::size_t>(row)];
        const QStringList cells{tokenText(token.token), QString::number(token.to),
                                shareText(token.withPositions), shareText(token.without)};
        setVerticalHeaderItem(row, new QTableWidgetItem(QString::number(row)));
        for (int column = 0; column < kOrderColumns; ++column) {
            auto* const cell = new QTableWidgetItem(cells[column]);
            if (column > 0)
                cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            setItem(row, column, cell);
        }
    }
    horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);
}

} // namespace headlight
