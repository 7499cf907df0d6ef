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

/// The list of shortcuts, generated from the actions themselves, so that it is never wrong. Mouse gestures,
/// which are not actions, come last.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ShortcutsDialog(const QList<ActionGroupList>& groups, QWidget* parent = nullptr);
};

/// Explains how to make the results of a reference implementation, with a command for this model folder that
/// can be copied. Empty folder = any.
void showProbeRecipe(const QString& folder, QWidget* parent);

} // namespace headlight
