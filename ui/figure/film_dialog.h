#pragma once

#include "ui/figure/figure_choices.h"
#include "ui/figure/film.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace headlight {

class FigurePreview;

/// Asks how the film of a decoding should run and look, with a preview; saveWanted() asks to write it.
class FilmDialog : public QDialog
{
    Q_OBJECT
public:
    /// `film`: what would be written now; at least one frame.
    FilmDialog(FilmRequest film, const FilmChoices& choices, QWidget* parent = nullptr);

    /// The film with the current choices.
    FilmRequest request() const;
    /// The current choices; the caller sets the folder of the file.
    FilmChoices choices() const;

signals:
    /// The user wants to save the film.
    void saveWanted();

private:
    QWidget* buildPace();
    QWidget* buildFrame();
    QWidget* buildButtons();
    void offer(const FilmChoices& choices);
    /// Updates the preview and the length of the film.
    void adapt();

    FilmRequest m_film;
    FigurePreview* m_preview;
    QSpinBox* m_pace;
    QSpinBox* m_last;
    QCheckBox* m_title;
    QLineEdit* m_titleText;
    QCheckBox* m_scaleBar;
    QComboBox* m_backdrop;
    QLabel* m_length;
};

} // namespace headlight
