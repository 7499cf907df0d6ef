#pragma once

#include <QFrame>
#include <QPointer>

class QTabBar;

namespace headlight {

class SignButton;
class ViewDock;

/// The buttons of a view's title at the end of a row of tabs, for the view that is in front: tabs say the
/// titles already. Makes the row of tabs as much narrower.
class DockTabs : public QFrame
{
    Q_OBJECT
public:
    /// `bar`: a child of `area`, which places it.
    DockTabs(QTabBar& bar, QWidget& area);

    /// The dock of a tab; nullptr where it is none of a view.
    ViewDock* dock(int tab) const;
    /// Whether the tabs are seen: a single one is not.
    bool isInUse() const;
    /// Beside the tabs, as wide as the buttons are.
    void place();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    ViewDock* front() const;
    void showList();

    QPointer<QTabBar> m_bar;
    SignButton* m_list; ///< seen where the tabs do not fit
    bool m_placing = false;
};

} // namespace headlight
