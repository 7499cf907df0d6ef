#include "ui/dialogs/about_dialog.h"

#include "ui/state/translation.h"

#include <QApplication>
#include <QCoreApplication>
#include <QMessageBox>

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

} // namespace headlight
