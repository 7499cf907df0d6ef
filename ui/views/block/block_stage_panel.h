#pragma once

#include "core/analysis/block_account.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace headlight {

class ElidedLabel;
class VectorStrip;
struct BlockStageWords;

/// One step of a token's path through a layer: its name, formula and numbers as bars, and a note. UI thread.
class BlockStagePanel : public QWidget
{
    Q_OBJECT
public:
    explicit BlockStagePanel(QWidget* parent = nullptr);

    void showStage(const BlockStage& stage, const BlockStageWords& words);
    QString title() const;
    QString note() const;
    /// The strips of the vector and, for a norm, of its gain and bias; unused strips are hidden.
    const std::vector<VectorStrip*>& strips() const { return m_strips; }
    /// Marks a number in all strips of this length.
    void mark(Index length, std::optional<Index> dimension);

signals:
    void pointedAt(qint64 length, std::optional<qint64> dimension);
    void headClicked(int head);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showStrip(std::size_t index, const QString& name, const RowVector& values, int parts);
    void setBold();

    QLabel* m_title;
    ElidedLabel* m_formula;
    QLabel* m_value;
    ElidedLabel* m_note;
    QVBoxLayout* m_bars;
    std::vector<VectorStrip*> m_strips;
};

} // namespace headlight
