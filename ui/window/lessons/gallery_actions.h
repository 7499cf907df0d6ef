#pragma once

#include "ui/state/view_id.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/lessons/examples.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace headlight {

class CommandActions;
class GalleryDialog;
class MessageBar;
class RunController;
class StateStager;

/// File > Examples: shows the gallery and brings the window to the state of a card, with a line that says
/// what to look at. UI thread only.
class GalleryActions : public QObject
{
    Q_OBJECT
public:
    GalleryActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                   QWidget* window);

    std::function<void(ViewId view)> showView;
    StateStager& stager() const { return *m_stager; }
    /// Says what to look at; hidden while no example is shown and while the gallery says it.
    MessageBar* bar() const { return m_bar; }
    /// Null while closed.
    GalleryDialog* dialog() const;

public slots:
    void open();
    /// Opens the gallery at the very first start with these settings; otherwise returns false.
    bool openAtFirstStart();
    void show(const QString& model, int number);

signals:
    void closed(); ///< the dialog has been closed

private:
    void showNext();
    void look(const Example& example);
    void showBar();

    ViewContext m_context;
    QWidget* m_window;
    MessageBar* m_bar;
    StateStager* m_stager;
    QPointer<GalleryDialog> m_dialog;
    QString m_model; ///< model of the shown example
    int m_number = -1;
    bool m_lookWanted = false; ///< an example is shown, and its bar was not closed
};

} // namespace headlight
