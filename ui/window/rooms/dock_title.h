#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QLabel>

#include <functional>
#include <utility>

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

    SignButton(Sign sign, const QString& words);
    /// Draws the sign only while the mouse is over it or `wanted` says so; its parent updates it then.
    void drawIf(std::function<bool()> wanted) { m_wanted = std::move(wanted); }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Sign m_sign;
    std::function<bool()> m_wanted; ///< empty: the sign is always drawn
};

/// Whether the widget or something in it has the keyboard.
bool hasKeyboard(const QWidget* widget);

/// The title of a view in a dock or in the centre. A double click acts like the first button.
class DockTitle : public QFrame
{
    Q_OBJECT
public:
    /// `centred`: the view has taken the centre, and the title leads back; such a view cannot float.
    DockTitle(const QString& title, bool centred, QWidget* parent = nullptr);

    void setTitle(const QString& title) { m_label->setText(title); }
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
