#pragma once

#include <QToolBar>

class QLabel;
class QWidget;

namespace headlight {

class CommandActions;

/// The row above the sentence: the choice of model, the switches of the masks that models are trained with,
/// and a place shared by two bars, of which the rare one is seen instead of the usual one. The place is
/// reserved, so that nothing moves when a bar comes or goes.
class ToolRow : public QToolBar
{
    Q_OBJECT
public:
    ToolRow(QWidget& models, const CommandActions& commands, QWidget& usualBar, QWidget& rareBar,
            QWidget* parent = nullptr);

    /// Where the choice of the model begins: where the fields below it do.
    void setEdge(int x);

private:
    /// Without room for all words the last switches have only icons: there is no overflow menu.
    void fitWords();

    QLabel* m_label;
    QWidget* m_bars = nullptr; ///< place of the bars
    QWidget* m_usual = nullptr; ///< around the usual one
};

} // namespace headlight
