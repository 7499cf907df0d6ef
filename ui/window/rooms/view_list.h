#pragma once

#include <QAbstractButton>
#include <QFrame>

namespace headlight {

class DockArea;

/// A row of the list: the view's picture, title, description and key.
class ViewRow : public QAbstractButton
{
    Q_OBJECT
public:
    ViewRow(QString picture, const QString& title, QString line, QString key);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_picture, m_line, m_key;
};

/// All views in a popup: a click shows a view in its own workspace, as its key does; the button beside it
/// opens the view in the current workspace. Deletes itself when it closes.
class ViewList : public QFrame
{
    Q_OBJECT
public:
    ViewList(DockArea& views, QWidget* parent);

    /// Opens with its lower left corner at this point of the screen, if possible.
    void popUp(const QPoint& corner);

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace headlight
