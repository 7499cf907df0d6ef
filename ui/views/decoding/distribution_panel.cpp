#include "ui/views/decoding/distribution_panel.h"

#include "ui/background/latest_task.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/option_settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/decoding/cumulative_bar.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr Index kAtOnce = 20000; ///< vocabulary size whose stages take less than a frame
constexpr std::size_t kMostMatches = StageModel::kRows;

/// A number on a bar for the token's probability at that stage; excluded tokens are muted.
class StageDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const ChipColours colours = chipColours(option.palette);
        const bool chosen = index.data(StageModel::kChosen).toBool();
        const QRectF cell(option.rect);
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(cell, mixed(colours.background, colours.rampEnd, 0.16));
        const double part = std::clamp(index.data(StageModel::kProbability).toDouble(), 0.0, 1.0);
        if (part > 0.0) {
            const QRectF bar(cell.left() + 2, cell.top() + 2, (cell.width() - 4) * part, cell.height() - 4);
            painter->fillRect(bar, mixed(colours.surface, colours.rampEnd, chosen ? 0.55 : 0.30));
        }
        QFont font = option.font;
        font.setBold(index.column() == StageModel::kTokenColumn && chosen);
        font.setStrikeOut(index.data(StageModel::kCut).toBool());
        painter->setFont(font);
        painter->setPen(index.data(StageModel::kCut).toBool() ? colours.muted : colours.text);
        QString text = index.data().toString();
        if (index.column() == StageModel::kTokenColumn && index.data(StageModel::kTaken).toBool())
            text += QStringLiteral(" ●");
        painter->drawText(cell.adjusted(4, 0, -4, 0),
                          static_cast<int>(index.data(Qt::TextAlignmentRole).toInt()) | Qt::TextSingleLine,
                          QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, cell.width() - 8));
        painter->restore();
    }
};

std::vector<TokenId> matches(const Tokenizer& vocabulary, std::int64_t size, const QString& text,
                             const std::stop_token& stop)
{
    std::vector<TokenId> exact;
    std::vector<TokenId> others;
    bool number = false;
    const int id = text.toInt(&number);
    if (number && id >= 0 && id < size)
        exact.push_back(id);
    for (TokenId token = 0; token < size && !stop.stop_requested(); ++token) {
        const QString shown = QString::fromStdString(vocabulary.display(token));
        if (!shown.contains(text, Qt::CaseInsensitive))
            continue;
        QString bare = shown;
        bare.remove(QChar(0x2423)); // the open box represents a space
        (bare == text || shown == text ? exact : others).push_back(token);
        if (others.size() >= 50 * kMostMatches)
            break;
    }
    std::sort(exact.begin(), exact.end());
    exact.erase(std::unique(exact.begin(), exact.end()), exact.end());
    exact.insert(exact.end(), others.begin(), others.end());
    return exact;
}

} // namespace

DistributionPanel::DistributionPanel(const ViewContext& context)
    : m_context(context)
    , m_controls(new SamplingControls)
    , m_model(new StageModel(this))
    , m_task(new LatestTask(this))
    , m_search(new LatestTask(this))
    , m_find(new QLineEdit)
    , m_bar(new CumulativeBar)
    , m_verdict(makeWrappedLabel())
{
    auto* layout = makeColumn(this, {4, 4, 4, 4}, 4);
    layout->addWidget(m_controls);
    layout->addWidget(m_bar);
    m_bar->label = [this](TokenId id) { return m_model->tokenText(id); };
    m_verdict->setAccessibleName(tr("Token these settings choose here"));
    layout->addWidget(m_verdict);
    layout->addWidget(buildButtons());
    m_find->setPlaceholderText(tr("Find any token of the vocabulary, by text or id"));
    m_find->setAccessibleName(tr("Find a token"));
    m_find->setToolTip(tr("Lists the tokens that contain this text. Leave empty for the most likely ones."));
    m_find->setClearButtonEnabled(true);
    m_find->setObjectName(QStringLiteral("findToken"));
    layout->addWidget(m_find);
    buildTable();
    layout->addWidget(m_table, 1);
    m_adopted = context.workspace.document().decoding;
    m_controls->setOptions(m_adopted);
    connect(m_find, &QLineEdit::textChanged, this, &DistributionPanel::search);
    connect(m_controls, &SamplingControls::edited, this, [this](const DecodeOptions& edited) {
        keepDecoding(m_context.settings, edited);
        recompute();
    });
}

