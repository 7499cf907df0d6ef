#pragma once

#include "core/trace/attention_map.h"
#include "core/trace/site.h"

#include <QObject>

#include <optional>

namespace headlight {

/// A place in an attention map: a query, a key, or both.
struct Cell
{
    std::optional<int> query; ///< row
    std::optional<int> key; ///< column
    bool operator==(const Cell&) const = default;
    bool empty() const { return !query && !key; }
};

enum class FocusChange : unsigned {
    kHead = 1, ///< another head is looked at
    kMap = 2, ///< weights, scores or mask
    kHover = 4,
    kPin = 8,
    kColours = 16, ///< colour map
};
Q_DECLARE_FLAGS(FocusChanges, FocusChange)

/// What all views look at together: one head, one map, the cell under the mouse and the pinned one.
/// The pin outranks the hover. UI thread only.
class Focus : public QObject
{
    Q_OBJECT
public:
    explicit Focus(QObject* parent = nullptr);

    const HeadRef& head() const { return m_head; }
    MapKind map() const { return m_map; }
    const Cell& hover() const { return m_hover; }
    const Cell& pin() const { return m_pin; }
    /// The pinned part where there is one, else the hovered one.
    Cell cell() const;
    const QString& colourMap() const { return m_colourMap; }

    void setHead(const HeadRef& head);
    void setMap(MapKind map);
    void setHover(const Cell& cell);
    void setPin(const Cell& cell);
    /// Pins the cell, or unpins it where it is pinned already.
    void togglePin(const Cell& cell);
    void setColourMap(const QString& name);

signals:
    void changed(headlight::FocusChanges what);

private:
    HeadRef m_head;
    MapKind m_map = MapKind::kWeights;
    Cell m_hover, m_pin;
    QString m_colourMap = QStringLiteral("viridis");
};

} // namespace headlight

Q_DECLARE_OPERATORS_FOR_FLAGS(headlight::FocusChanges)
