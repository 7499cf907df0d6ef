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

/// Asks how the film of a decoding is to run and to look, and shows its last frame so. Writes no file: that
/// is asked for by saveWanted(). UI thread.
class FilmDialog : public QDialog
{
    Q_OBJECT
public:
    /// `film`: what would be written now, of at least one frame.
    FilmDialog(FilmRequest film, const FilmChoices& choices, QWidget* parent = nullptr);

    /// The film as chosen now.
    FilmRequest request() const;
    /// What was chosen; the folder of the file is the caller's.
    FilmChoices choices() const;

signals:
    /// The user wants it as a file.
    void saveWanted();

private:
    QWidget* buildPace();
    QWidget* buildFrame();
    QWidget* buildButtons();
    void offer(const FilmChoices& choices);
    /// The preview, and how long the film is.
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
