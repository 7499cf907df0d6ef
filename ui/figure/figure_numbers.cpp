#include "ui/figure/figure.h"

#include "core/base/text_list.h"
#include "ui/words/token_text.h"

#include <QByteArray>

#include <cmath>

namespace headlight {

namespace {

/// A field of a CSV file (RFC 4180), quoted if necessary.
QByteArray field(QByteArray text, char separator)
{
    const bool special
        = text.contains(separator) || text.contains('"') || text.contains('\n') || text.contains('\r');
    if (!special)
        return text;
    text.replace("\"", "\"\"");
    return '"' + text + '"';
}

/// The shortest text that reads back as the same float.
QByteArray number(float value)
{
    return std::isnan(value) ? "nan" : QByteArray::fromStdString(shortestNumber(value)); // NaN without a sign
}

QByteArray name(const std::vector<TokenLabel>& tokens, Index i)
{
    if (static_cast<std::size_t>(i) < tokens.size())
        return tokenText(tokens[static_cast<std::size_t>(i)]).toUtf8();
    return QByteArray::number(static_cast<qlonglong>(i));
}

void appendTable(QByteArray& out, const Matrix& values, const QByteArray& corner,
                 const std::vector<TokenLabel>& rows, const std::vector<TokenLabel>& columns, char separator,
                 const std::stop_token& stop)
{
    out += corner;
    for (Index c = 0; c < values.cols(); ++c)
        out += separator + field(name(columns, c), separator);
    out += '\n';
    for (Index r = 0; r < values.rows() && !stop.stop_requested(); ++r) {
        out += field(name(rows, r), separator);
        for (Index c = 0; c < values.cols(); ++c)
            out += separator + number(values(r, c));
        out += '\n';
    }
}

/// part: where the map lies in the whole one.
void appendLong(QByteArray& out, const HeadRef& head, const AttentionMap& map, const MapPart& part,
                MapKind kind, char separator, const std::stop_token& stop)
{
    const QByteArray address = QByteArray::fromStdString(toString(head));
    for (Index q = 0; q < map.queries() && !stop.stop_requested(); ++q) {
        const Matrix row = map.block(kind, q, 0, 1, map.keys());
        for (Index k = 0; k < map.keys(); ++k) {
            const QByteArrayList fields{address,
                                        name({}, part.query + q),
                                        name({}, part.key + k),
                                        field(name(map.queryTokens(), q), separator),
                                        field(name(map.keyTokens(), k), separator),
                                        number(row(0, k))};
            out += fields.join(separator) + '\n';
        }
    }
}

} // namespace

QByteArray figureNumbers(const FigureRequest& request, char separator, const std::stop_token& stop)
{
    QByteArray out;
    if (const auto* table = std::get_if<PositionPicture>(&request.subject)) {
        appendTable(out, table->values, "position", {}, {}, separator, stop);
        return out;
    }
    const ShownMaps shown = figureNumberMaps(request);
    const MapKind kind = figureKind(request);
    if (std::holds_alternative<HeadRef>(request.subject) || shown.isCombined()) {
        const AttentionMap map = shown.maps.empty() ? AttentionMap() : shown.maps.front();
        appendTable(out, map.whole(kind), "query", map.queryTokens(), map.keyTokens(), separator, stop);
        return out;
    }
    out = "head,query,key,query_token,key_token,value\n";
    out.replace(',', separator);
    const std::vector<MapPart> parts = figureNumberParts(request, figureMaps(request));
    for (std::size_t i = 0; i < shown.maps.size(); ++i)
        if (shown.maps[i].has(kind))
            appendLong(out, shown.heads[i], shown.maps[i], parts[i], kind, separator, stop);
    return out;
}

} // namespace headlight
