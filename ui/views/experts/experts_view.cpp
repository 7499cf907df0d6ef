#include "ui/views/experts/experts_view.h"

#include "core/edit/recorded_edits.h"
#include "ui/picture/value_scale.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/experts/experts_canvas.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/map_legend.h"
#include "ui/widgets/what_if_menu.h"
#include "ui/widgets/wrap_layout.h"

#include "ui/words/head_name.h"
#include "ui/words/token_details.h"
#include "ui/words/waiting_words.h"

#include <QComboBox>
#include <QMenu>

#include <algorithm>
#include <memory>
#include <variant>
#include <vector>

namespace headlight {

namespace {

/// Key of an entry in the combo box: stack and layer in one number.
int keyOf(const ExpertRef& layer)
{
    return layer.layer * 2 + (layer.stack == StackKind::kEncoder ? 0 : 1);
}

ExpertRef layerOf(int key)
{
    return {key % 2 == 0 ? StackKind::kEncoder : StackKind::kDecoder, key / 2, 0};
}

std::vector<ExpertRef> allExpertLayers(const TraceInfo& info)
{
    std::vector<ExpertRef> all;
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
        for (const int layer : expertLayers(info, stack))
            all.push_back({stack, layer, 0});
    return all;
}

/// Which of a layer's experts the edits of a trace switch off.
std::vector<bool> switchedOff(const TraceInfo& info, const ExpertRef& layer, int experts)
{
    std::vector<bool> off(static_cast<std::size_t>(experts), false);
    for (const Intervention& edit : recordedEdits(info).list)
        if (const auto* const one = std::get_if<ExpertOff>(&edit); one != nullptr && one->enabled)
            for (int expert = 0; expert < experts; ++expert)
                if (one->where.matches({layer.stack, layer.layer, expert}))
                    off[static_cast<std::size_t>(expert)] = true;
    return off;
}

/// One line per token: its text and each expert's probability.
QString expertTable(const ExpertUse& use, const std::vector<TokenLabel>& tokens, const std::stop_token& stop)
{
    QString text;
    for (int expert = 0; expert < use.experts(); ++expert)
        text += QLatin1Char('\t') + QString::number(expert);
    for (Index row = 0; row < use.probabilities.rows() && !stop.stop_requested(); ++row) {
        const auto index = static_cast<std::size_t>(row);
        text += QLatin1Char('\n')
            + (index < tokens.size() ? QString::fromStdString(tokens[index].text).simplified() : QString());
        for (Index expert = 0; expert < use.probabilities.cols(); ++expert)
            text += QLatin1Char('\t') + tableNumber(use.probabilities(row, expert));
    }
    return text + QLatin1Char('\n');
}

} // namespace

ExpertsView::ExpertsView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_layers(new ChoiceBox<int>(tr("Layer"), tr("Layer whose experts are shown")))
    , m_legend(new MapLegend)
    , m_canvas(new ExpertsCanvas)
{
    auto* column = pages().addColumn();
    auto* controls = new WrapLayout(4);
    m_layers->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    controls->addWidget(m_layers);
    controls->addStretch();
    m_legend->setEnds(QStringLiteral("0"), QStringLiteral("1"));
    m_legend->setToolTip(tr("Probability that the router gives an expert"));
    controls->addWidget(m_legend);
    column->addLayout(controls);
    column->addWidget(makeStatement(tr("Load of the experts")));
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);

    m_layers->whenChosen(this, [this](int key) {
        m_wanted = layerOf(key);
        showLayer();
    });
    connect(m_canvas, &ExpertsCanvas::hovered, this, [this](std::optional<int> token) {
        focus().setHover(token ? Cell{token, std::nullopt} : Cell{});
    });
    connect(m_canvas, &ExpertsCanvas::chosen, this, [this](const ExpertCell& cell) {
        focus().togglePin(Cell{cell.token, std::nullopt});
    });
    connect(m_canvas, &ExpertsCanvas::menuRequested, this, &ExpertsView::openMenu);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas);
    copies->addLargeTable(
        tr("Copy the router’s probabilities as a table"),
        [this] { return m_shown ? m_use.probabilities.size() : 0; },
        [this] {
            return [use = std::make_shared<const ExpertUse>(m_use), tokens = m_trace.axis(m_shown->stack)](
                       const std::stop_token& stop) { return expertTable(*use, *tokens, stop); };
        });
}

