#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QList>
#include <QPointer>

class QLabel;

namespace headlight {

/// A small flat button with a sign drawn by the program in the palette's colours.
class SignButton : public QAbstractButton
{
    Q_OBJECT
public:
    enum class Sign : unsigned char {
        kToCentre, ///< gets all the room
        kBack, ///< goes back to its place
        kFloat, ///< becomes a separate window
        kClose,
        kList, ///< opens a list
    };

    SignButton(Sign sign, const QString& words, QWidget* parent = nullptr);
    void setSign(Sign sign, const QString& words);
    /// Draws the sign only while the mouse is over this widget or the button itself.
    void showUnder(QWidget& hovered);
    QSize sizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    Sign m_sign;
    QList<QPointer<QWidget>> m_hovered; ///< empty: the sign is always drawn
};

/// The title of a view in a dock, or of a view that has taken the centre. A double click acts like the first
/// button.
class DockTitle : public QFrame
{
    Q_OBJECT
public:
    /// `centred`: the view has taken the centre, and the title leads back; such a view cannot float.
    DockTitle(const QString& title, bool centred, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// Takes no room: a tab says the title.
    void setGone(bool gone);
    bool isGone() const { return m_gone; }
    /// As if the user had pressed the button with this sign.
    void click(SignButton::Sign sign);
    /// What the button with a sign does.
    static QString words(SignButton::Sign sign);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void centreClicked(); ///< move to the centre, or back
    void floatClicked();
    void closeClicked();

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_label;
    bool m_gone = false;
};

} // namespace headlight
