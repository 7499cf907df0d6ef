#include "ui/dialogs/appearance_page.h"

#include "ui/picture/colour_map.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QSpinBox>

#include <algorithm>

namespace headlight {

namespace {

constexpr QSize kRamp{96, 12};

/// An icon of a colour map, lowest number on the left.
QIcon ramp(const QString& name)
{
    QPixmap pixmap(kRamp);
    QPainter painter(&pixmap);
    const ColourMap& map = colourMap(name, Backdrop::kLight);
    for (int x = 0; x < kRamp.width(); ++x)
        painter.fillRect(QRect(x, 0, 1, kRamp.height()),
                         QColor::fromRgb(map.at(x * 255 / (kRamp.width() - 1))));
    return {pixmap};
}

void select(QComboBox& box, const QVariant& data)
{
    box.setCurrentIndex(std::max(0, box.findData(data)));
}

} // namespace

AppearancePage::AppearancePage(const Appearance& now, const Choices& choices)
    : m_before(now)
    , m_theme(new QComboBox(this))
    , m_textSize(new QSpinBox(this))
    , m_displayScale(new QComboBox(this))
    , m_colourMap(new QComboBox(this))
    , m_language(new QComboBox(this))
{
    auto* const form = new QFormLayout(this);
    const auto add = [&](QWidget* field, const char* object, const QString& label, const QString& toolTip) {
        named(field, object, QString(label).remove(QLatin1Char('&')), toolTip);
        form->addRow(label, field);
    };
    const auto addNote = [form](const QString& text) { form->addRow(QString(), makeNote(text)); };
    for (const auto& [word, text] : choices.themes)
        m_theme->addItem(text, word);
    select(*m_theme, now.theme);
    add(m_theme, "appearance.theme", tr("&Theme and contrast"),
        tr("High contrast is black and white, with stronger lines"));
    m_textSize->setRange(choices.smallestText, choices.largestText);
    m_textSize->setSingleStep(10);
    m_textSize->setSuffix(tr("%"));
    m_textSize->setValue(now.textSize);
    add(m_textSize, "appearance.textSize", tr("&Size of the text"),
        tr("Relative to the desktop’s text size"));
    for (const int percent : choices.scales)
        m_displayScale->addItem(tr("%1%").arg(percent), percent);
    select(*m_displayScale, now.displayScale);
    add(m_displayScale, "appearance.displayScale", tr("&Display scale"),
        tr("Scales text, icons and gaps, for a projector or a high-resolution screen"));
    addNote(tr("Takes effect the next time Headlight starts."));
    m_colourMap->setIconSize(kRamp);
    for (const QString& name : colourMapNames())
        m_colourMap->addItem(ramp(name), name, name);
    select(*m_colourMap, now.colourMap);
    add(m_colourMap, "appearance.colourMap", tr("&Colours of the map"),
        tr("All are perceptually uniform and safe for colour-blind people. Signed numbers have their own "
           "colour map."));
    for (const auto& [code, text] : choices.languages)
        m_language->addItem(text, code);
    select(*m_language, now.language);
    add(m_language, "appearance.language", tr("&Language"), tr("Language of all texts"));
    addNote(tr("The language changes at once; everything stays open."));
}

Appearance AppearancePage::chosen() const
{
    return {m_theme->currentData().toString(), m_textSize->value(), m_displayScale->currentData().toInt(),
            m_colourMap->currentData().toString(), m_language->currentData().toString()};
}

void AppearancePage::apply()
{
    const Appearance before = std::exchange(m_before, chosen());
    if (changed && m_before != before)
        changed(before, m_before);
}

} // namespace headlight
