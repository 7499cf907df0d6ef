#include "ui/views/loss/loss_view.h"

#include "core/trace/trace.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"
#include "ui/words/waiting_words.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace headlight {

namespace {

/// The larger the loss, the higher the cell is filled.
class LossDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QVariant share = index.data(LossModel::kShare);
        if (share.isValid()) {
            const ChipColours colours = chipColours(option.palette);
            QRectF bar(option.rect);
            bar.setTop(bar.bottom() - std::max(1.0, bar.height() * std::clamp(share.toDouble(), 0.0, 1.0)));
            painter->fillRect(bar, mixed(colours.background, colours.rampEnd, 0.35));
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
};

/// A product of many rows rounds differently from many products of one row.
constexpr double kRounding = 1e-3;

} // namespace

LossView::LossView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_model(new LossModel(this))
{
    auto* const column = pages().addColumn();
    m_leak = new QCheckBox(tr("&Without the causal mask"));
    m_leak->setToolTip(
        tr("Computes the loss with the decoder’s causal mask off: one pass then sees the words "
           "that it should predict"));
    explainTerm(*m_leak, Term::kCausalMask);
    connect(m_leak, &QCheckBox::toggled, this, [this] {
        m_leaf.reset();
        markDirty(ViewChange::kTrace);
    });
    column->addWidget(m_leak);
    column->addWidget(makeStatement(tr("Sum and mean of the loss"), 1, 6));
    m_table = makeTable(*m_model, tr("The line and its loss, token by token"), 8);
    m_table->setItemDelegate(new LossDelegate(m_table));
    column->addWidget(m_table, 1);
    m_words = new ElidedLabel;
    m_words->setAccessibleName(tr("The selected token’s loss"));
    column->addWidget(m_words);
    setFocusProxy(m_table);
    connect(&workspace().passes(), &PassBoard::changed, this, &LossView::receive);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index, const QModelIndex& before) {
                const int position = m_model->positionOf(index);
                m_words->setText(index.isValid() ? m_model->words(position) : QString());
                // Without one before, the table itself chose the first: it got the keyboard.
                if (index.isValid() && before.isValid() && m_model->positionOf(before) != position
                    && m_table->hasFocus())
                    pin(position);
            });
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { pin(m_model->positionOf(index)); });
    fitTable();
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_table);
    copies->addLargeTable(
        tr("Copy the loss as a table"),
        [this] { return Index{m_model->rowCount()} * m_model->columnCount(); },
        [this] {
            return [loss = m_model->loss()](const std::stop_token& stop) {
                LossModel model;
                model.setLoss(loss);
                return tableOf(model, stop);
            };
        });
}

QString LossView::whyNothing() const
{
    const Snapshot& snapshot = *workspace().snapshot();
    if (snapshot.trace.isNull())
        return waitingWords(workspace(),
                            tr("Type a sentence to see how likely the model finds each token of "
                               "the output, or of a target that you type."));
    if (!snapshot.trace.info().decoder)
        return tr("This model has no decoder: it does not predict the next token, and so has no such loss.");
    if (workspace().model() == nullptr)
        return tr("The loss is computed with the model, which a trace file does not include. Open the model "
                  "to see it.");
    return {};
}

void LossView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel)) {
        if (m_leaf.lock() != workspace().snapshot()->trace.leaf() || m_of.lock() != workspace().model())
            m_table->setCurrentIndex({}); // the words below are of another run
        const QString reason = whyNothing();
        if (!reason.isEmpty()) {
            workspace().passes().drop(PassKind::kLoss);
            m_leaf.reset();
            pages().showReason(reason);
        } else if (workspace().snapshot()->finished
                   && (m_leaf.lock() != workspace().snapshot()->trace.leaf()
                       || m_of.lock() != workspace().model())) {
            compute();
        } else if (workspace().snapshot()->finished && m_step != workspace().step()) {
            showLoss();
        }
    }
    if (changes.testAnyFlags(ViewChange::kPin | ViewChange::kHead))
        followFocus();
}

void LossView::compute()
{
    m_leaf = workspace().snapshot()->trace.leaf();
    m_of = workspace().model();
    workspace().passes().order(PassKind::kLoss, {!m_leak->isChecked()}, workspace().snapshot()->trace);
}

