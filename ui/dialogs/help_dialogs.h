#pragma once

#include <QDialog>
#include <QList>
#include <QString>

class QAction;
class QWidget;

namespace headlight {

/// Shows version, licence, and credits for the built-in model.
void showAbout(QWidget* parent);

/// A heading and the actions under it.
struct ActionGroupList
{
    QString title;
    QList<QAction*> actions;
};

/// The list of shortcuts, made from the actions themselves. Mouse gestures, which are none, come last.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ShortcutsDialog(const QList<ActionGroupList>& groups, QWidget* parent = nullptr);
};

/// How to make the results of a reference, with a command for this model folder to copy; empty = any.
void showProbeRecipe(const QString& folder, QWidget* parent);

} // namespace headlight
