#pragma once

#include "ui/dialogs/preferences_dialog.h"

#include <QList>

#include <functional>
#include <utility>

class QComboBox;
class QSpinBox;

namespace headlight {

/// How the program looks, as one value.
struct Appearance
{
    QString theme; ///< "system", "light", "dark", "contrast-light" or "contrast-dark"
    int textSize = 100; ///< percent of the desktop's own
    int displayScale = 100; ///< percent, from the next start on
    QString colourMap;
    QString language; ///< code; empty: the system's
    bool operator==(const Appearance&) const = default;
};

/// Preferences of the looks: theme and contrast, size of the text and of everything, colours of the maps,
/// language.
class AppearancePage : public PreferencesPage
{
    Q_OBJECT
public:
    /// What can be chosen: pairs of a stored word and what a person reads.
    struct Choices
    {
        QList<std::pair<QString, QString>> themes, languages;
        QList<int> scales; ///< percent
        int smallestText = 100, largestText = 200; ///< percent
    };
    AppearancePage(const Appearance& now, const Choices& choices, QWidget* parent = nullptr);

    QString title() const override;
    void apply() override;
    Appearance chosen() const;

    /// Makes it so; called by apply() where something differs from before.
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
