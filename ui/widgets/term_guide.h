#pragma once

#include <QLabel>
#include <QObject>
#include <QPointer>
#include <QRect>
#include <QString>

#include <functional>
#include <optional>

class QWidget;

namespace headlight {

enum class Term : unsigned char;
struct TermPlace;

/// Where the window shows what a term means.
struct TermLink
{
    QString title; ///< name of the view
    std::function<void()> open;
};

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
    /// Finds what shows a term; nothing if nothing does. A popover that a key or explain() opens offers it: a
    /// click on the offer, or Enter, leads there.
    void setLinks(std::function<std::optional<TermLink>(Term)> find) { m_findLink = std::move(find); }
    /// The open popover; null = none.
    QWidget* popover() const { return m_popover->isVisible() ? m_popover : nullptr; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(QWidget& widget, const TermPlace& place, bool linked = false);
    void hide();
    void openLink();
    void closeUnlessGivenBack();
    bool leaves(const QWidget& widget, const QEvent& event) const;
    bool key(QWidget& widget, QEvent& event);

    QLabel* m_popover; ///< a separate window
    QPointer<QWidget> m_explained; ///< widget that the popover is open for
    QRect m_part; ///< part of that widget; null = all of it
    std::function<std::optional<TermLink>(Term)> m_findLink; ///< empty = no links
    std::optional<TermLink> m_link; ///< of the open popover
    bool m_asked = false; ///< by explain(): the pointer and activations do not close it
};

} // namespace headlight
