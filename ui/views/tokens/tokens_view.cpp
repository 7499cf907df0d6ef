#include "ui/views/tokens/tokens_view.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/value_scale.h"
#include "ui/state/experiment_board.h"
#include "ui/state/focus.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/column_reading.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/map_legend.h"
#include "ui/widgets/what_if_menu.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/next_token.h"
#include "ui/words/token_details.h"
#include "ui/words/waiting_words.h"

#include <QAction>
#include <QBoxLayout>
#include <QButtonGroup>
#include <QMenu>

#include <memory>

namespace headlight {

namespace {

constexpr std::size_t kTokensInSentence = 5; ///< in the sentence above the tokens
constexpr float kLeastNamed = 0.01F; ///< weight named there beside a larger one
constexpr int kWideInEms = 40; ///< width from which controls and sentence share a line
constexpr int kBetweenControls = 2;

QToolButton* addToggle(QLayout& layout, const QString& text, const QString& toolTip)
{
    QToolButton* const button = makeFlatButton(text, toolTip);
    button->setAccessibleDescription(toolTip);
    button->setCheckable(true);
    layout.addWidget(button);
    return button;
}

/// One line per token: its number, its text and what it is shaded by; no number where it is masked.
QString shadingTable(const TokenShading& shading, const std::vector<TokenLabel>& tokens)
{
    QString text;
    for (std::size_t i = 0; i < std::min(tokens.size(), shading.values.size()); ++i)
        text += QStringLiteral("%1\t%2\t%3\n")
                    .arg(QString::number(i), QString::fromStdString(tokens[i].text).simplified(),
                         shading.isAllowed(static_cast<int>(i)) ? tableNumber(shading.values[i]) : QString());
    return text;
}

} // namespace

TokensView::TokensView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_strip(new TokenStrip)
    , m_columns(new ColumnReading(this))
    , m_summary(new ElidedLabel)
    , m_legend(new MapLegend)
{
    auto* layout = makeColumn(this, {}, 0);
    m_bar = new QBoxLayout(QBoxLayout::LeftToRight);
    m_bar->setContentsMargins(8, 2, 8, 2);
    m_bar->setSpacing(2);
    m_controls = new WrapLayout(kBetweenControls);
    buildControls(*m_controls);
    m_bar->addLayout(m_controls);
    m_words = makeRow(nullptr, {}, 12);
    m_summary->setAccessibleName(tr("Strongest tokens"));
    m_words->addWidget(m_summary, 1);
    m_words->addWidget(m_legend, 0, Qt::AlignLeft);
    m_bar->addLayout(m_words, 1);
    layout->addLayout(m_bar);
    layout->addWidget(m_strip, 1);

    setFocusProxy(m_strip); // opening the view by its shortcut makes its keys work at once
    m_strip->setDescriber([this](const TokenRef& token) { return toolTipOf(token); },
                          [this](const TokenRef& token) { return spokenOf(token); });
    connect(m_columns, &ColumnReading::ready, this, &TokensView::showShading);
    connect(m_strip, &TokenStrip::hovered, this, &TokensView::point);
    connect(m_strip, &TokenStrip::activated, this, [this](const TokenRef& token) {
        const Cell cell = cellOfToken(focus().head(), token.stack, token.index, m_direction);
        if (!cell.empty())
            focus().togglePin(cell);
    });
    connect(m_strip, &TokenStrip::dragged, this, [this](StackKind stack, int first, int last) {
        if (stack != (workspace().shownTrace().info().decoder ? StackKind::kDecoder : StackKind::kEncoder))
            return; // nothing is measured there
        const QString rows = QStringLiteral("%1-%2").arg(first).arg(last);
        ExperimentBoard::of(workspace()).setRows(rows);
        workspace().setNotice(confirmation(tr("Experiment measures positions %1.").arg(rows)));
    });
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_strip);
    copies->addLargeTable(
        tr("Copy tokens and numbers as a table"),
        [this] { return m_strip->shading() ? std::ssize(m_strip->shading()->values) : 0; },
        [this] {
            const auto shading = std::make_shared<const TokenShading>(*m_strip->shading());
            return [shading, tokens = workspace().shownTrace().axis(shading->stack)](const std::stop_token&) {
                return shadingTable(*shading, *tokens);
            };
        });
    connect(m_strip, &TokenStrip::menuRequested, this,
            [this, copies](const TokenRef& token, const QPoint& at) {
                QMenu menu(this);
                copies->addTo(menu);
                menu.addSeparator();
                QAction* const spaces = makeCommandAction(CommandId::kShowSpaces, &menu);
                spaces->setCheckable(true);
                spaces->setChecked(m_spaces->isChecked());
                connect(spaces, &QAction::triggered, m_spaces, &QToolButton::setChecked);
                menu.addAction(spaces);
                addHideAction(menu, workspace(), token.stack, token.index);
                menu.exec(at);
            });
    connect(m_strip, &TokenStrip::dismissed, this, [this] { focus().setPin({}); });
}

