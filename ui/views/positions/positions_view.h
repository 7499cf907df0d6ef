#pragma once

#include "core/analysis/position_tables.h"
#include "core/trace/trace.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QSplitter;
class QLineEdit;
class QSpinBox;

namespace headlight {

class CurvesPlot;
class HeatmapPlot;
class PositionEffectsPanel;
class PositionSwitch;
class StackChoice;
class WrapLayout;

/// Positional encodings: what is added to the embeddings, as a matrix, as curves of single dimensions, and as
/// dot products of positions. Shows the recorded numbers for the text; longer lengths come from the model.
/// Positions inside the attention (rotations, biases) are shown by their effect on the current head. UI
/// thread.
class PositionsView : public PagedView
{
    Q_OBJECT
public:
    enum class Mode : unsigned char { kMatrix, kSimilarity };

    explicit PositionsView(const ViewContext& context, QWidget* parent = nullptr);

    void setMode(Mode mode);
    void setStack(StackKind stack);
    /// Number of positions; unset = number of tokens in the text.
    void setLength(std::optional<int> length);
    /// Where lengths beyond the text come from; replaced by a new model's.
    void setTables(const PositionTables& tables);
    /// The dimensions (or, for similarities, positions) to draw as curves: "0, 1, 8-11".
    void setSelection(const QString& list);

    /// The matrix shown: encodings [positions × dimensions] or similarities [positions × positions].
    const Matrix& shown() const { return m_shown; }
    /// Where the numbers come from, or why there are none.
    QString statement() const override;
    const CurvesPlot& curves() const { return *m_curves; }
    /// The panel for positions that act inside the attention.
    const PositionEffectsPanel& effects() const { return *m_effects; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    static constexpr int kLongest = 1024; ///< largest number of positions

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void arrange() override;

private:
    void buildControls(WrapLayout& layout);
    QWidget* buildPlots();
    void readTrace();
    void compute();
    QString describeSource(int length) const;
    QString reasonForNothing() const;
    void showPage();
    void showMatrix();
    void showCurves();
    /// Marks a row and a column of the picture; empty = none.
    void showPlace(Cell place);
    QString placeInWords(int row, int column) const;
    void toggleSelected(int index);
    std::vector<int>& selection() { return m_mode == Mode::kMatrix ? m_dimensions : m_positions; }
    void fillSelectionField();

    Mode m_mode = Mode::kMatrix;
    StackKind m_stack = StackKind::kEncoder;
    std::optional<int> m_length; ///< unset = as long as the text
    std::optional<PositionTables> m_tables; ///< of the model; unset = not read yet
    StackPositions m_known; ///< where lengths beyond the text come from
    Matrix m_recorded; ///< for the text [tokens × d_model]
    Trace m_trace;
    Matrix m_encodings; ///< [positions × d_model]
    Matrix m_shown;
    std::vector<int> m_dimensions{0, 1, 8, 9}, m_positions{0, 5};

    PositionSwitch* m_switch = nullptr; ///< runs the model with other positions
    WrapLayout* m_controls = nullptr;
    PositionEffectsPanel* m_effects = nullptr; ///< for positions inside the attention
    QSplitter* m_splitter = nullptr;
    QLabel* m_selectionLabel = nullptr;
    QLabel* m_legend = nullptr;
    StackChoice* m_stackChoice = nullptr;
    ModeButtons<Mode>* m_modes = nullptr;
    QSpinBox* m_lengthField = nullptr;
    QCheckBox* m_asText = nullptr;
    QLineEdit* m_selectionField = nullptr;
    HeatmapPlot* m_plot = nullptr;
    CurvesPlot* m_curves = nullptr;
};

} // namespace headlight
