#include "ui/views/mask/mask_view.h"

#include "core/math/mask.h"
#include "core/trace/trace.h"
#include "ui/picture/picture_palette.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"
#include "ui/words/waiting_words.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPainter>
#include <QSplitter>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Masked cells are grey in every notation, whatever their number.
class MaskDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const PicturePalette colours = PicturePalette::of(option.palette);
        if (!index.data(MaskModel::kAllowed).toBool())
            painter->fillRect(option.rect, colours.masked);
        QStyledItemDelegate::paint(painter, option, index);
    }
};

ByteMatrix exampleMask(MaskView::Source source)
{
    using Source = MaskView::Source;
    const Index size = source == Source::kCausal3 ? 3 : 4;
    Mask mask(size, size);
    if (source != Source::kPadding4)
        mask.causal();
    if (source == Source::kPadding4 || source == Source::kBoth4)
        mask.keyLimit(3);
    if (source == Source::kEmptyRow)
        mask.edit({0, 1, 0, 1, false});
    return mask.toMatrix();
}

} // namespace

MaskView::MaskView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_model(new MaskModel(this))
{
    auto* const column = makeColumn(this, {8, 4, 8, 6}, 4);
    column->setSizeConstraint(QLayout::SetNoConstraint);
    auto* const controls = new WrapLayout(4);
    buildControls(*controls);
    column->addLayout(controls);
    m_statement = new ElidedLabel;
    m_statement->setAccessibleName(tr("What the numbers mean"));
    column->addWidget(m_statement);
    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setItemDelegate(new MaskDelegate(m_table));
    m_table->setAccessibleName(tr("The mask: queries down, keys across"));
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setMinimumHeight(4 * fontMetrics().height());
    for (QHeaderView* header : {m_table->horizontalHeader(), m_table->verticalHeader()}) {
        header->setHighlightSections(false);
        header->setSectionResizeMode(QHeaderView::Fixed);
    }
    m_splitter = makeSplitter(Qt::Horizontal, {{m_table, 1}, {buildCode(), 1}});
    m_splitter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_table);
    auto* const copies = new CopyMenu(*this);
    copies->addTable(tr("Copy the mask as a table"), [this] {
        return m_model->truth().size() > 0 ? tableOf(maskAs(m_model->truth(), m_model->form())) : QString();
    });
    showMask();
}

void MaskView::buildControls(WrapLayout& row)
{
    m_sourceChoice = new ChoiceBox<Source>(tr("Which mask"),
                                           tr("Shows the mask of the current head, or a small example"));
    explainTerm(*m_sourceChoice, Term::kCausalMask);
    m_sourceChoice->add(tr("current head"), Source::kHead);
    m_sourceChoice->add(tr("causal, 4 tokens"), Source::kCausal4);
    m_sourceChoice->add(tr("causal, 3 tokens"), Source::kCausal3);
    m_sourceChoice->add(tr("padding, 3 of 4 tokens"), Source::kPadding4);
    m_sourceChoice->add(tr("causal and padding, 3 of 4 tokens"), Source::kBoth4);
    m_sourceChoice->add(tr("causal, with an empty row"), Source::kEmptyRow);
    m_sourceChoice->whenChosen(this, [this](Source source) { setSource(source); });
    row.addWidget(m_sourceChoice);
    m_forms = new ModeButtons<MaskNotation>(this);
    m_forms->whenChosen(this, [this](MaskNotation form) { setForm(form); });
    const auto form = [&](const QString& text, const QString& tip, MaskNotation which) {
        row.addWidget(m_forms->add(text, tip, which));
    };
    form(tr("Truth: 1, 0"), tr("1 = can attend, 0 = cannot"), MaskNotation::kTruth);
    form(tr("Added: 0, −∞"), tr("Is added to the scores before the softmax"), MaskNotation::kAdditive);
    form(tr("Added: 0, −10⁹"), tr("The same with a large number in place of infinity"),
         MaskNotation::kAdditiveFinite);
    form(tr("PyTorch: True = hidden"), tr("The boolean attn_mask of torch.nn.MultiheadAttention"),
         MaskNotation::kHidden);
    m_forms->setValue(MaskNotation::kTruth);
}

QWidget* MaskView::buildCode()
{
    auto* const side = new QWidget;
    auto* const column = makeColumn(side, {}, 2);
    m_code = new QPlainTextEdit;
    m_code->setReadOnly(true);
    m_code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont fixed; // as large as the view's letters
    fixed.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
    m_code->setFont(fixed);
    m_code->setLineWrapMode(QPlainTextEdit::WidgetWidth); // what is copied has the lines of the code
    m_code->setTabChangesFocus(true);
    m_code->setAccessibleName(tr("Code that makes this mask"));
    m_code->setMinimumHeight(4 * fontMetrics().height());
    auto* const copy = makeFlatButton(tr("Copy code"), tr("Copy the code that makes this mask"));
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(code()); });
    column->addWidget(m_code, 1);
    column->addWidget(copy, 0, Qt::AlignRight);
    return side;
}

