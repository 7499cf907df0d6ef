#include "ui/views/heatmap/heatmap_view.h"

#include "core/edit/recorded_edits.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/picture_axes.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"
#include "ui/state/commands.h"
#include "ui/state/focus.h"
#include "ui/state/navigation.h"
#include "ui/state/option_settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/cell_sentence.h"
#include "ui/views/heatmap/heatmap_header.h"
#include "ui/views/heatmap/heatmap_menu.h"
#include "ui/views/heatmap/map_options_menu.h"
#include "ui/views/heatmap/map_tools.h"
#include "ui/views/heatmap/mask_painter.h"
#include "ui/widgets/formula_strip.h"
#include "ui/widgets/head_chooser.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/version_switch.h"
#include "ui/words/map_words.h"
#include "ui/words/next_token.h"
#include "ui/words/waiting_words.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {

namespace {

/// In a narrower view the sentence of a cell, and its numbers, take two lines; the sentence takes three.
constexpr int kSentenceLetters = 112, kNumbersLetters = 72, kThreeLinesLetters = 66;
constexpr std::size_t kMostPanels = 16;
constexpr float kAllAlike = 0.2F; ///< of the scale: below it, the colours of all weights look alike
constexpr double kNearer = 0.8; ///< factor of the visible part per key press

} // namespace