void DistributionPanel::buildTable()
{
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("stages"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new StageDelegate(m_table));
    showAsRows(*m_table);
    m_table->setWordWrap(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    keepRowHeight(*m_table, 3);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 15);
    m_table->horizontalHeader()->setMinimumHeight(3 * fontMetrics().height() + 6);
    m_table->setMinimumHeight(7 * fontMetrics().height());
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_table->setAccessibleName(tr("Stages of the distribution"));
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (m_step >= 0)
            emit tokenWanted(m_step, m_model->idAt(index.row()));
    });
}

QWidget* DistributionPanel::buildButtons()
{
    auto* row = new QWidget;
    auto* layout = makeRow(row);
    m_decodeAll = new QPushButton(tr("Decode a&gain"));
    m_decodeAll->setToolTip(tr("Run the model from the first step with these settings. You can undo this."));
    m_goOn = new QPushButton(tr("Continue from &here"));
    m_goOn->setToolTip(
        tr("Keep the output before this step and continue with these settings. You can undo this."));
    m_reset = new QPushButton(tr("&Reset"));
    m_reset->setToolTip(tr("Back to the settings this output was decoded with."));
    for (QPushButton* button : {m_decodeAll, m_goOn, m_reset})
        layout->addWidget(button);
    layout->addStretch(1);
    for (QPushButton* button : {m_decodeAll, m_goOn}) // a button is disabled once it has done its work
        connect(button, &QPushButton::clicked, this, [this] { m_table->setFocus(); });
    connect(m_decodeAll, &QPushButton::clicked, this, [this] {
        Document next = m_context.workspace.document();
        next.decoding = m_adopted = options();
        emit leaving(m_step);
        m_context.workspace.apply(next, tr("Decode with other settings"));
    });
    connect(m_goOn, &QPushButton::clicked, this, &DistributionPanel::goOn);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_controls->setOptions(m_context.workspace.document().decoding);
        keepDecoding(m_context.settings, m_controls->options());
        recompute();
    });
    return row;
}

void DistributionPanel::adoptDocument()
{
    const DecodeOptions& document = m_context.workspace.document().decoding;
    if (document == m_adopted)
        return;
    m_adopted = document;
    m_controls->setOptions(document);
    keepDecoding(m_context.settings, document);
    recompute();
}

const DecodeStep* DistributionPanel::step() const
{
    const auto& steps = m_context.workspace.shownRun()->steps; // the workspace keeps it alive
    const auto index = static_cast<std::size_t>(m_step);
    return m_step >= 0 && index < steps.size() ? &steps[index] : nullptr;
}

void DistributionPanel::showStep(int step)
{
    m_step = step;
    const DecodeStep* const shown = this->step();
    const auto logits = shown != nullptr ? shown->logits : nullptr;
    if (logits != nullptr && logits == m_logits && m_distribution != nullptr)
        return say();
    m_logits = logits;
    recompute();
}

void DistributionPanel::recompute()
{
    m_task->cancel();
    if (m_logits == nullptr)
        return receive(nullptr);
    if (m_logits->raw.size() <= kAtOnce)
        return receive(std::make_shared<const Distribution>(distributionStages(*m_logits, options())));
    m_task->start([this, logits = m_logits, options = options()](const std::stop_token& /*stop*/,
                                                                 const LatestTask::Deliver& deliver) {
        auto distribution = std::make_shared<const Distribution>(distributionStages(*logits, options));
        deliver([this, distribution = std::move(distribution)] { receive(distribution); });
    });
}

