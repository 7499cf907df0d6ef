#pragma once

#include <QDialog>
#include <QWidget>

#include <vector>

class QListWidget;
class QStackedWidget;

namespace headlight {

/// One page of the preferences: shows the settings from when it is created, and writes them on apply().
class PreferencesPage : public QWidget
{
    Q_OBJECT
public:
    /// The name in the list of pages, translated.
    virtual QString title() const = 0;
    /// Writes the displayed values to the settings and puts them into effect.
    virtual void apply() = 0;
};

/// The preferences: a list of pages and the selected page. Nothing changes before OK or Apply.
class PreferencesDialog : public QDialog
{
    Q_OBJECT
public:
    /// Takes ownership of the pages. Deletes itself when it closes.
    PreferencesDialog(const std::vector<PreferencesPage*>& pages, QWidget* parent);

signals:
    /// All pages have written their settings.
    void applied();

private:
    void addPage(PreferencesPage* page);
    void apply();

    QListWidget* m_titles;
    QStackedWidget* m_pages;
};

} // namespace headlight