bool LossView::isWorking() const
{
    return PagedView::isWorking() || workspace().passes().entry(PassKind::kLoss).running;
}

void LossView::receive(PassKind kind)
{
    const PassBoard::Entry& entry = workspace().passes().entry(PassKind::kLoss);
    if (kind != PassKind::kLoss || entry.trace.leaf() != m_leaf.lock())
        return;
    if (!entry.failure.isEmpty())
        return pages().showReason(tr("The loss of this line cannot be computed: %1.").arg(entry.failure));
    showLoss();
}

/// Up to the token that the current step of the decoding wrote.
void LossView::showLoss()
{
    const PassBoard::Entry& entry = workspace().passes().entry(PassKind::kLoss);
    const auto* const loss = std::get_if<TargetLoss>(&entry.result);
    if (loss == nullptr || entry.trace.leaf() != m_leaf.lock())
        return;
    m_step = workspace().step();
    const auto& steps = workspace().snapshot()->steps;
    std::optional<std::size_t> shown;
    if (m_step >= 0 && m_step < std::ssize(steps))
        shown = steps[static_cast<std::size_t>(m_step)].trace.tokens(StackKind::kDecoder).size();
    m_model->setLoss(*loss, shown);
    fitTable();
    pages().setCurrentIndex(1);
    setStatement(describe());
    m_words->setText({});
    followFocus();
}

QString LossView::describe() const
{
    const TargetLoss& loss = m_model->loss();
    const double apart = loss.largestDifference();
    const Snapshot& run = *workspace().snapshot();
    QString text = tr("%n token(s)", nullptr, static_cast<int>(loss.tokens.size())) + QStringLiteral(" · ")
        + tr("sum %1 nats · mean %2 nats · perplexity %3.")
              .arg(nats(loss.sum()), nats(loss.mean()), nats(std::exp(std::min(loss.mean(), 50.0))));
    const auto steps = std::ssize(run.steps);
    if (m_step >= 0 && m_step < steps)
        text += QLatin1Char(' ') + tr("Up to step %1 of %2.").arg(m_step + 1).arg(steps);
    if (!run.steps.empty() && run.steps.front().forced && !run.steps.back().forced
        && (m_step < 0 || m_step + 1 == steps) && run.stop != StopReason::kEnd)
        text += QLatin1Char(' ')
            + tr("The line has no end token: the last target is the model’s own choice, which counts, too.");
    if (std::isnan(apart))
        return text + QLatin1Char(' ')
            + tr("Not all of these are numbers (NaN), so they cannot be compared.");
    text += QLatin1Char(' ')
        + (apart < kRounding
               ? tr("One pass over the whole line equals decoding step by step: they differ by %1 at most.")
                     .arg(differenceText(apart))
               : tr("One pass and step by step differ by up to %1: without the causal mask, later tokens "
                    "change earlier predictions.")
                     .arg(differenceText(apart)));
    return text;
}

void LossView::arrange()
{
    const bool upright = width() <= height();
    if (upright != m_model->isUpright()) {
        m_model->setUpright(upright);
        fitTable();
        followFocus();
    } else if (upright) {
        fitTable();
    }
}

// Upright, the table has no more columns than there is room for: the words below it have the other numbers.
void LossView::fitTable()
{
    const bool upright = m_model->isUpright();
    const int usual = fontMetrics().horizontalAdvance(QStringLiteral("<0.00001")) + 16;
    const bool narrow = upright && width() < LossModel::kRows * usual;
    QHeaderView& header = *m_table->horizontalHeader();
    m_table->setSelectionBehavior(upright ? QAbstractItemView::SelectRows : QAbstractItemView::SelectColumns);
    m_table->verticalHeader()->setVisible(!narrow);
    header.setDefaultSectionSize(usual);
    header.setSectionResizeMode(upright ? QHeaderView::Stretch : QHeaderView::Fixed);
    const bool differs = m_model->loss().largestDifference() >= kRounding;
    const int left = differs ? LossModel::kProbabilityRow : LossModel::kStepRow;
    for (int column = 0; column < header.count(); ++column) {
        header.setSectionHidden(column, narrow && (column == left || column == LossModel::kDifferenceRow));
        if (!upright)
            header.resizeSection(column, usual);
    }
}

void LossView::pin(int position)
{
    if (focus().head().stack == StackKind::kDecoder)
        focus().setPin({position, std::nullopt});
}

