#include "ui/window/model_opener.h"

#include "ui/run/model_library.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/model_settings.h"

#include <QCheckBox>
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
}

void ModelOpener::searchModels()
{
    m_library->search(kModelFolders.of(m_settings), kHubCacheUsed.of(m_settings));
}

void ModelOpener::openModel(const QString& folder)
{
    const std::optional<HeldPrecision> answer = largeModelAnswer(m_settings, folder);
    m_runs.opener().openModel(toPath(folder),
                              {answer.value_or(kHeldPrecision.of(m_settings)), answer.has_value()});
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
        m_runs.opener().openModel(toPath(folder), {precision, true});
    });
    box->open();
}

} // namespace headlight
