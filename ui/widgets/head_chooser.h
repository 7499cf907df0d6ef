#pragma once

#include "core/trace/attention_map.h"
#include "core/trace/trace.h"

#include <QWidget>

class QComboBox;

namespace headlight {

class FormulaStrip;

/// Chooses a head and a stage of its computation: combo boxes for kind, layer and head, and the formula. Does
/// not know the trace; callers tell it what is available. UI thread only.
class HeadChooser : public QWidget
{
    Q_OBJECT
public:
    explicit HeadChooser(QWidget* parent = nullptr);

    /// Offers the model's heads.
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