HeatmapView::HeatmapView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_header(new HeatmapHeader(context.focus))
    , m_panels(new HeatmapPanels)
    , m_painter(new MaskPainter(context, m_panels->main(), *this))
    , m_tools(new MapTools(m_painter, new VersionSwitch(context.workspace), m_header->options().menu()))
    , m_sentence(new ElidedLabel)
    , m_status(new ElidedLabel)
    , m_note(new ElidedLabel)
    , m_rescale(new QToolButton)
    , m_pages(new QStackedLayout)
    , m_menu(new HeatmapMenu(context, *this, m_content))
    , m_title(new HeatmapTitle(*m_header, m_content, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Heatmap"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    m_sentence->setObjectName(QStringLiteral("mapInWords"));
    m_sentence->setAccessibleName(tr("The map in words"));
    m_status->setObjectName(QStringLiteral("cellInWords"));
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setAccessibleName(tr("Description of the cell"));
    m_note->setAccessibleName(tr("Note on the image"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->hide();
    auto* words = makeRow(nullptr, {kMapSide, 2, kMapSide, 0});
    words->addWidget(m_sentence);
    auto* foot = makeRow(nullptr, {kMapSide, 0, kMapSide, 8}, 12);
    foot->addWidget(m_status, 3);
    foot->addWidget(m_note, 2);
    m_rescale->setObjectName(QStringLiteral("scaleToLargest"));
    m_rescale->setText(tr("Scale to largest weight"));
    m_rescale->setToolTip(tr("Gives the top colour to the largest weight shown; so far it stands for 1"));
    m_rescale->setFocusPolicy(Qt::TabFocus);
    m_rescale->hide();
    foot->addWidget(m_rescale);
    auto* shown = new QWidget;
    auto* column = makeColumn(shown, {}, 0);
    column->addWidget(m_header);
    column->addWidget(m_tools);
    for (QWidget* controls : {static_cast<QWidget*>(m_header), static_cast<QWidget*>(m_tools)})
        controls->setProperty("control", true); // a presentation goes without
    column->addWidget(m_panels, 1);
    column->addLayout(words);
    column->addLayout(foot);
    m_pages->addWidget(makeEmptyPage());
    m_pages->addWidget(shown);
    setLayout(m_pages);
    connectParts();
}

void HeatmapView::connectParts()
{
    m_panels->main().setFocusProxy(this); // so that it has the ring of the keyboard
    connect(qApp, &QApplication::focusChanged, &m_panels->main(), qOverload<>(&QWidget::update));
    connect(m_panels, &HeatmapPanels::hovered, this, [this](const Cell& cell) {
        focus().setHover(m_content.axes.toTokens(m_content.computedPart(cell)));
    });
    connect(m_panels, &HeatmapPanels::clicked, this, [this](const Cell& place) {
        setFocus(Qt::MouseFocusReason);
        const Cell cell = m_content.computedPart(place);
        if (cell.empty())
            return;
        m_pinBeforeClick = focus().pin();
        focus().togglePin(m_content.axes.toTokens(cell));
    });
    connect(m_panels, &HeatmapPanels::doubleClicked, this, [this] {
        // The first click of the double click has pinned a cell by accident.
        focus().setPin(m_pinBeforeClick);
        plot().showAll();
    });
    connect(m_panels, &HeatmapPanels::menuRequested, m_menu, &HeatmapMenu::show);
    connect(m_panels, &HeatmapPanels::viewChanged, this, [this] {
        updateNote();
        shareZoom();
    });
    const auto headOf
        = [this](int panel) { return m_content.shown.heads.at(static_cast<std::size_t>(panel)); };
    connect(m_panels, &HeatmapPanels::chosen, this, [this, headOf](int i) { focus().setHead(headOf(i)); });
    connect(m_panels, &HeatmapPanels::closed, this, [this, headOf](int i) { focus().toggleHead(headOf(i)); });
    connect(m_rescale, &QToolButton::clicked, this, [this] {
        MapOptions options = focus().mapOptions();
        options.range = WeightRange::kMaximum;
        m_header->options().choose(options);
    });
    connect(&m_header->options(), &MapOptionsMenu::chosen, this,
            [this](const MapOptions& options) { kKeptMapOptions.set(settings(), options); });
    const HeadChooser* chooser = &m_header->chooser();
    connect(chooser, &HeadChooser::headChosen, this, [this](const HeadRef& head) { focus().setHead(head); });
    connect(m_tools, &MapTools::stageChosen, this, [this](MapKind map) { focus().setMap(map); });
}

QWidget* HeatmapView::makeEmptyPage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    m_emptyWords = makePlainLabel();
    auto* small
        = new QLabel(tr("Each row is a query, each column a key; the colour shows the weight: how much the "
                        "query takes from that key."));
    small->setForegroundRole(QPalette::PlaceholderText);
    small->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_emptyWords, small}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    column->addStretch(2);
    column->addWidget(m_emptyWords);
    column->addSpacing(6);
    column->addWidget(small);
    column->addStretch(3);
    return page;
}

void HeatmapView::refresh(ViewChanges changes)
{
    constexpr ViewChanges kPicture = ViewChange::kTrace | ViewChange::kHead | ViewChange::kMap
        | ViewChange::kColours | ViewChange::kModel | ViewChange::kMoreHeads | ViewChange::kMapOptions;
    if (changes & kPicture)
        showMap(changes & (ViewChange::kTrace | ViewChange::kModel));
    if (changes & (ViewChange::kZoom | ViewChange::kTrace))
        followZoom();
    showMarks(changes);
    updateStatus();
}

void HeatmapView::letGo()
{
    m_content = {};
    m_panels->setPanels({}, MapKind::kWeights, {}, false);
}

void HeatmapView::showMarks(ViewChanges changes)
{
    const Cell hover = m_content.axes.toPicture(focus().hover());
    HeatmapMarks marks{hover,
                       m_content.axes.toPicture(focus().pin()),
                       m_content.axes.toPicture(focus().found(), plot().map().queries(), plot().map().keys()),
                       {}};
    if (!m_content.plain.isNull())
        marks.newest = m_content.axes.toPicture({newestRow(workspace(), focus().head()), std::nullopt}).query;
    marks.future = m_content.future;
    marks.steps = focus().head().stack == StackKind::kDecoder && !workspace().snapshot()->steps.empty();
    m_panels->setMarks(marks);
    // A cell chosen by keyboard or in another view may be scrolled out of sight.
    if (changes & ViewChange::kHover && !hover.empty() && !(hover == plot().mouseCell()))
        plot().reveal(hover);
}

void HeatmapView::showMap(bool traceChanged)
{
    m_content = HeatmapContent::of(workspace(), focus());
    if (m_content.trace.isNull())
        m_panels->setPanels({HeatmapPanels::Panel()}, focus().map(), {}, false);
    else
        showPanels(traceChanged);
    m_title->update();
    if (m_content.plain.isNull())
        sayEmpty();
    else
        m_pages->setCurrentIndex(1);
}

void HeatmapView::sayEmpty()
{
    m_emptyWords->setFont(scaledFont(font(), 1.4));
    m_emptyWords->setText(workspace().shownTrace().isNull() ? waitingWords(
                              workspace(), tr("Type a sentence above to see what each head looks at."))
                                                            : missingWords(workspace(), focus().head()));
    m_pages->setCurrentIndex(0);
}

void HeatmapView::showPanels(bool traceChanged)
{
    const Backdrop backdrop = PicturePalette::of(palette()).backdrop;
    const Interventions edits = recordedEdits(m_content.trace.info());
    std::vector<HeatmapPanels::Panel> panels;
    for (std::size_t i = 0; i < std::min(m_content.shown.maps.size(), kMostPanels); ++i) {
        const HeadRef& head = m_content.shown.heads[i];
        panels.push_back({m_content.shown.maps[i], panelName(head, m_content.shown.heads),
                          headColour(focus().colourIndex(head).value_or(0), backdrop),
                          !m_content.shown.isCombined() && isSwitchedOff(edits, head)});
    }
    if (traceChanged)
        m_header->chooser().offer(workspace().shownTrace().info());
    m_header->chooser().show(m_content.head);
    showFormula();
    m_panels->setAnimated(kAnimations.of(settings()));
    m_panels->setPanels(panels, m_content.differenceOf ? MapKind::kScores : m_content.kind,
                        m_content.look(focus().colourMap()), m_content.options.sharedScale);
    updateNote();
}

void HeatmapView::showFormula()
{
    AttentionFormula formula;
    const TraceInfo& info = m_content.trace.info();
    if (const StackShape* const stack = info.stack(m_content.head.stack);
        stack != nullptr && !m_content.plain.isNull()) {
        const ScoreRule& rule = info.scoreRule(m_content.head);
        formula = {static_cast<double>(rule.scale), stack->headWidth, static_cast<double>(rule.softcap),
                   info.modelWidth};
    }
    m_tools->formula().show(m_content.kind, m_content.plain, formula);
    m_tools->setStage(m_content.kind);
}

void HeatmapView::updateStatus()
{
    const Cell& hover = focus().hover();
    const Cell& pin = focus().pin();
    const auto sentence = [this](const Cell& cell) { return CellSentence(m_content, plot()).text(cell); };
    QString text;
    bool advice = false;
    if (!plot().map().isNull() && !hover.empty())
        text = sentence(m_content.axes.toPicture(hover));
    else if (!plot().map().isNull() && !pin.empty())
        text = tr("Pinned: %1").arg(sentence(m_content.axes.toPicture(pin)));
    else if (plot().marks().newest)
        text = tr("The row of %1 was just computed.").arg(sentence({plot().marks().newest, std::nullopt}));
    else {
        text = tr("Point at a cell to read it, click to pin it; wheel to zoom, drag to pan.");
        advice = true;
    }
    m_status->setText(text, advice);
    const Cell asked = hover.empty() ? pin : hover;
    Cell shown = m_content.axes.toPicture(asked);
    if (asked.empty() && plot().marks().newest)
        shown.query = plot().marks().newest;
    // A row that the map leaves out is no reason to speak of another one.
    const bool silent = asked.empty() ? focus().isCellAsked() : shown.empty();
    m_sentence->setText(silent ? QString() : mapSentence(m_content, plot(), workspace(), shown));
    const QString all = m_sentence->text() + QLatin1Char(' ') + text;
    if (plot().accessibleDescription() != all && !shown.empty()) {
        plot().setAccessibleDescription(all);
        setAccessibleDescription(all);
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void HeatmapView::updateNote()
{
    const MapOptions& options = focus().mapOptions();
    const CellLimits limits = plot().limits();
    m_rescale->setVisible(plot().kind() == MapKind::kWeights && limits.known && limits.maximum < kAllAlike
                          && options.range == WeightRange::kOne && options.scale == ColourScale::kLinear);
    QStringList notes;
    if (m_panels->isReading())
        notes << tr("Reading…");
    // Of what is seen meanwhile, too.
    if (!plot().poolingNote().isEmpty())
        notes << plot().poolingNote();
    if (m_content.differenceOf && !m_content.shown.differences.empty()) {
        const MapComparison& main = m_content.shown.differences.front();
        if (const auto lost = static_cast<int>(main.queries().leftOutB() + main.keys().leftOutB()); lost > 0)
            notes << tr("%n token(s) did not exist before the edits: no difference.", nullptr, lost);
    }
    if (m_content.shown.unlike > 0)
        notes << tr("%n selected head(s) of another kind of attention cannot be combined with these.",
                    nullptr, m_content.shown.unlike);
    if (m_content.shown.maps.size() > kMostPanels)
        notes << tr("Showing the first %1 of %2 heads.").arg(kMostPanels).arg(m_content.shown.maps.size());
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setHidden(notes.isEmpty());
}

FigureRequest HeatmapView::figure() const
{
    FigureRequest request = figureOf(workspace().shownTrace(), focus());
    request.map = m_content.differenceOf.value_or(plot().kind());
    if (m_content.differenceOf)
        request.before = workspace().uneditedTrace();
    if (m_content.manyRuns) {
        request.trace = m_content.trace;
        request.manyRuns = m_content.manyRuns;
        request.options = m_content.options;
    }
    request.written = m_content.manyRuns ? m_content.written : writtenToken(workspace());
    request.backdrop = PicturePalette::of(palette()).backdrop;
    if (plot().isZoomed()) {
        request.queries = plot().shownLayout().cells.queries;
        request.keys = plot().shownLayout().cells.keys;
    }
    return request;
}

bool HeatmapView::perform(CommandId command)
{
    if (command == CommandId::kUnpin) { // ends painting first, wherever the keyboard focus is
        const bool painting = m_painter->isOn();
        if (painting)
            m_painter->setOn(false);
        return painting;
    }
    if (navigate(command, workspace(), focus()))
        return true;
    switch (command) {
    case CommandId::kLessMass:
        m_header->options().stepMass(-1);
        return true;
    case CommandId::kMoreMass:
        m_header->options().stepMass(1);
        return true;
    case CommandId::kZoomIn:
        plot().zoom(kNearer);
        return true;
    case CommandId::kZoomOut:
        plot().zoom(1 / kNearer);
        return true;
    case CommandId::kShowAll:
        plot().showAll();
        return true;
    default:
        return false;
    }
}

// Handled here rather than as a shortcut: buttons and fields inside the view get their keys first.
void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    const auto command = commandFor(CommandPlace::kHeatmap, *event);
    if (!command || workspace().shownTrace().isNull() || !perform(*command))
        TraceView::keyPressEvent(event);
}

void HeatmapView::contextMenuEvent(QContextMenuEvent* event)
{
    // The plots handle the mouse menu; the Menu key opens that of the keyboard's cell.
    if (event->reason() != QContextMenuEvent::Keyboard || plot().colours() == nullptr)
        return event->ignore();
    const Cell cell = m_content.axes.toPicture(focus().hover().empty() ? focus().pin() : focus().hover());
    const QRectF at = plot().shownLayout().cells.cell(cell.query.value_or(0), cell.key.value_or(0));
    m_menu->show(cell, plot().mapToGlobal(at.intersected(plot().rect()).center().toPoint()));
}

// The words below the map have their room before they are said: pointing at another cell moves none.
void HeatmapView::arrange()
{
    const int letters = width() / fontMetrics().averageCharWidth();
    m_sentence->setLeastLines(letters < kThreeLinesLetters     ? 3
                                  : letters < kSentenceLetters ? 2
                                                               : 1,
                              Qt::AlignBottom);
    m_status->setLeastLines(letters < kNumbersLetters ? 2 : 1, Qt::AlignTop);
}

int HeatmapView::heightForWidth(int width) const
{
    const QWidget* const page = m_pages->currentWidget();
    return page->layout() == nullptr ? page->minimumSizeHint().height()
                                     : page->layout()->totalMinimumHeightForWidth(width);
}

MapZoom HeatmapView::shownZoom() const
{
    const CellFrame& cells = plot().shownLayout().cells;
    return m_content.axes.zoomOf(m_content.grid, cells.queries, cells.keys);
}

void HeatmapView::shareZoom()
{
    // While another map is being read, the old picture is still visible.
    const bool stands = !m_content.plain.isNull() && plot().colours() != nullptr && !plot().isReading()
        && plot().map().head() == m_content.plain.head();
    if (!stands || !focus().isZoomLinked())
        return;
    const MapZoom zoom = shownZoom();
    if (!focus().zoom() || !nearlySame(*focus().zoom(), zoom))
        focus().setZoom(zoom);
}

void HeatmapView::followZoom()
{
    m_panels->setZoomLinked(focus().isZoomLinked());
    if (!focus().isZoomLinked() || !focus().zoom() || plot().colours() == nullptr)
        return;
    const MapZoom own = shownZoom();
    MapZoom wanted = own;
    if (focus().zoom()->queries.sameTokens(own.queries))
        wanted.queries = focus().zoom()->queries;
    if (focus().zoom()->keys.sameTokens(own.keys))
        wanted.keys = focus().zoom()->keys;
    if (!nearlySame(own, wanted))
        plot().showSpans(m_content.axes.rowsOf(wanted), m_content.axes.columnsOf(wanted));
}

} // namespace headlight
