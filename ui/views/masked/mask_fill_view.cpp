#include "ui/views/masked/mask_fill_view.h"

#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/candidate_table.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"
#include "ui/words/waiting_words.h"

#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kTitleLength = 48; ///< characters of the sentence around a mask

int lineOf(const Document& document)
{
    return shownLine(document.text.split(QLatin1Char('\n')), document.line);
}

QStandardItem* itemOf(const QString& text, const QString& toolTip)
{
    auto* const item = new QStandardItem(text);
    item->setToolTip(toolTip);
    item->setEditable(false);
    return item;
}

} // namespace

MaskFillView::MaskFillView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_snapshot(context.workspace.snapshot())
    , m_masks(new QComboBox(this))
    , m_candidates(new QStandardItemModel(this))
    , m_table(new CandidateTable(m_candidates, this))
    , m_put(new QPushButton(tr("&Insert"), this))
{
    pages().addWidget(buildCandidates());
    setFocusProxy(m_table);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_table);
    copies->addTable(tr("Copy the candidates as a table"), [this] { return table(); });
}

QWidget* MaskFillView::buildCandidates()
{
    auto* const page = new QWidget(this);
    m_masks->setObjectName(QStringLiteral("masks"));
    m_masks->setAccessibleName(tr("Masked token"));
    m_masks->setToolTip(tr("The masked token whose candidates are shown"));
    m_masks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_table->setObjectName(QStringLiteral("maskCandidates"));
    m_table->setAccessibleName(tr("Candidates for the masked token"));
    m_put->setToolTip(tr("Insert the selected word into the text (double-click, or Enter in the list)"));
    auto* const layout = makeColumn(page, {8, 6, 8, 6});
    layout->addWidget(m_masks);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_put, 0, Qt::AlignLeft);
    connect(m_masks, &QComboBox::currentIndexChanged, this, &MaskFillView::showCandidates);
    connect(m_masks, &QComboBox::activated, this, [this](int index) {
        // The other views show the row of the current mask.
        if (static_cast<std::size_t>(index) < m_snapshot->masked.size())
            focus().setPin({m_snapshot->masked[static_cast<std::size_t>(index)].row, std::nullopt});
    });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { put(index.row()); });
    connect(m_put, &QPushButton::clicked, this, [this] { put(m_table->currentIndex().row()); });
    return page;
}

QString MaskFillView::reasonForNothing() const
{
    const Snapshot& snapshot = *workspace().snapshot();
    if (snapshot.trace.isNull() || !snapshot.finished)
        return waitingWords(workspace(),
                            tr("Type a sentence with a mask, such as: The cat [MASK] on the chair."));
    if (workspace().model() == nullptr || snapshot.trace.info().decoder)
        return tr("This view needs a masked language model such as BERT.");
    return tr("There is no mask in the sentence, or the model has no language-model head to fill it.\nType "
              "[MASK] (RoBERTa: <mask>) in place of a word.");
}

void MaskFillView::refresh(ViewChanges changes)
{
    if (!changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel | ViewChange::kPin))
        return;
    m_snapshot = workspace().snapshot();
    const std::vector<MaskedToken>& masked = m_snapshot->masked;
    if (masked.empty())
        return pages().showReason(reasonForNothing());
    int shown = std::min(std::max(m_masks->currentIndex(), 0), static_cast<int>(masked.size()) - 1);
    const Document& document = workspace().document();
    {
        const QSignalBlocker quiet(m_masks);
        m_masks->clear();
        for (std::size_t i = 0; i < masked.size(); ++i) {
            m_masks->addItem(tr("Token %1: %2")
                                 .arg(masked[i].row)
                                 .arg(surroundings(document, lineOf(document), masked[i], kTitleLength)));
            if (focus().pin().query == masked[i].row)
                shown = static_cast<int>(i);
        }
        m_masks->setCurrentIndex(shown);
    }
    showCandidates();
    pages().setCurrentIndex(1);
}

void MaskFillView::letGo()
{
    m_snapshot = std::make_shared<const Snapshot>();
}

