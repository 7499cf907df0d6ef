#pragma once

#include <QObject>

#include <functional>
#include <vector>

class QWidget;

namespace headlight {

class CommandActions;
class PreferencesPage;

/// The "Preferences" dialog. Parts of the window that have settings add their pages here.
class PreferencesActions : public QObject
{
    Q_OBJECT
public:
    PreferencesActions(const CommandActions& commands, QWidget& window);

    /// Makes a page when the dialog opens; the dialog owns it.
    using MakePage = std::function<PreferencesPage*()>;
    void addPage(MakePage make) { m_pages.push_back(std::move(make)); }

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
