#pragma once

#include <QColor>
#include <QString>
#include <QStringList>

#include <array>

namespace headlight {

/// The background of a picture. Maps whose low or neutral end blends into it exist in both versions.
enum class Backdrop : unsigned char { kLight, kDark };

/// 256 colours from the lowest to the highest value, perceptually uniform and safe for colour-blind people. A
/// value; a name and a backdrop always give the same table.
class ColourMap
{
public:
    using Table = std::array<QRgb, 256>;

    ColourMap(QString name, const Table& table, bool diverging)
        : m_name(std::move(name))
        , m_table(table)
        , m_diverging(diverging)
    { }

    const QString& name() const { return m_name; }
    /// level: 0 … 255.
    QRgb at(int level) const { return m_table[static_cast<std::size_t>(level)]; }
    const Table& table() const { return m_table; }
    /// Whether the middle is neutral and means zero.
    bool isDiverging() const { return m_diverging; }

private:
    QString m_name;
    Table m_table;
    bool m_diverging;
};

/// Sequential maps by name: "viridis", "cividis" and "magma" as published, the same on every backdrop; "mist"
/// has the hues of viridis and starts from the backdrop itself.
QStringList colourMapNames();
/// For signed values: "balance", from blue through the backdrop's neutral to orange.
QString divergingMapName();
/// Any of the names above; unknown names give viridis.
const ColourMap& colourMap(const QString& name, Backdrop backdrop);

/// Black or white, whichever is easier to read on the colour.
QColor inkOn(QRgb colour);

/// A colour in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020): distances roughly
/// match perceived differences. L is 0 … 1.
struct Oklab
{
    double L = 0, a = 0, b = 0;
};

/// Linear light of an sRGB channel, both 0 … 1 (IEC 61966-2-1).
double linearLight(double channel);

Oklab toOklab(QRgb colour);
/// Colours outside sRGB are clamped per channel.
QRgb fromOklab(const Oklab& lab);
double distance(const Oklab& one, const Oklab& other);
/// share 0 = one, 1 = other.
Oklab mixed(const Oklab& one, const Oklab& other, double share);
/// Mixes two colours perceptually: equal steps look equal.
QColor mixed(const QColor& one, const QColor& other, double share);

} // namespace headlight
