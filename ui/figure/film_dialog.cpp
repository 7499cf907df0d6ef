#include "ui/figure/film_dialog.h"

#include "core/trace/trace.h"
#include "ui/figure/figure_preview.h"
#include "ui/widgets/layouts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kPaceStep = 50; ///< milliseconds
constexpr int kLongestTitle = 200;

QSpinBox* paceBox(const char* object, const QString& name, const QString& toolTip)
{
    auto* const box = new QSpinBox;
    box->setRange(FilmChoices::kLeastPace, FilmChoices::kMostPace);
    box->setSingleStep(kPaceStep);
    box->setSuffix(FilmDialog::tr(" ms"));
    return named(box, object, name, toolTip);
}

} // namespace

FilmDialog::FilmDialog(FilmRequest film, const FilmChoices& choices, QWidget* parent)
    : QDialog(parent)
    , m_film(std::move(film))
    , m_preview(new FigurePreview)
    , m_pace(paceBox("film.pace", tr("Milliseconds per step"), tr("How long each step is shown")))
    , m_last(paceBox("film.last", tr("Milliseconds of the last step"),
                     tr("Shows the last step longer, before the film starts again")))
    , m_title(
          named(new QCheckBox(tr("&Title")), "film.title", {}, tr("A line above the maps of every frame")))
    , m_titleText(named(new QLineEdit, "film.titleText", tr("Text of the title"),
                        tr("Leave empty for an automatic title")))
    , m_scaleBar(named(new QCheckBox(tr("Scale &bar")), "film.scaleBar", {},
                       tr("The colour scale with its numbers")))
    , m_backdrop(
          named(new QComboBox, "film.backdrop", tr("Background"), tr("Light for paper, dark for slides")))
    , m_length(makeWrappedLabel())
{
    setObjectName(QStringLiteral("filmDialog"));
    setWindowTitle(tr("Export film"));
    auto* const controls = new QVBoxLayout;
    controls->addWidget(buildPace());
    controls->addWidget(buildFrame());
    m_length->setObjectName(QStringLiteral("film.length"));
    controls->addWidget(m_length);
    controls->addStretch(1);
    auto* const columns = new QHBoxLayout;
    columns->addLayout(controls);
    columns->addWidget(m_preview, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(buildButtons());
    offer(choices);
    for (QSpinBox* box : {m_pace, m_last})
        connect(box, &QSpinBox::valueChanged, this, &FilmDialog::adapt);
    for (QCheckBox* box : {m_title, m_scaleBar})
        connect(box, &QCheckBox::toggled, this, &FilmDialog::adapt);
    connect(m_title, &QCheckBox::toggled, m_titleText, &QLineEdit::setEnabled);
    connect(m_titleText, &QLineEdit::textChanged, this, &FilmDialog::adapt);
    connect(m_backdrop, &QComboBox::currentIndexChanged, this, &FilmDialog::adapt);
    m_pace->setFocus();
    adapt();
    resize(880, 480);
}

QWidget* FilmDialog::buildPace()
{
    auto* const box = new QGroupBox(tr("Timing"));
    auto* const form = new QFormLayout(box);
    form->addRow(tr("&Each step:"), m_pace);
    form->addRow(tr("&Last step:"), m_last);
    return box;
}

QWidget* FilmDialog::buildFrame()
{
    m_titleText->setPlaceholderText(figureTitle(m_film.figure));
    m_titleText->setMaxLength(kLongestTitle);
    m_backdrop->addItem(tr("As in the window"), QStringLiteral("window"));
    m_backdrop->addItem(tr("Light"), QStringLiteral("light"));
    m_backdrop->addItem(tr("Dark"), QStringLiteral("dark"));
    auto* const box = new QGroupBox(tr("Labels and background"));
    auto* const form = new QFormLayout(box);
    form->addRow(m_title, m_titleText);
    form->addRow(m_scaleBar);
    form->addRow(tr("Back&ground:"), m_backdrop);
    return box;
}

QWidget* FilmDialog::buildButtons()
{
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* const save
        = named(buttons->addButton(tr("&Save as…"), QDialogButtonBox::AcceptRole), "film.save",
                tr("Save the film as a file"),
                tr("Asks for a file name: an animated WebP file, or one PNG image per step"));
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter is for Save
    save->setDefault(true);
    connect(save, &QPushButton::clicked, this, &FilmDialog::saveWanted);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void FilmDialog::offer(const FilmChoices& choices)
{
    m_pace->setValue(choices.milliseconds);
    m_last->setValue(choices.lastMilliseconds);
    m_title->setChecked(choices.title);
    m_titleText->setEnabled(choices.title);
    m_scaleBar->setChecked(choices.scaleBar);
    m_backdrop->setCurrentIndex(std::max(0, m_backdrop->findData(choices.backdrop)));
}

FilmRequest FilmDialog::request() const
{
    FilmRequest film = m_film;
    film.milliseconds = m_pace->value();
    film.lastMilliseconds = m_last->value();
    film.figure.showTitle = m_title->isChecked();
    film.figure.title = film.figure.showTitle ? m_titleText->text() : QString();
    film.figure.scaleBar = m_scaleBar->isChecked();
    if (const QString backdrop = m_backdrop->currentData().toString(); backdrop != QLatin1String("window"))
        film.figure.backdrop = backdrop == QLatin1String("dark") ? Backdrop::kDark : Backdrop::kLight;
    return film;
}

FilmChoices FilmDialog::choices() const
{
    return {m_pace->value(),      m_last->value(),         m_backdrop->currentData().toString(),
            m_title->isChecked(), m_scaleBar->isChecked(), {}};
}

void FilmDialog::adapt()
{
    const FilmRequest film = request();
    const auto frames = static_cast<int>(film.frames.size());
    const double seconds = ((frames - 1.0) * film.milliseconds + film.lastMilliseconds) / 1000.0;
    m_length->setText(tr("%Ln frame(s), %1 seconds.", "", frames).arg(QLocale().toString(seconds, 'f', 1)));
    FigureRequest last = film.figure;
    last.trace = film.frames.back();
    last.before = film.before.empty() ? Trace() : film.before.back();
    m_preview->showFigure(last, {});
}

} // namespace headlight
