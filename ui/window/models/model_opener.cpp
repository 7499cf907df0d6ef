#include "ui/window/models/model_opener.h"

#include "ui/run/model_library.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/model_settings.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace headlight {

namespace {

std::filesystem::path toPath(const QString& path)
{
    return path.toStdString();
}

} // namespace

ModelOpener::ModelOpener(Settings& settings, RunController& runs, QWidget& window)
    : QObject(&window)
    , m_settings(settings)
    , m_runs(runs)
    , m_window(window)
    , m_library(new ModelLibrary(this))
{
    connect(&runs.opener(), &Opener::largeModelFound, this, &ModelOpener::askAboutLarge);
    connect(&runs.opener(), &Opener::baseWanted, this, &ModelOpener::askForBase);
}

void ModelOpener::searchModels()
{
    m_library->search(kModelFolders.of(m_settings), kHubCacheUsed.of(m_settings));
}

QString ModelOpener::folderOf(const QString& name) const
{
    for (const LibraryModel& model : m_library->models())
        if (model.obstacle.isEmpty() && (model.name == name || QFileInfo(model.folder).fileName() == name))
            return model.folder;
    return modelMeant(name);
}

void ModelOpener::openModel(const QString& folder)
{
    const std::optional<HeldPrecision> answer = largeModelAnswer(m_settings, folder);
    m_runs.opener().openModel(toPath(folder),
                              {answer.value_or(kHeldPrecision.of(m_settings)), answer.has_value(),
                               toPath(adapterBaseOf(m_settings, folder))});
}

bool ModelOpener::isOpening() const
{
    return m_runs.opener().isOpening();
}

void ModelOpener::openOver(const QString& adapter, const QString& base)
{
    if (base.isEmpty())
        return;
    setAdapterBase(m_settings, adapter, base);
    openModel(adapter);
}

void ModelOpener::askForBase(const BaseWanted& wanted)
{
    auto* const box = new QMessageBox(&m_window);
    box->setObjectName(QStringLiteral("adapterBaseQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(tr("Open adapter"));
    box->setText(wanted.base.isEmpty()
                     ? tr("The adapter does not name the model that it was trained on.")
                     : tr("The adapter was trained on “%1”, which was not found.").arg(wanted.base));
    box->setInformativeText(tr("An adapter changes a model; it cannot run alone. Choose its base model."));
    QPushButton* const folder = box->addButton(tr("Choose a &folder…"), QMessageBox::ActionRole);
    QPushButton* const gguf = box->addButton(tr("Choose a &GGUF file…"), QMessageBox::ActionRole);
    connect(folder, &QPushButton::clicked, this, [this, adapter = wanted.adapter] {
        openOver(adapter,
                 QFileDialog::getExistingDirectory(&m_window, tr("Base model of the adapter"),
                                                   QFileInfo(adapter).absolutePath()));
    });
    connect(gguf, &QPushButton::clicked, this, [this, adapter = wanted.adapter] {
        openOver(adapter,
                 QFileDialog::getOpenFileName(&m_window, tr("Base model of the adapter"),
                                              QFileInfo(adapter).absolutePath(), tr("GGUF files (*.gguf)")));
    });
    const QString current = m_runs.opener().currentFolder();
    if (!current.isEmpty()) {
        QPushButton* const present = box->addButton(tr("&Use the current model"), QMessageBox::ActionRole);
        present->setObjectName(QStringLiteral("presentBase"));
        connect(present, &QPushButton::clicked, this,
                [this, adapter = wanted.adapter, current] { openOver(adapter, current); });
    }
    box->addButton(QMessageBox::Cancel);
    box->open();
}

void ModelOpener::askAboutLarge(const LargeModel& model)
{
    auto* const box = new QMessageBox(&m_window);
    box->setObjectName(QStringLiteral("largeModelQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setWindowTitle(tr("Large model"));
    box->setText(tr("%1 would take about %2 of memory.").arg(model.name, bytesInWords(model.needed)));
    box->setInformativeText(tr("This computer has %1 of memory, of which %2 is free. If you open the model "
                               "anyway, it and other programs may become slow.")
                                .arg(bytesInWords(model.physical), bytesInWords(model.available)));
    QPushButton* const whole = box->addButton(tr("&Open it"), QMessageBox::AcceptRole);
    QPushButton* const half = model.neededHalf > 0
        ? box->addButton(tr("Open in &half precision (%1)").arg(bytesInWords(model.neededHalf)),
                         QMessageBox::AcceptRole)
        : nullptr;
    QPushButton* const cancel = box->addButton(QMessageBox::Cancel);
    box->setDefaultButton(half != nullptr ? half : cancel);
    box->setEscapeButton(cancel);
    auto* const remember = new QCheckBox(tr("&Remember this for the model"), box);
    box->setCheckBox(remember);
    connect(box, &QMessageBox::finished, this, [this, box, whole, half, remember, folder = model.folder] {
        const QAbstractButton* const clicked = box->clickedButton();
        if (clicked == nullptr || (clicked != whole && clicked != half)) {
            emit declined();
            return;
        }
        const HeldPrecision precision
            = clicked == half ? HeldPrecision::kHalf : kHeldPrecision.of(m_settings);
        if (remember->isChecked())
            setLargeModelAnswer(m_settings, folder, precision);
        m_runs.opener().openModel(toPath(folder),
                                  {precision, true, toPath(adapterBaseOf(m_settings, folder))});
    });
    box->open();
}

} // namespace headlight
