#pragma once

#include <QDialog>
#include <QPointer>
#include <QString>

namespace headlight {

/// Previews, saves or copies the picture of a view, as FigureDialog does for the heatmap. Deletes itself.
class PictureDialog : public QDialog
{
    Q_OBJECT
public:
    /// `shown`: the part of the view that is the picture; `name`: of the file, without folder and suffix.
    PictureDialog(QWidget& shown, QString name, QWidget* parent);

private:
    void save();

    QPointer<QWidget> m_shown;
    QString m_name;
};

} // namespace headlight
