#pragma once

#include <QDialog>
#include <QList>
#include <QString>

class QAction;

namespace headlight {

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

} // namespace headlight