void MaskView::arrange()
{
    m_splitter->setOrientation(width() > height() ? Qt::Horizontal : Qt::Vertical);
    const auto setSize = [](QHeaderView& header, int size) {
        if (header.defaultSectionSize() != size)
            header.setDefaultSectionSize(size);
    };
    setSize(*m_table->horizontalHeader(), fontMetrics().horizontalAdvance(QStringLiteral("False")) + 14);
    setSize(*m_table->verticalHeader(), fontMetrics().height() + 8);
}

void MaskView::setForm(MaskNotation form)
{
    m_model->setForm(form);
    m_forms->setValue(form);
    showForm();
}

void MaskView::setSource(Source source)
{
    m_source = source;
    m_sourceChoice->setValue(source);
    showMask();
}

void MaskView::refresh(ViewChanges changes)
{
    if (m_source == Source::kHead
        && changes.testAnyFlags(ViewChange::kTrace | ViewChange::kHead | ViewChange::kModel
                                | ViewChange::kDocument))
        showMask();
}

bool MaskView::showHead()
{
    m_cut = false;
    const Trace trace = workspace().shownTrace();
    if (trace.isNull()) {
        m_missing = waitingWords(workspace(),
                                 tr("Type a sentence to see the mask of the current head, or "
                                    "choose one of the examples."));
        return false;
    }
    const AttentionMap map = trace.attention(focus().head());
    if (!map.has(MapKind::kMask)) {
        m_missing = notRecordedWords(
            workspace(), tr("The mask of this head was not recorded. Choose one of the examples."));
        return false;
    }
    m_missing.clear();
    ByteMatrix truth(std::min(map.queries(), kMostShown), std::min(map.keys(), kMostShown));
    m_cut = truth.rows() < map.queries() || truth.cols() < map.keys();
    map.readTruth(MapKind::kMask, 0, 0, truth);
    m_model->setMask(std::move(truth), map.queryAxis(), map.keyAxis());
    return true;
}

void MaskView::showMask()
{
    if (m_source != Source::kHead) {
        m_missing.clear();
        m_cut = false;
        m_model->setMask(exampleMask(m_source), {}, {});
    } else if (!showHead()) {
        m_model->setMask({}, {}, {});
    }
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    showForm();
}

void MaskView::showForm()
{
    const bool any = m_model->truth().size() > 0;
    m_code->setPlainText(any ? maskCode(m_model->truth(), m_model->form()) : QString());
    m_statement->setText(any ? describe() : m_missing);
}

QString MaskView::describe() const
{
    QStringList lines;
    switch (m_model->form()) {
    case MaskNotation::kTruth:
        lines << tr("1 = can attend, 0 = cannot: where it is 0, the score is replaced before the softmax.");
        break;
    case MaskNotation::kAdditive:
        lines << tr("Added to the scores: 0 changes nothing, −∞ becomes a weight of exactly 0.");
        break;
    case MaskNotation::kAdditiveFinite:
        lines << tr("Added to the scores: beside any other score, softmax makes 0 of −10⁹.");
        break;
    default:
        lines << tr("True = hidden, the opposite of the truth mask. PyTorch’s scaled_dot_product_attention "
                    "reads True as “can attend”.");
    }
    if (m_source == Source::kHead)
        lines.prepend(tr("%1.").arg(headName(focus().head())));
    const std::vector<Index> empty = emptyRows(m_model->truth());
    if (!empty.empty())
        lines
            << tr("Row %1 can attend to nothing: −∞ makes it NaN in PyTorch, −10⁹ makes it uniform; here its "
                  "weights are 0.")
                   .arg(empty.front());
    if (m_cut)
        lines << tr("Shown: the first %1 queries and keys.").arg(kMostShown);
    return lines.join(QLatin1Char(' '));
}

void MaskModel::setMask(ByteMatrix truth, TokenAxis queries, TokenAxis keys)
{
    beginResetModel();
    m_truth = std::move(truth);
    m_queries = std::move(queries);
    m_keys = std::move(keys);
    endResetModel();
}

void MaskModel::setForm(MaskNotation form)
{
    m_form = form;
    if (m_truth.size() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int MaskModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_truth.rows());
}

int MaskModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_truth.cols());
}

QVariant MaskModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const bool allowed = m_truth(index.row(), index.column()) != 0;
    switch (role) {
    case Qt::DisplayRole:
        return maskCellText(allowed, m_form);
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignCenter);
    case kAllowed:
        return allowed;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: {
        const QString query = named(index.row(), Qt::Vertical);
        const QString key = named(index.column(), Qt::Horizontal);
        const QString words = allowed ? tr("%1 can attend to %2").arg(query, key)
                                      : tr("%1 cannot attend to %2").arg(query, key);
        return role == Qt::ToolTipRole ? plainTip(words) : words;
    }
    default:
        return {};
    }
}

QVariant MaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const TokenLabel* const token = label(section, orientation);
    if (role == Qt::FontRole && token != nullptr)
        return tokenFont(*token);
    if (role != Qt::DisplayRole)
        return {};
    return token != nullptr ? tokenText(*token) : QString::number(section);
}

