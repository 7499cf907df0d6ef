#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QString>
#include <QTimer>

namespace headlight::testing {

/// Clicks a button that asks for a file to write, and names this one. Returns what a message box says against
/// it; empty = nothing.
inline QString refusalOf(QAbstractButton& save, const QString& path)
{
    QString said;
    QTimer answers; // the dialogs have their own loops of events: answer from there
    QObject::connect(&answers, &QTimer::timeout, &answers, [&] {
        QWidget* const modal = QApplication::activeModalWidget();
        if (auto* const box = qobject_cast<QMessageBox*>(modal)) {
            said = box->text();
            box->accept();
        } else if (auto* const dialog = qobject_cast<QFileDialog*>(modal)) {
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        }
    });
    answers.start(20);
    save.click();
    return said;
}

} // namespace headlight::testing
