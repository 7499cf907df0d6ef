#pragma once

#include <QObject>

#include <functional>
#include <vector>

class QWidget;

namespace headlight {

class CommandActions;
class PreferencesPage;

/// The "Preferences" dialog with its pages.
class PreferencesActions : public QObject
{
    Q_OBJECT
public:
    /// Makes a page when the dialog opens; the dialog owns it.
    using MakePage = std::function<PreferencesPage*()>;
    PreferencesActions(const CommandActions& commands, std::vector<MakePage> pages, QWidget& window);

public slots:
    void show();

signals:
    /// The settings have been written.
    void applied();

private:
    QWidget& m_window;
    std::vector<MakePage> m_pages;
};

} // namespace headlight