void MaskFillView::showCandidates()
{
    const int mask = m_masks->currentIndex();
    m_candidates->clear();
    if (mask < 0 || static_cast<std::size_t>(mask) >= m_snapshot->masked.size())
        return;
    int rank = 0;
    for (const MaskedToken::Choice& choice : m_snapshot->masked[static_cast<std::size_t>(mask)].choices) {
        ++rank;
        const auto probability = static_cast<double>(choice.probability);
        const QString toolTip = tr("Rank %1: id %2, probability %3; press Enter to insert it")
                                    .arg(rank)
                                    .arg(choice.id)
                                    .arg(localNumber(QString::number(probability, 'g', 6)));
        auto* const bar = itemOf(probabilityText(probability), toolTip);
        bar->setData(probability, CandidatesModel::kProbability);
        m_candidates->appendRow({itemOf(QString::number(rank), toolTip), itemOf(choice.text, toolTip), bar});
    }
    if (rank > 0)
        m_table->setCurrentIndex(m_candidates->index(0, 0));
}

QString MaskFillView::table() const
{
    const int mask = m_masks->currentIndex();
    if (mask < 0 || static_cast<std::size_t>(mask) >= m_snapshot->masked.size())
        return {};
    QString text;
    for (const MaskedToken::Choice& choice : m_snapshot->masked[static_cast<std::size_t>(mask)].choices)
        text += QStringLiteral("%1\t%2\t%3\n")
                    .arg(QString::number(choice.id), choice.text, tableNumber(choice.probability));
    return text;
}

void MaskFillView::put(int row)
{
    const int mask = m_masks->currentIndex();
    // The list may belong to a sentence that has been edited since.
    if (mask < 0 || row < 0 || m_snapshot != workspace().snapshot())
        return;
    const MaskedToken& masked = m_snapshot->masked[static_cast<std::size_t>(mask)];
    const MaskedToken::Choice& choice = masked.choices[static_cast<std::size_t>(row)];
    const Document& document = workspace().document();
    if (const auto next = fillMask(document, lineOf(document), masked, choice))
        workspace().apply(*next, tr("Insert “%1”").arg(choice.word));
}

namespace {

/// Where the n-th code point of a text begins, in UTF-16 units; −1 beyond its end.
qsizetype unitOf(const QString& text, int codePoint)
{
    qsizetype at = 0;
    for (int i = 0; i < codePoint; ++i) {
        if (at >= text.size())
            return -1;
        const bool wide = text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
        at += wide ? 2 : 1;
    }
    return at;
}

struct Place
{
    QString text;
    qsizetype begin = -1;
    qsizetype end = -1;
    bool valid() const { return begin >= 0 && end > begin && end <= text.size(); }
};

Place placeOf(const Document& document, int line, const MaskedToken& mask)
{
    const QStringList lines = (mask.inPair ? document.pair : document.text).split(QLatin1Char('\n'));
    Place place;
    place.text = lines.value(line);
    place.begin = unitOf(place.text, mask.begin);
    place.end = unitOf(place.text, mask.end);
    return place;
}

} // namespace

std::optional<Document> fillMask(const Document& document, int line, const MaskedToken& mask,
                                 const MaskedToken::Choice& choice)
{
    Place place = placeOf(document, line, mask);
    if (!place.valid())
        return std::nullopt;
    // In some vocabularies the mask includes the space before it. The code below decides whether the word
    // needs one.
    const bool tookSpace = place.text[place.begin].isSpace();
    while (place.begin < place.end && place.text[place.begin].isSpace())
        ++place.begin;
    using Joint = MaskedToken::Joint;
    qsizetype begin = place.begin;
    while (begin > 0 && choice.joint == Joint::kJoined && place.text[begin - 1].isSpace())
        --begin;
    const bool needsSpace = begin > 0 && !place.text[begin - 1].isSpace()
        && (choice.joint == Joint::kSpaceBefore || (tookSpace && choice.joint == Joint::kAsIs));
    const QString word = (needsSpace ? QStringLiteral(" ") : QString()) + choice.word;
    Document next = document;
    QString& whole = mask.inPair ? next.pair : next.text;
    QStringList lines = whole.split(QLatin1Char('\n'));
    lines[line].replace(begin, place.end - begin, word);
    whole = lines.join(QLatin1Char('\n'));
    next.forced.clear();
    return next;
}

QString surroundings(const Document& document, int line, const MaskedToken& mask, int length)
{
    const Place place = placeOf(document, line, mask);
    if (!place.valid())
        return {};
    const qsizetype size = place.text.size();
    const qsizetype shown = std::min<qsizetype>(size, length);
    const qsizetype middle = (place.begin + place.end) / 2;
    const qsizetype from = std::clamp<qsizetype>(middle - shown / 2, 0, size - shown);
    return (from > 0 ? QStringLiteral("…") : QString()) + place.text.mid(from, shown)
        + (from + shown < size ? QStringLiteral("…") : QString());
}

} // namespace headlight
