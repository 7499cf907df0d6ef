#pragma once

#include <QPointer>
#include <QWidget>

namespace headlight {

/// A ring that follows one widget of the window, and a veil over the rest; the mouse sees neither.
class Spotlight : public QWidget
{
    Q_OBJECT
public:
    explicit Spotlight(QWidget* window);

    /// nullptr = no widget. The veil leaves out `words`, which are about the target; none without them.
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
