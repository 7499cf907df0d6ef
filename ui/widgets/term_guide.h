#pragma once

#include <QObject>
#include <QPointer>
#include <QRect>

class QLabel;
class QWidget;

namespace headlight {

enum class Term : unsigned char;
struct TermPlace;

/// Shows the popovers of terms (term.h) in all windows of the program: on hover, and on F1 if the focused
/// widget explains a term; otherwise F1 keeps its usual meaning. Table headers explain the terms that their
/// models name (kTermRole). UI thread only.
class TermGuide : public QObject
{
    Q_OBJECT
public:
    explicit TermGuide(QObject* parent = nullptr);
    ~TermGuide() override;

    /// Explains a term in the upper part of a window, until the next click or key.
    void explain(Term term, QWidget& window);
    /// The open popover; null = none.
    QWidget* popover() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(QWidget& widget, const TermPlace& place);
    void hide();
    void closeUnlessGivenBack();
    bool leaves(const QWidget& widget, const QEvent& event) const;
    bool key(QWidget& widget, QEvent& event);

    QLabel* m_popover; ///< a separate window
    QPointer<QWidget> m_explained; ///< widget that the popover is open for
    QRect m_part; ///< part of that widget; null = all of it
    bool m_asked = false; ///< by explain(): the pointer and activations do not close it
};

} // namespace headlight