const TokenLabel* MaskModel::label(int section, Qt::Orientation orientation) const
{
    const TokenAxis& labels = orientation == Qt::Vertical ? m_queries : m_keys;
    const auto index = static_cast<std::size_t>(section);
    return labels && index < labels->size() ? &(*labels)[index] : nullptr;
}

QString MaskModel::named(int section, Qt::Orientation orientation) const
{
    const TokenLabel* const token = label(section, orientation);
    return token != nullptr ? tokenPlace(*token, tokenText(*token)) : QString::number(section);
}

namespace {

constexpr Index kMostListed = 16; ///< rows and columns that are spelled out

QString listed(const ByteMatrix& truth)
{
    QStringList rows;
    for (Index row = 0; row < truth.rows(); ++row) {
        QStringList cells;
        for (Index key = 0; key < truth.cols(); ++key)
            cells << QString::number(static_cast<int>(truth(row, key)));
        rows << QStringLiteral("[%1]").arg(cells.join(QStringLiteral(", ")));
    }
    return QStringLiteral("truth = torch.tensor([%1])  # 1 = can attend\n")
        .arg(rows.join(QStringLiteral(",\n                      ")));
}

/// The lines of code that make `truth`, 1 = can attend.
QString truthCode(const ByteMatrix& truth)
{
    const MaskRule rule = maskRuleOf(truth);
    if (rule.other)
        return std::max(truth.rows(), truth.cols()) <= kMostListed
            ? listed(truth)
            : QStringLiteral("import numpy  # the table copied from this view\n"
                             "truth = torch.tensor(numpy.loadtxt(\"mask.tsv\"))  # 1 = can attend\n");
    QString text;
    QString size;
    if (truth.rows() == truth.cols()) {
        text = QStringLiteral("L = %1\n").arg(truth.rows());
        size = QStringLiteral("L, L");
    } else {
        text = QStringLiteral("L, S = %1, %2  # queries, keys\n").arg(truth.rows()).arg(truth.cols());
        size = QStringLiteral("L, S");
    }
    const QString ones = QStringLiteral("torch.ones(%1)").arg(size);
    text += rule.causal ? QStringLiteral("truth = torch.tril(%1)  # 1 = can attend\n").arg(ones)
                        : QStringLiteral("truth = %1  # 1 = can attend\n").arg(ones);
    if (rule.window > 0)
        text += QStringLiteral("truth = truth * torch.triu(%1, diagonal=%2)  # the last %3 keys\n")
                    .arg(ones)
                    .arg(1 - rule.window)
                    .arg(rule.window);
    if (rule.length < truth.cols())
        text += QStringLiteral("truth = truth * (torch.arange(%1) < %2)  # the rest is padding\n")
                    .arg(truth.rows() == truth.cols() ? QStringLiteral("L") : QStringLiteral("S"))
                    .arg(rule.length);
    return text;
}

} // namespace

QString maskCode(const ByteMatrix& truth, MaskNotation form)
{
    const QString begin = QStringLiteral("import torch\n\n") + truthCode(truth);
    switch (form) {
    case MaskNotation::kTruth:
        return begin
            + QStringLiteral(
                   "\n# scores: [queries, keys], already scaled\n"
                   "weights = torch.softmax(scores.masked_fill(truth == 0, float(\"-inf\")), dim=-1)\n");
    case MaskNotation::kAdditive:
        return begin
            + QStringLiteral("additive = torch.zeros(truth.shape).masked_fill(truth == 0, float(\"-inf\"))\n"
                             "\nweights = torch.softmax(scores + additive, dim=-1)\n");
    case MaskNotation::kAdditiveFinite:
        return begin
            + QStringLiteral("additive = (truth == 0) * -1e9\n"
                             "\nweights = torch.softmax(scores + additive, dim=-1)\n"
                             "# or, in the place of the score:\n"
                             "weights = torch.softmax(scores.masked_fill(truth == 0, -1e9), dim=-1)\n");
    default:
        return begin
            + QStringLiteral(
                   "hidden = truth == 0  # True = hidden\n"
                   "\nattention = torch.nn.MultiheadAttention(d_model, heads, batch_first=True)\n"
                   "output, weights = attention(x, x, x, attn_mask=hidden)\n"
                   "# scaled_dot_product_attention reads it the other way: True = can attend\n"
                   "output = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=~hidden)\n");
    }
}

QString maskCellText(bool allowed, MaskNotation form)
{
    switch (form) {
    case MaskNotation::kTruth:
        return allowed ? QStringLiteral("1") : QStringLiteral("0");
    case MaskNotation::kAdditive:
        return allowed ? QStringLiteral("0") : QStringLiteral("−∞");
    case MaskNotation::kAdditiveFinite:
        return allowed ? QStringLiteral("0") : QStringLiteral("−10⁹");
    default:
        return allowed ? QStringLiteral("False") : QStringLiteral("True");
    }
}

} // namespace headlight
