#include "ui/dialogs/help_dialogs.h"

#include "ui/run/model_facts.h"
#include "ui/state/translation.h"
#include "ui/widgets/layouts.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headlight {

void showAbout(QWidget* parent)
{
    auto* box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Headlight"));
    box->setTextFormat(Qt::RichText);
    box->setIconPixmap(QApplication::windowIcon().pixmap(64, 64));
    box->setText(QStringLiteral("<h3>Headlight %1</h3><p>%2</p>")
                     .arg(QCoreApplication::applicationVersion(),
                          tr("Shows what a transformer’s attention heads do. It runs on this computer only "
                             "and sends nothing anywhere.")));
    box->setInformativeText(
        QStringLiteral("<p>%1</p><p>%2</p><p>%3</p>")
            .arg(tr("This program is free software under the GNU General Public License, version 3 or later. "
                    "It "
                    "comes without any warranty."),
                 tr("The built-in model was trained on English and French sentences of Tatoeba "
                    "(<a href=\"https://tatoeba.org\">tatoeba.org</a>), which its contributors publish under "
                    "the "
                    "licence <a href=\"https://creativecommons.org/licenses/by/2.0/fr/\">CC BY 2.0 FR</a>."),
                 tr("It is written with Qt, QCustomPlot, Eigen, ICU and SentencePiece.")));
    box->setStandardButtons(QMessageBox::Close);
    box->open();
}

namespace {

QString plainText(const QAction& action)
{
    QString text = action.text();
    text.remove(QLatin1Char('&'));
    text.remove(QStringLiteral("…"));
    return text;
}

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(QStringLiteral("  ·  "));
}

QTreeWidgetItem* addHeading(QTreeWidget& tree, const QString& title)
{
    auto* heading = new QTreeWidgetItem(&tree, {title});
    heading->setFont(0, boldFont(tree.font()));
    heading->setFirstColumnSpanned(true);
    heading->setFlags(Qt::ItemIsEnabled);
    return heading;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QList<ActionGroupList>& groups, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    auto* tree = new QTreeWidget(this);
    tree->setObjectName(QStringLiteral("shortcuts"));
    tree->setAccessibleName(tr("Shortcuts"));
    tree->setColumnCount(2);
    tree->setHeaderLabels({tr("Action"), tr("Keys")});
    tree->setRootIsDecorated(false);
    tree->setIndentation(14);
    tree->setAlternatingRowColors(true);
    for (const ActionGroupList& group : groups) {
        QTreeWidgetItem* heading = nullptr;
        for (const QAction* action : group.actions) {
            if (action->shortcuts().isEmpty())
                continue;
            if (heading == nullptr)
                heading = addHeading(*tree, group.title);
            new QTreeWidgetItem(heading, {plainText(*action), keysOf(*action)});
        }
    }
    QTreeWidgetItem* const mouse = addHeading(*tree, tr("Mouse, in the heatmap"));
    new QTreeWidgetItem(mouse, {tr("Look at a cell"), tr("hover")});
    new QTreeWidgetItem(mouse, {tr("Pin or unpin a cell"), tr("click")});
    new QTreeWidgetItem(mouse, {tr("Zoom"), tr("wheel")});
    new QTreeWidgetItem(mouse, {tr("Move the map"), tr("drag")});
    new QTreeWidgetItem(mouse, {tr("Show the whole map"), tr("double-click")});
    tree->expandAll();
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree->header()->setStretchLastSection(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tree);
    layout->addWidget(buttons);
    resize(560, 600);
}

static QString quotedForShell(QString text)
{
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

/// The script is next to the built-in models, installed or not.
static QString probeScript()
{
    const QString beside = builtinModel() + QStringLiteral("/../../exporters/headlight_probe.py");
    return QFileInfo::exists(beside) ? QDir::cleanPath(beside) : QStringLiteral("headlight_probe.py");
}

static QString probeCommands(const QString& folder)
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

void showProbeRecipe(const QString& folder, QWidget* parent)
{
    auto* const dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("probeRecipe"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("How to make a reference"));
    auto* const column = new QVBoxLayout(dialog);
    column->addWidget(makeWrappedLabel(tr("A reference is the file headlight-probe.safetensors in "
                                          "the model’s folder: what another implementation "
                                          "computes for one short input. Headlight never makes it. "
                                          "With PyTorch and transformers installed, this command "
                                          "does; open the folder again afterwards.")));
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
