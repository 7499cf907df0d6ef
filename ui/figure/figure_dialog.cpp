#include "ui/figure/figure_dialog.h"

#include "ui/background/latest_task.h"
#include "ui/figure/figure_preview.h"
#include "ui/widgets/layouts.h"
#include "ui/words/head_name.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

namespace {

/// Widths required by journals and slides, in millimetres. A height of 0 follows from the shape of the map.
struct Preset
{
    const char* name;
    double width, height;
};
constexpr std::array kPresets{
    Preset{QT_TRANSLATE_NOOP("headlight::FigureDialog", "One column (85 mm)"), 85, 0},
    Preset{QT_TRANSLATE_NOOP("headlight::FigureDialog", "One and a half columns (120 mm)"), 120, 0},
    Preset{QT_TRANSLATE_NOOP("headlight::FigureDialog", "Two columns (170 mm)"), 170, 0},
    Preset{QT_TRANSLATE_NOOP("headlight::FigureDialog", "Slide (254 × 143 mm)"), 254, 143},
};
constexpr int kOwnSize = static_cast<int>(kPresets.size());

enum Subject : int { kAsShown, kLayer, kGrid, kPositions }; // further stacks have the values after it

QDoubleSpinBox* spinBox(double from, double to, double step, int decimals, const QString& unit)
{
    auto* box = new QDoubleSpinBox;
    box->setLocale(QLocale()); // of the language, which may have changed since the window was made
    box->setRange(from, to);
    box->setSingleStep(step);
    box->setDecimals(decimals);
    box->setSuffix(unit);
    box->setKeyboardTracking(true);
    return box;
}

/// Whether rows and columns are tokens, so that marks, sums and a visible part make sense.
bool hasParts(const FigureRequest& figure)
{
    return !std::holds_alternative<HeadGridRef>(figure.subject)
        && !std::holds_alternative<PositionPicture>(figure.subject);
}

/// A check box; its words are its name.
QCheckBox* checkBox(const char* object, const QString& words, const QString& toolTip)
{
    return named(new QCheckBox(words), object, {}, toolTip);
}

} // namespace

