#include "ui/views/compare/compare_controls.h"

#include "core/analysis/map_comparison.h"
#include "ui/picture/value_scale.h"
#include "ui/state/focus.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/compare/compare_sides.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"
#include "ui/words/waiting_words.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>
#include <optional>
#include <stop_token>

namespace headlight {

namespace {

constexpr double kTitleSize = 1.2; ///< relative to the text

bool hasMask(const Trace& trace, StackKind stack)
{
    return !trace.isNull() && trace.info().heads(stack) > 0;
}

QComboBox* narrowBox(const QString& name, const QString& tip)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

/// With its mean |B − A| over cells with numbers in both; 0 if no map differs, or if stopped. Reads every
/// map.
std::pair<HeadRef, double> mostChangedHead(const Trace& a, const Trace& b, MapKind kind,
                                           const std::stop_token& stop)
{
    std::pair<HeadRef, double> most{{}, 0};
    for (const HeadRef& head : b.info().headsOf(kEveryHead)) {
        if (stop.stop_requested())
            return {};
        const MapComparison comparison
            = compareMaps(a.attention(head), b.attention(head), kind, TokenMatch::kExact);
        const double mean = comparison.isNull() ? 0 : comparison.summary(0, stop).mean;
        if (mean > most.second)
            most = {head, mean};
    }
    return most;
}

} // namespace

CompareStart::CompareStart(Workspace& workspace, Focus& focus)
    : m_workspace(workspace)
    , m_focus(focus)
    , m_title(makePlainLabel())
    , m_text(makePlainLabel())
    , m_buttons(new WrapLayout(8))
{
    setProperty("advice", true);
    auto* const column = makeColumn(this, {0, 8, 0, 8}, 8);
    m_title->setFont(boldFont(scaledFont(m_title->font(), kTitleSize)));
    for (QLabel* const label : {m_title, m_text}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    m_text->setForegroundRole(QPalette::PlaceholderText);
    column->addLayout(m_buttons);
    column->addStretch(1);
    addEdits();
    addSides();
    onEvent(*this, {QEvent::Resize}, *this, [this] { updateGeometry(); });
}

void CompareStart::addEdits()
{
    m_headOff = add("compare.headOff", {}, tr("Sets the output of the current head to zero"), [this] {
        const HeadOff edit{scopeOf(m_focus.head(), EditScope::kHead)};
        m_workspace.apply(withEdit(m_workspace.document(), edit), tr("Switch a head off"));
    });
    m_causalOff = add("compare.causalOff", tr("Switch off the decoder’s causal mask"),
                      tr("Lets every token of the output see the ones after it"), [this] {
                          Document next = m_workspace.document();
                          next.interventions.masks.decoderCausal = Toggle::kOff;
                          m_workspace.apply(next, tr("Causal mask off"));
                      });
    m_noPositions
        = add("compare.noPositions", tr("Leave out the positions"),
              tr("Gives all tokens to the model without their places in the sentence"), [this] {
                  const bool encoder = m_workspace.snapshot()->trace.info().encoder.has_value();
                  PositionEdit edit;
                  edit.stack = encoder ? StackKind::kEncoder : StackKind::kDecoder;
                  edit.table = PositionTable::kNone;
                  m_workspace.apply(withEdit(m_workspace.document(), edit), tr("Leave out the positions"));
              });
}

void CompareStart::addSides()
{
    m_keep = add("compare.keep", tr("Keep what is shown as A"),
                 tr("What you show next, another sentence or head or model, is B"),
                 [this] { emit keepWanted(); });
    m_nextLine = add("compare.nextLine", {}, tr("Keeps this line as A and shows the other one as B"), [this] {
        emit keepWanted();
        m_workspace.apply(
            onLine(m_workspace.document(), *m_workspace.snapshot(), otherLine(m_workspace.document())), {});
    });
    m_nextHead = add("compare.nextHead", {}, tr("Selects two heads of this layer"), [this] {
        HeadRef next = m_focus.head();
        next.head = (next.head + 1) % m_workspace.shownTrace().info().heads(next.stack);
        m_focus.setMoreHeads({next});
    });
    m_edits = add("compare.edits", tr("Compare before and after the edits"),
                  tr("Shows the runs without and with your edits"), [this] {
                      m_workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
                  });
    m_branches = add("compare.branches", tr("Compare two branches of the decoding"),
                     tr("Shows the first and the last branch; choose others above"), [this] {
                         const auto& branches = m_workspace.document().branches.list;
                         if (branches.size() > 1)
                             m_workspace.setComparison({ComparisonChoice::Kind::kBranches,
                                                        branches.front().id, branches.back().id});
                     });
}

QPushButton* CompareStart::add(const char* name, const QString& text, const QString& tip,
                               const std::function<void()>& clicked)
{
    auto* const button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    button->hide();
    connect(button, &QPushButton::clicked, this, clicked);
    m_buttons->addWidget(button);
    return button;
}

void CompareStart::refresh()
{
    for (QPushButton* const each :
         {m_headOff, m_causalOff, m_noPositions, m_keep, m_nextLine, m_nextHead, m_edits, m_branches})
        each->hide();
    const bool edits = m_workspace.comparison().kind == ComparisonChoice::Kind::kEdits;
    edits ? offerEdits() : offerSides();
    updateGeometry();
}

// The splitter does not ask how high the words and the buttons are at this width.
QSize CompareStart::minimumSizeHint() const
{
    const QSize least = layout()->minimumSize();
    return {least.width(), std::max(least.height(), layout()->heightForWidth(width()))};
}

void CompareStart::offerEdits()
{
    const Trace trace = m_workspace.snapshot()->trace;
    if (trace.isNull() || m_workspace.model() == nullptr) {
        m_title->setText(tr("Nothing can be edited here"));
        m_text->setText(tr("Edits need a model that runs. Open the model to change it."));
        return;
    }
    if (!m_workspace.document().interventions.empty()) {
        m_title->setText(tr("Running the model without edits…"));
        m_text->clear();
        return;
    }
    m_title->setText(tr("What would happen if …?"));
    m_text->setText(tr("Change the model or what it can see: the runs before and after the change then stand "
                       "here side by side, with their difference. Start with one of these, with “Add” beside "
                       "this, or paint on the heatmap of Explore."));
    m_headOff->setText(tr("Switch off this head: %1").arg(headName(m_focus.head())));
    m_headOff->show();
    m_causalOff->setVisible(hasMask(trace, StackKind::kDecoder));
    m_noPositions->show();
}

void CompareStart::offerSides()
{
    const Trace trace = m_workspace.shownTrace();
    m_title->setText(tr("Nothing to compare yet"));
    if (trace.isNull())
        return m_text->setText(waitingWords(m_workspace, tr("Type a sentence first.")));
    m_text->setText(
        tr("Keep what is shown as A; the sentence, head, masks or model that you show next is B. Or "
           "put two heads beside each other (Shift and click in Heads)."));
    m_keep->show();
    const int heads = trace.info().heads(m_focus.head().stack);
    m_nextHead->setVisible(heads > 1);
    if (heads > 1)
        m_nextHead->setText(tr("Compare heads %1 and %2 of this layer")
                                .arg(m_focus.head().head)
                                .arg((m_focus.head().head + 1) % heads));
    const bool runs = !m_workspace.showsOpenedTrace();
    const int other = otherLine(m_workspace.document());
    m_nextLine->setText(tr("Compare this line with line %1").arg(other + 1));
    m_nextLine->setVisible(runs && other >= 0);
    m_edits->setVisible(runs && !m_workspace.document().interventions.empty());
    m_branches->setVisible(runs && m_workspace.document().branches.list.size() > 1);
}

ComparePicker::ComparePicker(Workspace& workspace)
    : m_workspace(workspace)
    , m_kind(narrowBox(tr("What to compare"),
                       tr("What to compare: the current result with a kept one or a second head, the runs "
                          "before and after the edits, or two branches")))
    , m_a(narrowBox(tr("Branch A"), tr("Branch to show as A")))
    , m_b(narrowBox(tr("Branch B"), tr("Branch to show as B")))
{
    auto* row = makeRow(this, {}, 4);
    m_kind->addItems({tr("Kept or selected"), tr("Before and after the edits"), tr("Two branches")});
    m_kind->setMinimumContentsLength(18);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred); // shares a row with other controls
    row->addWidget(m_kind);
    row->addWidget(m_a, 1);
    row->addWidget(m_b, 1);
    for (QComboBox* box : {m_kind, m_a, m_b})
        connect(box, &QComboBox::activated, this, &ComparePicker::apply);
    refresh();
}

void ComparePicker::fillBranches(QComboBox& box, int chosen) const
{
    const QSignalBlocker quiet(&box);
    box.clear();
    for (const Branch& branch : m_workspace.document().branches.list)
        box.addItem(branch.name, branch.id);
    box.setCurrentIndex(std::max(0, box.findData(chosen)));
}

void ComparePicker::refresh()
{
    const ComparisonChoice choice = choiceInForce(m_workspace);
    const Document& document = m_workspace.document();
    const bool runs = !m_workspace.showsOpenedTrace();
    const bool two = runs && document.branches.list.size() > 1;
    const auto offer = [this](ComparisonChoice::Kind kind, bool offered) {
        if (auto* items = qobject_cast<QStandardItemModel*>(m_kind->model()))
            items->item(static_cast<int>(kind))->setEnabled(offered);
    };
    const bool edits = runs && !document.interventions.empty();
    setVisible(two || edits); // otherwise there is nothing to choose
    offer(ComparisonChoice::Kind::kEdits, edits);
    offer(ComparisonChoice::Kind::kBranches, two);
    m_kind->setCurrentIndex(static_cast<int>(choice.kind));
    const bool branches = choice.kind == ComparisonChoice::Kind::kBranches;
    m_a->setVisible(branches);
    m_b->setVisible(branches);
    if (branches) {
        fillBranches(*m_a, choice.a);
        fillBranches(*m_b, choice.b);
    }
}

void ComparePicker::apply()
{
    ComparisonChoice choice{.kind = static_cast<ComparisonChoice::Kind>(m_kind->currentIndex())};
    if (choice.kind == ComparisonChoice::Kind::kBranches) {
        const Branches& branches = m_workspace.document().branches;
        const bool chosen = m_a->isVisible();
        choice.a = chosen ? m_a->currentData().toInt() : branches.list.front().id;
        choice.b = chosen ? m_b->currentData().toInt() : branches.list.back().id;
        if (choice.a == choice.b) { // do not compare a branch with itself: swap the other one
            const ComparisonChoice before = choiceInForce(m_workspace);
            (choice.a == before.a ? choice.a : choice.b) = choice.a == before.a ? before.b : before.a;
        }
    }
    m_workspace.setComparison(choice);
    refresh();
}

ChangedHeadButton::ChangedHeadButton()
    : m_task(new LatestTask(this))
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setMinimumWidth(1); // its words may be wider than a small window has room for
    hide();
    connect(this, &QToolButton::clicked, this, [this] { emit chosen(m_head); });
}

void ChangedHeadButton::search(const Trace& a, const Trace& b, MapKind kind)
{
    m_task->start([this, a, b, kind](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        const auto most = mostChangedHead(a, b, kind, stop);
        deliver([this, most] {
            if (!(most.second > 0))
                return emit nothingFound();
            m_head = most.first;
            setText(tr("Most changed: %1, by %2 on average")
                        .arg(headName(m_head), fullText(static_cast<float>(most.second))));
            setAccessibleName(text());
            setToolTip(text() + QLatin1Char('\n')
                       + tr("Show the head whose map differs most between A and B"));
            show();
        });
    });
}

} // namespace headlight
