#pragma once

#include "core/trace/attention_map.h"
#include "core/trace/trace.h"

#include <QWidget>

class QButtonGroup;
class QComboBox;

namespace headlight {

/// Which head and which of its matrices: combo boxes for kind, layer and head, and buttons. Knows
/// no trace; is told what there is. UI thread only.
class HeadChooser : public QWidget
{
    Q_OBJECT
public:
    explicit HeadChooser(QWidget* parent = nullptr);

    /// Offers what the model has; `available`: which maps the shown head has.
    void offer(const TraceInfo& info);
    void show(const HeadRef& head, MapKind map, const AttentionMap& available);

signals:
    void headChosen(const headlight::HeadRef& head);
    void mapChosen(headlight::MapKind map);

private:
    void choose();
    QWidget* makeMapButtons();

    QComboBox* m_kind;
    QComboBox* m_layer;
    QComboBox* m_head;
    QButtonGroup* m_maps;
    std::vector<LayerRef> m_layers; ///< all sub-layers of the model
    int m_encoderHeads = 0, m_decoderHeads = 0;
    HeadRef m_shown;
};

} // namespace headlight