void TokensView::buildControls(QLayout& layout)
{
    m_looksAt
        = addToggle(layout, tr("What it looks at"),
                    tr("Shade the tokens by the row of the token under the mouse: what it looks at (D)"));
    m_lookedAtBy
        = addToggle(layout, tr("Who looks at it"),
                    tr("Shade the tokens by the column of the token under the mouse: who looks at it (D)"));
    auto* group = new QButtonGroup(this);
    group->addButton(m_looksAt);
    group->addButton(m_lookedAtBy);
    m_looksAt->setChecked(true);
    m_spaces = addToggle(layout, tr("␣ Spaces"),
                         tr("Show the spaces that belong to the tokens; otherwise a gap marks a space (W)"));
    connect(m_looksAt, &QToolButton::clicked, this, [this] { setDirection(ReadingDirection::kLooksAt); });
    connect(m_lookedAtBy, &QToolButton::clicked, this,
            [this] { setDirection(ReadingDirection::kLookedAtBy); });
    connect(m_spaces, &QToolButton::toggled, this, [this](bool on) { m_strip->setShowSpaces(on); });

    const auto onCommand = [this](CommandId command, auto slot) {
        QAction* const action = makeCommandAction(command, this);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
        connect(action, &QAction::triggered, this, slot);
    };
    onCommand(CommandId::kTurnShading, [this] {
        setDirection(m_direction == ReadingDirection::kLooksAt ? ReadingDirection::kLookedAtBy
                                                               : ReadingDirection::kLooksAt);
    });
    onCommand(CommandId::kShowSpaces, [this] { m_spaces->toggle(); });
}

void TokensView::arrange()
{
    const bool wide = width() >= kWideInEms * 2 * fontMetrics().averageCharWidth();
    m_bar->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_summary->setMostLines(wide ? 2 : 3); // leave room for the tokens, which show the rest
    const bool beside
        = 2 * width() >= 3 * kWideInEms * fontMetrics().averageCharWidth(); // else words would be broken
    m_words->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_words->setSpacing(beside ? 12 : 0);
    // The sign says it as well, and the menu of the tokens has it too: it is not worth a line of its own.
    const QMargins around = m_bar->contentsMargins();
    const auto fits = [&](const QString& words) {
        m_spaces->setText(words);
        const int others = m_looksAt->sizeHint().width() + m_lookedAtBy->sizeHint().width();
        return wide
            || others + m_spaces->sizeHint().width() + 2 * kBetweenControls
            <= width() - around.left() - around.right();
    };
    m_spaces->setVisible(fits(tr("␣ Spaces")) || fits(QStringLiteral("␣")));
}

void TokensView::setDirection(ReadingDirection direction)
{
    if (direction == m_direction)
        return;
    m_direction = direction;
    m_looksAt->setChecked(direction == ReadingDirection::kLooksAt);
    m_lookedAtBy->setChecked(direction == ReadingDirection::kLookedAtBy);
    // In self-attention, switch to the other role of the same token.
    const Cell& pin = focus().pin();
    const bool self = focus().head().kind == AttentionKind::kSelf;
    if (self && direction == ReadingDirection::kLookedAtBy && pin.query && !pin.key)
        focus().setPin({std::nullopt, pin.query});
    else if (self && direction == ReadingDirection::kLooksAt && pin.key && !pin.query)
        focus().setPin({pin.key, std::nullopt});
    markDirty(ViewChange::kHover);
}

void TokensView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kHead | ViewChange::kModel))
        showTokens();
    showShading();
}

void TokensView::letGo()
{
    m_columns->forget();
    m_trace = {};
}

void TokensView::showTokens()
{
    // Keep the old tokens until the new ones arrive, so that nothing flickers.
    m_trace = workspace().shownTrace();
    std::vector<TokenStrip::Section> sections;
    if (!m_trace.isNull()) {
        for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
            const TokenAxis axis = m_trace.axis(stack);
            if (m_trace.info().stack(stack) != nullptr && axis)
                sections.push_back(sectionOf(stack, axis));
        }
    }
    m_strip->setSections(sections);
}

