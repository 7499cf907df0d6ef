#pragma once

#include "core/options/map_options.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"

#include <QFlags>
#include <QObject>

#include <optional>
#include <vector>

namespace headlight {

/// What may have changed in a view's picture.
enum class ViewChange : unsigned {
    kTrace = 1, ///< another snapshot or step: matrices and tokens may all differ
    kHead = 2, ///< another current head
    kMap = 4, ///< weights, scores, …
    kHover = 8,
    kPin = 16,
    kColours = 32, ///< colour map or palette
    kModel = 64,
    kDocument = 128,
    kMoreHeads = 256, ///< heads shown together with the main one, or a head's colour
    kMapOptions = 512, ///< display options of maps
    kFound = 1024, ///< tokens found by a search
    kZoom = 2048, ///< visible part of the maps, or whether views share it
    kAsked = 4096, ///< tokens whose logit is explained, or its row
    kAll = 8191,
};
Q_DECLARE_FLAGS(ViewChanges, ViewChange)

/// A place in an attention map: a query, a key, or both.
struct Cell
{
    std::optional<int> query; ///< row
    std::optional<int> key; ///< column
    bool operator==(const Cell&) const = default;
    bool empty() const { return !query && !key; }
    /// The same without what is beyond a map of this size.
    Cell within(Index queries, Index keys) const;
};

/// The token that is explained, rather than another one: ids, or texts of one token.
struct AskedTokens
{
    QString token; ///< empty = the most likely one
    QString minus; ///< empty = none
    bool operator==(const AskedTokens&) const = default;
};

/// A selected head and its colour in views that draw several heads.
struct SelectedHead
{
    HeadRef head;
    int colour = 0; ///< index for headColour(); stays the same while the head is selected
    bool operator==(const SelectedHead&) const = default;
};

/// Tokens found by a search, ascending.
struct FoundTokens
{
    std::vector<int> queries = {}; ///< rows
    std::vector<int> keys = {}; ///< columns
    bool operator==(const FoundTokens&) const = default;
    bool empty() const { return queries.empty() && keys.empty(); }
};

/// A part of an attention map in tokens, begin … end; it may cut tokens. It records which map it is for: maps
/// with other tokens or another size do not follow it.
struct MapZoom
{
    struct Axis
    {
        StackKind stack = StackKind::kEncoder; ///< stack whose tokens run along the axis
        int count = 0; ///< number of all tokens
        double begin = 0, end = 0;
        bool operator==(const Axis&) const = default;
        bool sameTokens(const Axis& other) const { return stack == other.stack && count == other.count; }
    };
    Axis queries, keys;
    bool operator==(const MapZoom&) const = default;
    bool sameTokens(const MapZoom& other) const
    {
        return queries.sameTokens(other.queries) && keys.sameTokens(other.keys);
    }
};

/// What all views share: one main head, the heads shown beside it, one map, the hovered cell and the pinned
/// one. The pin outranks the hover. UI thread only.
class Focus : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// The main head: what views of one head show.
    const HeadRef& head() const { return m_heads.front().head; }
    /// All selected heads, each once: the main one first, then the others in the order they were selected.
    /// Never empty. The model may lack some of them: views leave those out.
    const std::vector<SelectedHead>& heads() const { return m_heads; }
    /// Colour of a selected head; nothing for other heads.
    std::optional<int> colourIndex(const HeadRef& head) const;
    MapKind map() const { return m_map; }
    const AskedTokens& asked() const { return m_asked; }
    /// The row in which they are explained; unset = the last one.
    std::optional<int> askedRow() const { return m_askedRow; }
    const Cell& hover() const { return m_hover; }
    const Cell& pin() const { return m_pin; }
    /// The pinned part if there is one, otherwise the hovered one.
    Cell cell() const;
    const QString& colourMap() const { return m_colourMap; }
    const MapOptions& mapOptions() const { return m_mapOptions; }
    const FoundTokens& found() const { return m_found; }
    /// The part of a map chosen last, in any view; nothing before that.
    const std::optional<MapZoom>& zoom() const { return m_zoom; }
    /// Whether views and panels that show the same tokens show the same part of them.
    bool isZoomLinked() const { return m_zoomLinked; }
    /// Whether the reader is asked to find a cell: no view tells of one at which nobody points.
    bool isCellAsked() const { return m_cellAsked; }

    /// Changes the main head; the others stay. A new one that is among them swaps places with the old one.
    void setHead(const HeadRef& head);
    /// Selects this head and no other.
    void selectOnly(const HeadRef& head);
    /// Sets the heads beside the main one, in this order; the main head and repetitions are left out.
    void setMoreHeads(const std::vector<HeadRef>& heads);
    /// Adds the head to those beside the main one, or removes it. If the main head is removed, the first of
    /// the others becomes the main one. The last head stays.
    void toggleHead(const HeadRef& head);
    void setMap(MapKind map) { assign(m_map, map, ViewChange::kMap); }
    void setAsked(const AskedTokens& tokens, std::optional<int> row = {});
    void setHover(const Cell& cell) { assign(m_hover, cell, ViewChange::kHover); }
    void setPin(const Cell& cell);
    /// Pins the cell, or unpins it if it is already pinned.
    void togglePin(const Cell& cell) { setPin(m_pin == cell ? Cell{} : cell); }
    void setColourMap(const QString& name) { assign(m_colourMap, name, ViewChange::kColours); }
    void setMapOptions(const MapOptions& options) { assign(m_mapOptions, options, ViewChange::kMapOptions); }
    void setFound(const FoundTokens& found) { assign(m_found, found, ViewChange::kFound); }
    void setZoom(const MapZoom& zoom) { assign(m_zoom, zoom, ViewChange::kZoom); }
    void setZoomLinked(bool linked) { assign(m_zoomLinked, linked, ViewChange::kZoom); }
    void setCellAsked(bool asked) { assign(m_cellAsked, asked, ViewChange::kHover); }

signals:
    void changed(headlight::ViewChanges what);

private:
    void assign(auto& to, const auto& from, ViewChange what)
    {
        if (to == from)
            return;
        to = from;
        emit changed(what);
    }
    /// The lowest index not used by a selected head.
    int freeColour() const;

    std::vector<SelectedHead> m_heads{SelectedHead{}};
    MapKind m_map = MapKind::kWeights;
    AskedTokens m_asked;
    std::optional<int> m_askedRow;
    Cell m_hover, m_pin;
    QString m_colourMap = QStringLiteral("viridis");
    MapOptions m_mapOptions;
    FoundTokens m_found;
    std::optional<MapZoom> m_zoom;
    bool m_zoomLinked = true;
    bool m_cellAsked = false;
};

} // namespace headlight

Q_DECLARE_OPERATORS_FOR_FLAGS(headlight::ViewChanges)
