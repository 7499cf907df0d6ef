#pragma once

#include "ui/views/trace_view.h"

#include <QObject>

class QAction;
class QMenu;

namespace headlight {

class Theme;

/// How the window looks: theme, colours of the map, full screen. Owns these actions.
class LookActions : public QObject
{
    Q_OBJECT
public:
    LookActions(const ViewContext& context, Theme& theme, QWidget* window);

    QMenu* themes() const { return m_themes; }
    QMenu* colours() const { return m_colours; }
    QAction* fullScreen() const { return m_fullScreen; }

private:
    void buildThemes();
    void buildColours();

    ViewContext m_context;
    Theme& m_theme;
    QWidget* m_window;
    QMenu* m_themes;
    QMenu* m_colours;
    QAction* m_fullScreen;
};

} // namespace headlight
