#pragma once

#include <QPointer>
#include <QWidget>

namespace headlight {

/// A ring around one widget of the window, and a veil that makes the rest quiet; the mouse sees neither.
/// Follows the widget.
class Spotlight : public QWidget
{
    Q_OBJECT
public:
    explicit Spotlight(QWidget* window);

    /// nullptr = no widget. The veil leaves out `words`, which are about the target; without them, there is
    /// none.
    void setTarget(QWidget* target, QWidget* words = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QRect ring() const;

    QPointer<QWidget> m_target, m_words;
};

} // namespace headlight
