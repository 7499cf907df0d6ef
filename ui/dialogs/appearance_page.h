#pragma once

#include "ui/dialogs/preferences_dialog.h"

#include <QList>

#include <functional>
#include <utility>

class QComboBox;
class QSpinBox;

namespace headlight {

/// The program's appearance as one value.
struct Appearance
{
    QString theme; ///< "system", "light", "dark", "contrast-light" or "contrast-dark"
    int textSize = 100; ///< percent of the desktop's text size
    int displayScale = 100; ///< percent; takes effect at the next start
    QString colourMap;
    QString language; ///< code; empty = the system's
    bool operator==(const Appearance&) const = default;
};

/// Preferences for appearance: theme and contrast, text and display size, colour maps, language.
class AppearancePage : public PreferencesPage
{
    Q_OBJECT
public:
    /// Available choices: pairs of a stored word and its label.
    struct Choices
    {
        QList<std::pair<QString, QString>> themes, languages;
        QList<int> scales; ///< percent
        int smallestText = 100, largestText = 200; ///< percent
    };
    AppearancePage(const Appearance& now, const Choices& choices);

    QString title() const override { return tr("Appearance"); }
    void apply() override;
    Appearance chosen() const;

    /// Puts the change into effect; called by apply() if something has changed.
    std::function<void(const Appearance& before, const Appearance& chosen)> changed;

private:
    Appearance m_before;
    QComboBox* m_theme;
    QSpinBox* m_textSize;
    QComboBox* m_displayScale;
    QComboBox* m_colourMap;
    QComboBox* m_language;
};

} // namespace headlight