void LossView::followFocus()
{
    const std::optional<int> query = focus().pin().query;
    if (!query || focus().head().stack != StackKind::kDecoder)
        return;
    const QModelIndex index = m_model->indexOf(LossModel::kLossRow, *query); // invalid beyond the line
    if (index.isValid() && m_model->positionOf(m_table->currentIndex()) != *query)
        m_table->setCurrentIndex(index);
}

QString nats(double value)
{
    return localNumber(value, value >= 100 ? 1 : value >= 10 ? 2 : value >= 1 ? 3 : 4);
}

QString differenceText(double value)
{
    constexpr double kSmallest = 1e-5;
    const double size = std::abs(value);
    if (size == 0)
        return QStringLiteral("0");
    if (size < kSmallest)
        return QLatin1Char('<') + localNumber(kSmallest, 5);
    return withMinus(localNumber(value, size < 0.01 ? 5 : 4));
}

void LossModel::setLoss(TargetLoss loss, std::optional<std::size_t> shown)
{
    beginResetModel();
    m_loss = std::move(loss);
    m_largest = 0;
    for (const TokenLoss& each : m_loss.tokens)
        m_largest = std::max(m_largest, each.onePass);
    m_loss.tokens.resize(std::min(m_loss.tokens.size(), shown.value_or(m_loss.tokens.size())));
    endResetModel();
}

QString LossModel::words(int position) const
{
    const auto index = static_cast<std::size_t>(position);
    if (position < 0 || index >= m_loss.tokens.size())
        return {};
    const TokenLoss& token = m_loss.tokens[index];
    return tr("Having read %1, %2 has probability %3: −log p = %4 nats (step by step %5 nats).")
        .arg(tokenPlace(token.input, quotedToken(token.input)),
             tokenPlace(token.target, quotedToken(token.target)), probabilityText(std::exp(-token.onePass)),
             nats(token.onePass), nats(token.stepByStep));
}

void LossModel::setUpright(bool on)
{
    beginResetModel();
    m_upright = on;
    endResetModel();
}

int LossModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || tokens() == 0 ? 0 : m_upright ? tokens() : kRows;
}

int LossModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || tokens() == 0 ? 0 : m_upright ? kRows : tokens();
}

QVariant LossModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TokenLoss& token = m_loss.tokens[static_cast<std::size_t>(positionOf(index))];
    const int row = m_upright ? index.column() : index.row();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignCenter);
    if (role == Qt::ToolTipRole)
        return plainTip(words(positionOf(index)));
    if (role == Qt::FontRole)
        return row <= kTargetRow ? tokenFont(row == kInputRow ? token.input : token.target) : QVariant();
    if (role == kShare)
        return row == kLossRow && m_largest > 0 ? QVariant(token.onePass / m_largest) : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    switch (row) {
    case kInputRow:
        return tokenText(token.input);
    case kTargetRow:
        return tokenText(token.target);
    case kLossRow:
        return nats(token.onePass);
    case kProbabilityRow:
        return probabilityText(std::exp(-token.onePass));
    case kStepRow:
        return nats(token.stepByStep);
    default:
        return differenceText(token.onePass - token.stepByStep);
    }
}

QVariant LossModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == (m_upright ? Qt::Vertical : Qt::Horizontal))
        return role == Qt::DisplayRole ? QVariant(section) : QVariant();
    if (role == kTermRole && (section == kLossRow || section == kStepRow))
        return termNumber(Term::kSurprisal);
    if (role == Qt::ToolTipRole && m_upright)
        return nameOf(section);
    if (role != Qt::DisplayRole)
        return {};
    return nameOf(section, m_upright);
}

QString LossModel::nameOf(int row, bool shortly)
{
    switch (row) {
    case kInputRow:
        return tr("Input");
    case kTargetRow:
        return shortly ? tr("Target") : tr("Target: input shifted by one");
    case kLossRow:
        return shortly ? tr("−log p (nats)") : tr("−log p, one pass (nats)");
    case kProbabilityRow:
        return tr("p");
    case kStepRow:
        return shortly ? tr("By step (nats)", "−log p, step by step") : tr("−log p, step by step (nats)");
    default:
        return tr("Difference");
    }
}

} // namespace headlight
