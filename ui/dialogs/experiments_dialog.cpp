#include "ui/dialogs/experiments_dialog.h"

#include "ui/widgets/layouts.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>

namespace headlight {

namespace {

constexpr int kExperimentsWidth = 460;
constexpr int kHeight = 620;

QLabel* wrapped(const QString& text)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

} // namespace

ExperimentsDialog::ExperimentsDialog(const std::vector<Guide>& guides, QWidget* parent)
    : QDialog(parent)
    , m_tabs(new QTabWidget)
    , m_outcome(wrapped({}))
{
    setWindowTitle(tr("Experiments"));
    setModal(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(wrapped(tr("Each button carries out one step in the window, as you would by hand; Undo "
                                 "reverts it. The built-in translation model is opened first.")));
    for (std::size_t i = 0; i < guides.size(); ++i)
        m_tabs->addTab(makePage(guides[i], static_cast<int>(i)), tr("Experiment %1").arg(i + 1));
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Experiments"));
    column->addWidget(m_tabs, 1);
    m_outcome->setAccessibleName(tr("What the window now shows"));
    column->addWidget(m_outcome);
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(box);
    resize(kExperimentsWidth, kHeight);
}

void ExperimentsDialog::showGuide(int guide)
{
    m_tabs->setCurrentIndex(guide);
}

QWidget* ExperimentsDialog::makePage(const Guide& guide, int number)
{
    auto* page = new QWidget;
    auto* grid = new QGridLayout(page);
    grid->setColumnStretch(0, 1);
    grid->setVerticalSpacing(8);
    QLabel* const title = wrapped(guide.title);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    grid->addWidget(title, 0, 0, 1, 2);
    grid->addWidget(wrapped(guide.question), 1, 0, 1, 2);
    m_steps.emplace_back();
    int row = 2;
    for (std::size_t i = 0; i < guide.steps.size(); ++i, row += 2) {
        const GuideStep& step = guide.steps[i];
        QLabel* const name = wrapped(tr("%1. %2").arg(i + 1).arg(step.title));
        QFont bold = name->font();
        bold.setWeight(QFont::DemiBold);
        name->setFont(bold);
        auto* button = new QPushButton(tr("Run this step"));
        button->setToolTip(tr("Run this step in the window: %1").arg(step.title));
        button->setAccessibleName(button->toolTip());
        button->setAutoDefault(false);
        grid->addWidget(name, row, 0, Qt::AlignBottom);
        grid->addWidget(button, row, 1, Qt::AlignBottom);
        grid->addWidget(wrapped(step.text), row + 1, 0, 1, 2);
        const int place = static_cast<int>(i);
        connect(button, &QPushButton::clicked, this, [this, number, place] {
            mark(number, place);
            emit stepWanted(number, place);
        });
        m_steps.back().push_back({step.title, name, button});
    }
    grid->setRowStretch(row, 1);
    QScrollArea* scroll = makeScrolling(page);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return scroll;
}

QPushButton& ExperimentsDialog::button(int guide, int step) const
{
    return *m_steps.at(static_cast<std::size_t>(guide)).at(static_cast<std::size_t>(step)).button;
}

void ExperimentsDialog::mark(int guide, int step)
{
    // Steps before this one stay done; later steps and other experiments become open again.
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        for (std::size_t k = 0; k < m_steps[i].size(); ++k) {
            const bool same = static_cast<int>(i) == guide;
            Step& each = m_steps[i][k];
            const bool before = same && static_cast<int>(k) < step && each.done;
            each.done = before || (same && static_cast<int>(k) == step);
            each.name->setText(each.done ? tr("✓ %1. %2").arg(k + 1).arg(each.title)
                                         : tr("%1. %2").arg(k + 1).arg(each.title));
            each.button->setText(each.done ? tr("Run again") : tr("Run this step"));
        }
}

void ExperimentsDialog::setOutcome(const QString& text)
{
    m_outcome->setText(text);
}

QString ExperimentsDialog::outcome() const
{
    return m_outcome->text();
}

} // namespace headlight
