#pragma once

#include <QPointer>

#include <vector>

class QWidget;

namespace headlight {

/// Controls of views, hidden while a view is shown as a picture only. UI thread only.
class HiddenControls
{
public:
    /// Hides the rows of controls that a view marks as such (their property "control" is true).
    void hideIn(const QWidget& view);
    /// Also hides everything else in the view that is only there to be clicked or typed into, for paper.
    void hideAllIn(const QWidget& view);
    /// Hides any other widget as well.
    void hide(QWidget& part);
    /// Shows all that was hidden.
    void showAgain();

private:
    std::vector<QPointer<QWidget>> m_hidden;
};

} // namespace headlight
