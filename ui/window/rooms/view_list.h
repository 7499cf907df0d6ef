#pragma once

#include <QAbstractButton>
#include <QFrame>

namespace headlight {

class DockArea;

/// A view of the list: its picture, its title, what it shows, and its key.
class ViewRow : public QAbstractButton
{
    Q_OBJECT
public:
    ViewRow(QString picture, const QString& title, QString line, QString key, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_picture, m_line, m_key;
};

/// All views there are, in a popup: a click shows one as its key does, wherever it belongs; the button beside
/// it opens it in the workspace that is shown. Deletes itself when it closes.
class ViewList : public QFrame
{
    Q_OBJECT
public:
    ViewList(DockArea& views, QWidget* parent);

    /// With the lower left corner at this point of the screen, as far as that is possible.
    void popUp(const QPoint& corner);

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace headlight
