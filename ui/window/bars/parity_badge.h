#pragma once

#include "ui/run/parity_checker.h"

#include <QToolButton>

class QAction;

namespace headlight {

class MessageBar;
class Workspace;

/// In the status line: whether the current model's numbers agree with those of a reference implementation,
/// with a menu to check again and to read how to make a reference. A bar names what differs, where, and by
/// how much. Hidden without a model.
class ParityBadge : public QToolButton
{
    Q_OBJECT
public:
    explicit ParityBadge(Workspace& workspace, QWidget* parent = nullptr);

    ParityChecker& checker() const { return *m_checker; }
    /// Hidden while nothing differs; the badge's owner places it.
    MessageBar& banner() const { return *m_banner; }
    QSize minimumSizeHint() const override;

private:
    void buildMenu();
    void showState();
    void showBanner();
    QString words() const;
    QString details() const;

    Workspace& m_workspace;
    ParityChecker* m_checker;
    MessageBar* m_banner;
    QAction* m_check = nullptr;
    QAction* m_stop = nullptr;
};

} // namespace headlight