void DistributionPanel::receive(std::shared_ptr<const Distribution> distribution)
{
    m_distribution = std::move(distribution);
    StageModel::Content content;
    content.vocabulary = m_context.workspace.shownRun()->vocabulary;
    content.distribution = m_distribution;
    if (const DecodeStep* const shown = step())
        content.taken = static_cast<TokenId>(shown->token.id);
    if (m_distribution)
        content.chosen = chosenToken(*m_logits, options(), *m_distribution);
    m_model->setContent(std::move(content));
    fitColumns();
    if (m_distribution)
        m_bar->setDistribution(m_distribution->probabilities, draw());
    else
        m_bar->clear();
    say();
}

std::optional<Draw> DistributionPanel::draw() const
{
    if (options().strategy != Strategy::kSample)
        return std::nullopt;
    return drawAt(m_distribution->probabilities, uniformAt(options().seed, m_logits->step));
}

void DistributionPanel::fitColumns()
{
    auto* const header = m_table->horizontalHeader();
    for (int column = 1; column < header->count(); ++column)
        header->resizeSection(column,
                              std::max(header->defaultSectionSize(), header->sectionSizeHint(column)));
}

void DistributionPanel::say()
{
    const DecodeStep* const shown = step();
    const bool changed = options() != m_context.workspace.document().decoding;
    // The unedited run is read-only.
    const bool own = !m_context.workspace.showsUnedited();
    m_decodeAll->setEnabled(own && changed && m_step >= 0);
    m_goOn->setEnabled(own && changed && m_step > 0);
    m_reset->setEnabled(changed);
    if (shown == nullptr || !m_distribution) {
        m_verdict->setText(shown == nullptr ? QString()
                                            : tr("The logits of this step were not kept: the output is too "
                                                 "long for the memory set aside for them."));
        return;
    }
    const TokenId chosen = chosenToken(*m_logits, options(), *m_distribution);
    const QString name = isolated(m_model->tokenText(chosen));
    QString text;
    if (const auto draw = this->draw()) {
        text = tr("Random number %1 from seed %2 is %3. It lies in [%4, %5), so “%6” is sampled.")
                   .arg(m_logits->step + 1)
                   .arg(options().seed)
                   .arg(localNumber(draw->uniform, 6))
                   .arg(localNumber(draw->begin, 6))
                   .arg(localNumber(draw->end, 6))
                   .arg(name);
    } else if (options().strategy == Strategy::kBeam) {
        text = tr("Beam search scores whole continuations; the Beams view shows which ones it followed.");
    } else {
        text = tr("Greedy decoding chooses the most likely token: “%1”.").arg(name);
    }
    // A token may also have been given, by the target or by the user.
    if ((changed || chosen != shown->token.id) && options().strategy != Strategy::kBeam)
        text += QLatin1Char(' ')
            + (chosen == shown->token.id
                   ? tr("The output has the same token.")
                   : tr("The output has “%1”.")
                         .arg(isolated(m_model->tokenText(static_cast<TokenId>(shown->token.id)))));
    m_verdict->setText(text);
}

void DistributionPanel::search(const QString& text)
{
    const auto vocabulary = m_context.workspace.snapshot()->vocabulary;
    const QString wanted = text.trimmed();
    m_search->cancel();
    if (wanted.isEmpty() || !m_logits)
        return m_model->setTokens(std::nullopt);
    const std::int64_t size = m_logits->raw.size();
    if (!vocabulary) {
        bool ok = false;
        const int id = wanted.toInt(&ok);
        m_model->setTokens(ok && id >= 0 && id < size ? std::vector<TokenId>{id} : std::vector<TokenId>{});
        return;
    }
    m_search->start(
        [this, vocabulary, size, wanted](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
            auto found = matches(*vocabulary, size, wanted, stop);
            deliver([this, found = std::move(found)] { m_model->setTokens(found); });
        });
}

void DistributionPanel::goOn()
{
    const DecodeStep* const shown = step();
    if (shown == nullptr)
        return;
    const Snapshot& snapshot = *m_context.workspace.snapshot();
    Document next = takeCandidate(m_context.workspace.document(), snapshot, m_step,
                                  static_cast<TokenId>(shown->token.id));
    next.forced.pop_back(); // keeps what comes before this step and redoes the step itself
    next.decoding = m_adopted = options();
    emit leaving(m_step);
    m_context.workspace.apply(next, tr("Continue with other settings from step %1").arg(m_step + 1));
}

} // namespace headlight
