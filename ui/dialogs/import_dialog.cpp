#include "ui/dialogs/import_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

namespace {

QLabel* selectableText(const QString& text, const QString& name)
{
    auto* label = new QLabel(text);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText); // comes from a file
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

ImportDialog::ImportDialog(const ImportFound& found, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Open attention of another program"));
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);
    auto* const form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("File"), selectableText(QFileInfo(found.file).fileName(), QStringLiteral("importFile")));
    form->addRow(tr("Attention"), selectableText(attentionText(found), QStringLiteral("importAttention")));
    form->addRow(tr("Tokens"), selectableText(tokenText(found), QStringLiteral("importTokens")));
    if (!found.warnings.isEmpty())
        form->addRow(
            tr("Please note"),
            selectableText(found.warnings.join(QLatin1Char('\n')), QStringLiteral("importWarnings")));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    QPushButton* const tokens = buttons->addButton(tr("Read &tokens…"), QDialogButtonBox::ActionRole);
    tokens->setToolTip(tr("Read the tokens from a JSON list, or from a text with one token per line"));
    buttons->button(QDialogButtonBox::Open)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(tokens, &QPushButton::clicked, this, [this] {
        emit tokensWanted();
        reject();
    });
    auto* const column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(buttons);
}

QString ImportDialog::attentionText(const ImportFound& found) const
{
    QStringList lines = found.attention;
    if (found.sentences > 1)
        lines << tr("%n sentences", nullptr, found.sentences);
    return lines.join(QLatin1Char('\n'));
}

QString ImportDialog::tokenText(const ImportFound& found) const
{
    const QString shown
        = QStringLiteral("“") + found.tokens.join(QStringLiteral("” “")) + QStringLiteral("”");
    const auto more = static_cast<int>(found.allTokens - found.tokens.size());
    return more > 0 ? tr("%1 and %n more", nullptr, more).arg(shown) : shown;
}

} // namespace headlight
