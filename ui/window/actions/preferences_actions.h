#pragma once

#include <QObject>

#include <functional>
#include <vector>

class QAction;
class QWidget;

namespace headlight {

class PreferencesPage;

/// The action "Preferences" and what its dialog shows. A part of the window that has settings of its own
/// adds a page here.
class PreferencesActions : public QObject
{
    Q_OBJECT
public:
    explicit PreferencesActions(QWidget& window);

    /// Makes a page when the dialog is opened; the dialog takes it over.
    using MakePage = std::function<PreferencesPage*()>;
    void addPage(MakePage make) { m_pages.push_back(std::move(make)); }
    QAction* preferences() const { return m_preferences; }

public slots:
    void show();

signals:
    /// The settings were written.
    void applied();

private:
    QWidget& m_window;
    QAction* m_preferences;
    std::vector<MakePage> m_pages;
};

} // namespace headlight
