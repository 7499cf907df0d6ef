#pragma once

#include <QObject>

class QLabel;
class QPoint;
class QWidget;

namespace headlight {

/// Shows the popovers of terms (term.h), for all windows of the program: on hover, and on F1 where what has
/// the keyboard explains a term; elsewhere F1 stays what it is. UI thread only.
class TermGuide : public QObject
{
    Q_OBJECT
public:
    explicit TermGuide(QObject* parent = nullptr);
    ~TermGuide() override;

    /// The open popover; null: none.
    QWidget* popover() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(QWidget& widget, const QPoint& globalPosition);
    void hide();
    bool key(QWidget& widget, QEvent& event);

    QLabel* m_popover; ///< a window of its own
    QWidget* m_explained = nullptr; ///< that the popover is open for
};

} // namespace headlight