void ExpertsView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel)) {
        m_trace = workspace().shownTrace();
        m_layers->clear();
        for (const ExpertRef& layer :
             m_trace.isNull() ? std::vector<ExpertRef>() : allExpertLayers(m_trace.info()))
            m_layers->add(layerName(layer.stack, layer.layer), keyOf(layer));
        showLayer();
    } else if (changes.testAnyFlags(ViewChange::kHead | ViewChange::kColours)) {
        showLayer();
    }
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kHover | ViewChange::kPin))
        showFocus();
}

void ExpertsView::showLayer()
{
    m_shown.reset();
    m_use = {};
    if (m_trace.isNull())
        return pages().showReason(waitingWords(workspace(), tr("Type a sentence to see its experts.")));
    const std::vector<ExpertRef> layers = allExpertLayers(m_trace.info());
    if (layers.empty()) {
        pages().showReason(
            tr("This model has no experts: each of its layers has one feed-forward network for every token. "
               "Open a mixture of experts, such as Mixtral or Qwen3-MoE."));
        return;
    }
    const HeadRef head = focus().head();
    const ExpertRef wanted = m_wanted.value_or(ExpertRef{head.stack, head.layer, 0});
    const auto nearest = std::ranges::min_element(layers, [&](const ExpertRef& a, const ExpertRef& b) {
        const auto distance = [&](const ExpertRef& layer) {
            return std::abs(layer.layer - wanted.layer) + (layer.stack == wanted.stack ? 0 : 1 << 16);
        };
        return distance(a) < distance(b);
    });
    m_shown = *nearest;
    m_layers->setValue(keyOf(*m_shown));
    m_use = expertUse(m_trace, m_shown->stack, m_shown->layer);
    if (m_use.probabilities.rows() == 0) {
        pages().showReason(notRecordedWords(
            workspace(), tr("The router was not recorded for this input. Run the model again.")));
        return;
    }
    m_canvas->setColourMap(focus().colourMap());
    m_legend->setMap(focus().colourMap());
    m_canvas->setTable(m_use, m_trace.tokens(m_shown->stack),
                       switchedOff(m_trace.info(), *m_shown, m_use.experts()),
                       [this](const ExpertCell& cell) { return cellWords(cell); });
    setStatement(summary());
    pages().setCurrentIndex(1);
}

void ExpertsView::showFocus()
{
    if (!m_shown)
        return;
    const bool own = focus().head().stack == m_shown->stack;
    m_canvas->setToken(own ? focus().cell().query : std::nullopt);
}

QString ExpertsView::summary() const
{
    const auto busiest = std::ranges::max_element(m_use.load);
    const auto idle = static_cast<int>(std::ranges::count(m_use.load, 0));
    if (busiest == m_use.load.end() || m_use.tokens == 0)
        return {};
    const QString first
        = tr("%1 of %2 experts run for each token. Expert %3 is chosen most often: for %4 of %5 tokens.")
              .arg(m_use.perToken)
              .arg(m_use.experts())
              .arg(busiest - m_use.load.begin())
              .arg(*busiest)
              .arg(m_use.tokens);
    return idle == 0 ? first : first + QLatin1Char(' ') + tr("%n expert(s) are not chosen.", nullptr, idle);
}

QString ExpertsView::cellWords(const ExpertCell& cell) const
{
    const auto& tokens = m_trace.tokens(m_shown->stack);
    const QString token = placedToken(tokens, cell.token);
    const QString share = cell.expert < m_use.probabilities.cols()
        ? fullText(m_use.probabilities(cell.token, cell.expert))
        : QStringLiteral("–");
    const int rank = m_use.rank(cell.token, cell.expert);
    return rank < 0
        ? tr("%1: expert %2 has probability %3, not chosen").arg(token).arg(cell.expert).arg(share)
        : tr("%1: expert %2 has probability %3, choice %4")
              .arg(token)
              .arg(cell.expert)
              .arg(share)
              .arg(rank + 1);
}

void ExpertsView::openMenu(int expert, const QPoint& position)
{
    if (!m_shown || workspace().model() == nullptr)
        return;
    QMenu menu;
    addToggleAction(menu, workspace(),
                    ExpertOff{patternOf(ExpertRef{m_shown->stack, m_shown->layer, expert})},
                    tr("Switch expert %1 off").arg(expert), tr("Switch expert %1 on again").arg(expert));
    menu.exec(position);
}

} // namespace headlight
