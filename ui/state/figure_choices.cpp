#include "ui/state/figure_choices.h"

#include "ui/state/settings.h"

namespace headlight {

namespace {

const auto kFormatKey = QStringLiteral("figure/format");
const auto kWidth = QStringLiteral("figure/width");
const auto kHeight = QStringLiteral("figure/height");
const auto kDpi = QStringLiteral("figure/dpi");
const auto kText = QStringLiteral("figure/text");
const auto kBackdrop = QStringLiteral("figure/backdrop");
const auto kTitle = QStringLiteral("figure/title");
const auto kScaleBar = QStringLiteral("figure/scaleBar");
const auto kFolder = QStringLiteral("figure/folder");
const auto kFilmPace = QStringLiteral("film/milliseconds");
const auto kFilmLast = QStringLiteral("film/lastMilliseconds");
const auto kFilmBackdrop = QStringLiteral("film/backdrop");
const auto kFilmTitle = QStringLiteral("film/title");
const auto kFilmScaleBar = QStringLiteral("film/scaleBar");
const auto kFilmFolder = QStringLiteral("film/folder");

} // namespace

FigureChoices Settings::figureChoices() const
{
    FigureChoices choices;
    const auto number = [this](const QString& key, double usual, double least, double most) {
        bool ok = false;
        const double value = m_store.value(key).toDouble(&ok);
        return ok && value >= least && value <= most ? value : usual;
    };
    choices.format = m_store.value(kFormatKey, choices.format).toString();
    choices.millimetres = {number(kWidth, choices.millimetres.width(), 20, 1000),
                           number(kHeight, choices.millimetres.height(), 20, 1000)};
    choices.dpi = number(kDpi, choices.dpi, 72, 1200);
    choices.textPoints = number(kText, choices.textPoints, 4, 36);
    choices.backdrop = m_store.value(kBackdrop, choices.backdrop).toString();
    choices.title = m_store.value(kTitle, choices.title).toBool();
    choices.scaleBar = m_store.value(kScaleBar, choices.scaleBar).toBool();
    choices.folder = m_store.value(kFolder).toString();
    return choices;
}

void Settings::setFigureChoices(const FigureChoices& choices)
{
    m_store.setValue(kFormatKey, choices.format);
    m_store.setValue(kWidth, choices.millimetres.width());
    m_store.setValue(kHeight, choices.millimetres.height());
    m_store.setValue(kDpi, choices.dpi);
    m_store.setValue(kText, choices.textPoints);
    m_store.setValue(kBackdrop, choices.backdrop);
    m_store.setValue(kTitle, choices.title);
    m_store.setValue(kScaleBar, choices.scaleBar);
    m_store.setValue(kFolder, choices.folder);
}

FilmChoices Settings::filmChoices() const
{
    FilmChoices choices;
    const auto pace = [this](const QString& key, int usual) {
        bool ok = false;
        const int value = m_store.value(key).toInt(&ok);
        return ok && value >= FilmChoices::kLeastPace && value <= FilmChoices::kMostPace ? value : usual;
    };
    choices.milliseconds = pace(kFilmPace, choices.milliseconds);
    choices.lastMilliseconds = pace(kFilmLast, choices.lastMilliseconds);
    choices.backdrop = m_store.value(kFilmBackdrop, choices.backdrop).toString();
    choices.title = m_store.value(kFilmTitle, choices.title).toBool();
    choices.scaleBar = m_store.value(kFilmScaleBar, choices.scaleBar).toBool();
    choices.folder = m_store.value(kFilmFolder).toString();
    return choices;
}

void Settings::setFilmChoices(const FilmChoices& choices)
{
    m_store.setValue(kFilmPace, choices.milliseconds);
    m_store.setValue(kFilmLast, choices.lastMilliseconds);
    m_store.setValue(kFilmBackdrop, choices.backdrop);
    m_store.setValue(kFilmTitle, choices.title);
    m_store.setValue(kFilmScaleBar, choices.scaleBar);
    m_store.setValue(kFilmFolder, choices.folder);
}

} // namespace headlight
