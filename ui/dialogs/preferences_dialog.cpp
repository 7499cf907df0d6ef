#include "ui/dialogs/preferences_dialog.h"

#include "ui/widgets/layouts.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace headlight {

PreferencesDialog::PreferencesDialog(const std::vector<PreferencesPage*>& pages, QWidget* parent)
    : QDialog(parent)
    , m_titles(new QListWidget(this))
    , m_pages(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Preferences"));
    m_titles->setAccessibleName(tr("Pages"));
    m_titles->setToolTip(tr("Preference pages"));
    m_titles->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_titles, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);

    auto* const buttons = new QDialogButtonBox(
        QDialogButtonBox::Ok | QDialogButtonBox::Apply | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        apply();
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &PreferencesDialog::apply);

    auto* const columns = new QHBoxLayout;
    columns->addWidget(m_titles);
    columns->addWidget(m_pages, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(buttons);
    resize(640, 420);
    for (PreferencesPage* const page : pages)
        addPage(page);
}

void PreferencesDialog::addPage(PreferencesPage* page)
{
    QScrollArea* const scroll = makeScrolling(page); // it may be higher than a small screen
    m_pages->addWidget(scroll);
    m_titles->addItem(page->title());
    // Make the list as wide as its longest title.
    m_titles->setFixedWidth(m_titles->sizeHintForColumn(0) + 4 * m_titles->frameWidth()
                            + fontMetrics().height());
    if (m_titles->currentRow() < 0)
        m_titles->setCurrentRow(0);
    // Grow with large text, up to the size of the screen.
    const QMargins around = layout()->contentsMargins();
    const int beside = around.left() + around.right() + m_titles->width() + layout()->spacing()
        + scroll->verticalScrollBar()->sizeHint().width();
    const QSize wanted(page->sizeHint().width() + beside,
                       page->sizeHint().height() + 4 * fontMetrics().height());
    resize(size().expandedTo(wanted).boundedTo(screen()->availableSize() * 9 / 10));
}

void PreferencesDialog::apply()
{
    for (PreferencesPage* page : findChildren<PreferencesPage*>())
        page->apply();
    emit applied();
}

} // namespace headlight