FigureDialog::FigureDialog(FigureRequest shown, std::vector<PositionPicture> positions,
                           const FigureChoices& choices, Command command, QWidget* parent)
    : QDialog(parent)
    , m_shown(std::move(shown))
    , m_positions(std::move(positions))
    , m_command(std::move(command))
    , m_preview(new FigurePreview)
    , m_copying(new LatestTask(this))
    , m_subject(new QComboBox)
    , m_zoomed(checkBox("figure.zoomed", tr("Only the zoomed &part"),
                        tr("Draw only what the heatmap shows now; otherwise all rows and columns")))
    , m_pin(checkBox("figure.pin", tr("Mar&k the pinned row and column"),
                     tr("Draw the frames around what is pinned in the heatmap")))
    , m_title(checkBox("figure.title", tr("&Title"),
                       tr("A line above the maps; not needed if your caption says the same")))
    , m_titleText(new QLineEdit)
    , m_scaleBar(checkBox("figure.scaleBar", tr("Scale &bar"), tr("The colour scale with its numbers")))
    , m_sums(checkBox("figure.sums", tr("S&ums of rows and columns"),
                      tr("Draw bars beside the rows and below the columns")))
    , m_values(checkBox("figure.values", tr("&Numbers in cells, if they fit"),
                        tr("Write the numbers into cells that are large enough")))
    , m_backdrop(new QComboBox)
    , m_format(new QComboBox)
    , m_preset(new QComboBox)
    , m_width(spinBox(20, 1000, 5, 1, tr(" mm")))
    , m_height(spinBox(20, 1000, 5, 1, tr(" mm")))
    , m_dpi(spinBox(FigureSize::kLeastDpi, FigureSize::kMostDpi, 50, 0, tr(" dpi")))
    , m_text(spinBox(FigureSize::kLeastText, FigureSize::kMostText, 0.5, 1, tr(" pt")))
    , m_result(makeWrappedLabel())
{
    setObjectName(QStringLiteral("figureDialog"));
    setWindowTitle(tr("Export image"));
    auto* const panel = new QWidget;
    auto* const controls = makeColumn(panel);
    controls->addWidget(buildContent());
    controls->addWidget(buildFrame());
    controls->addWidget(buildSize());
    controls->addStretch(1);
    // Large text may need more height than a small screen has.
    auto* const scroll = makeScrolling(panel, Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(panel->sizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    auto* const right = new QVBoxLayout;
    right->addWidget(m_preview, 1);
    m_result->setObjectName(QStringLiteral("figure.result"));
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    right->addWidget(m_result);
    auto* const columns = new QHBoxLayout;
    columns->addWidget(scroll);
    columns->addLayout(right, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(buildButtons());
    offer(choices);
    m_ready = true;
    m_subject->setFocus();
    adapt();
    resize(960, 600);
}

void FigureDialog::offerSubjects()
{
    named(m_subject, "figure.subject", tr("What is drawn"), tr("Maps in the image"));
    m_subject->addItem(tr("What the heatmap shows"), kAsShown);
    const std::vector<HeadRef> heads = figureHeads(m_shown);
    if (!heads.empty()) {
        m_subject->addItem(tr("All heads: %1").arg(layerName(heads.front().layerRef())), kLayer);
        m_subject->addItem(
            tr("All layers and heads: %1").arg(attentionName(heads.front().stack, heads.front().kind)),
            kGrid);
    }
    for (std::size_t i = 0; i < m_positions.size(); ++i)
        m_subject->addItem(m_positions[i].stack == StackKind::kEncoder
                               ? tr("Positional encodings of the encoder")
                               : tr("Positional encodings of the decoder"),
                           kPositions + static_cast<int>(i));
}

QWidget* FigureDialog::buildContent()
{
    offerSubjects();
    m_subject->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_subject->setMinimumContentsLength(24);
    auto* const box = new QGroupBox(tr("Image"));
    auto* const form = new QVBoxLayout(box);
    form->addWidget(m_subject);
    form->addWidget(m_zoomed);
    form->addWidget(m_pin);
    connect(m_subject, &QComboBox::currentIndexChanged, this, &FigureDialog::refit);
    connect(m_zoomed, &QCheckBox::toggled, this, &FigureDialog::refit);
    connect(m_pin, &QCheckBox::toggled, this, &FigureDialog::adapt);
    return box;
}

QWidget* FigureDialog::buildFrame()
{
    named(m_titleText, "figure.titleText", tr("Text of the title"), tr("Leave empty for an automatic title"));
    m_titleText->setPlaceholderText(figureTitle(m_shown));
    named(m_backdrop, "figure.backdrop", tr("Background"), tr("Light for paper, dark for slides"));
    m_backdrop->addItem(tr("As in the window"), QStringLiteral("window"));
    m_backdrop->addItem(tr("Light"), QStringLiteral("light"));
    m_backdrop->addItem(tr("Dark"), QStringLiteral("dark"));
    auto* const box = new QGroupBox(tr("Labels and background"));
    auto* const form = new QFormLayout(box);
    form->addRow(m_title, m_titleText);
    form->addRow(m_scaleBar);
    form->addRow(m_sums);
    form->addRow(m_values);
    form->addRow(tr("Back&ground:"), m_backdrop);
    for (QCheckBox* check : {m_title, m_scaleBar, m_sums})
        connect(check, &QCheckBox::toggled, this, &FigureDialog::refit);
    connect(m_values, &QCheckBox::toggled, this, &FigureDialog::adapt);
    connect(m_titleText, &QLineEdit::textChanged, this, &FigureDialog::adapt);
    connect(m_backdrop, &QComboBox::currentIndexChanged, this, &FigureDialog::adapt);
    return box;
}

QWidget* FigureDialog::buildSize()
{
    named(m_format, "figure.format", tr("Format"), tr("PNG has pixels; SVG and PDF stay sharp at any size"));
    for (const FigureFormat& format : figureFormats())
        if (format.content != FigureFormat::Content::kNumbers)
            m_format->addItem(format.file.nameText(), format.file.suffixText());
    named(m_preset, "figure.preset", tr("Size"), tr("Column widths are those of many journals"));
    for (const Preset& preset : kPresets)
        m_preset->addItem(tr(preset.name));
    m_preset->addItem(tr("Custom size"));
    named(m_width, "figure.width", tr("Width in millimetres"), tr("On paper"));
    named(m_height, "figure.height", tr("Height in millimetres"), tr("On paper"));
    named(m_dpi, "figure.dpi", tr("Dots per inch"), tr("Resolution of a PNG on paper"));
    named(m_text, "figure.text", tr("Size of the text in points"),
          tr("Size of the labels on paper; titles, gaps and lines follow it"));
    auto* const box = new QGroupBox(tr("File"));
    auto* const form = new QFormLayout(box);
    form->addRow(tr("&Format:"), m_format);
    form->addRow(tr("S&ize:"), m_preset);
    form->addRow(tr("&Width:"), m_width);
    form->addRow(tr("&Height:"), m_height);
    form->addRow(tr("&Resolution:"), m_dpi);
    form->addRow(tr("Te&xt:"), m_text);
    connect(m_format, &QComboBox::currentIndexChanged, this, &FigureDialog::adapt);
    connect(m_preset, &QComboBox::activated, this, &FigureDialog::refit);
    for (QDoubleSpinBox* side : {m_width, m_height})
        connect(side, &QDoubleSpinBox::valueChanged, this, [this] {
            m_preset->setCurrentIndex(kOwnSize);
            adapt();
        });
    connect(m_dpi, &QDoubleSpinBox::valueChanged, this, &FigureDialog::adapt);
    connect(m_text, &QDoubleSpinBox::valueChanged, this, &FigureDialog::refit);
    return box;
}

QWidget* FigureDialog::buildButtons()
{
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_save = named(buttons->addButton(tr("&Save as…"), QDialogButtonBox::AcceptRole), "figure.save",
                   tr("Save the image as a file"), tr("Asks for a file name"));
    m_save->setDefault(true);
    m_copy = named(buttons->addButton(tr("Cop&y image"), QDialogButtonBox::ActionRole), "figure.copy",
                   tr("Copy the image to the clipboard"), tr("As pixels, at the resolution above"));
    QPushButton* const command
        = named(buttons->addButton(tr("Copy comman&d"), QDialogButtonBox::ActionRole), "figure.command",
                tr("Copy the command line to the clipboard"),
                tr("The command that draws exactly this image; it is also in the file’s metadata"));
    for (QPushButton* each : {m_copy, command, buttons->button(QDialogButtonBox::Close)})
        each->setAutoDefault(false); // Enter is for Save
    connect(m_save, &QPushButton::clicked, this, &FigureDialog::saveWanted);
    connect(m_copy, &QPushButton::clicked, this, &FigureDialog::copyPicture);
    connect(command, &QPushButton::clicked, this, &FigureDialog::copyCommand);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void FigureDialog::offer(const FigureChoices& choices)
{
    m_folder = choices.folder;
    m_zoomed->setChecked(true);
    m_zoomed->setVisible(m_shown.queries || m_shown.keys);
    m_pin->setChecked(true);
    m_pin->setVisible(!m_shown.marks.pin.empty());
    m_title->setChecked(choices.title);
    m_scaleBar->setChecked(choices.scaleBar);
    m_sums->setChecked(m_shown.options.marginals);
    m_values->setChecked(m_shown.options.values);
    m_backdrop->setCurrentIndex(std::max(0, m_backdrop->findData(choices.backdrop)));
    m_format->setCurrentIndex(std::max(0, m_format->findData(choices.format)));
    const QSignalBlocker quietText(m_text);
    m_dpi->setValue(choices.dpi);
    m_text->setValue(choices.textPoints);
    // If the width is a preset, the height follows the shape of the current map.
    const auto preset = std::find_if(kPresets.begin(), kPresets.end(), [&](const Preset& each) {
        return each.width == choices.millimetres.width()
            && (each.height == 0 || each.height == choices.millimetres.height());
    });
    m_width->setValue(choices.millimetres.width());
    m_height->setValue(choices.millimetres.height());
    m_preset->setCurrentIndex(static_cast<int>(preset - kPresets.begin()));
    takePreset(m_preset->currentIndex());
}

void FigureDialog::takePreset(int index)
{
    if (index < 0 || index >= kOwnSize)
        return;
    const Preset& preset = kPresets.at(static_cast<std::size_t>(index));
    const QSignalBlocker quietWidth(m_width), quietHeight(m_height);
    m_width->setValue(preset.width);
    m_height->setValue(preset.height > 0
                           ? preset.height
                           : std::round(suitableHeight(request(), preset.width, m_text->value())));
}

void FigureDialog::refit()
{
    if (!m_ready)
        return;
    takePreset(m_preset->currentIndex());
    adapt();
}

FigureRequest FigureDialog::request() const
{
    FigureRequest request = m_shown;
    const std::vector<HeadRef> heads = figureHeads(m_shown);
    const int subject = m_subject->currentData().toInt();
    if (subject == kLayer)
        request.subject = heads.front().layerRef();
    else if (subject == kGrid)
        request.subject = HeadGridRef{heads.front().stack, heads.front().kind};
    else if (subject >= kPositions)
        request.subject = m_positions[static_cast<std::size_t>(subject - kPositions)];
    const bool whole = !hasParts(request);
    if (subject != kAsShown)
        request.options.heads = HeadsTogether::kBeside;
    if (subject >= kPositions)
        request.before = {}; // encodings are drawn as they are, not as a difference
    if (whole || !m_zoomed->isChecked()) {
        request.queries.reset();
        request.keys.reset();
    }
    if (whole || !m_pin->isChecked())
        request.marks = {};
    request.showTitle = m_title->isChecked();
    request.title = request.showTitle ? m_titleText->text() : QString();
    request.scaleBar = m_scaleBar->isChecked();
    request.options.marginals = m_sums->isChecked();
    request.options.values = m_values->isChecked();
    if (const QString backdrop = m_backdrop->currentData().toString(); backdrop != QLatin1String("window"))
        request.backdrop = backdrop == QLatin1String("dark") ? Backdrop::kDark : Backdrop::kLight;
    return request;
}

FigureSize FigureDialog::size() const
{
    return {.size = {m_width->value(), m_height->value()},
            .unit = FigureSize::Unit::kMillimetres,
            .dpi = m_dpi->value(),
            .textPoints = m_text->value()};
}

QString FigureDialog::suffix() const
{
    return m_format->currentData().toString();
}

bool FigureDialog::hasPixels() const
{
    const FigureFormat* format = formatOf(figureFormats(), QLatin1Char('.') + suffix());
    return format != nullptr && format->content == FigureFormat::Content::kPixels;
}

FigureChoices FigureDialog::choices() const
{
    return {suffix(),
            {m_width->value(), m_height->value()},
            m_dpi->value(),
            m_text->value(),
            m_backdrop->currentData().toString(),
            m_title->isChecked(),
            m_scaleBar->isChecked(),
            m_folder};
}

void FigureDialog::adapt()
{
    if (!m_ready)
        return;
    const FigureRequest figure = request();
    const bool parts = hasParts(figure);
    m_zoomed->setEnabled(parts);
    m_pin->setEnabled(parts);
    m_sums->setEnabled(parts && hasSums(figure.map));
    m_values->setEnabled(!std::holds_alternative<HeadGridRef>(figure.subject));
    m_titleText->setEnabled(m_title->isChecked());
    FigureRequest untitled = figure;
    untitled.title.clear();
    m_titleText->setPlaceholderText(figureTitle(untitled));
    m_dpi->setEnabled(hasPixels());
    tell();
    if (checkFigure(figure))
        m_preview->showFigure(figure, size());
    else
        m_preview->say(tr("Nothing to draw: this was not recorded."));
}

void FigureDialog::tell()
{
    const FigureRequest figure = request();
    const FigureExtent extent = figureExtent(figure, size());
    const bool inPixels = hasPixels();
    const Result<void> fits = checkFigureSize(figure, size(), inPixels);
    const bool possible = fits && checkFigure(figure);
    m_save->setEnabled(possible);
    m_copy->setEnabled(checkFigure(figure) && checkFigureSize(figure, size(), true));
    const QLocale locale;
    const QString pixels
        = tr("%1 × %2 pixels")
              .arg(locale.toString(extent.pixels.width()), locale.toString(extent.pixels.height()));
    if (!fits)
        m_result->setText(tr("%1: too large or too small for an image.").arg(pixels));
    else if (inPixels)
        m_result->setText(pixels);
    else
        m_result->setText((figureHasShapes(figure)
                               ? tr("%1 × %2 mm, cells as vector shapes")
                               : tr("%1 × %2 mm; too many cells for vector shapes, drawn as a bitmap"))
                              .arg(locale.toString(extent.millimetres.width()),
                                   locale.toString(extent.millimetres.height())));
}

void FigureDialog::copyPicture()
{
    m_copy->setEnabled(false);
    m_copying->start([this, figure = request(), size = size()](const std::stop_token&,
                                                               const LatestTask::Deliver& deliver) {
        const QImage image = figureImage(figure, size);
        deliver([this, image] {
            QGuiApplication::clipboard()->setImage(image);
            tell();
            m_result->setText(m_result->text() + QLatin1Char(' ') + tr("Image copied to the clipboard."));
        });
    });
}

void FigureDialog::copyCommand()
{
    QGuiApplication::clipboard()->setText(m_command(request(), size(), suffix()));
    tell();
    m_result->setText(tr("%1 Command copied to the clipboard.").arg(m_result->text()));
}

} // namespace headlight
