#pragma once

#include <QList>
#include <QToolBar>

class QLabel;
class QWidget;

namespace headlight {

class CommandActions;
class MaskSwitch;

/// The row over the sentence: the choice of the model, the switches of the masks, and a place that several
/// bars share, of which one is shown at a time. The place is reserved: nothing moves when a bar comes or
/// goes.
class ToolRow : public QToolBar
{
    Q_OBJECT
public:
    ToolRow(QWidget& models, const CommandActions& commands, const QList<QWidget*>& bars,
            QWidget* parent = nullptr);

    /// Where the choice of the model begins: where the fields below it do.
    void setEdge(int x);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Where all words do not fit, the switches keep their pictures only: none goes into an overflow menu.
    void fitWords();

    QLabel* m_label;
    QList<MaskSwitch*> m_switches;
    QWidget* m_bars = nullptr; ///< their place
};

} // namespace headlight
