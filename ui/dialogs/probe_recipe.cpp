#include "ui/dialogs/probe_recipe.h"

#include "ui/run/model_facts.h"
#include "ui/state/translation.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

namespace {

QString quotedForShell(QString text)
{
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

/// The script is next to the built-in models, installed or not.
QString probeScript()
{
    const QString beside = builtinModel() + QStringLiteral("/../../exporters/headlight_probe.py");
    return QFileInfo::exists(beside) ? QDir::cleanPath(beside) : QStringLiteral("headlight_probe.py");
}

QString probeCommands(const QString& folder)
{
    return QStringLiteral(
               "python3 %1 %2\n\n"
               "# or, with outputs and arrays of your own:\n"
               "from headlight_probe import from_hf, write\n"
               "from_hf(folder, model(**inputs, output_attentions=True, output_hidden_states=True),\n"
               "        inputs[\"input_ids\"])\n"
               "write(folder, {\"input_ids\": ids, \"decoder.0.self.weights\": weights,\n"
               "               \"decoder.residual.1\": hidden, \"logits\": logits})\n")
        .arg(quotedForShell(probeScript()),
             folder.isEmpty() ? QStringLiteral("FOLDER") : quotedForShell(folder));
}

} // namespace

void showProbeRecipe(const QString& folder, QWidget* parent)
{
    auto* const dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("probeRecipe"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("How to make a reference"));
    auto* const column = new QVBoxLayout(dialog);
    auto* const says = new QLabel(tr("A reference is the file headlight-probe.safetensors in "
                                     "the model’s folder: what another implementation "
                                     "computes for one short input. Headlight never makes it. "
                                     "With PyTorch and transformers installed, this command "
                                     "does; open the folder again afterwards."));
    says->setWordWrap(true);
    column->addWidget(says);
    auto* const commands = new QPlainTextEdit(probeCommands(folder));
    commands->setReadOnly(true);
    commands->setLineWrapMode(QPlainTextEdit::NoWrap);
    commands->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    commands->setAccessibleName(tr("Commands"));
    column->addWidget(commands);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* const copy = buttons->addButton(tr("&Copy command"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, dialog, [commands] {
        QApplication::clipboard()->setText(commands->toPlainText().section(QLatin1Char('\n'), 0, 0));
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog->resize(dialog->fontMetrics().averageCharWidth() * 100, dialog->fontMetrics().height() * 20);
    dialog->open();
}

} // namespace headlight