TokenStrip::Section TokensView::sectionOf(StackKind stack, const TokenAxis& tokens) const
{
    const TraceInfo& info = m_trace.info();
    const bool both = info.encoder && info.decoder;
    const HeadRef& head = focus().head();
    const bool isQuery = stack == queryStack(head);
    const bool isKey = stack == keyStack(head);
    const QString name = !both ? tr("Text") : stack == StackKind::kEncoder ? tr("Source") : tr("Target");
    const QString role = isQuery && isKey ? tr("queries and keys")
        : isQuery                         ? tr("queries")
        : isKey                           ? tr("keys")
                                          : tr("not read by this head");
    const QString amount = tokens->size() == 1 ? tr("1 token") : tr("%1 tokens").arg(tokens->size());
    const int typed = both || !info.decoder ? -1 : typedTokens();
    const int count = static_cast<int>(tokens->size());
    if (typed >= 0 && typed < count)
        return {stack, name,
                tr("%1: %2 typed, %3 written by the model (◥) · %4")
                    .arg(amount)
                    .arg(typed)
                    .arg(count - typed)
                    .arg(role),
                tokens, typed};
    return {stack, name, QStringLiteral("%1 · %2").arg(amount, role), tokens, -1};
}

// The first step of a decoding has read only the prompt.
int TokensView::typedTokens() const
{
    const auto run = workspace().shownRun();
    const auto& steps = run->steps;
    return steps.empty() ? -1 : static_cast<int>(steps.front().trace.tokens(StackKind::kDecoder).size());
}

void TokensView::showLegend(const TokenShading& shading)
{
    const bool logarithmic = shading.logarithmic();
    m_legend->setRamp([logarithmic](const QPalette& palette) -> MapLegend::Ramp {
        return [colours = chipColours(palette), logarithmic](double part) {
            return colours.ramp(logarithmic ? weightRamp(part) : part);
        };
    });
    m_legend->setEnds(numberText(static_cast<double>(shading.low)),
                      numberText(static_cast<double>(shading.high)));
    m_legend->setToolTip(
        logarithmic ? tr("The shading follows the logarithm of the weights, so that small ones stay visible")
                    : QString());
}

void TokensView::showShading()
{
    const HeadRef& head = focus().head();
    const Cell cell = focus().cell();
    std::optional<TokenShading> shading = shadingOf(m_trace, head, focus().map(), cell, m_direction);
    if (!shading && cell.key && !m_trace.isNull())
        m_columns->canRead(m_trace.attention(head), focus().map());
    std::vector<TokenStrip::Mark> marks;
    if (cell.query)
        marks.push_back({{queryStack(head), *cell.query}, true, focus().pin().query == cell.query});
    if (cell.key)
        marks.push_back({{keyStack(head), *cell.key}, false, focus().pin().key == cell.key});
    m_legend->setVisible(shading.has_value());
    if (shading)
        showLegend(*shading);
    m_strip->setShading(std::move(shading));
    m_strip->setMarks(std::move(marks));
    std::optional<TokenRef> newest;
    if (const auto row = m_trace.isNull() ? std::nullopt : newestRow(workspace(), head))
        newest = TokenRef{queryStack(head), *row};
    m_strip->setNewest(newest);
    m_strip->setFound(focus().found(), queryStack(head), keyStack(head));
    showSummary();
}

void TokensView::showSummary()
{
    const std::optional<TokenShading>& shading = m_strip->shading();
    if (m_trace.isNull()) {
        m_summary->setText(waitingWords(workspace(), tr("Type a sentence to see its tokens.")));
    } else if (shading) {
        m_summary->setText(shadingInWords(*shading));
    } else if (m_columns->isPreparing() && focus().cell().key) {
        m_summary->setText(columnWaitingWords());
    } else if (m_pointed && cellOfToken(focus().head(), m_pointed->stack, 0, m_direction).empty()) {
        m_summary->setText(tr("%1 does not read these tokens.").arg(headName(focus().head())));
    } else if (m_trace.attention(focus().head()).isNull()) {
        m_summary->setText(
            notRecordedWords(workspace(), tr("Nothing was recorded for %1.").arg(headName(focus().head()))));
    } else {
        m_summary->setText(
            tr("Point at a token to see what it looks at; click it or press Enter to pin it."));
    }
}

