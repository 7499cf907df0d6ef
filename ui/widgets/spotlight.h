#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

namespace headlight {

/// A ring that follows one widget of the window, and a veil over the rest; the mouse sees neither.
class Spotlight : public QWidget
{
    Q_OBJECT
public:
    explicit Spotlight(QWidget* window);

    /// nullptr = no widget. The veil leaves out what is to be read meanwhile; none without `words`.
    void setTarget(QWidget* target, const QWidgetList& words = {});

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QRect ring() const;

    QPointer<QWidget> m_target;
    QList<QPointer<QWidget>> m_words;
};

} // namespace headlight
