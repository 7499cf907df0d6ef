#pragma once

#include "core/trace/attention_map.h"
#include "core/trace/trace.h"

#include <QWidget>

class QComboBox;

namespace headlight {

class FormulaStrip;

/// Which head and which stage of its computation: combo boxes for kind, layer and head, and the formula.
/// Knows no trace; is told what there is. UI thread only.
class HeadChooser : public QWidget
{
    Q_OBJECT
public:
    explicit HeadChooser(QWidget* parent = nullptr);

    /// Offers what the model has; `available`: which maps the shown head has.
    void offer(const TraceInfo& info);
    void show(const HeadRef& head, MapKind map, const AttentionMap& available);
    FormulaStrip& formula() const { return *m_formula; }

signals:
    void headChosen(const headlight::HeadRef& head);
    void mapChosen(headlight::MapKind map);

private:
    void choose();

    QComboBox* m_kind;
    QComboBox* m_layer;
    QComboBox* m_head;
    FormulaStrip* m_formula;
    TraceInfo m_info;
    std::vector<LayerRef> m_layers; ///< all sub-layers of the model
    int m_encoderHeads = 0, m_decoderHeads = 0;
    HeadRef m_shown;
};

} // namespace headlight
