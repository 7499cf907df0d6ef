#pragma once

#include "ui/figure/figure_choices.h"
#include "ui/figure/figure_export.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace headlight {

class FigurePreview;
class LatestTask;

/// Asks how to export a picture and previews it: format, size on paper, resolution, text, background, and
/// what surrounds the maps. Does not write files; saveWanted() requests that.
class FigureDialog : public QDialog
{
    Q_OBJECT
public:
    /// `shown`: what the heatmap shows. `positions`: other subjects, one for each stack that adds positional
    /// encodings. `command`: the command line for a figure of that size in a file with that suffix.
    using Command = std::function<QString(const FigureRequest&, const FigureSize&, const QString& suffix)>;
    FigureDialog(FigureRequest shown, std::vector<PositionPicture> positions, const FigureChoices& choices,
                 Command command, QWidget* parent = nullptr);

    /// The chosen figure, size and format.
    FigureRequest request() const;
    FigureSize size() const;
    QString suffix() const; ///< of the chosen format, "png"
    FigureChoices choices() const;
    FigurePreview& preview() const { return *m_preview; }

signals:
    /// The user wants to save the figure.
    void saveWanted();

private:
    QWidget* buildContent();
    void offerSubjects();
    QWidget* buildSize();
    QWidget* buildFrame();
    QWidget* buildButtons();
    void offer(const FigureChoices& choices);
    void takePreset(int index);
    /// Adapts a preset's height to what is drawn.
    void refit();
    bool hasPixels() const; ///< whether the chosen format has pixels
    void adapt();
    void copyPicture();
    void copyCommand();
    /// Updates the text under the preview: the resulting size, or what is wrong.
    void tell();

    FigureRequest m_shown;
    std::vector<PositionPicture> m_positions;
    Command m_command;
    FigurePreview* m_preview;
    LatestTask* m_copying;
    QComboBox* m_subject;
    QCheckBox* m_zoomed;
    QCheckBox* m_pin;
    QCheckBox* m_title;
    QLineEdit* m_titleText;
    QCheckBox* m_scaleBar;
    QCheckBox* m_sums;
    QCheckBox* m_values;
    QComboBox* m_backdrop;
    QComboBox* m_format;
    QComboBox* m_preset;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QDoubleSpinBox* m_dpi;
    QDoubleSpinBox* m_text;
    QLabel* m_result;
    QPushButton* m_save = nullptr;
    QPushButton* m_copy = nullptr;
    QString m_folder;
    bool m_ready = false; ///< the controls show the choices
};

} // namespace headlight
