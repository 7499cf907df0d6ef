#pragma once

#include "core/trace/attention_map.h"

#include <QWidget>

#include <array>
#include <vector>

class QLabel;
class QToolButton;

namespace headlight {

/// The model-dependent parts of the formula of attention.
struct AttentionFormula
{
    double scale = 1; ///< factor of the dot products
    int headWidth = 0; ///< d_head of queries and keys
    double softcap = 0; ///< cap of the scores; 0 = none
    int modelWidth = 0; ///< d_model
    bool operator==(const AttentionFormula&) const = default;
};

/// The formula of attention in a row, Q·Kᵀ → ÷√48 → + mask → softmax → × V, and the mask by itself. Clicking
/// a part shows its stage; the current one is marked. Parts that the model lacks are left out.
class FormulaStrip : public QWidget
{
    Q_OBJECT
public:
    /// How much room its parts take.
    enum class Spacing : unsigned char { kRoomy, kClose, kTight };

    explicit FormulaStrip(QWidget* parent = nullptr);

    /// `available`: the map whose stages are offered; a null map offers all.
    void show(MapKind shown, const AttentionMap& available, const AttentionFormula& formula);
    /// The button for this stage.
    QToolButton& part(MapKind kind) const;
    /// The formula as displayed: "Q·Kᵀ → ÷√48 → + mask → softmax → × V".
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
    void space(Spacing spacing);

    std::array<Part*, 11> m_parts{}; ///< by MapKind
    std::array<QLabel*, 11> m_before{}; ///< the sign before each, which comes and goes with it
    std::vector<QLabel*> m_arrows;
    QLabel* m_capArrow = nullptr;
    QLabel* m_cap = nullptr;
    Spacing m_spacing = Spacing::kRoomy;
};

} // namespace headlight
