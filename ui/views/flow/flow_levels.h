#pragma once

#include <QRectF>
#include <QString>
#include <QWidget>

#include <vector>

class QToolButton;

namespace headlight {

class WrapLayout;

/// The way from the whole model to what is seen, frame by frame; a click leads to one of them. UI thread
/// only.
class FlowLevels : public QWidget
{
    Q_OBJECT
public:
    FlowLevels();

    struct Level
    {
        QString name;
        QRectF rect; ///< in the layout
    };
    /// From the outside in.
    void setLevels(std::vector<Level> levels);
    /// Its width where all of the model is seen.
    int wholeWidth() const;

signals:
    void chosen(const QRectF& rect);

private:
    WrapLayout* m_row;
    std::vector<Level> m_levels;
    std::vector<QToolButton*> m_buttons; ///< as many as there have ever been levels
};

} // namespace headlight
