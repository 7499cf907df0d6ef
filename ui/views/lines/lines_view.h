#pragma once

#include "core/analysis/attention_lines.h"
#include "core/trace/trace.h"
#include "ui/state/setting.h"
#include "ui/views/lines/lines_layout.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/trace_view.h"

#include <optional>
#include <vector>

class QSpinBox;

namespace headlight {

class ColumnReading;
class HeadSquares;
class LatestTask;
class LinesCanvas;
class SegmentChoice;

/// Percentage of each row that is drawn as lines.
inline const Setting<int> kLinesShare{"lines/share", 90, between(10, 100)};

/// Queries and keys as two columns joined by lines, one colour per head: what each token looks at, and which
/// tokens look at it. UI thread; the lines of long texts are chosen in the background.
class LinesView : public TraceView
{
    Q_OBJECT
public:
    explicit LinesView(const ViewContext& context, QWidget* parent = nullptr);

    const LinesCanvas& canvas() const { return *m_canvas; }
    const HeadSquares& squares() const { return *m_squares; }
    /// The sentence below the controls: which lines are drawn, or what the isolated token looks at.
    QString summary() const { return m_summary->text(); }

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;

private:
    /// What the lines are made of; shared with the background.
    struct Chosen
    {
        LineSet set;
        std::vector<Matrix> weights; ///< per head, if small enough to keep
    };

    QLayout* makeControls();
    void showHeads();
    void showSquares();
    /// For decoders, if enabled: each token and the next one; otherwise empty.
    LinesLayout::NameOf rowNames() const;
    void showSegments();
    void showLines();
    /// The lines are those of the rows in sight: of a long text nobody sees the largest of all.
    bool isLong() const;
    /// Chooses them for the rows in sight, and some more above and below.
    void showLinesInSight();
    /// Chooses the lines; the share is the user's.
    void choose(LineRule rule);
    void take(Chosen chosen);
    void showIsolated();
    void showSummary();
    void showChoice();
    QString linesInWords() const;
    void onlyHead(const HeadRef& head);
    /// The row of a query or the column of a key, per head; empty where there is none.
    std::vector<RowVector> weightsOf(const LineToken& token) const;
    std::optional<LineToken> isolatedToken() const;
    /// The token that the summary tells of; none: it tells of all lines.
    std::optional<LineToken> toldToken() const;
    QString tokenSentence(const LineToken& token) const;
    QString toolTipOf(const LineToken& token) const;

    HeadSquares* m_squares;
    SegmentChoice* m_segments;
    QSpinBox* m_share;
    ElidedLabel* m_summary;
    LinesCanvas* m_canvas;
    LatestTask* m_task;
    ColumnReading* m_columns;
    Trace m_trace;
    std::vector<HeadRef> m_heads; ///< drawn heads, in the order of selection
    int m_leftOut = 0; ///< selected heads with other tokens
    std::vector<AttentionMap> m_maps;
    std::vector<QColor> m_colours;
    std::vector<Matrix> m_weights; ///< of m_maps, or empty
    bool m_choosing = false; ///< lines, in the background
    std::pair<int, int> m_sight; ///< queries, first … last − 1, whose lines are shown or being chosen
    std::optional<TokenFan> m_fan; ///< of the token that was isolated last; of m_maps
};

} // namespace headlight
