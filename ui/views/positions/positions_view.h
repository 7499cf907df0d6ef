#pragma once

#include "core/analysis/position_tables.h"
#include "core/trace/trace.h"
#include "ui/widgets/trace_view.h"

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QSplitter;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace headlight {

struct Cell;
class CurvesPlot;
class ElidedLabel;
class HeatmapPlot;
class PositionEffectsPanel;
class PositionSwitch;
class ReasonPages;
class WrapLayout;

/// Positional encodings: what is added to the embeddings for the position, as a matrix, as curves of
/// single dimensions, and the dot products of positions. What was recorded for the text is shown as it
/// is; longer lengths come from the model. Positions inside the attention (rotations, biases) are shown as
/// they act on the head that is looked at. UI thread.
class PositionsView : public TraceView
{
    Q_OBJECT
public:
    enum class Mode : unsigned char { kMatrix, kSimilarity };

    explicit PositionsView(const ViewContext& context, QWidget* parent = nullptr);

    void setMode(Mode mode);
    void setStack(StackKind stack);
    /// Number of positions; none: as many as the text has tokens.
    void setLength(std::optional<int> length);
    /// What lengths beyond the text are taken from; a new model replaces it.
    void setTables(const PositionTables& tables);
    /// Which dimensions (or, for similarities, positions) are drawn as curves: "0, 1, 8-11".
    void setSelection(const QString& list);

    /// What is drawn now: encodings [positions × dimensions] or similarities [positions × positions].
    const Matrix& shown() const { return m_shown; }
    /// Where the numbers come from, in words; or why there are none.
    QString statement() const;
    const CurvesPlot& curves() const { return *m_curves; }
    /// What is shown where the positions act inside the attention.
    const PositionEffectsPanel& effects() const { return *m_effects; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    static constexpr int kLongest = 1024; ///< positions that can be asked for

protected:
    void refresh(ViewChanges changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildControls(WrapLayout& layout);
    QWidget* buildPlots();
    void readTrace();
    void offerStacks();
    void compute();
    QString describeSource(int length) const;
    QString reasonForNothing() const;
    void showPage();
    void showMatrix();
    void showCurves();
    /// Marks a row and a column of what is shown; empty: none.
    void showPlace(Cell place);
    QString placeInWords(int row, int column) const;
    void toggleSelected(int index);
    std::vector<int>& selection();
    void fillSelectionField();

    Mode m_mode = Mode::kMatrix;
    StackKind m_stack = StackKind::kEncoder;
    std::optional<int> m_length; ///< unset: as the text
    PositionTables m_tables; ///< of the model; unknown without one
    bool m_hasTables = false;
    StackPositions m_known; ///< what lengths beyond the text are taken from
    Matrix m_recorded; ///< of the text [tokens × d_model]
    Trace m_trace;
    Matrix m_encodings; ///< [positions × d_model]
    Matrix m_shown;
    QString m_source;
    std::vector<int> m_dimensions{0, 1, 8, 9}, m_positions{0, 5};

    PositionSwitch* m_switch = nullptr; ///< runs the model with other positions
    ReasonPages* m_pages = nullptr;
    WrapLayout* m_controls = nullptr;
    PositionEffectsPanel* m_effects = nullptr; ///< for positions inside the attention
    ElidedLabel* m_statement = nullptr; ///< where the numbers come from, or the value under the mouse
    QSplitter* m_splitter = nullptr;
    QLabel* m_selectionLabel = nullptr;
    QLabel* m_legend = nullptr;
    QComboBox* m_stackChoice = nullptr;
    QToolButton* m_matrixButton = nullptr;
    QToolButton* m_similarityButton = nullptr;
    QSpinBox* m_lengthField = nullptr;
    QCheckBox* m_asText = nullptr;
    QLineEdit* m_selectionField = nullptr;
    HeatmapPlot* m_plot = nullptr;
    CurvesPlot* m_curves = nullptr;
};

} // namespace headlight
