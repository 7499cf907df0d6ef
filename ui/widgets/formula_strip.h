#pragma once

#include "core/trace/attention_map.h"

#include <QWidget>

#include <array>
#include <vector>

class QLabel;
class QToolButton;

namespace headlight {

/// What of the formula of attention depends on the model.
struct AttentionFormula
{
    double scale = 1; ///< dot products are multiplied by it
    int headWidth = 0; ///< d_head of queries and keys
    double softcap = 0; ///< scores are bent below it; 0: none
    bool operator==(const AttentionFormula&) const = default;
};

/// The formula of attention in a row, Q·Kᵀ → ÷√48 → + mask → softmax → × V, and the mask by itself: each part
/// shows its stage, the shown one is marked. Parts that the model lacks are left out. UI thread only.
class FormulaStrip : public QWidget
{
    Q_OBJECT
public:
    /// How much room its parts take.
    enum class Spacing : unsigned char { kRoomy, kClose, kTight };

    explicit FormulaStrip(QWidget* parent = nullptr);

    /// `available`: which stages the shown head has; a null map has all.
    void show(MapKind shown, const AttentionMap& available, const AttentionFormula& formula);
    /// The part that shows this stage.
    QToolButton& part(MapKind kind) const;
    /// The formula as it is seen: "Q·Kᵀ → ÷√48 → + mask → softmax → × V".
    QString text() const;
    void setSpacing(Spacing spacing);
    /// In one line, with this spacing.
    int widthWith(Spacing spacing) const;
    /// Between the left edge and the first letter.
    int inset() const;

signals:
    void stageChosen(headlight::MapKind kind);

private:
    class Part;
    Part* addPart(MapKind kind);
    QLabel* addSign(const QString& text);

    std::array<Part*, 9> m_parts{}; ///< by MapKind
    std::array<QLabel*, 9> m_before{}; ///< the sign before each, which comes and goes with it
    std::vector<QLabel*> m_arrows;
    QLabel* m_capArrow = nullptr;
    QLabel* m_cap = nullptr;
    Spacing m_spacing = Spacing::kRoomy;
};

} // namespace headlight