QString TokensView::shadingInWords(const TokenShading& shading) const
{
    const TokenLabel* origin = labelOf({shading.originStack, shading.origin});
    if (origin == nullptr)
        return {};
    const bool yesOrNo = shading.map == MapKind::kMask || shading.map == MapKind::kKept;
    QStringList named;
    float largest = 0;
    for (const int token : shading.strongest(kTokensInSentence)) {
        const float value = shading.values[static_cast<std::size_t>(token)];
        if (!shading.isSigned() && value <= 0)
            break;
        largest = std::max(largest, value);
        if (shading.map == MapKind::kWeights && value < kLeastNamed && largest >= kLeastNamed)
            break; // "<.01" says that it hardly looks there
        if (const TokenLabel* label = labelOf({shading.stack, token}))
            named.append(yesOrNo ? tokenInSentence(*label)
                                 : QStringLiteral("%1 %2").arg(tokenInSentence(*label), cellText(value)));
    }
    const bool row = shading.direction == ReadingDirection::kLooksAt;
    if (named.isEmpty())
        return row ? tr("%1 looks at nothing.").arg(tokenInSentence(*origin))
                   : tr("Nothing looks at %1.").arg(tokenInSentence(*origin));
    const auto said = [&](const QString& inRow, const QString& inColumn) {
        return (row ? inRow : inColumn).arg(tokenInSentence(*origin), named.join(QStringLiteral("  ·  ")));
    };
    switch (shading.map) {
    case MapKind::kProducts:
        return said(tr("Largest dot products of %1: %2"), tr("Largest dot products with %1: %2"));
    case MapKind::kScores:
    case MapKind::kMasked:
        return said(tr("Highest scores of %1: %2"), tr("Highest scores with %1: %2"));
    case MapKind::kBias:
    case MapKind::kContentToPosition:
    case MapKind::kPositionToContent:
        return said(tr("Highest bias of %1: %2"), tr("Highest bias with %1: %2"));
    case MapKind::kEffect:
    case MapKind::kIfMasked:
        return said(tr("Largest effects in the row of %1: %2"), tr("Largest effects of %1: %2"));
    case MapKind::kMask:
    case MapKind::kKept:
        return said(tr("%1 can attend to: %2"), tr("Can attend to %1: %2"));
    case MapKind::kWeights:
    case MapKind::kNormWeighted:
        break;
    }
    return said(tr("%1 looks at: %2"), tr("%1 is looked at by: %2"));
}

void TokensView::point(const std::optional<TokenRef>& token)
{
    m_pointed = token;
    focus().setHover(token ? cellOfToken(focus().head(), token->stack, token->index, m_direction) : Cell{});
    markDirty(ViewChange::kHover);
}

const TokenLabel* TokensView::labelOf(const TokenRef& token) const
{
    const TokenAxis axis = m_trace.isNull() ? nullptr : m_trace.axis(token.stack);
    const auto index = static_cast<std::size_t>(token.index);
    return axis && token.index >= 0 && index < axis->size() ? &(*axis)[index] : nullptr;
}

QString TokensView::typedText(StackKind stack) const
{
    const Document& document = workspace().document();
    const bool target
        = stack == StackKind::kDecoder && !m_trace.isNull() && m_trace.info().encoder.has_value();
    if (target)
        return document.target;
    if (document.dialogue)
        return workspace().snapshot()->written;
    const QStringList lines = document.text.split(QLatin1Char('\n'));
    return asRead(lines.value(shownLine(lines, document.line)));
}

QString TokensView::toolTipOf(const TokenRef& token) const
{
    const TokenLabel* label = labelOf(token);
    if (label == nullptr)
        return {};
    const int count = static_cast<int>(m_trace.tokens(token.stack).size());
    QString text = tokenDetails(*label, token.index, count, typedText(token.stack));
    const std::optional<TokenShading>& shading = m_strip->shading();
    if (shading && shading->stack == token.stack
        && static_cast<std::size_t>(token.index) < shading->values.size()) {
        const bool allowed = shading->isAllowed(token.index);
        const auto value = static_cast<double>(shading->values[static_cast<std::size_t>(token.index)]);
        text += QStringLiteral("<p>%1</p>")
                    .arg(allowed ? tr("Value here: %1").arg(numberText(value)) : tr("Masked"));
    }
    for (const ReadingDirection direction : {ReadingDirection::kLooksAt, ReadingDirection::kLookedAtBy})
        if (const QString line = strongestOf(token, direction); !line.isEmpty())
            text += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped());
    return text;
}

QString TokensView::strongestOf(const TokenRef& token, ReadingDirection direction) const
{
    const HeadRef& head = focus().head();
    const bool row = direction == ReadingDirection::kLooksAt;
    if (token.stack != (row ? queryStack(head) : keyStack(head)))
        return {};
    const Cell cell = row ? Cell{token.index, std::nullopt} : Cell{std::nullopt, token.index};
    const auto shading = shadingOf(m_trace, head, MapKind::kWeights, cell, direction);
    return shading ? shadingInWords(*shading) : QString();
}

QString TokensView::spokenOf(const TokenRef& token) const
{
    const TokenLabel* label = labelOf(token);
    if (label == nullptr)
        return {};
    const QString place
        = token.stack == StackKind::kEncoder ? tr("Source token %1: %2") : tr("Target token %1: %2");
    const QString text = tokenPlace(*label, place.arg(token.index).arg(tokenInSentence(*label)));
    if (token.stack == StackKind::kDecoder && !m_trace.info().encoder && typedTokens() >= 0
        && token.index >= typedTokens())
        return tr("%1, written by the model").arg(text);
    return m_strip->newest() == token ? tr("%1, its row was just computed").arg(text) : text;
}

} // namespace headlight
