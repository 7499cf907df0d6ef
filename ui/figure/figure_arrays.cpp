#include "ui/figure/figure_arrays.h"

#include "core/tracefile/map_export.h"

#include <string>
#include <variant>

namespace headlight {

namespace {

using MapsAs = std::string (*)(std::span<const AttentionMap> maps, MapKind kind);
using MatrixAs = std::string (*)(const Matrix& matrix, const std::string& name);

QByteArray numbersAs(const FigureRequest& request, MapsAs maps, MatrixAs matrix)
{
    if (const auto* table = std::get_if<PositionPicture>(&request.subject))
        return QByteArray::fromStdString(matrix(table->values, "positions"));
    const ShownMaps shown = figureNumberMaps(request);
    return QByteArray::fromStdString(maps(shown.maps, figureKind(request)));
}

} // namespace

QByteArray figureNpy(const FigureRequest& request)
{
    return numbersAs(request, mapsAsNpy, matrixAsNpy);
}

QByteArray figureNpz(const FigureRequest& request)
{
    return numbersAs(request, mapsAsNpz, matrixAsNpz);
}

QByteArray figureJson(const FigureRequest& request)
{
    return numbersAs(request, mapsAsJson, matrixAsJson);
}

} // namespace headlight
