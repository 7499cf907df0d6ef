#include "ui/figure/figure_choices.h"

#include "ui/figure/figure_export.h"
#include "ui/state/setting.h"

namespace headlight {

namespace {

const FigureChoices kUsualFigure;
const FilmChoices kUsualFilm;
const auto kBackdrops = oneOf({"window", "light", "dark"});
const auto kPaper = between(20.0, 1000.0); // millimetres
const auto kPaces = between(FilmChoices::kLeastPace, FilmChoices::kMostPace);

const Setting<QString> kFigureFormat{"figure/format", kUsualFigure.format, oneOf({"png", "svg", "pdf"})};
const Setting<double> kFigureWidth{"figure/width", kUsualFigure.millimetres.width(), kPaper};
const Setting<double> kFigureHeight{"figure/height", kUsualFigure.millimetres.height(), kPaper};
const Setting<double> kFigureDpi{"figure/dpi", kUsualFigure.dpi,
                                 between(FigureSize::kLeastDpi, FigureSize::kMostDpi)};
const Setting<double> kFigureTextPoints{"figure/text", kUsualFigure.textPoints,
                                        between(FigureSize::kLeastText, FigureSize::kMostText)};
const Setting<QString> kFigureBackdrop{"figure/backdrop", kUsualFigure.backdrop, kBackdrops};
const Setting<bool> kTitleChoice{"figure/title", kUsualFigure.title};
const Setting<bool> kFigureScaleBar{"figure/scaleBar", kUsualFigure.scaleBar};
const Setting<QString> kFigureFolder{"figure/folder", {}};
const Setting<int> kFilmPace{"film/milliseconds", kUsualFilm.milliseconds, kPaces};
const Setting<int> kFilmLast{"film/lastMilliseconds", kUsualFilm.lastMilliseconds, kPaces};
const Setting<QString> kFilmBackdrop{"film/backdrop", kUsualFilm.backdrop, kBackdrops};
const Setting<bool> kFilmTitle{"film/title", kUsualFilm.title};
const Setting<bool> kFilmScaleBar{"film/scaleBar", kUsualFilm.scaleBar};
const Setting<QString> kFilmFolder{"film/folder", {}};

} // namespace

FigureChoices figureChoices(const Settings& settings)
{
    FigureChoices choices;
    choices.format = kFigureFormat.of(settings);
    choices.millimetres = {kFigureWidth.of(settings), kFigureHeight.of(settings)};
    choices.dpi = kFigureDpi.of(settings);
    choices.textPoints = kFigureTextPoints.of(settings);
    choices.backdrop = kFigureBackdrop.of(settings);
    choices.title = kTitleChoice.of(settings);
    choices.scaleBar = kFigureScaleBar.of(settings);
    choices.folder = kFigureFolder.of(settings);
    return choices;
}

void keepFigureChoices(Settings& settings, const FigureChoices& choices)
{
    kFigureFormat.set(settings, choices.format);
    kFigureWidth.set(settings, choices.millimetres.width());
    kFigureHeight.set(settings, choices.millimetres.height());
    kFigureDpi.set(settings, choices.dpi);
    kFigureTextPoints.set(settings, choices.textPoints);
    kFigureBackdrop.set(settings, choices.backdrop);
    kTitleChoice.set(settings, choices.title);
    kFigureScaleBar.set(settings, choices.scaleBar);
    kFigureFolder.set(settings, choices.folder);
}

FilmChoices filmChoices(const Settings& settings)
{
    FilmChoices choices;
    choices.milliseconds = kFilmPace.of(settings);
    choices.lastMilliseconds = kFilmLast.of(settings);
    choices.backdrop = kFilmBackdrop.of(settings);
    choices.title = kFilmTitle.of(settings);
    choices.scaleBar = kFilmScaleBar.of(settings);
    choices.folder = kFilmFolder.of(settings);
    return choices;
}

void keepFilmChoices(Settings& settings, const FilmChoices& choices)
{
    kFilmPace.set(settings, choices.milliseconds);
    kFilmLast.set(settings, choices.lastMilliseconds);
    kFilmBackdrop.set(settings, choices.backdrop);
    kFilmTitle.set(settings, choices.title);
    kFilmScaleBar.set(settings, choices.scaleBar);
    kFilmFolder.set(settings, choices.folder);
}

} // namespace headlight
