#include "ui/dialogs/models_page.h"

#include "ui/run/model_library.h"
#include "ui/widgets/layouts.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

ModelsPage::ModelsPage(Settings& settings)
    : m_settings(settings)
    , m_precision(new ChoiceBox<HeldPrecision>(
          tr("Precision of weights"),
          tr("Half precision halves the memory for weights stored in F16 or BF16. Computation is in F32, but "
             "for the fast products of quantised weights.")))
    , m_folders(new QListWidget(this))
    , m_remove(new QPushButton(tr("&Remove"), this))
    , m_hub(new QCheckBox(tr("List models from the &Hugging Face cache"), this))
    , m_askAgain(new QCheckBox(tr("&Forget answers about large models"), this))
{
    m_precision->add(tr("Keep if full precision does not fit in memory"), HeldPrecision::kWhatFits);
    m_precision->add(tr("Never: load weights as F32"), HeldPrecision::kFull);
    m_precision->add(tr("Always: keep weights as stored"), HeldPrecision::kHalf);
    m_precision->add(tr("Fast: also round to 8 bits what quantised weights multiply"), HeldPrecision::kFast);
    m_precision->setValue(kHeldPrecision.of(settings));
    m_hub->setChecked(kHubCacheUsed.of(settings));
    m_hub->setToolTip(
        tr("Models downloaded by Hugging Face’s tools, in %1").arg(ModelLibrary::hubCacheFolder()));
    m_askAgain->setEnabled(hasLargeModelAnswers(settings));
    m_askAgain->setToolTip(tr("Asks again before opening a model that is large for this computer"));

    auto* const precision = new QFormLayout;
    precision->addRow(tr("&Precision"), m_precision);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(precision);
    layout->addWidget(makeNote(tr(
        "Applies to the next model you open. Model facts shows how the current model’s weights are kept.")));
    layout->addSpacing(8);
    layout->addWidget(buildFolders(), 1);
    layout->addWidget(m_hub);
    layout->addWidget(m_askAgain);
}

QWidget* ModelsPage::buildFolders()
{
    auto* const box = new QWidget(this);
    QLabel* const label = makeWrappedLabel(tr("&Model folders (their models appear in the model list)"));
    label->setBuddy(m_folders);
    named(m_folders, "modelFolders", tr("Model folders"), tr("Folders searched for models, two levels deep"));
    m_folders->addItems(kModelFolders.of(m_settings));
    m_folders->setTextElideMode(Qt::ElideMiddle);
    auto* const add = new QPushButton(tr("&Add…"), box);
    add->setToolTip(tr("Add a folder that contains model folders"));
    m_remove->setToolTip(tr("Remove the folder from the list; nothing is deleted from the disk"));
    connect(add, &QPushButton::clicked, this,
            [this] { addFolder(QFileDialog::getExistingDirectory(this, tr("Add a model folder"))); });
    connect(m_remove, &QPushButton::clicked, this, [this] { delete m_folders->currentItem(); });
    m_remove->setEnabled(m_folders->currentRow() >= 0);
    connect(m_folders, &QListWidget::currentRowChanged, m_remove,
            [this](int row) { m_remove->setEnabled(row >= 0); });

    auto* const buttons = new QVBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto* const row = new QHBoxLayout;
    row->addWidget(m_folders, 1);
    row->addLayout(buttons);
    auto* const layout = makeColumn(box);
    layout->addWidget(label);
    layout->addLayout(row, 1);
    return box;
}

void ModelsPage::apply()
{
    kHeldPrecision.set(m_settings, m_precision->value());
    QStringList folders;
    for (int row = 0; row < m_folders->count(); ++row)
        folders << m_folders->item(row)->text();
    kModelFolders.set(m_settings, folders);
    kHubCacheUsed.set(m_settings, m_hub->isChecked());
    if (m_askAgain->isChecked())
        forgetLargeModelAnswers(m_settings);
    m_askAgain->setChecked(false);
    m_askAgain->setEnabled(hasLargeModelAnswers(m_settings));
}

void ModelsPage::addFolder(const QString& folder)
{
    if (folder.isEmpty() || !m_folders->findItems(folder, Qt::MatchExactly).isEmpty())
        return;
    m_folders->addItem(folder);
    m_folders->setCurrentRow(m_folders->count() - 1);
}

} // namespace headlight
