#pragma once

#include "ui/views/flow/flow_layout.h"

namespace headlight {

/// Lays out the parts of one model. Used once, by FlowLayout.
class FlowBuilder
{
public:
    FlowBuilder(const Architecture& architecture, const LayerSet& open, double rows, double line);
    FlowLayout build();

private:
    /// One column of a head's row: a matrix, and the operator after it.
    struct Column
    {
        Site site;
        double width;
        char32_t sign;
    };
    /// Where a value of a layer's plan can be taken: the box that ends in it, and the middle of the gap
    /// behind.
    struct Value
    {
        int box = -1;
        double x = 0;
    };

    void buildStack(const StackFacts& stack, double top);
    void addInput(const StackFacts& stack);
    void addOutput(const StackFacts& stack);
    void addLayer(int layer, const LayerFacts& facts);
    void addFolded(const LayerFacts& facts, int frame);
    /// The weights of all heads of one attention, in columns; returns their middle.
    double addThumbnails(AttentionKind kind, int heads, int frame);
    void addSteps(const LayerFacts& facts, int frame);
    void addStep(const LayerStep& step, const LayerFacts& facts, int frame);
    /// The main path continues at an earlier value, below what comes after it.
    void goBackTo(const Value& value);
    void addAttention(AttentionKind kind, const AttentionFacts& facts, int frame);
    void addHeadRow(int head, const std::vector<Column>& columns, const QRectF& row, int frame);
    void addNorm(const NormFacts& norm);
    void addSum(const LayerStep& step, int frame);
    /// A path over everything else from an earlier value to the last box.
    void bringOver(const Value& value);

    /// A box as high as the stack, connected to the previous one.
    int addTall(Site site, double width, int frame = -1);
    void addBar(LayerStep::Kind step, int frame = -1);
    FlowBox make(FlowBox::Kind kind, const QRectF& rect, int frame) const;
    int add(const FlowBox& box);
    void addHeading(int box, double beside);
    void addNote(double left, double right, bool feedForward = false);
    /// Connects the end of the main path to the box that follows.
    void join(int box);
    void line(const QPolygonF& points, FlowLine::Kind kind = FlowLine::Kind::kData);
    double middle() const { return m_top + m_height / 2; }
    /// Vertical position of the path around a sub-layer.
    double rail() const;
    void joinStacks();

    const Architecture& m_facts;
    const LayerSet& m_open;
    FlowLayout m_layout;
    double m_height; ///< height of the rows of a stack
    double m_title, m_heading, m_footer; ///< heights of the words above and below the rows
    StackKind m_stack = StackKind::kEncoder;
    int m_layers = 0;
    int m_layer = -1;
    AttentionKind m_attention = AttentionKind::kSelf;
    bool m_rotary = false;
    double m_top = 0; ///< top of the rows of the stack
    double m_x = 0; ///< left edge of the next part
    int m_last = -1; ///< end of the main path
    std::vector<Value> m_values; ///< of the layer's plan
    std::vector<int> m_lastHeads; ///< boxes that the path ends in, already connected
    int m_memory = -1; ///< last box of the encoder
    std::vector<QPointF> m_readers; ///< where cross-attention takes the encoder's output
};

} // namespace headlight
